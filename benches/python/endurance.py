"""What Python's door endures: memory of a million games, Ctrl-C in every long call, workers that die, runs that are interrupted.

    python3 benches/python/endurance.py [QUESTIONS]    # in an environment with tesuji[test]; 10,000 questions take some minutes
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import distributed
import tesuji
from tesuji import Game, _dask
from tesuji._native import BatchPlan
from tesuji.questions import to_json

from workers import questions

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "tests"))

from test_patience import LONG, interrupted, resident  # noqa: E402


def game(number: int) -> Game:
    return Game.from_options([number % 1000], [Game.from_options([-(number % 313)], [-number])])


def memory() -> None:
    for number in range(10_000):
        game(number)
    gc.collect()
    before = resident()
    for number in range(1_000_000):
        game(number)
    gc.collect()
    print(f"a million games made and dropped: {before} MB before, {resident()} MB after")
    held = [game(number) for number in range(1_000_000)]
    most = resident()
    held.clear()
    gc.collect()
    print(f"a million games held at once: {most} MB, {resident()} MB when they were let go", flush=True)


def interrupts() -> None:
    with tempfile.TemporaryDirectory() as cache:
        times = {name: interrupted(name, ROOT / "examples", Path(cache)) for name in LONG}
    slowest = max(times, key=lambda name: times[name][0])
    wall, processor = times[slowest]
    print(f"Ctrl-C ended {len(times)} long calls; the slowest, {slowest}, in {wall:.3f} s ({processor:.3f} s of the processor)", flush=True)


def killed(asked: list[dict[str, Any]], folder: Path) -> bytes:
    """The answers of two workers, one of which is killed in the middle."""
    pids: list[int] = []
    out = folder / "killed.jsonl"
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill(done: int, total: int) -> None:
            if done >= total // 2 and not pids:
                pids.append(next(iter(client.run(os.getpid).values())))
                os.kill(pids[0], signal.SIGKILL)

        plan = BatchPlan("".join(to_json(question) + "\n" for question in asked).encode(), out, False)
        start = time.monotonic()
        _dask.run(plan, client, kill)
        print(f"{len(asked)} questions on two workers, process {pids[0]} killed in the middle: {time.monotonic() - start:.1f} s")
    return out.read_bytes()


def resumed(asked: list[dict[str, Any]], folder: Path) -> bytes:
    """The answers of a run on Dask that is interrupted in the middle and called again."""
    given, out = folder / "questions.jsonl", folder / "resumed.jsonl"
    given.write_text("".join(to_json(question) + "\n" for question in asked))
    code = (
        "import signal, tesuji; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"if __name__ == '__main__': tesuji.batch({str(given)!r}, 'dask', out={str(out)!r}, threads=2)"
    )
    script = folder / "call.py"
    script.write_text(code)
    parts = -(-len(asked) // 50)
    run = subprocess.Popen([sys.executable, script], stderr=subprocess.DEVNULL)
    done = lambda: len(list((folder / "resumed.jsonl.parts").glob("0*.jsonl")))  # noqa: E731
    while done() < parts // 4 and run.poll() is None:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    status = run.wait()
    print(f"interrupted after {done()} of {parts} parts (status {status})", end="", flush=True)
    subprocess.run([sys.executable, script], check=True, stderr=subprocess.DEVNULL)
    print(", and resumed")
    return out.read_bytes()


def main() -> None:
    memory()
    interrupts()
    asked = questions(int(sys.argv[1]) if sys.argv[1:] else 10_000)
    start = time.monotonic()
    threads = "".join(line + "\n" for line in tesuji.batch(asked, progress=False).lines).encode()
    print(f"{len(asked)} questions on threads: {time.monotonic() - start:.1f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for way in (killed, resumed):
            same = way(asked, Path(folder)) == threads
            print("  the same bytes" if same else "  OTHER BYTES", flush=True)
            if not same:
                sys.exit(1)


if __name__ == "__main__":
    main()
