"""What tests share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def examples() -> Path:
    """The examples of the project."""
    return Path(__file__).resolve().parents[2] / "examples"
