"""The names of a game, sort by sort: what a person may ask about, as its rules and its labels call it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import frozen

from refengine.compiled import Compilation
from refengine.ir import control, game as model
from refengine.ir.traverse import walk
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.rulings.clauses import clauses

Sort = Literal["value", "zone", "variable", "token", "kind", "piece", "phase", "action", "question", "option", "clause"]


@frozen
class NameEntry:
    """A name: its sort, itself, its label if it has another, the line in which it is declared, and where that is."""

    sort: Sort
    name: str
    label: str | None
    line: str | None
    place: str | None


def names_of(compiled: Compilation, words: Words) -> tuple[NameEntry, ...]:
    """Returns every name of a game without errors: sort by sort, and in the order in which the rules have them."""
    rules = compiled.game
    assert rules is not None
    reader = Reader(compiled.rulebook, compiled.texts)
    found: list[NameEntry] = []
    for sort, name, clause in _declared(rules):
        label = words.name(name) if words.has_label(name) and words.name(name) != name else None
        line = None if clause is None else _line(compiled, clause)
        place = None if clause is None else reader.place(clause.origin.span)
        found.append(NameEntry(sort, name, label, line, place))
    return tuple(found)


def _declared(rules: model.Game) -> Iterator[tuple[Sort, str, control.Clause | None]]:
    # What the rules imply, as how often a phase is running, has a name that is no word, so that nobody can ask for it.
    yield from (("value", each.name, each.clause) for each in rules.values if each.name.isidentifier())
    yield from (("zone", each.name, each.clause) for each in rules.zones)
    yield from (("variable", each.name, each.clause) for each in rules.variables if each.name.isidentifier())
    yield from (("token", each.name, each.clause) for each in rules.tokens)
    for kind in rules.kinds:
        yield "kind", kind.name, kind.clause
    yield from (("piece", piece.name, each.clause) for each in rules.components for piece in each.pieces)
    yield from (("phase", each.name, each.clause) for each in rules.phases)
    yield from (("action", each.name, each.clause) for each in _actions(rules))
    yield from (("question", each.name, each.clause) for each in rules.questions)
    yield from (("option", each.name, each.clause) for each in rules.options)
    heads = {each.clause.path for each in rules.values} | {each.clause.path for each in rules.phases}
    heads |= {each.name for each in _actions(rules)}
    yield from (("clause", path, each) for path, each in clauses(rules).items() if path not in heads)


def _actions(rules: model.Game) -> Iterable[control.Action]:
    found: dict[str, control.Action] = {}
    for script in (rules.setup, *rules.phases):
        for node in walk(script):
            if isinstance(node, control.Action):
                found.setdefault(node.name, node)
    return found.values()


def _line(compiled: Compilation, clause: control.Clause) -> str | None:
    """Returns the line in which a clause begins, as it is written but for the space in it."""
    span = clause.origin.span
    source = None if span is None else compiled.texts.get(span.path)
    if span is None or source is None:
        return None
    return " ".join(source.line(source.position(span.start)[0]).split())


def matching(names: Iterable[NameEntry], words: Iterable[str]) -> tuple[NameEntry, ...]:
    """Returns the names in which, or in whose labels, each of some words stands."""
    asked = [each.casefold() for each in words]

    def said(each: NameEntry) -> str:
        return f"{each.name} {each.label or ''} {each.sort}".casefold()

    return tuple(each for each in names if all(word in said(each) for word in asked))
