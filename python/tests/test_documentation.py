"""Examples in docstrings are run, those of the part in Rust too."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji import Game, Thermograph

MODULES = ["tesuji", *(f"tesuji.{module.name}" for module in pkgutil.iter_modules(tesuji.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def documented() -> list[Any]:
    return [
        (f"{cls.__name__}.{name}", member)
        for cls in (Game, Thermograph)
        for name, member in [("", cls), *vars(cls).items()]
        if name == "" or not name.startswith("_")
    ]


@pytest.mark.parametrize(("name", "member"), documented())
def test_examples_of_the_part_in_rust(name: str, member: Any) -> None:
    text = getattr(member, "__func__", member).__doc__
    assert text, f"{name} says nothing"
    example = doctest.DocTestParser().get_doctest(text, dict(vars(tesuji)), name, None, None)
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("document", ["README.md", "python/README.md", "docs/src/python.md"])
def test_examples_of_documents(document: str, examples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(examples.parent)
    text = (examples.parent / document).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert blocks, f"{document} has no examples"
    code = "\n".join(block for block in blocks if ">>>" in block)
    example = doctest.DocTestParser().get_doctest(code, {}, document, document, 0)
    assert doctest.DocTestRunner().run(example).failed == 0
