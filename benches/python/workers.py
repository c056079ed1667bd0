"""Capture questions on one and on two Dask workers, in turn, in one run.

    python3 benches/python/workers.py [QUESTIONS]    # in an environment with tesuji[dask]

Every round asks the same questions on both, so that what else the machine does hits both; the ratio is of the sums.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import distributed
import tesuji

ROUNDS = 3
PROBLEMS = (Path(__file__).resolve().parents[2] / "examples" / "capture-problems.sgf").read_text()


def questions(count: int) -> list[dict[str, Any]]:
    games = PROBLEMS.count("(;")
    positions = [tesuji.Position.of_text(PROBLEMS, game=1 + number) for number in range(min(count, games))]
    return [
        {
            "ask": "capture",
            "position": positions[number % games],
            "first": ("attacker", "defender")[number // games % 2],
            "limits": {"nodes": 1000 + number // games},
        }
        for number in range(count)
    ]


def seconds(client: Any, asked: list[dict[str, Any]]) -> float:
    start = time.monotonic()
    answers = tesuji.batch(asked, "dask", client, progress=False)
    spent = time.monotonic() - start
    assert len(answers) == len(asked) and not answers.errors
    return spent


def main() -> None:
    asked = questions(int(sys.argv[1]) if sys.argv[1:] else 2000)
    total = {1: 0.0, 2: 0.0}
    clusters = {
        count: distributed.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0")
        for count in total
    }
    clients = {count: distributed.Client(cluster) for count, cluster in clusters.items()}
    for client in clients.values():
        seconds(client, asked[:100])
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {len(asked)} questions a round")
    for _ in range(ROUNDS):
        for count, client in clients.items():
            spent = seconds(client, asked)
            total[count] += spent
            print(f"{count} worker{'s' * (count > 1)}: {spent:.2f} s", flush=True)
    print(f"two workers: {total[1] / total[2]:.2f} times one")
    for client in clients.values():
        client.close()
    for cluster in clusters.values():
        cluster.close()


if __name__ == "__main__":
    main()
