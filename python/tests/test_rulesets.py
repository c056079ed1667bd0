"""Rulesets in Python: published values, a slow twin without memo and parts, and what is wrong with a ruleset."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tesuji import Game

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path.insert(0, str(EXAMPLES))

from rulesets import Clobber, Domineering, toads_and_frogs  # noqa: E402


def plain(position: Any, moves: Any) -> Game:
    """The value straight from the moves."""
    left, right = moves(position)
    return Game.from_options([plain(option, moves) for option in left], [plain(option, moves) for option in right])


def test_published_values() -> None:
    """Winning Ways, chapters 1 and 5, and Albert, Grossman, Nowakowski and Wolfe on Clobber."""
    for rows, columns, value in ((1, 2, "-1"), (2, 1, "1"), (2, 2, "+-1"), (3, 3, "+-1"), (1, 5, "-2"), (5, 1, "2")):
        assert Game.of(Domineering.board(rows, columns)) == Game(value), (rows, columns)
    corner = Domineering(frozenset({(0, 0), (1, 0), (1, 1)}))
    assert Game.of(corner) == Game("*")
    for line, value in (("xo", "*"), ("xxo", "^"), ("xoo", "v"), ("xoxo", "+-{*,^}"), ("xx", "0")):
        assert Game.of(Clobber((line,))) == Game(value), line
    # Whoever starts wins on a row of alternating stones, but for three of each.
    for pairs, outcome in ((1, "N"), (2, "N"), (3, "P"), (4, "N"), (5, "N")):
        assert Game.of(Clobber(("xo" * pairs,))).outcome == outcome, pairs
    for strip, value in (("t.f", "*"), ("ft.", "1"), (".tf", "0"), ("tt.ff", "*")):
        assert Game.of(strip, toads_and_frogs) == Game(value), strip


def test_the_slow_twin() -> None:
    for rows, columns in ((2, 3), (3, 2), (2, 4), (3, 3)):
        board = Domineering.board(rows, columns)
        assert Game.of(board) == plain(board, Domineering.moves)
        assert Game.of(board, Domineering.moves) == Game.of(board)
    for line in ("xoxoxo", "xxoox", "oxxxo"):
        assert Game.of(Clobber((line,))) == plain(Clobber((line,)), Clobber.moves)
    for strip in ("tt..ff", "t.t.f", "tf.tf."):
        assert Game.of(strip, toads_and_frogs) == plain(strip, toads_and_frogs)
    assert -Game.of(Domineering.board(3, 4)) == Game.of(Domineering.board(4, 3))


def test_memo_games_as_options_and_a_long_game() -> None:
    memo: dict[Any, Game] = {}
    value = Game.of(6, lambda n: ([n - 1], [n - 1]) if n else ([], []), memo=memo)
    assert value == 0 and memo[5] == Game("*") and len(memo) == 7
    memo[3] = Game("5")
    assert Game.of(3, lambda n: ([], []), memo=memo) == 5
    assert Game.of("p", lambda _: ([Game(0)], [Game("*")])) == Game("^")
    # No stack is in the way.
    assert Game.of(20_000, lambda n: ([n - 1], []) if n else ([], [])) == 20_000


def test_what_is_wrong_with_a_ruleset() -> None:
    with pytest.raises(ValueError, match="the position 'a' comes back"):
        Game.of("a", lambda p: (["b"], []) if p == "a" else (["a"], []))
    with pytest.raises(TypeError, match=r"str has no method moves\(\)"):
        Game.of("a")
    with pytest.raises(ValueError, match="two lists"):
        Game.of("a", lambda p: ([], [], []))  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="unhashable"):
        Game.of(["a"], lambda p: ([], []))
    with pytest.raises(TypeError, match="memo"):
        Game.of("a", lambda p: ([], []), memo={"a": "5"})  # type: ignore[dict-item]
    with pytest.raises(RuntimeError, match="mine"):

        def broken(position: Any) -> Any:
            raise RuntimeError("mine")

        Game.of("a", broken)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "rulesets.py"), run_name="__main__")
    assert "Domineering 4x4:" in capsys.readouterr().out
