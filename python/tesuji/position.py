"""Positions: texts and files, read once and asked about as often as you like."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import _native


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position as questions name it.

    >>> corner = Position.of_text('''
    ...    A B C
    ...  3 O O . 3
    ...  2 X O . 2
    ...  1 . X . 1
    ...    A B C
    ... ''')
    >>> sorted(corner.to_dict())
    ['diagram']
    """

    json: str = field(repr=False)
    """The position of a question, as JSON."""
    name: str | None = None
    """What it is called in messages, such as the name of its file."""
    warnings: tuple[str, ...] = ()
    """What there was to guess or to repair when it was read."""

    @staticmethod
    def of_text(
        text: str | bytes,
        *,
        name: str | None = None,
        game: int | None = None,
        move: int | None = None,
        end: bool = False,
    ) -> Position:
        """The position of a text: SGF, a diagram, one of Sensei's Library, or JSON. ``game`` and ``move`` say where in an SGF
        file."""
        given = text.encode() if isinstance(text, str) else text
        position, warnings = _native.read_text(name, given, game, move, end)
        return Position(json=position, name=name, warnings=tuple(warnings))

    def to_dict(self) -> dict[str, Any]:
        """The position as it stands in a question."""
        position: dict[str, Any] = json.loads(self.json)
        return position


PositionLike: TypeAlias = Position | str | os.PathLike[str] | Mapping[str, Any]
"""A :class:`Position`, a text (a diagram or SGF), a path, or the position of a question as plain data."""


def read(
    path: str | os.PathLike[str],
    *,
    game: int | None = None,
    move: int | None = None,
    end: bool = False,
) -> Position:
    """Reads a file: SGF of any age and charset, a text diagram, one of Sensei's Library, or JSON.

    ``game`` says which game of an SGF file, from 1 on; ``move`` after how many moves of its main line; ``end`` at its end. Without
    them it is the stones that the file sets up, or the end of a game that sets up none
    but those of its handicap.

    A file that is no position is a :class:`ValueError` with the place; one that is not there is an :class:`OSError`.
    """
    name = os.fspath(path)
    with open(name, "rb") as file:
        return Position.of_text(file.read(), name=name, game=game, move=move, end=end)


def position(given: PositionLike) -> dict[str, Any]:
    """The position of a question."""
    if isinstance(given, Position):
        return given.to_dict()
    if isinstance(given, str):
        return Position.of_text(given).to_dict()
    if isinstance(given, os.PathLike):
        return read(given).to_dict()
    return dict(given)
