"""Games in Python beside pycgt and cgt-py, in one run.

    python3 benches/python/compare.py            # makes a virtual environment, installs all three, measures

cgt-py stands on a copyleft crate: it is installed when it is measured and is no part of this project. Every library gets the same games
as text, read before the clock starts; times are processor time of one thread, the median of three rounds with games of their own,
so that no library answers from what it remembers.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
# Numbers of the games lie between -POINTS and POINTS, as many as the points of a fight on a board. pycgt builds an integer move by
# move, so that its sums would take hours: they have FEW, and so has a second row of comparisons.
POINTS = 40
FEW = 8
COMPARED = "comparison, 100,000 pairs of 300 games of depth 3"


def tree(chance: random.Random, depth: int, low: int, high: int) -> str:
    """A hot game, with one move for each side at every turn."""
    if depth == 0:
        return str(chance.randint(low, high))
    middle = (low + high) // 2
    left, right = tree(chance, depth - 1, middle + 1, high), tree(chance, depth - 1, low, middle)
    return f"{{{left}|{right}}}"


def games(seed: int, count: int, depth: int, points: int = POINTS) -> list[str]:
    """So many hot games."""
    chance = random.Random(seed)
    return [tree(chance, depth, -points, points) for _ in range(count)]


def libraries() -> dict[str, tuple[Callable[[str], Any], Callable[[Any], Any]]]:
    """How each library reads a game and makes its thermograph."""
    import cgt_py
    import pycgt
    from tesuji import Game

    return {
        "tesuji": (Game, lambda game: game.thermograph()),
        "pycgt": (lambda text: pycgt.canonical(pycgt.parse(text)), pycgt.thermograph),
        "cgt-py": (cgt_py.CanonicalForm, lambda game: game.thermograph),
    }


def sums(made: list[Any], count: int) -> int:
    for start in range(0, len(made) - count + 1, count):
        total = made[start]
        for game in made[start + 1 : start + count]:
            total = total + game
    return len(made) // count


def paired(made: list[Any]) -> list[tuple[Any, Any]]:
    """100,000 pairs of these games."""
    chance = random.Random(7)
    return [(chance.choice(made), chance.choice(made)) for _ in range(100_000)]


def comparisons(pairs: list[tuple[Any, Any]]) -> int:
    for one, other in pairs:
        one <= other  # noqa: B015
    return len(pairs)


def thermographs(made: list[Any], draw: Callable[[Any], Any]) -> int:
    for game in made:
        draw(game)
    return len(made)


def measured(
    seed_of: Callable[[int], list[str]],
    read: Callable[[str], Any],
    prepare: Callable[[list[Any]], list[Any]],
    work: Callable[[list[Any]], int],
) -> float:
    """Microseconds for each problem."""
    times = []
    for round_ in range(ROUNDS):
        made = prepare([read(text) for text in seed_of(round_)])
        start = time.process_time()
        problems = work(made)
        times.append((time.process_time() - start) / problems * 1e6)
    return statistics.median(times)


def measure() -> None:
    Work = Callable[[list[Any], Callable[[Any], Any]], int]
    rows: list[tuple[str, Callable[[int], list[str]], Work]] = [
        (f"sum of 2 hot games, depth 2, numbers up to {FEW}", lambda n: games(100 + n, 100, 2, FEW), lambda made, _: sums(made, 2)),
        (f"sum of 3 hot games, depth 2, numbers up to {FEW}", lambda n: games(200 + n, 24, 2, FEW), lambda made, _: sums(made, 3)),
        (f"sum of 2 hot games, depth 3, numbers up to {FEW}", lambda n: games(300 + n, 16, 3, FEW), lambda made, _: sums(made, 2)),
        ("thermograph, depth 3", lambda n: games(400 + n, 300, 3), thermographs),
        (COMPARED, lambda n: games(600 + n, 300, 3), lambda made, _: comparisons(made)),
        (f"{COMPARED}, numbers up to {FEW}", lambda n: games(600 + n, 300, 3, FEW), lambda made, _: comparisons(made)),
    ]
    found = libraries()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("| microseconds | tesuji | pycgt | cgt-py | times pycgt | times cgt-py |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, seed_of, work in rows:
        cost = {
            library: measured(
                seed_of, read, paired if name.startswith(COMPARED) else list, lambda made, draw=draw: work(made, draw)
            )
            for library, (read, draw) in found.items()
        }
        ours = cost["tesuji"]
        print(
            f"| {name} | {ours:.2f} | {cost['pycgt']:.2f} | {cost['cgt-py']:.2f} "
            f"| {cost['pycgt'] / ours:.0f} | {cost['cgt-py'] / ours:.1f} |",
            flush=True,
        )


def main() -> None:
    if sys.argv[1:] == ["measure"]:
        measure()
        return
    place = ROOT / "target" / "python-bench"
    venv.create(place, with_pip=True)
    python = place / "bin" / "python"
    # A plain install of cgt-py lacks anywidget, which it imports.
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", ROOT / "python", "pycgt", "cgt-py", "anywidget"], check=True
    )
    subprocess.run([python, __file__, "measure"], check=True)


if __name__ == "__main__":
    main()
