"""Data from outside before anybody looks into them: JSON read strictly, bounded in size, and shown in few words.

INVARIANT: data that were measured can be gone through by recursion, compared, printed and written as JSON again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

from refengine.runtime.bad_data import malformed, too_large, unknown

T = TypeVar("T")

Data = Any
"""Data in the form of JSON."""

MAX_DEPTH: Final = 64
"""The greatest depth of lists and objects in the data of a game."""

MAX_PARTS: Final = 1_000_000
"""The greatest number of texts, numbers, lists and objects in the data of a game."""

MAX_DIGITS: Final = 1000
"""The greatest number of digits of a number of a game."""

_BITS: Final = int(MAX_DIGITS * 3.33)

_FEW: Final = 64
"""The number of parts, with as many parts each, up to which nothing is counted."""

_SMALL: Final = 1 << 64

_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


class NotJson(ValueError):  # noqa: N818 - it never leaves the engine
    """A text that is no JSON, or that we do not read; `at` is where."""

    def __init__(self, why: str, at: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.at = at


def read_json(text: str) -> Data:
    """Returns the data in a text; `NotJson` if it is none, nests too deep, or says one name twice."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
        if depth > MAX_DEPTH:
            raise NotJson("brackets too deep", found.start())
    try:
        return json.loads(text, parse_int=_number, parse_constant=_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise NotJson(error.msg.removesuffix(" at").removesuffix(" starting"), error.pos) from error


def _number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise NotJson("a number too long")
    return int(digits)


def _constant(name: str) -> Data:
    raise NotJson(f"`{name}` is no number")


def _object(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson("an object says one name twice")
    return found


def bounded_data(data: Data, what: str) -> Data:
    """Returns the data, if they are no deeper and have no more parts and no longer numbers than those of a game."""
    if _is_small(data):
        return data
    agenda = [(data, 1)]
    left = MAX_PARTS
    while agenda:
        each, depth = agenda.pop()
        left -= 1
        match each:
            case str():  # most data are names
                if not each.isascii() and _is_broken(each):
                    raise too_large(what, "text that is not Unicode")
                continue
            case bool() | None:
                continue
            case int():
                if each.bit_length() > _BITS:
                    raise too_large(what, f"a number of more than {MAX_DIGITS} digits")
                continue
            case Mapping():
                inside = [*each, *each.values()]
            case list() | tuple():
                inside = list(each)
            case _:
                continue
        if depth > MAX_DEPTH:
            raise too_large(what, f"more than {MAX_DEPTH} lists and objects in each other")
        if left < len(inside):
            raise too_large(what, f"more than {MAX_PARTS} parts")
        agenda += ((part, depth + 1) for part in inside)
    return data


def _is_small(data: Data) -> bool:
    """Returns whether data are a few names and small numbers, as an action has them: those are measured at a glance."""
    if type(data) is not tuple or len(data) > _FEW:
        return False
    for each in data:
        if type(each) is list or type(each) is tuple:
            if len(each) > _FEW or not all(map(_is_plain, each)):
                return False
        elif not _is_plain(each):
            return False
    return True


def _is_plain(data: Data) -> bool:
    """Returns whether data are a name in ASCII or a small number, and no object of a class that only passes for one."""
    kind = type(data)
    return (kind is str and data.isascii()) or (kind is int and -_SMALL < data < _SMALL)


def _is_broken(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def record_of(data: Data, what: str, names: Collection[str]) -> Mapping[str, Data]:
    """Returns the data, if they are an object with just these names; else `BadData`."""
    found = partial_record_of(data, what, names)
    for name in names:
        if name not in found:
            raise malformed(what, f"complete, with `{name}`")
    return found


def partial_record_of(data: Data, what: str, names: Collection[str]) -> Mapping[str, Data]:
    """Returns the data, if they are an object with some of these names; else `BadData`."""
    if not isinstance(data, Mapping):
        raise malformed(what, "an object")
    for name in data:
        if name not in names:
            raise unknown(f"part of {what}", name, names)
    return data


def thing_called(sort: str, name: object, known: Mapping[str, T]) -> T:
    """Returns the thing that goes by a name from outside; raises `BadData` if there is none."""
    if not isinstance(name, str) or name not in known:
        raise unknown(sort, name, known)
    return known[name]
