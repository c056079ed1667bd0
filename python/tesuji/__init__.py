"""Tesuji reads local fights in board games exactly.

>>> import tesuji
>>> tesuji.Game("{4|0}") + "{6||4|0}"
Game('{8,{10|6}|4}')
>>> tesuji.race(black=[3, "{4|0}"], white=[-5]).black_first.verdict
'black'

``Game`` computes with combinatorial games; ``race``, ``capture``, ``life``, ``connect``, ``endgame``, ``mate``, ``value``, ``strings``, ``simpei``, ``tactics`` and ``show`` ask
questions and give frozen answers; ``ask`` does the same with plain data; ``batch`` asks thousands of them. The chapter on Python
in the book tells more.
"""

from . import results
from ._native import Game, LimitReached, Thermograph, __version__
from .batches import Batch, batch
from .position import Position, read
from .questions import (
    ask,
    best_moves,
    capture,
    connect,
    endgame,
    life,
    mate,
    race,
    show,
    simpei,
    strings,
    tactics,
    value,
)

__all__ = [
    "Batch",
    "Game",
    "LimitReached",
    "Position",
    "Thermograph",
    "__version__",
    "ask",
    "batch",
    "best_moves",
    "capture",
    "connect",
    "endgame",
    "life",
    "mate",
    "race",
    "read",
    "results",
    "show",
    "simpei",
    "strings",
    "tactics",
    "value",
]
