"""Questions and their frozen answers."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import subprocess
import sys
import typing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import tesuji
from tesuji import Game, results

CAPTURE = """
   A B C D E
 5 . . . . . 5
 4 . . X . . 4
 3 . X O . . 3
 2 . . X . . 2
 1 . . . . . 1
   A B C D E
"""


def answers(examples: Path) -> list[results.Answer]:
    """An answer of every kind but Simpei, whose table takes half a minute."""
    return [
        tesuji.race(examples / "race-a.sgf"),
        tesuji.race(black=["{4|0}", 3], white=[-5], shared=1),
        tesuji.race(graph=json.loads((examples / "race-graph.json").read_text())),
        tesuji.capture(CAPTURE, "C3", first="attacker", all=True, candidates=True, proof=True),
        tesuji.life(examples / "life.sgf", all=True),
        tesuji.endgame(examples / "endgame.sgf", komi=6.5),
        tesuji.endgame(examples / "endgame.sgf", rules="area"),
        tesuji.connect(examples / "connect.sgf", all=True),
        tesuji.mate("8k/9/8P/9/9/9/9/9/9 b 2G 1"),
        tesuji.value("{6||4|0}", cool=2, compare=4),
        tesuji.value("{4|0}", "{6||4|0}", best="left"),
        tesuji.strings(4, 3, count=True, sample=2, certificate=True, sgf=True),
        tesuji.tactics("square:5", "paper1", games=50),
        tesuji.show(examples / "ko.sgf"),
    ]


def test_every_answer_is_frozen_pickles_and_has_all_fields(examples: Path) -> None:
    for answer in answers(examples):
        assert answer.known
        assert pickle.loads(pickle.dumps(answer)) == answer == copy.deepcopy(answer) == copy.copy(answer)
        assert isinstance(hash(answer), int)
        with pytest.raises(dataclasses.FrozenInstanceError):
            answer.nodes = 3  # type: ignore[misc]
        assert_all_there(answer.to_dict(), answer)
        page = answer._repr_html_()
        assert "<pre>" in page and str(answer) == answer.text
        assert ("<svg" in page and "<title" in page) == (answer.svg is not None)


def assert_all_there(data: Any, found: Any) -> None:
    """Everything that the answer tells is in the object."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "ask":
                continue
            if isinstance(found, typing.Mapping):
                assert_all_there(value, found[key])
            else:
                name = key + "_" if key == "from" else key
                assert hasattr(found, name), f"{type(found).__name__} has no {key}"
                assert_all_there(value, getattr(found, name))
    elif isinstance(data, list):
        assert isinstance(found, tuple) and len(found) == len(data)
        for one, other in zip(data, found):
            assert_all_there(one, other)
    elif isinstance(found, (Game, Fraction)):
        assert Game(data) == found
    elif isinstance(found, int) and isinstance(data, str):
        assert int(data) == found
    else:
        assert data == found


def test_classes_have_the_fields_of_the_schema(examples: Path) -> None:
    """The schema is generated from the types of the program: a field that is new there has to come here."""
    schema = json.loads((examples.parent / "docs" / "schema" / "answer.json").read_text())["$defs"]
    for cls in results.KINDS.values():
        names = {field.name.rstrip("_") for field in dataclasses.fields(cls)}
        own = set(schema[cls.__name__]["properties"])
        assert own <= names, f"{cls.__name__} lacks {own - names}"
        common = {"id", "nodes", "limits", "svg", "warnings", "text", "json", "known"}
        assert names - common <= own, f"{cls.__name__} invents {names - common - own}"


def test_the_first_problem_of_the_paper(examples: Path) -> None:
    answer = tesuji.race(tesuji.read(examples / "race-a.sgf"))
    assert answer.black_first.verdict == "black" and answer.black_first.moves == ("G7",)
    assert answer.cooled_sum == Game("-1^*") and answer.adjusted == results.Adjusted(black=0, white=-2)
    assert Game.sum(region.cooled for region in answer.regions if region.cooled is not None) == answer.cooled_sum
    assert answer.regions[0].mean == Fraction(answer.to_dict()["regions"][0]["mean"])
    assert isinstance(answer.black_first.line[0], results.Step) and str(answer.black_first.line[0]) == "B G7"


def test_ask_takes_and_gives_plain_data() -> None:
    answer = tesuji.ask({"id": "x", "ask": "value", "expressions": [Game("{4|0}"), 3, Fraction(1, 2)]})
    assert answer["id"] == "x" and [one["mean"] for one in answer["values"]] == ["2", "3", "1/2"]
    position = tesuji.Position.of_text(CAPTURE)
    asked = tesuji.ask({"ask": "capture", "position": position, "target": "C3", "first": "attacker"})
    assert asked["verdict"] == "captured"
    assert tesuji.ask({"ask": "value", "expressions": ["0"], "nonsense": 1})["warnings"]


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({}, "ask"),
        ({"ask": "oracle"}, "ask"),
        ({"ask": "value", "expressions": ["{4|"]}, "expressions[0]"),
        ({"ask": "value", "expressions": ["0"], "limits": {"nodes": 0}}, "limits.nodes"),
        ({"ask": "capture", "position": {"diagram": ". X"}, "target": "Q20"}, "target"),
    ],
)
def test_a_fault_is_a_value_error_with_the_sentence_and_the_field(question: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError) as error:
        tesuji.ask(question)
    assert error.value.field == field  # type: ignore[attr-defined]
    assert "\n" not in str(error.value)


def test_files_tell_the_place_of_what_is_wrong(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sgf"
    broken.write_text("(;SZ[9]AB[zz])")
    with pytest.raises(ValueError, match=r"broken\.sgf:1:\d+: "):
        tesuji.read(broken)
    with pytest.raises(FileNotFoundError):
        tesuji.read(tmp_path / "nowhere.sgf")
    with pytest.raises(ValueError, match="no game 7"):
        tesuji.Position.of_text("(;SZ[9]AB[aa])", game=7)


def test_a_limit_is_an_answer(examples: Path) -> None:
    answer = tesuji.capture(examples / "net.sgf", limits={"nodes": 1})
    assert answer.verdict == "unknown" and not answer.known and "limit" in answer.why
    assert answer.limits is not None and answer.limits.nodes == 1
    large = "+".join(f"{{{3 * n}|{n}||-{n}|-{2 * n + 5}}}" for n in range(1, 9))
    value = tesuji.value(large, limits={"nodes": 1000})
    assert value.verdict == "unknown" and value.canonical is None


def test_best_moves_in_a_sum() -> None:
    advice = tesuji.best_moves([Game("^"), Game("*"), Game("{0|Tiny(2)}"), Game("Miny(1)")], "right")
    assert advice.wins is False and advice.winning_summands == ()
    sum_ = [Game("{4|0}"), Game("{6||4|0}"), Game("{0|-7}")]
    advice = tesuji.best_moves(sum_, "left")
    for move in advice.moves:
        assert move.from_ == sum_[move.summand - 1] and move.option in move.from_.left
        assert move.sum == sum(sum_, Game(0)) - move.from_ + move.option
        assert move.wins == (move.sum >= 0)


def test_the_command_line_says_the_same(examples: Path) -> None:
    """Where the program is built, its answer is the same to the word."""
    program = os.environ.get("TESUJI_PROGRAM")
    if not program:
        pytest.skip("TESUJI_PROGRAM does not name the program")
    asked = subprocess.run(
        [program, "race", "examples/race-b.sgf", "--json"], cwd=examples.parent, capture_output=True, check=True
    )
    answer = tesuji.race(examples / "race-b.sgf", picture=False)
    assert json.loads(asked.stdout) == answer.to_dict()


def test_nothing_is_imported_that_is_not_needed() -> None:
    code = "import sys, tesuji; assert not {'dask', 'distributed', 'matplotlib', 'IPython'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
