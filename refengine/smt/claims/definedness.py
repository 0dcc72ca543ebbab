"""Definedness of claims: one is proved only if each partial expression in it has a value in all states it speaks of.

The obligations of the rules cover what they evaluate in play. A claim evaluates expressions elsewhere too: in other
states, of pieces or pairs that are not printed. So it owes all of them anew, in its own states, and names what its
answer rests on: at the start of a phase the obligations that the phase has from there, elsewhere the invariants.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from refengine.ir.obligations import Owed
from refengine.smt.claims.states import ExtentStates
from refengine.smt.course.transition import ScriptRun
from refengine.smt.encode.scope import Faults
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Bool
from refengine.smt.unsupported import Unsupported

_OF_FRAMES: Final = frozenset({Owed.RETURN, Owed.RUNNING})
"""The obligations about phases that are running below."""


@frozen(eq=False)
class Definedness:
    """The knowledge whether all that was asked has one answer in all states spoken of, and what that rests on.

    `needed` has the sets of facts of which any one is enough. `missing` names the obligations that may fail, and
    `found` is a state in which one does; both are empty where none may, or nothing was found out: then it is not
    `known`.
    """

    known: bool
    needed: tuple[tuple[str, ...], ...] = ((),)
    missing: tuple[str, ...] = ()
    found: Model | None = None

    @property
    def holds(self) -> bool:
        """Returns whether there is one answer everywhere."""
        return self.known and not self.missing

    @property
    def why_not(self) -> str:
        """The words for what has no answer."""
        return f"in some of these states what it asks has no answer: {'; '.join(self.missing)}"


def definedness(spoken: ExtentStates) -> Definedness:
    """Asks whether anything that was asked so far may fail: first of all states, then of those the rules allow.

    Where two cases apply, or exceptions contradict each other, there is no one answer either. An assumption has one in
    every state in which those before it hold, also where a part of it that stands further on does not.
    """
    assuming = _never(spoken, (), spoken.unassumable or Faults(spoken.study.terms))
    if not assuming.holds:
        return assuming
    asking = _never(spoken, tuple(spoken.assumed), spoken.faults)
    return evolve(asking, needed=tuple(each_once(one, other) for one in assuming.needed for other in asking.needed))


def _never(spoken: ExtentStates, where: tuple[Bool, ...], faults: Faults) -> Definedness:
    """Returns whether nothing of `faults` happens where some conditions hold."""
    solver = spoken.study.solver
    fails = faults.any()
    if fails is False:
        return Definedness(known=True)
    answer = solver.ask(*where, fails, why=True)  # an invariant that speaks of nothing else is among the facts here
    if answer.result == "unsat":
        return Definedness(known=True, needed=(answer.needed, *answer.instead))
    if not spoken.paid:
        spoken.paid.append(tuple(_paid_by_phase(spoken)))
    (paid,) = spoken.paid
    if paid:
        answer = solver.ask_given((*where, fails), paid)
        if answer.result == "unsat":
            return Definedness(known=True, needed=(answer.needed, *answer.instead))
    spoken.complete()
    answer = solver.ask(*where, fails, reach="whole", why=True)
    if answer.result == "unsat":
        return Definedness(known=True, needed=(answer.needed, *answer.instead))
    if answer.result == "unknown":
        return Definedness(known=False)
    failing = (
        each.name for each in faults.found if solver.ask(*where, faults.of(each), reach="whole").result != "unsat"
    )
    found = Model(spoken.study.terms, answer.model)
    return Definedness(known=True, missing=each_once(tuple(failing)), found=found)


def _paid_by_phase(spoken: ExtentStates) -> Iterator[tuple[str, Bool]]:
    """Yields for each obligation that a phase has from its start to the next decision its name, and that it holds.

    It is a statement of the ledger that no game comes to where it fails. Nothing is owed under an incomplete reading.
    What is owed of the frames below is not among them: the phase is run by itself, where nothing waits for its end.
    Nor is anything where printed data may be any: what a phase owes is proved along the course of the game as it is
    printed, and with other tables a game may come to the phase on another way.
    """
    phase, world = spoken.extent.phase, spoken.study.world
    if phase is None or not spoken.is_complete_reading or spoken.extent.over is not None or spoken.extent.data:
        return
    script = next(each for each in world.game.phases if each.name == phase)
    needed = script.points[0].params
    told = tuple(spoken.scope.locals[param] for param in spoken.extent.params if param in needed)
    faults = Faults(spoken.study.terms)
    try:
        ScriptRun(world, faults).phase(phase, told, spoken.state)
    except Unsupported:
        return
    for obligation in faults.found:
        if obligation.owed not in _OF_FRAMES:
            yield f"obligation {obligation.name}", spoken.study.terms.not_(faults.of(obligation))


def each_once(*listed: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the names that are in some of these, each once."""
    return tuple(dict.fromkeys(each for names in listed for each in names))
