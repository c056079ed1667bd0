"""Answers as frozen objects.

Every class has the fields of the answer that ``ask`` gives and the command line prints with ``--json``, with the same names
(docs/src/reference.md). Numbers that can be fractions are :class:`fractions.Fraction`, values are :class:`tesuji.Game`, lists
are tuples. ``to_dict()`` is the answer as it came, ``str()`` its words, and a notebook shows the picture.
"""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from ._build import FrozenMap, build
from ._native import Game

# Unions of single words, as stubtest sees them.
Color: TypeAlias = Literal["black"] | Literal["white"]
Fate: TypeAlias = Literal["lives"] | Literal["dies"] | Literal["seki"] | Literal["ko"] | Literal["unknown"]
RaceVerdict: TypeAlias = Literal["black"] | Literal["white"] | Literal["seki"] | Literal["ko"] | Literal["unknown"]
SimpeiValue: TypeAlias = Literal["win"] | Literal["loss"] | Literal["draw"]

_kept = {"answer": False}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits that applied."""

    nodes: int
    memory_mb: int
    seconds: float | None = None
    threads: int = 1


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What every answer has."""

    text: str = field(repr=False, compare=False, metadata=_kept)
    """The answer in words, as the command line prints it."""
    json: str = field(repr=False, compare=False, metadata=_kept)
    """The answer as JSON."""
    known: bool = field(metadata=_kept)
    """Whether everything was found that was asked; ``why`` tells what ended the work if not."""
    id: Any = None
    nodes: int | None = None
    """Positions looked at, whatever the method."""
    limits: Limits | None = None
    svg: str | None = field(default=None, repr=False)
    """The picture."""
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The answer as :func:`tesuji.ask` gives it."""
        answer: dict[str, Any] = json.loads(self.json)
        return answer

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        title, _, rest = self.text.partition("\n")
        words = f"<pre>{html.escape(self.text)}</pre>"
        if self.svg is None:
            return words
        # The picture first; its words below, the first line as its title.
        return (
            f'<figure style="margin:0;max-width:32em">{self.svg}'
            f"<figcaption>{html.escape(title.strip() or rest.strip())}</figcaption></figure>{words}"
        )


@dataclass(frozen=True, kw_only=True)
class Step:
    """A move of a line on a board."""

    color: Color
    point: str

    def __str__(self) -> str:
        return f"{self.color[0].upper()} {self.point}"


# Races


@dataclass(frozen=True, kw_only=True)
class Group:
    """A racing group."""

    color: Color
    at: str
    stones: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Fates:
    """What becomes of both sides."""

    black: Fate
    white: Fate


@dataclass(frozen=True, kw_only=True)
class Count:
    """Plain liberties that are left when the moves of a line are over."""

    moves: int
    black: int
    white: int
    shared: int
    to_move: Color


@dataclass(frozen=True, kw_only=True)
class RaceKo:
    """Who wins without threats, and how many threats more than the other side each needs for something better."""

    without_threats: RaceVerdict
    black: int | None
    white: int | None


@dataclass(frozen=True, kw_only=True)
class RaceSide:
    """A race with one side moving first."""

    verdict: RaceVerdict
    why: str
    moves: tuple[str, ...]
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]
    count: Count | None
    fates: Fates | None = None
    codes: tuple[int | None, ...] | None = None
    threats: tuple[int | None, ...] | None = None
    ko: RaceKo | None = None
    provisional: str | None = None


@dataclass(frozen=True, kw_only=True)
class Region:
    """A liberty region."""

    id: str
    owner: Color | None
    kind: str
    points: tuple[str, ...]
    value: Game | None
    cooled: Game | None
    mean: Fraction | None
    temperature: Fraction | None
    empty: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    why: str | None = None


@dataclass(frozen=True, kw_only=True)
class Adjusted:
    """The integer each side reaches when it moves first."""

    black: int
    white: int


@dataclass(frozen=True, kw_only=True)
class SafeString:
    """A string taken as safe, and whether that was stated or is proved; if neither, it is assumed."""

    at: str
    stated: bool
    proved: bool


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What an answer assumes."""

    safe: tuple[SafeString, ...]
    open: bool
    field: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FatePlay:
    """How a fate is reached."""

    moves: tuple[str, ...]
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]


@dataclass(frozen=True, kw_only=True)
class BlockFates:
    """What becomes of a block of a race of several."""

    black_first: Fate
    white_first: Fate
    black_first_play: FatePlay
    white_first_play: FatePlay


@dataclass(frozen=True, kw_only=True)
class Block:
    """A block of a race of several."""

    name: str
    color: Color
    external: tuple[Game, ...]
    eye: int
    stones: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PairSide:
    """A race of two blocks out of several, with one side moving first."""

    verdict: RaceVerdict
    moves: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two blocks out of several that race with each other."""

    between: tuple[str, ...]
    shared: int
    relation: str | None
    black_first: PairSide
    white_first: PairSide


@dataclass(frozen=True, kw_only=True)
class Table:
    """The table of the paper on several blocks, and where it is wrong."""

    pattern: int
    one: str
    figure_5: tuple[RaceVerdict, ...]
    common_moves: tuple[str, ...]
    with_common_moves: tuple[RaceVerdict, ...]
    exceptions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RaceAnswer(Answer):
    """Who wins a race."""

    goal: Literal["capture", "life"]
    black_first: RaceSide
    white_first: RaceSide
    regions: tuple[Region, ...]
    cooled_sum: Game | None
    adjusted: Adjusted | None
    method: Literal["static", "abstract", "search", "reading"] | None
    verified: bool | None
    conditions: Conditions
    other_fights: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...] = ()
    shared: int | None = None
    gaps: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    fates: FrozenMap[BlockFates] = FrozenMap({})
    pairs: tuple[Pair, ...] = ()
    table: Table | None = None


# Captures and mates


@dataclass(frozen=True, kw_only=True)
class CaptureAnswer(Answer):
    """Whether a string can be captured, or any or all of several (`targets`, `goal`)."""

    target: str
    color: Color
    first: Literal["attacker", "defender"]
    verdict: Literal["captured", "escapes", "ko", "unknown"]
    why: str
    code: int | None
    order: int | None
    up_to_order: int | None
    moves: tuple[str, ...]
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]
    zone: tuple[str, ...]
    every_order: bool = False
    targets: tuple[str, ...] = ()
    goal: Literal["any", "all"] | None = None
    threats: int | None = None
    against: int | None = None
    shown: tuple[str, ...] = ()
    candidates: tuple[str, ...] | None = None
    conditions: Conditions | None = None
    proof: str | None = field(default=None, repr=False)


# Life and death


@dataclass(frozen=True, kw_only=True)
class LifeKo:
    """What happens without threats, and how many threats more than the other side change it."""

    without_threats: Literal["lives", "dies"]
    threats: int
    needed_by: Color


@dataclass(frozen=True, kw_only=True)
class Refutation:
    """A first move that fails, with the answer to it."""

    move: str
    answer: str | None


@dataclass(frozen=True, kw_only=True)
class LifeSide:
    """What becomes of a group with one side moving first."""

    verdict: Literal["lives", "seki", "ko", "dies", "unknown"]
    why: str
    ko: LifeKo | None
    moves: tuple[str, ...]
    unique: bool
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]
    refutations: tuple[Refutation, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LifeAnswer(Answer):
    """Whether a group lives, with either side moving first."""

    groups: tuple[Group, ...]
    status: Literal["alive", "unsettled", "dead", "seki", "ko", "unknown"] | None
    black_first: LifeSide | None
    white_first: LifeSide | None
    shape: str | None
    zone: tuple[str, ...]
    conditions: Conditions
    other_groups: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ConnectKo:
    """What happens without threats, and how many threats more than the other side change it."""

    without_threats: Literal["connected", "cut"]
    threats: int
    needed_by: Color


@dataclass(frozen=True, kw_only=True)
class ConnectSide:
    """What becomes of two strings with one side moving first."""

    verdict: Literal["connected", "ko", "cut", "unknown"]
    why: str
    ko: ConnectKo | None
    moves: tuple[str, ...]
    unique: bool
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]
    refutations: tuple[Refutation, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ConnectAnswer(Answer):
    """Whether two strings can be connected, with either side moving first."""

    groups: tuple[Group, ...]
    status: Literal["connected", "unsettled", "cut", "ko", "unknown"] | None
    black_first: ConnectSide | None
    white_first: ConnectSide | None
    zone: tuple[str, ...]
    conditions: Conditions


# Endgames


@dataclass(frozen=True, kw_only=True)
class KoBounds:
    """What a count or a score lies between where a ko decides: White wins every ko, Black does."""

    least: Fraction
    most: Fraction


@dataclass(frozen=True, kw_only=True)
class EndgameRegion:
    """A part of the board between living stones."""

    id: int
    points: tuple[str, ...]
    value: Game | None
    chilled: Game | None
    count: Fraction | None
    move_value: Fraction | None
    swing: Fraction | None
    open: bool
    kind: Literal["gote", "black_sente", "white_sente", "ambiguous"] | None
    ko: KoBounds | None
    black_moves: tuple[str, ...]
    white_moves: tuple[str, ...]
    black_line: tuple[Step | str, ...]
    white_line: tuple[Step | str, ...]
    thermograph: Walls | None
    same_as: int | None = None
    assumed: Color | None = None


@dataclass(frozen=True, kw_only=True)
class EndgameSum:
    """All regions together."""

    value: Game | None
    chilled: bool
    score: Fraction | None
    ko: KoBounds | None


@dataclass(frozen=True, kw_only=True)
class EndgameFirst:
    """Best play on the whole board with one side moving first."""

    score: Fraction | None
    ko: KoBounds | None
    moves: tuple[str, ...]
    undecided: tuple[str, ...]
    line: tuple[Step | str, ...]
    exact: bool


@dataclass(frozen=True, kw_only=True)
class MissingRegion:
    """A region that is not in the sum."""

    id: int
    why: str


@dataclass(frozen=True, kw_only=True)
class EndgameAnswer(Answer):
    """What the moves are worth, and the score."""

    rules: Literal["territory", "area"]
    komi: Fraction
    regions: tuple[EndgameRegion, ...]
    sum: EndgameSum | None
    black_first: EndgameFirst | None
    white_first: EndgameFirst | None
    missing: tuple[MissingRegion, ...]
    why: str | None
    conditions: Conditions


@dataclass(frozen=True, kw_only=True)
class MateAnswer(Answer):
    """Whether the attacker mates."""

    sfen: str
    attacker: Color
    verdict: Literal["mate", "nomate", "unknown"]
    why: str
    order: int | None
    up_to_order: int | None
    plies: int | None
    checked: bool
    moves: tuple[str, ...]
    undecided: tuple[str, ...]
    line: tuple[str, ...]
    kif: tuple[str, ...]
    proof_positions: int | None = None
    shortest: bool | None = None


# Values


@dataclass(frozen=True, kw_only=True)
class WallPoint:
    """A breakpoint of a thermograph."""

    temperature: Fraction
    value: Fraction


@dataclass(frozen=True, kw_only=True)
class Walls:
    """The walls of a thermograph."""

    left: tuple[WallPoint, ...]
    right: tuple[WallPoint, ...]


@dataclass(frozen=True, kw_only=True)
class WallsAt:
    """Both walls of a thermograph at one temperature."""

    temperature: Fraction
    left: Fraction
    right: Fraction


@dataclass(frozen=True, kw_only=True)
class Infinitesimal:
    """What is left of a game that is cooled to its mean."""

    value: Game
    atomic_weight: Game | None


@dataclass(frozen=True, kw_only=True)
class LoopyValue:
    """A game in which play may go on for ever; games are texts here."""

    value: str
    onside: str
    offside: str
    left_first: Literal["left", "right", "draw"]
    right_first: Literal["left", "right", "draw"]


@dataclass(frozen=True, kw_only=True)
class Described:
    """What there is to tell about a game; a field is ``None`` if it does not apply or could not be found within the limits."""

    expression: str | None = None
    canonical: Game | None = None
    loopy: LoopyValue | None = None
    outcome: Literal["L", "R", "N", "P", "D"] | None = None
    left_stop: Fraction | None = None
    right_stop: Fraction | None = None
    mean: Fraction | None = None
    temperature: Fraction | None = None
    atomic_weight: Game | None = None
    weight_words: str | None = None
    latex: str | None = None
    cooled: Game | None = None
    cooled_relation: str | None = None
    infinitesimal: Infinitesimal | None = None
    relation: Literal["<", ">", "=", "||"] | None = None
    thermograph: Walls | None = None
    walls_at: WallsAt | None = None
    why: str | None = None


@dataclass(frozen=True, kw_only=True)
class SumMove:
    """A move in a sum of games."""

    summand: int
    """Which summand, from 1 on."""
    expression: str
    wins: bool
    stop: Fraction
    why: str
    from_: Game | None = None
    """What the summand was."""
    option: Game | None = None
    """What it becomes."""
    sum: Game | None = None
    """What the whole sum becomes."""


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """What a strategy plays that looks at thermographs alone."""

    strategy: str
    summand: int
    temperature: Fraction
    option: Game | None = None


@dataclass(frozen=True, kw_only=True)
class Advice:
    """What to play in a sum of games."""

    side: Literal["left", "right"]
    winning_summands: tuple[int, ...]
    moves: tuple[SumMove, ...]
    """All moves, the best ones first."""
    suggestions: tuple[Suggestion, ...]
    sentence: str
    wins: bool | None = None
    best_stop: Fraction | None = None
    target: Game | None = None
    why: str | None = None


@dataclass(frozen=True, kw_only=True)
class ValueAnswer(Answer, Described):
    """What games are worth: the fields of one game, or ``values`` for several."""

    values: tuple[Described, ...] | None = None
    sum: Described | None = None
    best: Advice | None = None
    verdict: Literal["unknown"] | None = None


# Strings, Simpei, tactics


@dataclass(frozen=True, kw_only=True)
class StringsAnswer(Answer):
    """The largest number of strings on a board."""

    topology: str
    points: int
    strings: int | None
    empty: int | None
    proved: bool
    method: Literal["dp", "ilp"] | None
    board: tuple[str, ...]
    count: int | None = None
    list: tuple[str, ...] | None = None
    samples: tuple[tuple[str, ...], ...] | None = None
    sgf: str | None = field(default=None, repr=False)
    certificate: Any = field(default=None, repr=False)
    accepted: bool | None = None
    verdict: Literal["unknown"] | None = None
    why: str | None = None


@dataclass(frozen=True, kw_only=True)
class SimpeiMove:
    """A move of Simpei and what it leads to."""

    move: str
    value: SimpeiValue
    distance: int | None
    order: int | None


@dataclass(frozen=True, kw_only=True)
class SimpeiClass:
    """All positions with so many pieces in hand."""

    mover: int
    opponent: int
    positions: int
    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_loss: int


@dataclass(frozen=True, kw_only=True)
class SimpeiTotals:
    """All positions of Simpei."""

    positions: int
    classes: tuple[SimpeiClass, ...]
    free_start: SimpeiValue
    free_start_distance: int | None


@dataclass(frozen=True, kw_only=True)
class SimpeiAnswer(Answer):
    """What a position of Simpei is worth."""

    position: str
    value: SimpeiValue | None
    distance: int | None
    order: int | None
    moves: tuple[str, ...]
    legal_moves: int
    all_moves: tuple[SimpeiMove, ...] | None = None
    totals: SimpeiTotals | None = None
    verdict: Literal["unknown"] | None = None
    why: str | None = None


@dataclass(frozen=True, kw_only=True)
class Sprt:
    """A test that ended the games when they had decided between two rates."""

    low: float
    high: float
    error: float
    decision: str
    log_likelihood_ratio: float
    bound: float


@dataclass(frozen=True, kw_only=True)
class CurvePoint:
    """The share of wins after so many games."""

    games: int
    win_rate: float
    ci95: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class TacticsAnswer(Answer):
    """How often a tactic wins."""

    board: str
    points: int
    tactic: str
    against: str
    rules: str
    colors: str
    seed: int
    games: int
    wins: int
    losses: int
    draws: int
    capped: int
    repeated: int
    win_rate: float
    ci95: tuple[float, float]
    moves_per_game: float
    curve: tuple[CurvePoint, ...] = ()
    sprt: Sprt | None = None
    verdict: Literal["unknown"] | None = None
    why: str | None = None


# Positions


@dataclass(frozen=True, kw_only=True)
class StringOnBoard:
    """A string of stones."""

    color: Color
    stones: tuple[str, ...]
    liberties: tuple[str, ...]
    unconditionally_alive: bool


@dataclass(frozen=True, kw_only=True)
class Area:
    """Stones and surrounded points."""

    black: int
    white: int


@dataclass(frozen=True, kw_only=True)
class ShowAnswer(Answer):
    """What is on a board."""

    board: str
    points: int
    to_move: Color
    ko: str | None
    black: tuple[str, ...]
    white: tuple[str, ...]
    strings: tuple[StringOnBoard, ...]
    area: Area
    marks: FrozenMap[tuple[str, ...]]
    labels: FrozenMap[str]
    diagram: str


KINDS: dict[str, type[Answer]] = {
    "race": RaceAnswer,
    "capture": CaptureAnswer,
    "life": LifeAnswer,
    "connect": ConnectAnswer,
    "endgame": EndgameAnswer,
    "mate": MateAnswer,
    "value": ValueAnswer,
    "strings": StringsAnswer,
    "simpei": SimpeiAnswer,
    "tactics": TacticsAnswer,
    "show": ShowAnswer,
}


def result(answer: str, text: str, known: bool) -> Any:
    """The object of an answer that came as JSON."""
    data = json.loads(answer)
    return build(KINDS[data["ask"]], data, text=text, json=answer, known=known)
