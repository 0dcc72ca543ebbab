"""Scopes of expressions put into terms: the state and names there, when one is evaluated, what may fail."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, evolve, field, frozen

from refengine.ir import expressions as ir
from refengine.ir.obligations import Obligation, Owed
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Value

SOFT = frozenset({Owed.OVERLAP, Owed.AGREEMENT, Owed.ORDER})
"""The obligations that do not stop the rules where they fail: the first that applies decides, or the order listed."""

UNNOTICED = frozenset({Owed.ORDER})
"""The obligations of which no engine notices that they fail, not even one that explains: each goes as it is listed."""


@frozen(eq=False)
class PathCondition:
    """The conditions under which something is evaluated, put together only where somebody asks."""

    before: PathCondition | None
    condition: Bool

    def whole(self, terms: Terms) -> Bool:
        """Returns the conjunction of the conditions along the way."""
        parts: list[Bool] = []
        at: PathCondition | None = self
        while at is not None:
            parts.append(at.condition)
            at = at.before
        return terms.all(reversed(parts))


@define
class Faults:
    """Faults: what may fail, with the conditions under which each obligation does."""

    terms: Terms
    found: dict[Obligation, list[Bool]] = field(factory=dict)
    rough: dict[Obligation, list[Bool]] = field(factory=dict)
    """The obligations of which `found` says more than there is to fear, with conditions under which they do fail."""
    elsewhere: dict[Obligation, list[Bool]] = field(factory=dict)
    """The conditions in `found` under which an obligation fails in what would be, by other readings or otherwise."""

    def add(self, obligation: Obligation, condition: Bool) -> None:
        """Takes in that an obligation fails under a condition."""
        if condition is not False:
            self.found.setdefault(obligation, []).append(condition)

    def add_elsewhere(self, others: Faults) -> None:
        """Takes in what may fail in what would be."""
        for obligation, conditions in others.found.items():
            for each in conditions:
                self.add(obligation, each)
            self.elsewhere.setdefault(obligation, []).extend(conditions)
        for obligation, conditions in others.rough.items():
            self.rough.setdefault(obligation, []).extend(conditions)

    def copied(self) -> Faults:
        """Returns the same, to which more can be added."""
        found, rough, elsewhere = (
            {each: [*conditions] for each, conditions in kept.items()}
            for kept in (self.found, self.rough, self.elsewhere)
        )
        return Faults(self.terms, found, rough, elsewhere)

    def here(self, obligation: Obligation) -> Bool:
        """Returns the condition under which an obligation fails as things are."""
        others = {id(each) for each in self.elsewhere.get(obligation, ())}
        return self.terms.any(each for each in self.found.get(obligation, ()) if id(each) not in others)

    def of(self, obligation: Obligation) -> Bool:
        """Returns the condition under which an obligation fails."""
        return self.terms.any(self.found.get(obligation, ()))

    def surely(self, obligation: Obligation) -> Bool:
        """Returns a condition under which an obligation of which too much is said does fail."""
        return self.terms.any(self.rough[obligation])

    def any(self) -> Bool:
        """Returns when something has no answer, or not one alone: what stops the rules, or cases that clash."""
        return self.terms.any(each for found in self.found.values() for each in found)

    def noticed(self) -> Bool:
        """Returns when something fails at which an engine stops that overlooks nothing."""
        return self.terms.any(
            each for obligation, found in self.found.items() if obligation.owed not in UNNOTICED for each in found
        )

    def whole(self) -> Bool:
        """Returns when something fails that stops the rules; cases that overlap do not, nor an order that decides."""
        return self.terms.any(
            each for obligation, found in self.found.items() if obligation.owed not in SOFT for each in found
        )


@define(eq=False)
class TermScope:
    """The scope of an expression that is put into terms; nothing changes one.

    `before` is the state before the step, if there is one; `path` names the clause. A frozen class would do as well,
    but takes three times as long to make, and a proof makes a million of these.
    """

    terms: Terms
    state: State
    before: State | None
    locals: Mapping[ir.Local, Value]
    way: PathCondition
    faults: Faults
    path: str

    def bind(self, local: ir.Local, value: Value) -> TermScope:
        """Returns the scope with a name bound."""
        return self._with(self.state, {**self.locals, local: value}, self.way)

    def bound(self, names: Mapping[ir.Local, Value]) -> TermScope:
        """Returns the scope with nothing bound but these."""
        return self._with(self.state, dict(names), self.way)

    def given(self, condition: Bool) -> TermScope:
        """Returns the scope of what is evaluated only where the condition holds."""
        return self if condition is True else self._with(self.state, self.locals, PathCondition(self.way, condition))

    def at(self, state: State) -> TermScope:
        """Returns the scope in another state."""
        return self if state is self.state else self._with(state, self.locals, self.way)

    def _with(self, state: State, names: Mapping[ir.Local, Value], way: PathCondition) -> TermScope:
        """Copies the scope like `evolve`, which takes several times as long."""
        return TermScope(self.terms, state, self.before, names, way, self.faults, self.path)

    def within(self, path: str) -> TermScope:
        """Returns the scope in another clause."""
        return evolve(self, path=path)

    def owe(self, owed: Owed, origin: ir.Origin, fails: Bool, *, surely: Bool | None = None) -> None:
        """Takes in that something owed here fails under a condition; where that is too much, when it does `surely`."""
        if fails is False:
            return
        obligation, way = Obligation(owed, self.path, origin), self.way.whole(self.terms)
        self.faults.add(obligation, self.terms.and_(way, fails))
        if surely is not None:
            self.faults.rough.setdefault(obligation, []).append(self.terms.and_(way, surely))


def scope_of(terms: Terms, state: State, path: str, faults: Faults | None = None) -> TermScope:
    """Returns a scope with nothing bound, where everything is evaluated."""
    return TermScope(terms, state, None, {}, PathCondition(None, True), faults or Faults(terms), path)  # noqa: FBT003
