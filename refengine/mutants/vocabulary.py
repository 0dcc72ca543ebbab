"""The words of a rule set that may stand for each other: members of a kind, zones that hold the same, fields, phases.

It is read off the surface tree, and only has to be right enough: what does not fit is refused when it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from refengine.syntax import tree

Sort = tuple[str, ...]
"""The sort of a word, from its declaration; words of one sort may stand for each other."""


@frozen
class Vocabulary:
    """The word that takes the place of each: the next of its sort, after the last the first."""

    members: Mapping[str, str] = field(factory=dict)
    places: Mapping[str, str] = field(factory=dict)
    fields: Mapping[str, str] = field(factory=dict)
    phases: Mapping[str, str] = field(factory=dict)
    readings: Mapping[str, Sequence[str]] = field(factory=dict)
    """The readings of each question."""
    holds: Mapping[str, str] = field(factory=dict)
    """The component that lies in each zone."""


def vocabulary(declarations: Iterable[tree.Declaration], rows: Mapping[str, Sequence[str]]) -> Vocabulary:
    """Returns the words of some declarations; `rows` are the members of the kinds that come from tables."""
    members: dict[Sort, list[str]] = {}
    places: dict[Sort, list[str]] = {}
    fields: dict[Sort, list[str]] = {}
    phases: dict[Sort, list[str]] = {}
    readings: dict[str, Sequence[str]] = {}
    holds: dict[str, str] = {}
    for each in declarations:
        match each:
            case tree.Kind(name=name, members=listed):
                members[(name.text,)] = [*(member.text for member in listed)] or [*rows.get(name.text, ())]
                _fields(each.fields, name, fields)
            case tree.TokenKind(name=name, groups=groups):
                members[(name.text,)] = [token.name.text for group in groups for token in group.tokens]
            case tree.Component(name=name):
                _fields(each.fields, name, fields)
            case tree.Zone(name=name, component=component, index=index):
                holds[name.text] = component.text
                places.setdefault(("zone", component.text, _index(index)), []).append(name.text)
            case tree.Variable(name=name, index=index, type=kind):
                places.setdefault(("variable", repr(kind), _index(index)), []).append(name.text)
            case tree.Phase(name=name, params=params) | tree.Text(name=name, params=params):
                phases.setdefault(tuple(repr(param.type) for param in params), []).append(name.text)
            case tree.Question(name=name):
                readings[name.text] = tuple(reading.name.text for reading in each.readings)
            case _:
                pass
    return Vocabulary(_next(members), _next(places), _next(fields), _next(phases), readings, holds)


def _index(index: tree.Index | None) -> str:
    return "" if index is None else index.kind.text


def _fields(declared: Iterable[tree.Field], owner: tree.Name, fields: dict[Sort, list[str]]) -> None:
    """Fields of one thing that are numbers, or else of one type."""
    for each in declared:
        kind = "number" if isinstance(each.type, tree.TypeRange) else repr(each.type)
        fields.setdefault((owner.text, kind, _index(each.index)), []).append(each.name.text)


def _next(sorts: Mapping[Sort, Sequence[str]]) -> dict[str, str]:
    return {
        word: words[(place + 1) % len(words)]
        for words in sorts.values()
        if len(words) > 1
        for place, word in enumerate(words)
    }
