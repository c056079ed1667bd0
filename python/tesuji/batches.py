"""Thousands of questions: on the threads of this machine or on the workers of a Dask cluster."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

from . import _dask
from ._native import BatchPlan
from ._progress import Progress
from .questions import to_json


class Batch(Sequence[dict[str, Any]]):
    """The answers of a batch, in the order of the questions.

    >>> answers = batch([{"ask": "value", "expressions": [text]} for text in ("{4|0}", "{6||4|0}", "oops(")])
    >>> [answer.get("mean") for answer in answers]
    ['2', '4', None]
    >>> answers.errors
    (2,)
    """

    __slots__ = ("_lines", "path")

    path: Path | None
    """The file of the answers, if one was wanted."""

    def __init__(self, lines: Iterable[str], path: Path | None = None) -> None:
        self._lines = tuple(lines)
        self.path = path

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [json.loads(line) for line in self._lines[index]]
        answer: dict[str, Any] = json.loads(self._lines[index])
        return answer

    @property
    def lines(self) -> tuple[str, ...]:
        """The answers as lines of JSON."""
        return self._lines

    @property
    def errors(self) -> tuple[int, ...]:
        """The numbers, from 0 on, of questions that could not be asked or whose workers died."""
        return tuple(number for number, answer in enumerate(self) if "error" in answer)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Batch) and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(self._lines)

    def __repr__(self) -> str:
        place = f" in {self.path}" if self.path else ""
        return f"<Batch of {len(self)} answers{place}, {len(self.errors)} errors>"


def batch(
    questions: Iterable[Mapping[str, Any]] | str | os.PathLike[str],
    engine: Literal["threads", "dask"] = "threads",
    client: Any = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = True,
    *,
    threads: int | None = None,
    progress: bool | None = None,
) -> Batch:
    """Answers many questions, in the order in which they are given.

    ``questions`` are plain data as for :func:`tesuji.ask`, or the name of a file with one on each line. One without an ``id`` gets
    its number, from 1 on. A question that cannot be asked becomes ``{"id", "error", "field"}``, and nothing else is lost.

    ``engine="threads"`` works on the cores of this machine, or on so many ``threads``. ``engine="dask"`` sends parts of 50 questions
    to the workers of ``client``, or of a cluster of so many processes on this machine; a question that kills its worker
    becomes an error. The answers are the same to the byte, as long as limits are nodes and not seconds.

    With ``out`` the answers are written to that file, and parts of them on the way to the folder ``OUT.parts``; after an interrupt
    the same call goes on with what is there, and so does ``tesuji batch --resume``. ``resume=False`` refuses to.

    ``progress`` shows a bar; without it one is shown in notebooks and on terminals.

    >>> answers = batch([{"ask": "value", "expressions": ["^"]}, {"ask": "value", "expressions": ["{9|-1}"]}])
    >>> [answer["temperature"] for answer in answers]
    ['0', '5']
    """
    if engine not in ("threads", "dask"):
        raise ValueError("the engine is 'threads' or 'dask'")
    if isinstance(questions, (str, os.PathLike)):
        lines = Path(questions).read_bytes()
    else:
        lines = "".join(to_json(question) + "\n" for question in questions).encode()
    if out is not None:
        return _run(lines, Path(out), resume, engine, client, threads, progress)
    with tempfile.TemporaryDirectory(prefix="tesuji-") as folder:
        done = _run(lines, Path(folder) / "answers.jsonl", False, engine, client, threads, progress)
    return Batch(done.lines)


def _run(
    lines: bytes,
    out: Path,
    resume: bool,
    engine: str,
    client: Any,
    threads: int | None,
    progress: bool | None,
) -> Batch:
    plan = BatchPlan(lines, out, resume, threads)
    with Progress(progress) as told:
        if engine == "threads":
            plan.run(told)
        else:
            with _dask.connected(client, threads) as connection:
                _dask.run(plan, connection, told)
    # Answers may have other ends of lines in their texts, but only escaped.
    return Batch(out.read_text(encoding="utf-8").split("\n")[:-1], out)
