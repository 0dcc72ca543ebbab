"""Contradictions in what is given: the smallest set of facts that already contradict each other.

A set is smallest in that no fact of it can be left out: one after the other is taken away where the engine still finds
the same contradiction without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from refengine.rulings.lines import Lines
from refengine.rulings.questions import Dispute
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.syntax import tree

HINT: Final = "leave out, or mend, one of what is marked: nothing else that is given matters for this"


@frozen
class Contradiction:
    """A contradiction in a position, told at `place` where it is nowhere in particular."""

    told: tuple[Diagnostic, ...]
    place: Span

    def has(self, one: Diagnostic, place: Span) -> bool:
        """Returns whether it is the same that is wrong here, too."""
        return any(
            each.message == one.message and _own(each.span, self.place) == _own(one.span, place) for each in self.told
        )


def _own(span: Span | None, place: Span) -> Span | None:
    return None if span == place else span


def with_smallest(
    wrong: Contradiction, dispute: Dispute, lines: Lines, look: Callable[[Dispute], Contradiction | None]
) -> tuple[Diagnostic, ...]:
    """Returns what is wrong with what is given, each with the facts that already make it so, at their places.

    `look` says what is wrong with other facts: None where nothing is, or where they cannot be read without the others.
    """
    facts = list(_facts(dispute))
    return tuple(_marked(each, _smallest(each, wrong.place, facts, dispute, look), lines) for each in wrong.told)


def _facts(dispute: Dispute) -> Iterator[tree.Fact]:
    """Yields the facts of a dispute, of a set of pieces each by itself."""
    for line in dispute.lines:
        for fact in line.facts if isinstance(line, tree.Given) else ():
            match fact:
                case tree.FactExpr(tree.Member(item=tree.SetLit(items=items)) as put):
                    yield from (tree.FactExpr(evolve(put, item=each, span=each.span), each.span) for each in items)
                case _:
                    yield fact


def _smallest(
    one: Diagnostic,
    place: Span,
    facts: Sequence[tree.Fact],
    dispute: Dispute,
    look: Callable[[Dispute], Contradiction | None],
) -> list[tree.Fact]:
    kept = list(facts)
    size = len(kept) + 1
    while len(kept) < size:  # what is needed for one fact only may be left out with it
        size = len(kept)
        for each in sorted(kept, key=_later):
            fewer = [fact for fact in kept if fact is not each]
            found = None if isinstance(each, tree.FactPlayers) else look(_of(dispute, fewer))
            if found is not None and found.has(one, place):
                kept = fewer
    return [each for each in kept if not isinstance(each, tree.FactPlayers)]


def _later(fact: tree.Fact) -> int:
    """Returns how late it is asked whether a fact matters.

    Without a fact about a variable that is what it starts as, which may contradict what the fact allows; so pieces are
    taken away first.
    """
    match fact:
        case tree.FactExpr(tree.Compare(op="=" | "is")):
            return 2
        case tree.FactPhase():
            return 1
        case _:
            return 0


def _of(dispute: Dispute, facts: Sequence[tree.Fact]) -> Dispute:
    """Returns a dispute that gives these facts and asks nothing."""
    given = tuple(tree.Given((each,), each.span) for each in facts)
    return evolve(dispute, name=dispute.name or "given", lines=given, questions=(), words=(), opened=())


def _marked(wrong: Diagnostic, facts: Sequence[tree.Fact], lines: Lines) -> Diagnostic:
    if not facts:
        return lines.placed((wrong,))[0]
    first, *rest = (lines.place(each.span) for each in facts)
    labels = tuple(Label(each, "with this") for each in rest)
    return evolve(wrong, span=first, labels=labels, hint=wrong.hint or (HINT if labels else None))
