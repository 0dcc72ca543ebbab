"""Reconstructed data and readings, which nobody knows to be printed so, with the clauses that rest on them.

A clause rests on a table if it reads a field of what the table makes, and on a reading if it asks the question; itself,
or through a value that it calls, whatever the configuration. It does not for naming a member.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from refengine.check.coverage import rules_of
from refengine.check.reachable_clauses import clauses_with_nodes
from refengine.check.report import ReconstructedData
from refengine.ir import domain, expressions as ir, game as model
from refengine.ir.footprint import closure, footprint
from refengine.ir.traverse import walk
from refengine.report.citations import Reader

RECONSTRUCTED: Final = "reconstructed"

Field = tuple[str, str]
"""A field of printed data: the kind or component that has it, and its name."""

Read = tuple[str, str]
"""A thing that is read: a table with its name, or a reading with the name of its question."""


def reconstructed_data(game: model.Game, claims: Iterable[Path], reader: Reader) -> tuple[ReconstructedData, ...]:
    """Returns the tables, and the default readings, that are marked as reconstructed, in the order of the rules."""
    tables = [each for each in game.tables if each.reconstructed]
    readings = [
        (question, each)
        for question in game.questions
        for each in question.readings
        if each.default and RECONSTRUCTED in each.statuses
    ]
    if not tables and not readings:
        return ()
    resting = _resting(game, claims, _fields_of(game, tables))
    found = [
        ReconstructedData("table", each.name, reader.clause(each.clause), resting.get(("table", each.name), ()))
        for each in tables
    ]
    found += [
        ReconstructedData(
            "reading",
            f"{question.name} {each.name}",
            reader.clause(question.clause),
            resting.get(("reading", question.name), ()),
        )
        for question, each in readings
    ]
    return tuple(found)


def _fields_of(game: model.Game, tables: Iterable[model.Table]) -> Mapping[Field, frozenset[str]]:
    """Returns the names of the tables that a field may have its data from; with rows that modules add several."""
    pairs = {each.name: tuple(_pairs(each)) for each in game.relations}
    own = {each.name: _fields(each) for each in game.kinds} | {each.name: _fields(each) for each in game.components}
    apart = {each for listed in pairs.values() for each in listed}  # a kind keeps the pairs of its relations
    found: dict[Field, set[str]] = {}
    for table in tables:
        for name in table.makes:
            for each in pairs[name] if name in pairs else (one for one in own[name] if one not in apart):
                found.setdefault(each, set()).add(table.name)
    return {each: frozenset(names) for each, names in found.items()}


def _fields(made: model.Kind | model.Component) -> tuple[Field, ...]:
    return tuple((made.name, each.name) for each in made.fields)


def _pairs(relation: model.Relation) -> Iterator[Field]:
    yield from ((relation.one, each) for each in (relation.holds, relation.reaches) if each is not None)


def _resting(
    game: model.Game, claims: Iterable[Path], fields: Mapping[Field, frozenset[str]]
) -> Mapping[Read, tuple[str, ...]]:
    """Returns the paths of the clauses that rest on each of what is read, in the order of the rules."""
    calls = {each.name: footprint(each).values for each in game.values}
    reads = {each.name: frozenset(_read(each, fields)) for each in game.values}
    by_path: dict[str, set[Read]] = {}
    for clause, node in clauses_with_nodes(game):
        called = closure(calls, footprint(node).values)
        by_path.setdefault(clause.path, set()).update(_read(node, fields), *(reads[each] for each in called))
    return _turned(by_path, [each.path for each in rules_of(game, claims)])


def _turned(by_path: Mapping[str, Collection[Read]], order: Iterable[str]) -> Mapping[Read, tuple[str, ...]]:
    found: dict[Read, list[str]] = {}
    for path in order:
        for each in by_path[path]:
            found.setdefault(each, []).append(path)
    return {each: tuple(paths) for each, paths in found.items()}


def _read(node: object, fields: Mapping[Field, frozenset[str]]) -> Iterator[Read]:
    """Yields what a node and all below it read, without what the values do that they call."""
    for each in walk(node):
        match each:
            case ir.FieldOf(field=name):
                yield from (("table", table) for table in fields.get((_owner(each.of.domain), name), ()))
            case ir.Configured(what="question", name=name):
                yield "reading", name
            case _:
                pass


def _owner(of: domain.Domain) -> str:
    """Returns the kind, component or record whose field is read; their names are unique."""
    match of:
        case domain.Enum(kind=name) | domain.Piece(component=name) | domain.Record(name=name):
            return name
        case _:
            raise TypeError(f"{of} has no fields")
