"""Values as decision lists: looked at in order, the first alternative whose guards hold decides.

What earlier alternatives have settled is a known fact, and a guard that is known is not asked again. This holds where
at most one case applies and exceptions agree, which are obligations; an executor that is to *find* a breach of them
has to look at the value's body itself.

INVARIANT: facts are about one state. Alternatives keep the clauses and the order of the value.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from attrs import define, evolve, field, fields, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import Enum
from refengine.ir.equality import are_equal
from refengine.ir.simplify import FALSE, FOLDED, TRUE, Folding, conjunction, is_literal, negation
from refengine.ir.traverse import rewrite, walk


@frozen
class Alternative:
    """`guards` are those that are not known when it is this alternative's turn; none means that it applies."""

    clause: Clause
    guards: tuple[ir.Expr, ...]
    result: ir.Expr


@frozen
class Decisions:
    """`otherwise` is None where no case applying is possible as far as is known: a fault."""

    alternatives: tuple[Alternative, ...]
    otherwise: Alternative | None


def decisions(value: model.Value, folding: Folding) -> Decisions:
    """Returns the decision list of a value that is neither a sum nor a region's."""
    facts = Facts(folding)
    match value.body:
        case model.Single(result=result):
            return Decisions((), Alternative(value.clause, (), facts.simplified(result)))
        case model.General(clause=clause, normally=normally, exceptions=exceptions):
            listed = [(each.clause, each.guards, each.result) for each in in_force_order(exceptions)]
            return _listed(facts, [*listed, (clause, (), normally)])
        case model.Cases(cases=cases):
            return _listed(facts, [(each.clause, each.guards, each.result) for each in cases])
        case model.Sums() | model.Joined():
            raise TypeError("nothing is decided in it")


def branch_decisions(
    folding: Folding, cases: tuple[tuple[Clause, tuple[ir.Expr, ...]], ...]
) -> tuple[tuple[tuple[ir.Expr, ...], ...], bool]:
    """Returns the guards to ask of each of a script's cases, in order, and whether the last is sure to apply then.

    A case that cannot be reached has the guard `false`.
    """
    facts = Facts(folding)
    asked: list[tuple[ir.Expr, ...]] = []
    complete = False
    for _, guards in cases:
        left = (FALSE,) if complete else facts.remaining(guards)
        asked.append(left)
        complete = complete or not left
        facts.failed(left)
    return tuple(asked), complete


def in_force_order(exceptions: tuple[model.Exceptional, ...]) -> tuple[model.Exceptional, ...]:
    """An exception that stands over another comes before it; else as written."""
    placed: list[model.Exceptional] = []
    waiting = list(exceptions)
    while waiting:
        below = {name for each in waiting for name in each.over}
        free = [each for each in waiting if each.clause.path.rpartition(".")[2] not in below] or waiting
        placed.append(free[0])
        waiting.remove(free[0])
    return tuple(placed)


def _listed(facts: Facts, listed: list[tuple[Clause, tuple[ir.Expr, ...], ir.Expr]]) -> Decisions:
    alternatives: list[Alternative] = []
    for clause, guards, result in listed:
        left = facts.remaining(guards)
        if left == (FALSE,):
            continue
        inside = facts.copy()
        for guard in left:
            inside.assume(guard, holds=True)
        alternative = Alternative(clause, left, inside.simplified(result))
        if not left:
            return Decisions(tuple(alternatives), alternative)
        alternatives.append(alternative)
        facts.failed(left)
    return Decisions(tuple(alternatives), None)


Fact = tuple[ir.Expr, bool]
"""A statement in one wording, and whether it or its contrary is meant; expressions in other words have the same."""


@frozen
class FailedPart:
    """A part of a condition that failed as a whole, with the fact that it states."""

    expr: ir.Expr
    fact: Fact


@define
class Facts:
    """Truths that are known at some place, and conjunctions that are known to have failed."""

    folding: Folding
    known: dict[ir.Expr, bool] = field(factory=dict)
    failures: list[tuple[FailedPart, ...]] = field(factory=list)

    def copy(self) -> Facts:
        """Returns the same facts, to be added to without changing these."""
        return Facts(self.folding, dict(self.known), list(self.failures))

    def remaining(self, guards: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ...]:
        """Returns the guards that still have to be asked; each may rely on those before it.

        It is `false` alone where they never hold together and none of them breaks off before that is known.
        """
        inside = self.copy()
        left: list[ir.Expr] = []
        for guard in guards:
            simple = inside.simplified(guard)
            if simple == TRUE:
                continue
            left.append(simple)
            if simple == FALSE:
                return (FALSE,) if self.folding.never(tuple(left)) else tuple(left)
            inside.assume(simple, holds=True)
        return tuple(left)

    def failed(self, guards: tuple[ir.Expr, ...]) -> None:
        """Takes in that these did not hold together."""
        whole = conjunction(guards)
        parts = whole.parts if isinstance(whole, ir.And) else (whole,)
        self.failures.append(tuple(FailedPart(part, _key(part)) for part in parts))
        self._propagate()

    def assume(self, expr: ir.Expr, *, holds: bool) -> None:
        """Takes in that an expression is true, or false."""
        match expr:
            case ir.Not():
                self.assume(expr.inner, holds=not holds)
                return
            case ir.And(parts=parts) if holds:
                for part in parts:
                    self.assume(part, holds=True)
                return
            case ir.Or(parts=parts) if not holds:
                for part in parts:
                    self.assume(part, holds=False)
                return
            case _:
                key, sign = _key(expr)
                self.known[key] = holds == sign
        self._propagate()

    def truth(self, expr: ir.Expr) -> bool | None:
        """Returns whether the expression is known to be true, or false."""
        return self._is_so(_key(expr))

    def _is_so(self, fact: Fact) -> bool | None:
        """Returns whether a fact is known to be so, or not to be so; None where it is not known."""
        key, sign = fact
        found = self.known.get(key)
        if found is None and isinstance(key, ir.Equal):
            found = self._settled_by_others(key)
        return None if found is None else found == sign

    def simplified(self, expr: ir.Expr) -> ir.Expr:
        """Returns the expression with what is known put in."""
        if not self.known:
            return expr
        return rewrite(expr, self._put_in, _MAY_CHANGE)

    def _put_in(self, node: Any) -> object:
        folded: Any = self.folding.at_top(node) if node.__class__ in FOLDED else node
        kind: type = folded.__class__
        if kind not in _TRUTHS:
            return folded
        match self.truth(folded):
            case True:
                return TRUE
            case False:
                return FALSE
            case None:
                return folded

    def _settled_by_others(self, key: ir.Equal) -> bool | None:
        """Returns false for `x = a` if `x = b` is known, true if every other member is ruled out, else None."""
        subject, literal = key.left, key.right
        if not isinstance(literal, ir.Member):
            return None
        others = {
            other.right.index: known
            for other, known in self.known.items()
            if isinstance(other, ir.Equal) and isinstance(other.right, ir.Member) and are_equal(other.left, subject)
        }
        if any(known and index != literal.index for index, known in others.items()):
            return False
        size = self.folding.sizes.get(literal.kind, 0)
        ruled_out = sum(not known for index, known in others.items() if index != literal.index)
        return True if isinstance(subject.domain, Enum) and ruled_out == size - 1 > 0 else None

    def _propagate(self) -> None:
        """Propagates units: if a conjunction fails and all its parts but one hold, that one does not hold."""
        for failure in list(self.failures):
            held = [self._is_so(part.fact) for part in failure]
            left = [part for part, holds in zip(failure, held, strict=True) if holds is not True]
            if False in held:
                self.failures.remove(failure)
            elif len(left) == 1:
                self.failures.remove(failure)
                self.assume(left[0].expr, holds=False)
                return


_TRUTHS: Final = frozenset((
    ir.Local, ir.ReadVariable, ir.FieldOf, ir.CallValue, ir.Equal, ir.Less, ir.Contains, ir.InRange, ir.IsEmpty,
    ir.Not, ir.Exists, ir.ForAll,
))  # fmt: skip
_MAY_CHANGE: Final = FOLDED | _TRUTHS


def _key(expr: ir.Expr) -> Fact:
    """Returns the fact that an expression states in one wording, and whether it states it or its contrary."""
    match expr:
        case ir.Not():
            key, sign = _key(expr.inner)
            return key, not sign
        case ir.ForAll(binding=binding):
            key, sign = _key(ir.Exists(binding, negation(expr.body)))
            return key, not sign
        case ir.Exists(binding=binding):
            condition = conjunction((binding.condition, expr.body))
            return _renamed(ir.Exists(evolve(binding, condition=TRUE), condition)), True
        case ir.Less(strict=True):
            return ir.Less(expr.right, expr.left, strict=False), False
        case ir.Equal() if is_literal(expr.left) and not is_literal(expr.right):
            return ir.Equal(expr.right, expr.left), True
        case _:
            return _renamed(expr), True


def _renamed(expr: ir.Expr) -> ir.Expr:
    """Returns the expression with its bound names replaced by how many binders lie inside: wording does not count."""

    def change(node: Any) -> object:
        binding = node.binding
        height = 1 + max((_height(part) for part in _parts(node)), default=0)
        fresh = ir.Local(f"{height}", binding.var.domain)
        old = binding.var
        return rewrite(node, lambda inner: fresh if inner == old else inner, {ir.Local})

    return rewrite(expr, change, _BINDERS)


_BINDERS: Final = frozenset(each for each in get_args(ir.Expr) if "binding" in {one.name for one in fields(each)})
"""The nodes that bind a local in a binding, and may speak of it beside it."""


def _parts(node: object) -> tuple[object, ...]:
    return tuple(getattr(node, name) for name in ("body", "term", "otherwise", "binding") if hasattr(node, name))


def _height(node: object) -> int:
    locals_ = (each.name for each in walk(node) if isinstance(each, ir.Local))
    return max((int(name) for name in locals_ if name.isdigit()), default=0)
