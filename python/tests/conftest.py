"""What tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

# A run in the background ignores Ctrl-C, and so would every process that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def examples() -> Path:
    """The examples of the project."""
    return Path(__file__).resolve().parents[2] / "examples"
