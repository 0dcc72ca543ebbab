"""What a claim asks that has no answer in some of the states it speaks of: what comes of it rests on there being one.

What the rules ask in play they owe for themselves, for what is printed and every complete set of readings, and the
ledger has a line for it. The rest is owed here: what a claim alone asks, asks of pieces or pairs that are not printed,
of a state that is not as it was, or under a reading that is not complete.
"""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir.obligations import obligations
from refengine.smt.states import Spoken
from refengine.smt.term import Bool, Num
from refengine.smt.value import OptionValue, PieceValue, RecordValue, SetValue, Value


def unanswered(spoken: Spoken) -> tuple[str, ...]:
    """The names of what may fail in what was asked so far, and is not owed by the rules themselves.

    If nothing may, the facts because of which it may not: laws of the tables, invariants.

    Where two cases apply, or exceptions contradict each other, there is no one answer either.
    """
    solver, terms = spoken.study.solver, spoken.study.terms
    known = (*spoken.assumed, terms.not_(_owed_by_rules(spoken)))
    fails = terms.any(spoken.faults.of(each) for each in spoken.faults.found)
    if solver.ask(*known, fails).result == "unsat":
        return ()
    spoken.complete()
    answer = solver.ask(*known, fails, reach="whole", why=True)
    if answer.result == "unsat":
        return answer.needed
    failing = (
        each.name
        for each in spoken.faults.found
        if solver.ask(*known, spoken.faults.of(each), reach="whole").result != "unsat"
    )
    return each_once(tuple(failing))


def each_once(*listed: tuple[str, ...]) -> tuple[str, ...]:
    """What is named in some of these."""
    return tuple(dict.fromkeys(each for names in listed for each in names))


def _owed_by_rules(spoken: Spoken) -> Bool:
    """When something fails in these states that the rules owe for themselves."""
    world, terms, rules = spoken.study.world, spoken.study.terms, spoken.study.rules
    under = dict(spoken.extent.under)
    for question in rules.questions:
        if any(each.incomplete and each.name == under.get(question.name) for each in question.readings):
            return False
    owed = {each.name for each in obligations(rules)}
    pieces = () if spoken.extent.over is None else world.values.universe[spoken.extent.over]
    not_printed = {
        **terms.cone(part for piece in pieces for each in piece.fields for part in _parts(each)),
        **dict.fromkeys(world.values.related.constants()),
    }
    return terms.any(
        fails
        for (name, chosen, *_), answer in world.asked.items()
        if answer.state is spoken.state and chosen == world.chosen(name)
        for obligation, fails in answer.faults.items()
        if obligation.name in owed and not_printed.keys().isdisjoint(terms.cone((fails,)))
    )


def _parts(value: Value) -> Iterator[Bool | Num]:
    match value:
        case PieceValue(index=index, fields=fields):
            yield index
            for each in fields:
                yield from _parts(each)
        case RecordValue(fields=fields):
            for each in fields:
                yield from _parts(each)
        case OptionValue(present=present, inner=inner):
            yield present
            if inner is not None:
                yield from _parts(inner)
        case SetValue(elements=elements):
            for element in elements:
                yield element.guard
                yield from _parts(element.value)
        case _:
            yield value
