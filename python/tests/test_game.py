"""Games as values: arithmetic, order, hashing, conversion."""

from __future__ import annotations

import copy
import pickle
import threading
from fractions import Fraction

import pytest

from tesuji import Game, LimitReached, Thermograph

from hot import hot_games

TEXTS = ["0", "3", "-13/2", "*", "*3", "^", "v*", "^3", "{4|0}", "{6||4|0}", "+-3", "2^*", "-2+{0^2|Tiny(3)}", "{5|{3,{4|2}||1|0}}"]


@pytest.mark.parametrize("text", TEXTS)
def test_text_pickle_and_copy_give_the_same_value(text: str) -> None:
    game = Game(text)
    assert Game(str(game)) == game
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game), eval(repr(game))):
        assert other == game and hash(other) == hash(game) and str(other) == str(game)
    thermograph = game.thermograph()
    assert pickle.loads(pickle.dumps(thermograph)) == thermograph == copy.deepcopy(thermograph)
    assert Game.from_options(*game.options) == game


def test_numbers_are_exact_and_equal_to_pythons() -> None:
    for number in (0, 1, -1, 7, 2**62, -(2**61), Fraction(1, 2), Fraction(-13, 8), Fraction(5, 2**61), 0.5, -0.375):
        game = Game(number)
        assert game == number and number == game and hash(game) == hash(number)
        assert game.number == number and {number: "found"}[game] == "found"
    assert Game(True) == 1
    assert Game(Fraction(3, 4)) + 0.25 == 1
    for wrong in (Fraction(1, 3), 2**64, float("inf"), float("nan"), "1/3", "{1|", "oops"):
        with pytest.raises(ValueError):
            Game(wrong)
    for wrong in (None, [], object(), 1j):
        with pytest.raises(TypeError):
            Game(wrong)  # type: ignore[arg-type]


def test_the_sentence_of_an_error_tells_the_place() -> None:
    with pytest.raises(ValueError, match="column 7"):
        Game("{4|0} ?")


def test_arithmetic_with_everything() -> None:
    hot = Game("{4|0}")
    assert hot + 1 == 1 + hot == hot + "1" == "1" + hot == hot + Fraction(1) == Game("{5|1}")
    assert hot - 1 == Game("{3|-1}") and 1 - hot == Game("{1|-3}") and "*" - hot == Game("*") + Game("{0|-4}")
    assert -hot == Game("{0|-4}") and +hot is hot
    assert 3 * Game("^") == Game("^") * 3 == Game("^3") and Game("{4|0}") * -2 == -hot - hot
    assert Game(2) * hot == hot * Game(2) == hot + hot
    assert sum([hot, hot, "*", 1, Fraction(1, 2)], Game(0)) == Game.sum([hot, hot, "*", 1, Fraction(1, 2)])
    assert sum([hot, -hot]) == 0 and not sum([hot, -hot]) and Game("*")
    for wrong in (lambda: hot * hot, lambda: hot * 0.5, lambda: hot + None, lambda: hot < None, lambda: "x" * hot):
        with pytest.raises((TypeError, ValueError)):
            wrong()  # type: ignore[no-untyped-call]


def test_order_has_four_cases_and_sorting_refuses_the_fourth() -> None:
    star, up = Game("*"), Game("^")
    assert up > 0 and not up < 0 and up >= 0 and not up <= 0 and 0 < up
    assert [star.compare(other) for other in (0, "^", "^^", "*", "-1")] == ["||", "||", "<", "=", ">"]
    assert star.confused(0) and not star <= 0 and not star >= 0 and star != 0
    assert sorted([Game("2"), up, Game("-1"), Game(0)]) == [Game(-1), Game(0), up, Game(2)]
    with pytest.raises(ValueError, match="confused"):
        sorted([up, star, Game(0)])
    with pytest.raises(ValueError, match=r"\* and 0 are confused"):
        star < 0  # noqa: B015
    assert star != "*", "a text has another hash, so it is another thing"


def test_equal_games_are_one_key() -> None:
    games = {Game("{4|0}"), Game("2") + Game("+-2"), Game("{4,3|0}"), Game("4") + "{0|-4}"}
    assert len(games) == 1
    assert len({Game(text) for text in TEXTS}) == len(TEXTS)


def test_thermographs_stops_and_weights() -> None:
    game = Game("{6||4|0}")
    assert (game.mean, game.temperature, game.stops) == (4, 2, (6, 4))
    assert isinstance(game.mean, Fraction) and isinstance(game.stops[0], Fraction)
    thermograph = game.thermograph()
    assert isinstance(thermograph, Thermograph) and thermograph.game == game
    assert thermograph.left == ((6, 0), (4, 2)) and thermograph.right == ((4, 0),)
    assert thermograph.at(Fraction(1, 2)) == (Fraction(11, 2), 4) and thermograph.at(100) == (4, 4)
    assert "<svg" in thermograph.svg() and thermograph.svg(construction=True) != thermograph.svg()
    assert "<svg" in thermograph._repr_svg_() and "4" in str(thermograph)
    with pytest.raises(ValueError, match="theme"):
        thermograph.svg(theme="purple")  # type: ignore[arg-type]
    assert thermograph.at(-1) == (7, 4) and game.cool(-1) == Game("{7||4|-2}")
    with pytest.raises(ValueError, match="start at temperature -1"):
        thermograph.at(-2)
    with pytest.raises(ValueError, match="at least -1"):
        game.cool(-2)
    assert Game("{0^2|Tiny(3)}").atomic_weight == 2 and game.atomic_weight is None
    assert [Game(text).outcome for text in ("^", "v", "*", "0")] == ["L", "R", "N", "P"]
    assert game._repr_latex_() == f"${game.latex}$"


def test_a_game_that_is_too_large_is_refused_and_the_rest_goes_on() -> None:
    with pytest.raises(LimitReached, match="too large"):
        sum(hot_games(9))
    assert Game("{4|0}") + 1 == Game("{5|1}")
    assert issubclass(LimitReached, ValueError)


def test_deep_games_have_room() -> None:
    corridor = Game("{4|0}")
    for _ in range(2000):
        corridor = Game.from_options([0], [corridor - 2])
    assert corridor.left == (0,)
    both = corridor + "{4|0}"
    assert both - "{4|0}" == corridor and both != corridor
    assert repr(corridor).startswith("Game('{0|")
    large = Game.sum(hot_games(5))
    assert repr(large).startswith("<Game too large to print, with stops ")
    with pytest.raises(LimitReached):
        str(large)


def test_threads_share_games_and_do_not_spoil_each_other() -> None:
    shared = [Game(text) for text in TEXTS]
    expected = [str(one + other) for one in shared for other in shared]
    found: list[list[str]] = []

    def work() -> None:
        for _ in range(5):
            found.append([str(one + other) for one in shared for other in shared])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20 and all(one == expected for one in found)


def test_large_games_are_pickled_and_shown() -> None:
    large = Game.sum([f"+-{4**n}" for n in range(20)])
    with pytest.raises(LimitReached):
        str(large)
    kept = pickle.dumps(large)
    assert len(kept) < 100_000 and pickle.loads(kept) == large == copy.deepcopy(large)
    assert large._repr_latex_() == "$\\text{Game too large to print, with stops 274877906944 and -274877906944}$".replace(
        "274877906944 and -274877906944", f"{large.left_stop} and {large.right_stop}"
    )
    with pytest.raises(ValueError, match="these bytes are no game"):
        Game(b"\x01\x05")
    with pytest.raises(ValueError, match="these bytes are no game"):
        Game(large.__reduce__()[1][0][:-1])


def test_walls_at_any_temperature() -> None:
    thermograph = Game("{6||4|0}").thermograph()
    assert thermograph.at(Fraction(1, 3)) == (Fraction(17, 3), 4)
    assert thermograph.at(-1) == (7, 4)
    below = Game("3/4").thermograph(below_zero=True)
    assert below.left == ((1, -1), (1, Fraction(-1, 2)), (Fraction(3, 4), Fraction(-1, 4)))
    assert pickle.loads(pickle.dumps(below)) == below != Game("3/4").thermograph()
    assert Game("1/2").cool("-3/4") == Game("{3/4|1/4}")
    for bad in (-2, "-3/2"):
        with pytest.raises(ValueError, match="-1"):
            thermograph.at(bad)
    with pytest.raises(ValueError, match="construction starts at temperature 0"):
        below.svg(construction=True)
