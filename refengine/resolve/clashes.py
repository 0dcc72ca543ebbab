"""Clashes: what two modules do at one place of the game that both stand on, neither of them knowing of the other.

INVARIANT: a pair that is not told comes to the same whichever of the two is read first: the text shows that both say
the same, that they never apply at once, or which of them wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import evolve, frozen

from refengine.resolve import module_errors as errors
from refengine.resolve.leaving import blocks
from refengine.resolve.standing_order import come_to_the_same
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.syntax.rewrite import rewritten
from refengine.syntax.sayings import said_by


@frozen
class ModuleAdditions:
    """The additions of one module, with its name and that of its base, what it declares, and the names of that."""

    name: str
    base: str
    additions: tuple[tree.Addition, ...]
    declares: Mapping[str, tree.Name]
    own: tuple[tree.Declaration, ...]

    @property
    def phases(self) -> Iterator[tree.Phase]:
        """The phases that it declares."""
        return (each for each in self.own if isinstance(each, tree.Phase))

    @property
    def standing(self) -> Iterator[tree.Whenever]:
        """The standing rules that it declares."""
        return (each for each in self.own if isinstance(each, tree.Whenever))

    @property
    def owners(self) -> Iterator[tree.Name]:
        """The names of what it adds to, or puts a phase before."""
        yield from (each.owner for each in self.additions)
        yield from (each.before for each in self.phases if each.before is not None)


def clashes(modules: Sequence[ModuleAdditions], declared: Iterable[tree.Declaration]) -> Iterator[Diagnostic]:
    """Yields the clashes of each pair of modules of which neither stands on the other; `declared` is the game below."""
    bases, below = {each.name: each.base for each in modules}, tuple(declared)
    rings = {each.name.text for each in below if isinstance(each, tree.Kind) and each.ring}
    all_of_it = (*below, *(each for module in modules for each in module.own))
    for one, other in combinations(modules, 2):
        if one.name not in _below(other.name, bases) and other.name not in _below(one.name, bases):
            yield from _exceptions(one, other)
            yield from _rings(one, other, rings)
            yield from _standing(one, other, all_of_it)
            for first, second in ((one, other), (other, one)):
                yield from _not_below(first, second)
                yield from _asked_twice(first, second)


def _below(name: str, bases: Mapping[str, str]) -> frozenset[str]:
    """Returns the modules on which a module stands."""
    found: set[str] = set()
    while name in bases and bases[name] not in found:
        name = bases[name]
        found.add(name)
    return frozenset(found)


# ---- EXCEPTIONS


def _exceptions(one: ModuleAdditions, other: ModuleAdditions) -> Iterator[Diagnostic]:
    for owner, first in _of_values(one):
        for value, second in _of_values(other):
            if value.text == owner.text and not _settled(one.name, first, other.name, second):
                yield errors.exceptions_clash(value, (one.name, first.name), (other.name, second.name))


def _of_values(module: ModuleAdditions) -> Iterator[tuple[tree.Name, tree.Exception_]]:
    for each in module.additions:
        if isinstance(each, tree.MoreClause) and isinstance(each.clause, tree.Exception_):
            yield each.owner, each.clause


def _settled(one: str, first: tree.Exception_, other: str, second: tree.Exception_) -> bool:
    """Returns whether two exceptions agree, never apply at once, or say which of them wins."""
    ordered = f"{other}.{second.name.text}" in _over(first) or f"{one}.{first.name.text}" in _over(second)
    return ordered or said_by(first.result) == said_by(second.result) or _disjoint(first, second)


def _over(exception: tree.Exception_) -> set[str]:
    return {each.text for each in exception.over}


def _disjoint(first: tree.Exception_, second: tree.Exception_) -> bool:
    """Returns whether a condition of one is the opposite of one of the other: `C` and `not C`."""
    ones = [each.condition for each in first.whens]
    others = [each.condition for each in second.whens]
    return any(_opposed(one, other) or _opposed(other, one) for one in ones for other in others)


def _opposed(one: tree.Expr, other: tree.Expr) -> bool:
    return isinstance(one, tree.Not) and said_by(one.inner) == said_by(other)


def ordered(files: Sequence[tree.File], names: frozenset[str]) -> tuple[tree.File, ...]:
    """Returns files in which `over MODULE.NAME` is `over NAME` if that module is one of `names`, else says nothing."""

    def change(node: object) -> object:
        if not isinstance(node, tree.Exception_) or all("." not in each.text for each in node.over):
            return node
        kept = (each for each in node.over if "." not in each.text or each.text.partition(".")[0] in names)
        return evolve(node, over=tuple(evolve(each, text=each.text.rpartition(".")[2]) for each in kept))

    return tuple(rewritten(each, change) for each in files)


# ---- STANDING RULES


def _standing(
    one: ModuleAdditions, other: ModuleAdditions, declared: Sequence[tree.Declaration]
) -> Iterator[Diagnostic]:
    """Yields standing rules of both that may come to something else as the one or the other is looked at first."""
    for first in one.standing:
        for second in other.standing:
            if not come_to_the_same(first, second, declared):
                yield errors.standing_clash(second.head, one.name, first.head, other.name)


# ---- MEMBERS


def _rings(one: ModuleAdditions, other: ModuleAdditions, rings: set[str]) -> Iterator[Diagnostic]:
    """Yields kinds in a ring to which both add: which of the new members is the next of the other nobody says."""
    for each in one.additions:
        for its in other.additions:
            more = isinstance(each, tree.MoreMembers | tree.MoreRows) and isinstance(
                its, tree.MoreMembers | tree.MoreRows
            )
            if more and each.owner.text == its.owner.text and each.owner.text in rings:
                yield errors.ring_clashes(its.owner, one.name, each.owner, other.name)


# ---- PLACES


def _not_below(one: ModuleAdditions, other: ModuleAdditions) -> Iterator[Diagnostic]:
    """Yields what one adds to what the other declares, on which it does not stand."""
    for owner in one.owners:
        if owner.text in other.declares:
            yield errors.not_below(owner, one.name, other.declares[owner.text], other.name)


def _asked_twice(one: ModuleAdditions, other: ModuleAdditions) -> Iterator[Diagnostic]:
    """Yields actions that one adds to a phase before which the other asks: they belong where the base asks."""
    asks = {
        each.owner.text: each.owner for each in other.additions if isinstance(each, tree.MoreEffects) and _asks(each)
    }
    for each in one.additions:
        if isinstance(each, tree.MoreClause) and isinstance(each.clause, tree.Action) and each.owner.text in asks:
            yield errors.asked_by_both(each.owner, one.name, asks[each.owner.text], other.name)


def _asks(node: tree.MoreEffects) -> bool:
    left = list(node.body)
    while left:
        statement = left.pop()
        if isinstance(statement, tree.Ask):
            return True
        left += [each for part in blocks(statement) for each in part]
    return False
