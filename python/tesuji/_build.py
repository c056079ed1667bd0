"""From JSON to frozen objects, by the annotations of their classes."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeVar, Union

from ._native import Game

T = TypeVar("T")
V = TypeVar("V")


class FrozenMap(Mapping[str, V]):
    """A mapping that cannot be changed, with a hash.

    >>> FrozenMap({"a": 1})["a"]
    1
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, V]) -> None:
        object.__setattr__(self, "_items", dict(items))

    _items: dict[str, V]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a FrozenMap cannot be changed")

    def __getitem__(self, key: str) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._items.items())))

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[type[FrozenMap[V]], tuple[dict[str, V]]]:
        return (FrozenMap, (self._items,))


def frozen(value: Any) -> Any:
    """Plain data with tuples instead of lists and frozen maps instead of dicts."""
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    if isinstance(value, dict):
        return FrozenMap({key: frozen(item) for key, item in value.items()})
    return value


def reader(annotation: Any) -> Callable[[Any], Any]:
    """What makes an object of a type from plain data."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        return _union([one for one in arguments if one is not type(None)])
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            one = reader(arguments[0])
            return lambda value: tuple(one(item) for item in value)
        each = [reader(argument) for argument in arguments]
        return lambda value: tuple(read(item) for read, item in zip(each, value, strict=True))
    if origin is FrozenMap:
        inner = reader(arguments[0])
        return lambda value: FrozenMap({key: inner(item) for key, item in value.items()})
    # Counts that are too long for a number of JSON come as text.
    if annotation in (Fraction, Game, int):
        made: Callable[[Any], Any] = annotation
        return made
    if dataclasses.is_dataclass(annotation):
        return lambda value: build(annotation, value)
    if origin is Literal or annotation in (str, float, bool):
        return lambda value: value
    return frozen


def _union(members: list[Any]) -> Callable[[Any], Any]:
    """An object if the data is one, and a plain value otherwise."""
    objects: list[Callable[[Any], Any]] = []
    plain: list[Callable[[Any], Any]] = []
    for one in members:
        (objects if dataclasses.is_dataclass(one) else plain).append(reader(one))

    def read(value: Any) -> Any:
        if value is None:
            return None
        chosen = objects if isinstance(value, dict) and objects else plain or objects
        return chosen[0](value)

    return read


_known: dict[Any, list[tuple[str, str, Callable[[Any], Any]]]] = {}


def _fields(cls: Any) -> list[tuple[str, str, Callable[[Any], Any]]]:
    if cls not in _known:
        hints = typing.get_type_hints(cls)
        # A name that Python keeps for itself has an underscore.
        _known[cls] = [
            (field.name, field.name.rstrip("_"), reader(hints[field.name]))
            for field in dataclasses.fields(cls)
            if field.metadata.get("answer", True)
        ]
    return _known[cls]


def build(cls: Any, data: Mapping[str, Any], **more: Any) -> Any:
    """An object of a class of results from the answer of a question. Fields that are left out have their defaults."""
    given = {name: read(data[key]) for name, key, read in _fields(cls) if key in data}
    return cls(**given, **more)
