"""Rulesets of one's own: Domineering, Clobber, and Toads and Frogs, each in a few lines.

A position is an object that can be a key of a dictionary and tells its moves; ``Game.of`` does the rest. Run this file to see
some values.
"""

from __future__ import annotations

from dataclasses import dataclass

from tesuji import Game


@dataclass(frozen=True)
class Domineering:
    """Left places dominoes upright, Right lengthwise. The position is the set of free cells, as (row, column)."""

    cells: frozenset[tuple[int, int]]

    @staticmethod
    def board(rows: int, columns: int) -> Domineering:
        return Domineering(frozenset((row, column) for row in range(rows) for column in range(columns)))

    def place(self, down: int, right: int) -> list[Domineering]:
        return [
            Domineering(self.cells - {(row, column), (row + down, column + right)})
            for row, column in sorted(self.cells)
            if (row + down, column + right) in self.cells
        ]

    def moves(self) -> tuple[list[Domineering], list[Domineering]]:
        return self.place(1, 0), self.place(0, 1)

    def parts(self) -> list[Domineering]:
        """Cells that hang together, moved to the corner: the same shape elsewhere is the same position."""
        rest, parts = set(self.cells), []
        while rest:
            part, pending = set(), [rest.pop()]
            while pending:
                row, column = cell = pending.pop()
                part.add(cell)
                near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & rest
                rest -= near
                pending.extend(near)
            if len(part) > 1:
                top, left = min(row for row, _ in part), min(column for _, column in part)
                parts.append(Domineering(frozenset((row - top, column - left) for row, column in part)))
        return parts


@dataclass(frozen=True)
class Clobber:
    """A stone moves onto a neighbour of the other colour and takes it. Rows of ``x`` (Left), ``o`` (Right) and ``.``."""

    rows: tuple[str, ...]

    def move(self, own: str, other: str) -> list[Clobber]:
        found = []
        for row, line in enumerate(self.rows):
            for column, stone in enumerate(line):
                for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                    to_row, to_column = row + down, column + right
                    inside = 0 <= to_row < len(self.rows) and 0 <= to_column < len(line)
                    if stone == own and inside and self.rows[to_row][to_column] == other:
                        cells = [list(line) for line in self.rows]
                        cells[row][column], cells[to_row][to_column] = ".", own
                        found.append(Clobber(tuple("".join(line) for line in cells)))
        return found

    def moves(self) -> tuple[list[Clobber], list[Clobber]]:
        return self.move("x", "o"), self.move("o", "x")


def toads_and_frogs(strip: str) -> tuple[list[str], list[str]]:
    """The moves of a strip of ``t`` (Left's toads, which go right), ``f`` (Right's frogs, which go left) and ``.``. An animal goes to a free
    cell beside it, or jumps over one of the other kind."""

    def moves(strip: str, own: str, other: str) -> list[str]:
        found = []
        for at in range(len(strip)):
            if strip.startswith(own + ".", at):
                found.append(strip[:at] + "." + own + strip[at + 2 :])
            if strip.startswith(own + other + ".", at):
                found.append(strip[:at] + "." + other + own + strip[at + 3 :])
        return found

    return moves(strip, "t", "f"), [option[::-1] for option in moves(strip[::-1], "f", "t")]


def main() -> None:
    for rows, columns in ((2, 2), (2, 3), (3, 3), (4, 4), (4, 5)):
        print(f"Domineering {rows}x{columns}:", Game.of(Domineering.board(rows, columns)))
    for line in ("xo", "xxo", "xoxo", "xxoo"):
        print(f"Clobber {line}:", Game.of(Clobber((line,))))
    for strip in ("t.f", "tt.ff", "tt..ff", "t.t..ff"):
        print(f"Toads and Frogs {strip}:", Game.of(strip, toads_and_frogs))


if __name__ == "__main__":
    main()
