"""Every value beside pycgt, a second implementation that shares nothing with ours, on random small games."""

from __future__ import annotations

from fractions import Fraction

import pycgt
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji import Game

OUTCOME = {"LEFT": "L", "RIGHT": "R", "FIRST": "N", "SECOND": "P"}
numbers = st.integers(-6, 6).map(lambda n: Fraction(n, 2))


def forms() -> st.SearchStrategy[tuple[Game, pycgt.Game]]:
    """The same random game twice."""
    leaf = numbers.map(lambda number: (Game(number), pycgt.number(number)))

    def node(options: st.SearchStrategy[tuple[Game, pycgt.Game]]) -> st.SearchStrategy[tuple[Game, pycgt.Game]]:
        lists = st.lists(options, min_size=1, max_size=2)
        return st.tuples(lists, lists).map(
            lambda sides: (
                Game.from_options([g for g, _ in sides[0]], [g for g, _ in sides[1]]),
                pycgt.canonical(pycgt.game([p for _, p in sides[0]], [p for _, p in sides[1]])),
            )
        )

    return st.recursive(leaf, node, max_leaves=6)


def same(ours: Game, theirs: pycgt.Game) -> bool:
    """Whether two canonical forms are the same, option by option."""
    number = pycgt.as_number(theirs)
    if number is not None or ours.number is not None:
        return ours.number == number
    return len(ours.left) == len(theirs.left) and len(ours.right) == len(theirs.right) and all(
        any(same(one, other) for other in others)
        for mine, others in ((ours.left, theirs.left), (ours.right, theirs.right))
        for one in mine
    )


@given(forms())
@settings(max_examples=150, deadline=None)
def test_canonical_form_and_text(pair: tuple[Game, pycgt.Game]) -> None:
    ours, theirs = pair
    assert same(ours, theirs)
    assert Game(str(ours)) == ours
    assert same(-ours, pycgt.canonical(pycgt.negate(theirs)))
    # Forms that both write with braces and numbers alone are the same text.
    text = pycgt.render(theirs)
    if set(text) <= set("{}|,-/0123456789 "):
        assert Game(text.replace(" ", "")) == ours if "|" in text else str(ours) == text


@given(forms(), forms())
@settings(max_examples=100, deadline=None)
def test_sum_and_order(one: tuple[Game, pycgt.Game], other: tuple[Game, pycgt.Game]) -> None:
    (g, p), (h, q) = one, other
    assert same(g + h, pycgt.canonical(pycgt.add(p, q)))
    assert (g <= h, g >= h) == (pycgt.leq(p, q), pycgt.geq(p, q))
    assert (g == h, g.confused(h)) == (pycgt.equals(p, q), pycgt.confused(p, q))


@given(forms())
@settings(max_examples=150, deadline=None)
def test_stops_mean_temperature_and_walls(pair: tuple[Game, pycgt.Game]) -> None:
    ours, theirs = pair
    assert ours.mean == pycgt.mean(theirs)
    if ours.number is None:
        assert ours.temperature == pycgt.temperature(theirs)
        walls = pycgt.thermograph(theirs)
        for quarter in range(0, 40):
            at = Fraction(quarter, 4)
            assert ours.thermograph().at(at) == walls.at(at)
    assert ours.outcome == OUTCOME[pycgt.outcome(theirs).name]


@given(forms(), st.integers(0, 12).map(lambda n: Fraction(n, 4)))
@settings(max_examples=100, deadline=None)
def test_cooling_away_from_the_temperature(pair: tuple[Game, pycgt.Game], by: Fraction) -> None:
    ours, theirs = pair
    if ours.number is None and not hits_a_temperature(ours, by):
        assert same(ours.cool(by), pycgt.canonical(pycgt.cool(theirs, by)))


def hits_a_temperature(game: Game, by: Fraction) -> bool:
    """Whether the game or a follower has this temperature, where the two libraries part."""
    if game.number is not None:
        return False
    return game.temperature == by or any(hits_a_temperature(option, by) for side in game.options for option in side)


def test_cooling_at_the_temperature_keeps_the_infinitesimal() -> None:
    """At its temperature a game keeps its infinitesimal, which decides races; pycgt drops it."""
    hot = pycgt.switch(4, 0)
    assert Game("{4|0}").cool(2) == Game("2*")
    assert pycgt.as_number(pycgt.canonical(pycgt.cool(hot, Fraction(2)))) == 2
    # Cooling is additive only if the infinitesimal stays.
    assert Game("{4|0}").cool(2) + Game("{4|0}").cool(2) == (Game("{4|0}") + "{4|0}").cool(2) == 4
    assert Game("{6||4|0}").cool(2) == Game("4^")

