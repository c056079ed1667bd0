"""Batches: the same bytes whoever does the work and however often it is interrupted."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji import _dask
from tesuji._native import BatchPlan, answer_part, split_part

CORNER = "   A B C D\n 4 . . . .\n 3 . X . .\n 2 X O X .\n 1 . . . .\n   A B C D\n"


def questions(count: int) -> list[dict[str, Any]]:
    """Questions of several kinds, some of them wrong."""
    kinds: list[dict[str, Any]] = [
        {"ask": "value", "expressions": ["{%d|-%d}"]},
        {"ask": "capture", "position": {"diagram": CORNER}, "target": "B2", "first": "attacker"},
        {"ask": "race", "black": ["%d", "{4|0}"], "white": ["-%d"]},
        {"ask": "value", "expressions": ["{%d|-%d"]},
        {"ask": "oracle"},
    ]
    texts = [json.dumps(kind) for kind in kinds]
    return [json.loads(texts[n % 5].replace("%d", str(n // 5 + 1))) for n in range(count)]


@pytest.fixture
def client() -> Iterator[Any]:
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    with (
        # Workers of a busy machine take long to start again.
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_answers_come_in_order_and_errors_in_their_place() -> None:
    answers = tesuji.batch(questions(120))
    assert len(answers) == 120 and [answer["id"] for answer in answers] == list(range(1, 121))
    assert answers.errors == tuple(n for n in range(120) if n % 5 in (3, 4))
    assert answers[0]["mean"] == "0" and answers[-1]["error"] and len(answers[5:8]) == 3
    assert pickle.loads(pickle.dumps(answers)) == answers and "48 errors" in repr(answers)
    assert answers == tesuji.batch(questions(120), threads=1)
    assert len(tesuji.batch([])) == 0


def test_a_file_of_questions_and_the_command_lines_own_bytes(tmp_path: Path, examples: Path) -> None:
    given = tmp_path / "questions.jsonl"
    given.write_text("".join(json.dumps(question) + "\n" for question in questions(130)) + "no JSON\n")
    answers = tesuji.batch(given, out=tmp_path / "answers.jsonl")
    assert answers.path == tmp_path / "answers.jsonl" and len(answers) == 131
    assert answers[130]["line"] == 131
    assert sorted(file.name for file in tmp_path.iterdir()) == ["answers.jsonl", "answers.jsonl.seal", "questions.jsonl"]
    program = os.environ.get("TESUJI_PROGRAM")
    if program:
        out = tmp_path / "program.jsonl"
        subprocess.run([program, "batch", given, "-o", out], check=False, capture_output=True)
        assert out.read_bytes() == (tmp_path / "answers.jsonl").read_bytes()


def test_resuming_goes_on_and_never_mixes(tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    whole = tesuji.batch(questions(180)).lines
    plan = BatchPlan("".join(json.dumps(one) + "\n" for one in questions(180)).encode(), out, True)
    assert plan.open() == [0, 1, 2, 3] and len(plan) == 180
    plan.keep(2, answer_part(plan.part(2)))
    assert plan.open() == [0, 1, 3] and not plan.finish()
    with pytest.raises(ValueError, match="there already"):
        tesuji.batch(questions(180), out=out, resume=False)
    with pytest.raises(ValueError, match="belong to other questions"):
        tesuji.batch(questions(179), out=out)
    assert tesuji.batch(questions(180), out=out).lines == whole
    # Once more: nothing is left to do. And the answers of other questions are never taken for these.
    assert tesuji.batch(questions(180), out=out).lines == whole
    with pytest.raises(ValueError, match="answers other questions"):
        tesuji.batch(questions(181), out=out)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process")
def test_interrupted_and_resumed_the_bytes_are_the_same(tmp_path: Path) -> None:
    given = [{"ask": "tactics", "board": "square:7", "tactic": "paper3", "games": 300, "seed": n} for n in range(1, 301)]
    out = tmp_path / "answers.jsonl"
    source = tmp_path / "questions.jsonl"
    source.write_text("".join(json.dumps(question) + "\n" for question in given))
    code = f"import tesuji; tesuji.batch({str(source)!r}, out={str(out)!r}, threads=1)"
    parts = tmp_path / "answers.jsonl.parts"
    run = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (parts / "00000000.jsonl").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    assert run.wait(timeout=10) != 0
    assert not out.exists() and 1 <= len(list(parts.glob("0*.jsonl"))) < 6
    assert tesuji.batch(source, out=out).lines == tesuji.batch(given).lines


def test_dask_gives_the_same_bytes(client: Any, tmp_path: Path) -> None:
    given = questions(330)
    threads = tesuji.batch(given)
    assert tesuji.batch(given, "dask", client).lines == threads.lines
    out = tmp_path / "answers.jsonl"
    plan = BatchPlan("".join(json.dumps(one) + "\n" for one in given).encode(), out, True)
    plan.open()
    plan.keep(1, answer_part(plan.part(1)))
    assert tesuji.batch(given, "dask", client, out).lines == threads.lines


def test_a_worker_that_is_killed_loses_nothing(client: Any, tmp_path: Path) -> None:
    given = [{"ask": "tactics", "board": "square:7", "tactic": "paper3", "games": 200, "seed": n} for n in range(1, 501)]
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if done >= total // 4 and not killed:
            pids = client.run(os.getpid)
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    threads = tesuji.batch(given)
    out = tmp_path / "answers.jsonl"
    plan = BatchPlan("".join(json.dumps(one) + "\n" for one in given).encode(), out, False)
    _dask.run(plan, client, kill_one)
    assert killed and out.read_text().splitlines() == list(threads.lines)


def deadly(part: str) -> str:
    """Answers a part as a worker does, but dies of one question."""
    if '"deadly"' in part:
        os.kill(os.getpid(), signal.SIGKILL)
    return answer_part(part)


def test_a_question_that_kills_its_workers_becomes_an_error(client: Any, tmp_path: Path) -> None:
    given = questions(700)
    # In the middle, where a task has several parts.
    given[360]["id"] = "deadly"
    threads = tesuji.batch(given)
    out = tmp_path / "answers.jsonl"
    plan = BatchPlan("".join(json.dumps(one) + "\n" for one in given).encode(), out, False)
    seen: list[tuple[int, int]] = []
    _dask.run(plan, client, lambda done, total: seen.append((done, total)), deadly)
    lines = out.read_text().splitlines()
    assert len(lines) == 700 and lines[:360] == list(threads.lines[:360]) and lines[361:] == list(threads.lines[361:])
    assert json.loads(lines[360]) == {"id": "deadly", "error": _dask.DIED}
    assert seen[-1] == (700, 700) and seen == sorted(seen)


@pytest.mark.parametrize("parts, seconds, threads", [(1, 1.0, 8), (7, 0.001, 2), (1000, 0.001, 2), (1000, 0.2, 16), (1000, 9.0, 4), (50, 0.0, 1)])
def test_tasks_take_about_a_second_and_get_small_towards_the_end(parts: int, seconds: float, threads: int) -> None:
    sizes = _dask.Sizes(parts)
    sent: list[int] = []
    while size := sizes.next(threads):
        sent.append(size)
        if len(sent) >= 2 * threads:
            sizes.learn(sent[-1], sent[-1] * seconds)
    assert sum(sent) == parts and sizes.next(threads) == 0
    # Nobody gets much before it is known how long a part takes, and the last ones are single.
    assert set(sent[: 2 * threads]) == {1} and sent[-1] == 1
    assert max(sent) <= max(1, min(_dask.MOST_PARTS, 1 / max(seconds, 1e-9)))
    if parts == 1000 and seconds < 0.1:
        assert max(sent) == _dask.MOST_PARTS and len(sent) < 120


def test_parts_can_be_taken_apart() -> None:
    plan = BatchPlan(b'{"ask": "value", "expressions": ["^"]}\nnonsense\n', "nowhere.jsonl", False)
    pieces = split_part(plan.part(0))
    assert len(pieces) == 2 and "".join(map(answer_part, pieces)) == answer_part(plan.part(0))
    with pytest.raises(ValueError, match="no such part"):
        plan.part(1)
    with pytest.raises(ValueError, match="no part"):
        answer_part("nonsense")


def test_the_engine_has_to_be_known() -> None:
    with pytest.raises(ValueError, match="engine"):
        tesuji.batch([], "ray")  # type: ignore[arg-type]


def test_progress_is_shown_where_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    tesuji.batch([{"ask": "tactics", "board": "square:7", "tactic": "paper1", "games": 2000, "seed": n} for n in range(20)], progress=True)
    assert "of 20" in capsys.readouterr().err
    tesuji.batch(questions(10))
    assert capsys.readouterr().err == ""


def test_dask_is_asked_for_by_name_if_it_is_missing() -> None:
    code = textwrap.dedent(
        """
        import sys
        sys.modules["distributed"] = None
        import tesuji
        try:
            tesuji.batch([], "dask")
        except ImportError as error:
            assert "tesuji[dask]" in str(error)
        else:
            raise SystemExit("no error")
        """
    )
    subprocess.run([sys.executable, "-c", code], check=True)
