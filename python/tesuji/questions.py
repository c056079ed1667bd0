"""Questions: one function for each kind, with the words of the reference as keyword arguments.

A question that cannot be asked is a :class:`ValueError` with the sentence of the command line; its attribute ``field`` names
what is wrong. A limit that is reached is no error: the answer says ``unknown`` and why. Ctrl-C ends every question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias, cast

from . import _native
from ._native import Game
from .position import PositionLike, position as _position
from .results import (
    Advice,
    Answer,
    CaptureAnswer,
    ConnectAnswer,
    EndgameAnswer,
    LifeAnswer,
    MateAnswer,
    RaceAnswer,
    ShowAnswer,
    SimpeiAnswer,
    StringsAnswer,
    TacticsAnswer,
    ValueAnswer,
    result,
)

GameLike: TypeAlias = Game | int | Fraction | str
"""A :class:`tesuji.Game`, a number, or a text in CGSuite's notation."""
Board: TypeAlias = str | Mapping[str, Any]
"""The name of a board such as ``"hexagon:4"``, or a graph as in docs/schema/board.json."""
Limits: TypeAlias = Mapping[str, int | float]
"""``nodes``, ``memory_mb``, ``seconds`` and ``threads``, each of them if you like."""
Picture: TypeAlias = bool | Mapping[str, Any]
"""``True`` or ``False``, or ``theme``, ``width`` and ``coordinates``."""


def plain(value: object) -> object:
    """Games and fractions in the words of JSON."""
    if isinstance(value, (Game, Fraction)):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(f"a question has no {type(value).__name__}")


def to_json(question: Mapping[str, Any]) -> str:
    """A question as one line of JSON. Positions may be given as :class:`tesuji.Position`."""
    given = dict(question)
    if "position" in given and given.get("ask") not in ("simpei", None) and given["position"] is not None:
        given["position"] = _position(given["position"])
    return json.dumps(given, default=plain, ensure_ascii=False, allow_nan=False)


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Asks a question as plain data and gives the answer as plain data, as ``tesuji lines`` does.

    >>> answer = ask({"ask": "value", "expressions": ["{6||4|0}"], "cool": 2})
    >>> answer["mean"], answer["cooled"]
    ('4', '4^')
    """
    answer, _, _ = _native.answer(to_json(question))
    given: dict[str, Any] = json.loads(answer)
    return given


def _asked(kind: str, picture: Picture, limits: Limits | None, fields: Mapping[str, Any]) -> Answer:
    question = {name: value for name, value in fields.items() if value is not None}
    question["ask"] = kind
    if limits is not None:
        question["limits"] = dict(limits)
    if picture is not False:
        question["picture"] = {} if picture is True else dict(picture)
    answer, text, ending = _native.answer(to_json(question))
    return cast(Answer, result(answer, text, ending == "known"))


def race(
    position: PositionLike | None = None,
    *,
    targets: Sequence[str] | None = None,
    essential: Iterable[str] | None = None,
    safe: Iterable[str] | None = None,
    unknown: Iterable[str] | None = None,
    goal: Literal["capture", "life"] | None = None,
    verify: bool = False,
    black: Iterable[GameLike] | None = None,
    white: Iterable[GameLike] | None = None,
    shared: int | None = None,
    black_eye: Mapping[str, int] | None = None,
    white_eye: Mapping[str, int] | None = None,
    graph: Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    picture: Picture | None = None,
) -> RaceAnswer:
    """Who wins a race: on a board, as a sum of liberty games, or between several blocks.

    >>> answer = race(black=[3, "{4|0}"], white=[-5])
    >>> answer.black_first.verdict, answer.white_first.verdict
    ('black', 'white')
    >>> answer.black_first.moves
    ('B2',)
    """
    # A sum of games has no board to draw.
    shows_one = position is not None or graph is not None
    return cast(
        RaceAnswer,
        _asked(
            "race",
            shows_one if picture is None else picture,
            limits,
            {
                "position": position,
                "targets": targets,
                "essential": essential,
                "safe": safe,
                "unknown": unknown,
                "goal": goal,
                "verify": verify or None,
                "black": _games(black),
                "white": _games(white),
                "shared": shared,
                "black_eye": black_eye,
                "white_eye": white_eye,
                "graph": graph,
            },
        ),
    )


def _games(games: Iterable[GameLike] | None) -> list[str] | None:
    return None if games is None else [str(game) for game in games]


def capture(
    position: PositionLike,
    target: str | Iterable[str] | None = None,
    *,
    goal: Literal["any", "all"] | None = None,
    first: Literal["attacker", "defender", "black", "white"] | None = None,
    order: int | Literal["usual"] | None = None,
    safe: Iterable[str] | None = None,
    unknown: Iterable[str] | None = None,
    algorithm: Literal["lambda", "dfpn"] | None = None,
    all: bool = False,
    candidates: bool = False,
    proof: bool = False,
    limits: Limits | None = None,
    picture: Picture = True,
) -> CaptureAnswer:
    """Whether a string can be captured, by which move, and whether it takes a ko.

    `target` names a stone of the string, or stones of several strings; then `goal` says whether any of them or all of them have to be
    captured. With `order`, a number or `"usual"`, only quick captures are asked for: *escapes* says then that there is none. Stones in
    `safe` are never captured.

    >>> ladder = '''
    ...    A B C D E
    ...  5 . . . . . 5
    ...  4 . . X . . 4
    ...  3 . X O . . 3
    ...  2 . . X . . 2
    ...  1 . . . . . 1
    ...    A B C D E
    ... '''
    >>> answer = capture(ladder, "C3", first="attacker")
    >>> answer.verdict, answer.moves
    ('captured', ('D3',))
    >>> capture(ladder, ["C4", "B3"], goal="all", first="attacker", order=2).verdict
    'escapes'
    """
    return cast(
        CaptureAnswer,
        _asked(
            "capture",
            picture,
            limits,
            {
                "position": position,
                "target": target if target is None or isinstance(target, str) else list(target),
                "goal": goal,
                "first": first,
                "order": order,
                "safe": safe,
                "unknown": unknown,
                "algorithm": algorithm,
                "all": all or None,
                "candidates": candidates or None,
                "proof": proof or None,
            },
        ),
    )


def life(
    position: PositionLike,
    group: str | Iterable[str] | None = None,
    *,
    of: Literal["any", "all"] | None = None,
    first: Literal["black", "white"] | None = None,
    safe: Iterable[str] | None = None,
    unknown: Iterable[str] | None = None,
    all: bool = False,
    limits: Limits | None = None,
    picture: Picture = True,
) -> LifeAnswer:
    """Whether a group lives, with either side moving first.

    `group` names a stone of it, or several stones; without it the likeliest group is found. Stones in `safe` are never captured.

    >>> corner = '''
    ...    A B C D E F G
    ...  4 . . . . . . . 4
    ...  3 X X X X X X . 3
    ...  2 O O O O O X . 2
    ...  1 O . . . O X . 1
    ...    A B C D E F G
    ... '''
    >>> answer = life(corner, "A1")
    >>> answer.status, answer.black_first.verdict, answer.black_first.moves
    ('unsettled', 'dies', ('C1',))
    """
    return cast(
        LifeAnswer,
        _asked(
            "life",
            picture,
            limits,
            {
                "position": position,
                "group": group if group is None or isinstance(group, str) else list(group),
                "of": of,
                "first": first,
                "safe": safe,
                "unknown": unknown,
                "all": all or None,
            },
        ),
    )


def connect(
    position: PositionLike,
    strings: Sequence[str] | None = None,
    *,
    first: Literal["black", "white"] | None = None,
    safe: Iterable[str] | None = None,
    unknown: Iterable[str] | None = None,
    all: bool = False,
    limits: Limits | None = None,
    picture: Picture = True,
) -> ConnectAnswer:
    """Whether two strings can be connected or cut, with either side moving first.

    `strings` names a stone of each; without it they are marked with triangles. Stones in `safe` are never captured.

    >>> bend = '''
    ...    A B C D E
    ...  4 O O O O O 4
    ...  3 O X . X O 3
    ...  2 O X . X O 2
    ...  1 O . . . O 1
    ...    A B C D E
    ... '''
    >>> answer = connect(bend, ["B2", "D2"], safe=["A1"])
    >>> answer.status
    'connected'
    """
    return cast(
        ConnectAnswer,
        _asked(
            "connect",
            picture,
            limits,
            {
                "position": position,
                "strings": None if strings is None else list(strings),
                "first": first,
                "safe": safe,
                "unknown": unknown,
                "all": all or None,
            },
        ),
    )


def endgame(
    position: PositionLike,
    *,
    regions: Iterable[Iterable[str]] | None = None,
    rules: Literal["territory", "area"] | None = None,
    komi: float | None = None,
    safe: Iterable[str] | None = None,
    unknown: Iterable[str] | None = None,
    limits: Limits | None = None,
    picture: Picture = True,
) -> EndgameAnswer:
    """What the moves are worth in each open region of a position, and the score of the whole board.

    A region is a part of the board between living stones; `regions` names some by their points. Stones in `safe` live.

    >>> corridor = '''
    ...    A B C D E F
    ...  4 X X X X X O 4
    ...  3 X . . . . O 3
    ...  2 X X X X X O 2
    ...  1 . . . . . . 1
    ...    A B C D E F
    ... '''
    >>> answer = endgame(corridor, regions=[["B3"]], safe=["A2", "F2"])
    >>> answer.regions[0].count, answer.regions[0].move_value, answer.black_first.moves
    (Fraction(17, 8), Fraction(7, 8), ('E3',))
    >>> answer.regions[0].value
    Game('{3|||2||1|*}')
    """
    return cast(
        EndgameAnswer,
        _asked(
            "endgame",
            picture,
            limits,
            {
                "position": position,
                "regions": None if regions is None else [list(names) for names in regions],
                "rules": rules,
                "komi": komi,
                "safe": safe,
                "unknown": unknown,
            },
        ),
    )


def mate(
    sfen: str,
    *,
    order: Literal[1, 2] | None = None,
    shortest: bool = False,
    cooks: bool = False,
    attacker: Literal["black", "white"] | None = None,
    algorithm: Literal["lambda", "dfpn"] | None = None,
    limits: Limits | None = None,
    picture: Picture = True,
) -> MateAnswer:
    """Whether the attacker mates in shogi; order 2 is a brinkmate.

    >>> answer = mate("8k/9/8P/9/9/9/9/9/9 b 2G 1")
    >>> answer.verdict, answer.plies
    ('mate', 1)
    """
    return cast(
        MateAnswer,
        _asked(
            "mate",
            picture,
            limits,
            {
                "sfen": sfen,
                "order": order,
                "shortest": shortest or None,
                "cooks": cooks or None,
                "attacker": attacker,
                "algorithm": algorithm,
            },
        ),
    )


def value(
    *expressions: GameLike,
    cool: GameLike | None = None,
    compare: GameLike | None = None,
    best: Literal["left", "right"] | None = None,
    target: GameLike | None = None,
    define: str | None = None,
    notation: Literal["ascii", "paper", "unicode", "latex"] | None = None,
    thermograph: bool = False,
    below_zero: bool = False,
    at: GameLike | None = None,
    construction: bool = False,
    limits: Limits | None = None,
    picture: Picture | None = None,
) -> ValueAnswer:
    """What games are worth. :class:`tesuji.Game` computes with them; this tells all about them, within limits.

    >>> answer = value("{6||4|0}", cool=2)
    >>> answer.mean, answer.temperature, answer.cooled
    (Fraction(4, 1), Fraction(2, 1), Game('4^'))
    """
    # A picture shows one game, or the sum of several.
    shows_one = (len(expressions) == 1 and define is None) or best is not None
    return cast(
        ValueAnswer,
        _asked(
            "value",
            shows_one if picture is None else picture,
            limits,
            {
                "expressions": _games(expressions),
                "cool": None if cool is None else str(cool),
                "compare": None if compare is None else str(compare),
                "best": best,
                "target": None if target is None else str(target),
                "define": define,
                "notation": notation,
                "thermograph": thermograph or None,
                "below_zero": below_zero or None,
                "at": None if at is None else str(at),
                "construction": construction or None,
            },
        ),
    )


def best_moves(
    games: Iterable[GameLike],
    side: Literal["left", "right"] = "left",
    *,
    target: GameLike | None = None,
    limits: Limits | None = None,
) -> Advice:
    """What a side should play in a sum of games, every move with its reason.

    >>> advice = best_moves(["{4|0}", "{6||4|0}", "{0|-7}"], "left")
    >>> advice.wins, advice.winning_summands
    (True, (1, 2, 3))
    >>> advice.moves[0].summand, advice.moves[0].stop
    (3, Fraction(4, 1))
    """
    answer = value(*games, best=side, target=target, limits=limits, picture=False)
    if answer.best is None:
        raise _native.LimitReached(answer.why or "the sum is too large")
    return answer.best


def strings(
    width: int | None = None,
    height: int | None = None,
    *,
    topology: Board | None = None,
    count: bool = False,
    list: bool = False,
    sample: int | None = None,
    seed: int | None = None,
    method: Literal["dp", "ilp"] | None = None,
    variant: Literal["simple", "corner", "centre", "both"] | None = None,
    certificate: bool = False,
    check: Mapping[str, Any] | None = None,
    sgf: bool = False,
    limits: Limits | None = None,
    picture: Picture = True,
) -> StringsAnswer:
    """The largest number of strings that a position on a board can have.

    >>> answer = strings(4, 4, count=True)
    >>> answer.strings, answer.proved
    (12, True)
    """
    return cast(
        StringsAnswer,
        _asked(
            "strings",
            picture,
            limits,
            {
                "width": width,
                "height": height,
                "topology": topology,
                "count": count or None,
                "list": list or None,
                "sample": sample,
                "seed": seed,
                "method": method,
                "variant": variant,
                "certificate": certificate or None,
                "check": check,
                "sgf": sgf or None,
            },
        ),
    )


def simpei(
    position: str | None = None,
    *,
    all: bool = False,
    totals: bool = False,
    limits: Limits | None = None,
) -> SimpeiAnswer:
    """What a position of Simpei is worth, and the best moves. The table of all positions is made when it is first needed, in
    less than a minute, and kept where the command line keeps it.

    >>> simpei("M:21 O:c0 m:2 o:2").value  # doctest: +SKIP
    'win'
    """
    fields = {"position": position, "all": all or None, "totals": totals or None}
    return cast(SimpeiAnswer, _asked("simpei", False, limits, fields))


def tactics(
    board: Board,
    tactic: str,
    *,
    against: str | None = None,
    games: int | None = None,
    seed: int | None = None,
    rules: str | None = None,
    balanced: bool = False,
    sprt: Mapping[str, float] | None = None,
    limits: Limits | None = None,
) -> TacticsAnswer:
    """How often a tactic map wins.

    >>> answer = tactics("square:5", "paper1", games=200, seed=1)
    >>> answer.games, answer.wins + answer.losses + answer.draws
    (200, 200)
    """
    return cast(
        TacticsAnswer,
        _asked(
            "tactics",
            False,
            limits,
            {
                "board": board,
                "tactic": tactic,
                "against": against,
                "games": games,
                "seed": seed,
                "rules": rules,
                "balanced": balanced or None,
                "sprt": sprt,
            },
        ),
    )


def show(position: PositionLike, *, picture: Picture = True) -> ShowAnswer:
    """What is on a board: stones, strings, liberties, marks.

    >>> show(". X .\\nX O X\\n. . .").strings[2].liberties
    ('B1',)
    """
    return cast(ShowAnswer, _asked("show", picture, None, {"position": position}))
