"""Long calls: Ctrl-C ends them at once, other threads go on meanwhile, and memory comes back."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from tesuji import Game

from hot import hot_games

# Each works for many seconds on any machine. Small games are done before anybody could interrupt them; these are not.
LONG = {
    "sum": "tesuji.Game.sum(games)",
    "operators": "sum(games)",
    "compare": "tesuji.Game.sum(games[:6]) <= tesuji.Game.sum(games[6:])",
    "text": "tesuji.Game(' + '.join(str(game) for game in games))",
    "cool": "[one.cool(1) for one in itertools.repeat(games[0] + games[1] + games[2])]",
    "value": "tesuji.value(*games, best='left', limits={'nodes': 10**9})",
    "best_moves": "tesuji.best_moves(games, limits={'nodes': 10**9})",
    "ask": "tesuji.ask({'ask': 'value', 'expressions': [' + '.join(map(str, games))], 'limits': {'nodes': 10**9}})",
    "race": "tesuji.race(tesuji.read(EXAMPLES + '/game.sgf'), targets=['F3', 'D4'], limits={'nodes': 10**9, 'memory_mb': 300})",
    "race for life": "tesuji.race(tesuji.read(EXAMPLES + '/game.sgf'), targets=['F3', 'D4'], goal='life', limits={'nodes': 10**9, 'memory_mb': 300})",
    "capture": "tesuji.capture(tesuji.read(EXAMPLES + '/game.sgf'), 'D4', order=8, limits={'nodes': 10**9, 'memory_mb': 300})",
    "mate": "tesuji.mate('4k4/9/4p4/9/9/9/9/9/4K4 b RB2G2Srb2g2s4n4l17p 1', order=2, limits={'nodes': 10**9, 'memory_mb': 300})",
    "tactics": "tesuji.tactics('square:19', 'paper3', games=10**7)",
    "strings": "tesuji.strings(24, 24, count=True, limits={'nodes': 10**9, 'memory_mb': 4000})",
    "simpei": "tesuji.simpei()",
    "batch": "tesuji.batch(parts)",
    "batch on Dask": "tesuji.batch(parts, 'dask', client)",
}


def interrupted(name: str, examples: Path, cache: Path) -> tuple[float, float]:
    """Seconds from Ctrl-C to the end of a long call, of the clock and of the processor."""
    code = textwrap.dedent(
        f"""
        import itertools, os, signal, sys, threading, time
        import tesuji
        EXAMPLES = {str(examples)!r}
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from hot import hot_games
        games = hot_games(13)
        parts = [{{'ask': 'tactics', 'board': 'square:19', 'tactic': 'paper3', 'games': 10**6, 'seed': n}} for n in range(4)]
        if "Dask" in {name!r}:
            import distributed
            client = distributed.Client(distributed.LocalCluster(
                n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"))
        sent = []
        def interrupt():
            time.sleep(0.7)
            sent.extend([time.monotonic(), time.process_time()])
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt, daemon=True).start()
        try:
            answer = {LONG[name]}
            print("over before", answer)
        except KeyboardInterrupt:
            print("took", time.monotonic() - sent[0], time.process_time() - sent[1])
        # What a worker still does ends with the process.
        sys.stdout.flush()
        os._exit(0)
        """
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment)
    assert run.stdout.startswith("took"), run.stdout + run.stderr
    wall, processor = map(float, run.stdout.split()[1:])
    return wall, processor


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to a process")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_every_long_call(name: str, examples: Path, tmp_path: Path) -> None:
    tries = []
    # A busy machine may be late to give this process its turn, or stall once; a call that is slow to end is slow each time.
    for _ in range(3):
        wall, processor = interrupted(name, examples, tmp_path)
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        if wall < 0.2 or processor < 0.2 and wall < 0.2 * max(1.0, load):
            return
        tries.append((wall, processor))
    raise AssertionError(tries)


def test_pythons_lock_is_free_during_long_work() -> None:
    games = hot_games(6)
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    Game.sum(games)
    spent = time.monotonic() - start
    over.set()
    thread.join()
    # With the lock held all the time it would be a handful.
    if spent > 0.3:
        assert ticks > spent * 50


def test_an_exception_of_a_signal_handler_comes_through() -> None:
    class Enough(Exception):
        pass

    def handle(*_: object) -> None:
        # A handler may compute as well.
        assert Game("{4|0}") + 1 == Game("{5|1}")
        raise Enough

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Enough):
            Game.sum(hot_games(9))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert Game("{4|0}") + 1 == Game("{5|1}")


def resident() -> int:
    """Megabytes of memory that this process has."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory of a process is read from /proc")
def test_memory_comes_back() -> None:
    def many(count: int) -> None:
        for number in range(count):
            game = Game.from_options([number % 1000], [Game.from_options([-(number % 313)], [-number])])
            assert game + 1 >= -number

    many(50_000)
    gc.collect()
    before = resident()
    many(300_000)
    gc.collect()
    assert resident() < before + 20
    # What somebody holds is held, and no more.
    held = [Game.from_options([number], [-number]) for number in range(1, 200_000)]
    assert resident() > before
    assert held[10] == Game("+-11")
    del held
    many(50_000)
    gc.collect()
    assert resident() < before + 40
