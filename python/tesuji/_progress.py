"""Progress of a batch: a bar in a notebook or on a terminal, nothing elsewhere."""

from __future__ import annotations

import importlib
import sys
import time
from types import TracebackType
from typing import Any

_WIDTH = 40
_EVERY = 0.1


def _notebook() -> Any:
    """IPython's module of displays, if this is a notebook."""
    shell: Any = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    if running is None or not hasattr(running, "kernel"):
        return None
    return importlib.import_module("IPython.display")


class Progress:
    """Shows how many questions are done while it is open."""

    def __init__(self, wanted: bool | None = None) -> None:
        self._notebook: Any = _notebook() if wanted is not False else None
        self._terminal = self._notebook is None and (
            sys.stderr.isatty() if wanted is None else wanted
        )
        self._handle: Any = None
        self._start = time.monotonic()
        self._last = 0.0
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._terminal and self._shown:
            print("\r" + " " * (_WIDTH + 40) + "\r", end="", file=sys.stderr, flush=True)

    def __call__(self, done: int, total: int) -> None:
        """So many of so many questions are done."""
        now = time.monotonic()
        if total <= 0 or (now - self._last < _EVERY and done < total):
            return
        self._last, self._shown = now, True
        words = f"{done} of {total}{self._left(done, total)}"
        if self._notebook is not None:
            self._in_notebook(done, total, words)
        elif self._terminal:
            full = _WIDTH * done // total
            bar = "#" * full + "-" * (_WIDTH - full)
            print(f"\r{bar} {words}   ", end="", file=sys.stderr, flush=True)

    def _left(self, done: int, total: int) -> str:
        if not 0 < done < total:
            return ""
        seconds = (time.monotonic() - self._start) * (total - done) / done
        return f", {seconds:.0f} s left" if seconds < 120 else f", {seconds / 60:.0f} min left"

    def _in_notebook(self, done: int, total: int, words: str) -> None:
        bar = self._notebook.HTML(f'<progress value="{done}" max="{total}" style="width:20em"></progress> {words}')
        if self._handle is None:
            self._handle = self._notebook.display(bar, display_id=True)
        else:
            self._handle.update(bar)
