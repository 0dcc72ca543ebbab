"""All mutants of a rule set, in the order of its text.

What is changed are rules: the course of the game and its outcome, what lies on the table and who sees it, and the
values and regions that these ask. What only invariants, claims and examples ask is no rule; it is there to notice a
change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs
from attrs import evolve, field, frozen

from refengine.mutants.clauses import clause_changes
from refengine.mutants.expressions import ExpressionPlace, expression_changes
from refengine.mutants.mutant import ChangedClause, Mutant, RuleChange, edited, words
from refengine.mutants.vocabulary import Vocabulary, vocabulary
from refengine.source.text import SourceText
from refengine.syntax import tree

TYPES = (tree.TypeName, tree.TypeOf, tree.TypeSet, tree.TypeRange, tree.TypeOption)
"""A range says what is possible, and no more: a rule that leaves it is a fault; a wider one is no other rule."""

COURSE = (
    tree.Setup,
    tree.Phase,
    tree.Text,
    tree.TextBody,
    tree.Whenever,
    tree.Outcome,
    tree.Zone,
    tree.Variable,
    tree.MoreClause,
    tree.MoreEffects,
)


@frozen
class _ClausePlace:
    """The clause that a node belongs to, and what is known there."""

    rule: ChangedClause
    here: ExpressionPlace

    def inside(self, name: str, cites: tree.Cite) -> _ClausePlace:
        """Returns the clause of that name in this one, which cites the same if it says nothing of its own."""
        path = f"{self.rule.path}.{name}" if name else self.rule.path
        return evolve(self, rule=ChangedClause(path, cites or self.rule.cites))

    def binding(self, name: str, sort: str) -> _ClausePlace:
        """Returns the same with one name more; nothing takes the place of a name of no sort."""
        bound = {**self.here.bound, name: sort or f"of its own: {name}"}
        return evolve(self, here=evolve(self.here, bound=bound))


@frozen
class RuleFiles:
    """The files of the rules as trees, with their texts, and the members of the kinds that come from tables."""

    files: Sequence[tree.File]
    texts: Mapping[str, SourceText]
    rows: Mapping[str, Sequence[str]] = field(factory=dict)


def candidates(rules: RuleFiles) -> tuple[Mutant, ...]:
    """Returns every mutant; of those that come to the same text the first."""
    everything = [each for file in rules.files for each in file.declarations]
    known = vocabulary(everything, rules.rows)
    reached = _reached(everything)
    found: list[Mutant] = []
    names: Counter[tuple[str, str, str]] = Counter()
    for file in rules.files:
        seen: set[str] = set()
        for mutant in _of_file(file, rules.texts[file.path], known, reached):
            text = edited(rules.texts[file.path].text, mutant.edits)
            if text not in seen:
                seen.add(text)
                same = (mutant.rule.path, mutant.before, mutant.after)
                names[same] += 1
                found.append(evolve(mutant, number=names[same]))
    return tuple(found)


def _of_file(file: tree.File, source: SourceText, known: Vocabulary, reached: frozenset[str]) -> Iterator[Mutant]:
    for each in file.declarations:
        where = _declared(each, ExpressionPlace(source, known), reached)
        if where is not None:
            yield from _below(each, where)


def _declared(declaration: tree.Declaration, here: ExpressionPlace, reached: frozenset[str]) -> _ClausePlace | None:
    """Returns the place of a declaration that is a rule; None for the others."""
    match declaration:
        case tree.Value(name=name, cite=cite) | tree.Region(name=name, cite=cite) if name.text in reached:
            return _ClausePlace(ChangedClause(name.text, cite), here)
        case (
            tree.Phase(name=name, cite=cite) | tree.Zone(name=name, cite=cite) | tree.Variable(name=name, cite=cite)
            | tree.Component(name=name, cite=cite) | tree.Token(name=name, cite=cite)
            | tree.TokenKind(name=name, cite=cite) | tree.Question(name=name, cite=cite)
            | tree.Text(name=name, cite=cite)
        ):  # fmt: skip
            return _ClausePlace(ChangedClause(name.text, cite), here)
        case tree.MoreClause(owner=owner):
            return _ClausePlace(ChangedClause(owner.text, ()), here)
        case tree.MoreEffects(owner=owner, cite=cite):
            return _ClausePlace(ChangedClause(owner.text, cite), here)
        case tree.TextBody(text=text, title=title, cite=cite):
            return _ClausePlace(ChangedClause(f"{text.text}.{title.text}", cite), here)
        case tree.Setup(cite=cite) | tree.Whenever(cite=cite) | tree.Outcome(cite=cite):
            return _ClausePlace(ChangedClause(type(declaration).__name__.lower(), cite), here)
        case _:
            return None


# ---- WHAT IS A RULE


def _reached(declarations: Iterable[tree.Declaration]) -> frozenset[str]:
    """Returns the values and regions asked by the course, the outcome, and what is said of zones and variables."""
    values = {each.name.text: each for each in declarations if isinstance(each, tree.Value | tree.Region)}
    waiting: list[object] = [each for each in declarations if isinstance(each, COURSE)]
    found: set[str] = set()
    while waiting:
        for name in _names(waiting.pop()):
            if name in values and name not in found:
                found.add(name)
                waiting.append(values[name])
    return frozenset(found)


def _names(node: object) -> Iterator[str]:
    """Yields all words of the user below a node."""
    if isinstance(node, tree.Name):
        yield node.text
    for each in _children(node):
        yield from _names(each)


def _children(node: object) -> Iterator[object]:
    """Yields the nodes directly below a node, in the order of its fields."""
    if isinstance(node, tuple):
        yield from node
    elif attrs.has(type(node)):
        for attribute in attrs.fields(type(node)):  # type: ignore[arg-type]  # an attrs class, as was just asked
            yield getattr(node, attribute.name)


# ---- THE WALK


def _below(node: object, where: _ClausePlace) -> Iterator[Mutant]:
    """Yields the mutants of a node and of everything below it."""
    if isinstance(node, TYPES):
        return
    where = _at(node, where)
    for change in (*expression_changes(node, where.here), *clause_changes(node, where.here)):
        yield _mutant(change, where)
    for part, there in _parts(node, where):
        yield from _below(part, there)


def _at(node: object, where: _ClausePlace) -> _ClausePlace:
    """Returns the place inside a node if it is a clause of its own; else the place around it."""
    match node:
        case (
            tree.Exception_(name=name, cite=cite) | tree.Case(name=name, cite=cite) | tree.Plus(name=name, cite=cite)
            | tree.Bar(name=name, cite=cite) | tree.Branch(name=name, cite=cite) | tree.Action(name=name, cite=cite)
        ):  # fmt: skip
            return where.inside(name.text, cite)
        case tree.Limited(name=name):
            return evolve(where, rule=ChangedClause(name.text, where.rule.cites))
        case tree.When(cite=cite):
            return where.inside("", cite)
        case (
            tree.Move(cite=cite) | tree.MoveSeveral(cite=cite) | tree.MoveAll(cite=cite) | tree.Assign(cite=cite)
            | tree.Transfer(cite=cite) | tree.Abandon(cite=cite) | tree.Word(cite=cite) | tree.If(cite=cite)
        ):  # fmt: skip
            return where.inside("", cite)
        case _:
            return where


def _parts(node: object, where: _ClausePlace) -> Iterator[tuple[object, _ClausePlace]]:
    """Yields the parts below a node, each with the names that are bound there.

    What stands behind a name may ask for it.
    """
    match node:
        case tree.Component(copies=copies):
            yield copies, where
        case tree.Question(readings=readings):
            yield tuple(each.number for each in readings), where
        case tree.Zone(seen=seen):
            yield seen, where
        case tree.Seen(by=by):
            yield node.condition, where.binding(by.text, "player")
        case tree.Value(params=params, lets=lets, body=body):
            yield (lets, body), _told(params, where)
        case tree.Region(of=of, joins=joins):
            there = where.binding(joins.one.text, of.text)
            yield joins.domain, there
            yield joins.condition, there.binding(joins.other.text, of.text)
        case tree.Phase(params=params, bars=bars, body=body):
            yield (bars, body), _told(params, where)
        case tree.Text(params=params, bars=bars):
            yield bars, _told(params, where)
        case tree.Action(choices=choices):
            there = where
            for choice in choices:
                yield choice.domain, there
                there = there.binding(choice.name.text, _sort(choice.kind, choice.domain, there))
            yield (node.whens, node.bars, node.weight, node.body), there
        case tree.Binder():
            yield node.domain, where
            yield node.condition, _bound(node, where)
        case tree.Quantified(binder=binder):
            yield binder, where
            yield node.body, _bound(binder, where)
        case (
            tree.Fold(term=term, binder=binder)
            | tree.AllOf(term=term, binder=binder)
            | tree.Outcome(score=term, binder=binder)
        ):
            yield term, _bound(binder, where)
            yield binder, where
            if isinstance(node, tree.Outcome):
                yield node.winners, where
        case tree.Each(binder=binder, body=body, pick=pick):
            yield (binder, node.start, pick), where
            yield body, _bound(binder, where)
        case tree.Whenever(watched=tuple() as watched, pick=pick, body=body):
            inner = where
            for each in watched:
                yield each, inner
                inner = _bound(each, inner) if isinstance(each, tree.Binder) else inner
            yield pick, where
            yield body, inner
        case tree.Transfer(call=call):
            yield call, where
        case _:
            yield from ((each, where) for each in _children(node))


def _told(params: Iterable[tree.Param], where: _ClausePlace) -> _ClausePlace:
    for each in params:
        where = where.binding(each.name.text, _type(each.type))
    return where


def _bound(binder: tree.Binder, where: _ClausePlace) -> _ClausePlace:
    return where.binding(binder.name.text, _sort(binder.kind, binder.domain, where))


def _type(kind: tree.TypeExpr) -> str:
    return kind.name.text if isinstance(kind, tree.TypeName) else ""


def _sort(kind: tree.Name | None, domain: tree.Expr | None, where: _ClausePlace) -> str:
    """Returns the kind or component of what is bound, as far as it is plain to see."""
    if kind is not None:
        return kind.text
    match domain:
        case tree.NameRef(name=name) | tree.Of(name=name):
            return where.here.words.holds.get(name.text, "")
        case _:
            return ""


def _mutant(change: RuleChange, where: _ClausePlace) -> Mutant:
    """Returns the change as a mutant; what is shown of it is what the edits lie in, in one line."""
    source = where.here.source
    start = min(change.shown.start, change.edits[0].span.start)
    end = max(change.shown.end, change.edits[-1].span.end)
    moved = tuple(
        evolve(each, span=evolve(each.span, start=each.span.start - start, end=each.span.end - start))
        for each in change.edits
    )
    before = source.text[start:end]
    return Mutant(change.operator, where.rule, change.edits, words(before), words(edited(before, moved)))
