"""Parts of a batch on the workers of a Dask cluster.

Parts are sent a few at a time, and their answers are kept as they come, so what is done survives whatever ends the run. A worker
that dies loses nothing: Dask sends its parts elsewhere. A part that workers keep dying of is asked again question by
question, one at a time, so that nobody else is blamed; a question that workers keep dying of gets an error instead of an answer.
"""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ._native import BatchPlan, answer_part, refuse_part, split_part

Answering = Callable[[str], str]

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
        distributed.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as own,
    ):
        yield own


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
    sizes = {part: plan.size(part) for part in missing}
    total, done = sum(sizes.values()), 0
    waiting = iter(missing)
    running: dict[Any, int] = {}
    suspects: list[int] = []
    finished = distributed.as_completed()
    most, counted = 0, 0.0

    def send() -> None:
        nonlocal most, counted
        # Workers come and go, but to count them takes the scheduler's time.
        if most == 0 or time.monotonic() - counted > 1:
            # Enough that nobody waits for work, few enough that a million questions are not all on their way.
            most = 2 * max(1, sum(client.nthreads().values())) + 2
            counted = time.monotonic()
        while len(running) < most and (part := next(waiting, None)) is not None:
            future = client.submit(answer, plan.part(part), pure=False)
            running[future] = part
            finished.add(future)

    try:
        send()
        for future in finished:
            part = running.pop(future)
            try:
                plan.keep(part, future.result())
                done += sizes[part]
            except distributed.KilledWorker:
                suspects.append(part)
            future.release()
            told(done, total)
            send()
        for part in suspects:
            plan.keep(part, "".join(_alone(client, question, answer) for question in split_part(plan.part(part))))
            done += sizes[part]
            told(done, total)
    except BaseException:
        client.cancel(list(running))
        raise
    plan.finish()


def _alone(client: Any, question: str, answer: Answering) -> str:
    """The line of a question that is sent when nothing else is."""
    future = client.submit(answer, question, pure=False)
    try:
        lines: str = future.result()
        return lines
    except _distributed().KilledWorker:
        return refuse_part(question, DIED)
