"""Hot games whose sums are large: seven of them are too large."""

from __future__ import annotations

import random

from tesuji import Game


def hot_games(count: int, seed: int = 1) -> list[Game]:
    """Different hot games with three moves each."""
    chance = random.Random(seed)

    def tree(depth: int, low: int, high: int) -> Game:
        if depth == 0:
            return Game(chance.randint(low, high))
        middle = (low + high) // 2
        return Game.from_options([tree(depth - 1, middle, high)], [tree(depth - 1, low, middle)])

    return [tree(3, -40 - number, 40 + number) for number in range(count)]
