"""Parts of a batch on the workers of a Dask cluster.

Parts are sent a few at a time, and their answers are kept as they come, so what is done survives whatever ends the run. A task has as
many parts as take about a second, since each costs the scheduler, the worker and the caller some milliseconds; towards the end there
are fewer in each, so that nobody waits for the last one. A worker that dies loses nothing: Dask sends its tasks elsewhere. Parts that
workers keep dying of are asked again, one at a time and then question by question, so that nobody else is blamed; a question that
workers keep dying of gets an error instead of an answer.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ._native import BatchPlan, answer_part, refuse_part, split_part

Answering = Callable[[str], str]

SECONDS = 1.0
"""What a task should take."""
MOST_PARTS = 40
"""What a task may have at most, so that its text stays small."""

DIED = (
    "the processes that worked on this question died again and again; it may need more memory than they have, "
    "or this is an error in the program, please report it"
)


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ImportError("engine='dask' needs Dask: pip install 'tesuji[dask]'") from None


@contextmanager
def connected(client: Any, workers: int | None) -> Iterator[Any]:
    """The client that was given, or one of a cluster on this machine for the time being."""
    distributed = _distributed()
    if client is not None:
        yield client
        return
    count = workers or os.cpu_count() or 1
    with (
        distributed.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as own,
    ):
        yield own


def answer_parts(answer: Answering, parts: list[str]) -> tuple[list[str], float]:
    """What a worker does: the lines of some parts, and the seconds that they took."""
    start = time.monotonic()
    return [answer(part) for part in parts], time.monotonic() - start


class Sizes:
    """How many parts the next task has."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._parts = 0
        self._seconds = 0.0

    def learn(self, parts: int, seconds: float) -> None:
        """So many parts took so long."""
        self._parts += parts
        self._seconds += seconds

    def next(self, threads: int) -> int:
        """As many as take about a second, of what is left no more than half of what everybody gets."""
        if self._left == 0:
            return 0
        known = round(self._parts / max(self._seconds, 1e-3) * SECONDS) if self._parts else 1
        size = max(1, min(known, MOST_PARTS, self._left // (2 * threads)))
        self._left -= size
        return size


def run(
    plan: BatchPlan,
    client: Any,
    told: Callable[[int, int], None],
    answer: Answering = answer_part,
) -> None:
    """Answers the parts that are missing and puts everything together."""
    distributed = _distributed()
    missing = plan.open()
    if missing is None:
        return
    counts = {part: plan.size(part) for part in missing}
    total, done = sum(counts.values()), 0
    waiting, sizes = iter(missing), Sizes(len(missing))
    running: dict[Any, list[int]] = {}
    suspects: list[int] = []
    finished = distributed.as_completed()
    threads, counted = 0, 0.0

    def send() -> None:
        nonlocal threads, counted
        # Workers come and go, but to count them takes the scheduler's time.
        if threads == 0 or time.monotonic() - counted > 1:
            threads = max(1, sum(client.nthreads().values()))
            counted = time.monotonic()
        # Enough that nobody waits for work, few enough that a million questions are not all on their way.
        while len(running) < 3 * threads and (parts := list(islice(waiting, sizes.next(threads)))):
            future = client.submit(answer_parts, answer, [plan.part(part) for part in parts], pure=False)
            running[future] = parts
            finished.add(future)

    def keep(part: int, lines: str) -> None:
        nonlocal done
        plan.keep(part, lines)
        done += counts[part]

    try:
        send()
        for future in finished:
            parts = running.pop(future)
            try:
                answers, seconds = future.result()
            except distributed.KilledWorker:
                suspects += parts
                answers = []
            else:
                sizes.learn(len(parts), seconds)
            future.release()
            send()
            # While the workers go on.
            for part, lines in zip(parts, answers):
                keep(part, lines)
            told(done, total)
        for part in suspects:
            keep(part, _alone(client, plan.part(part), answer))
            told(done, total)
    except BaseException:
        client.cancel(list(running))
        raise
    plan.finish()


def _alone(client: Any, part: str, answer: Answering) -> str:
    """The lines of a part that is sent when nothing else is."""
    future = client.submit(answer, part, pure=False)
    try:
        lines: str = future.result()
        return lines
    except _distributed().KilledWorker:
        questions = split_part(part)
        if len(questions) == 1:
            return refuse_part(part, DIED)
        return "".join(_alone(client, question, answer) for question in questions)
