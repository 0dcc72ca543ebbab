"""Engine and prover side by side: one game under one configuration, generated twice, and as terms of every state."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from refengine.engine.emit.module import emit_apart
from refengine.engine.in_parts import InParts
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.obligations import Owed
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.runtime.module import Module
from refengine.smt.course.study import Study, study
from refengine.smt.encode.scope import SOFT, Faults
from refengine.smt.goal import Limits
from refengine.smt.solving.model import Model
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.term import Bool
from refengine.source.cache import Cache
from tests.agreement.pinned import Said

OWED = {
    "E0501": Owed.COVERAGE, "E0502": Owed.AGREEMENT, "E0503": Owed.OVERLAP, "E0504": Owed.UNIQUE,
    "E0505": Owed.UNIQUE, "E0506": Owed.RANGE, "E0507": Owed.PRESENT, "E0508": Owed.NONEMPTY, "E0509": Owed.PIECE,
    "E0510": Owed.PIECE, "E0511": Owed.ROOM, "E0512": Owed.TOKENS, "E0513": Owed.WRITES, "E0514": Owed.ANSWER,
    "E0515": Owed.RETURN, "E0517": Owed.RUNNING, "E0519": Owed.DIVISOR, "E0530": Owed.UNBARRED, "E0531": Owed.HOLDER,
    "E0532": Owed.SYMMETRY, "E0533": Owed.ROOM,
}  # fmt: skip
"""What is owed where the engine has a fault of each code. No engine looks for what depends on an order."""


@frozen(eq=False)
class Executors:
    """`builds` are the plain engine and the explaining one, under the `configuration`, or one of them; the prover has all."""

    game: model.Game
    configuration: Configuration
    builds: tuple[Game, ...]
    study: Study

    def said(self, *, whole: bool = False) -> Said:
        """Something to be said of terms of the prover; with `whole` the configuration is said already."""
        said = Said(self.study.world.layout, whole)
        if whole:
            said.configuration(self.game, self.study.world.configuration, self.configuration)
        return said


def executors(
    game: model.Game,
    players: int,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    explains: tuple[bool, ...] = (False, True),
) -> Executors:
    """Both executors of a game, made anew; the engine for each that it `explains`, or not."""
    configuration, wrong = configure(game, players, readings or {}, options or {}, None)
    assert configuration is not None, wrong
    played = specialise(game, configuration)
    name = f"agreement_{game.name}_{players}_{id(played)}"
    builds = tuple(Game(_module(played, f"{name}_{each}", explain=each)) for each in explains)
    return Executors(game, configuration, builds, study(game, players, Limits()))


def _module(game: model.Game, name: str, *, explain: bool) -> Module:
    return InParts(name, Cache(None), name, lambda: emit_apart(game, explain=explain, read=False)).module()


# ---- WHAT IS EXPECTED


@frozen
class Expected:
    """A term that has to be true where the states are as they are said to be. `what` says what the engine has.

    `free`: it speaks of more than was pinned, and only the solver can say whether it is true of all that is left open;
    `somewhere`: of something that is left open.
    """

    what: str
    term: Bool
    free: bool = False
    somewhere: bool = False


def after_fault(faults: Faults, fault: Fault, *, explain: bool) -> Bool:
    """That the prover knows of a fault that the engine met.

    An explaining engine may meet another one while it looks whether exceptions that apply agree; to the prover these
    do not agree then.
    """
    return faults.terms.any(
        faults.of(each)
        for each in faults.found
        if (each.owed is OWED[fault.code] and _is_within(fault.path, each.path))
        or (explain and each.owed is Owed.AGREEMENT)
    )


def _is_within(path: str, clause: str) -> bool:
    return path == clause or path.startswith(f"{clause}.")


def where_none(faults: Faults, holds: Bool, *, explain: bool) -> Bool:
    """That nothing fails, and something holds.

    The plain engine may go on where something fails that it need not look at: then it says nothing.
    """
    terms = faults.terms
    if not explain:
        stops = (faults.of(each) for each in faults.found if each.owed not in SOFT)
        return terms.or_(terms.any(stops), holds)
    fails = terms.any(faults.of(each) for each in faults.found if each.owed is not Owed.ORDER)
    return terms.and_(terms.not_(fails), holds)


# ---- WHAT IS FOUND


def worked_out(pinned: Said, expected: list[Expected]) -> list[str]:
    """What is not as expected, by working the terms out."""
    model = pinned.model()
    return [each.what for each in expected if not each.free and not model.of(each.term)]


def decided(solver: Solver, pinned: Said, expected: list[Expected]) -> list[str]:
    """What is not as expected, by the solver: it looks for anything else that the terms could come to there."""
    terms = solver.terms
    there = terms.all(pinned.conditions())
    if solver.ask(there, reach="whole").result != "sat":
        return ["what the prover takes for granted of every state does not hold of this one"]
    wrong = [
        each.what for each in expected if each.somewhere and solver.ask(there, each.term, reach="whole").result != "sat"
    ]
    always = [each for each in expected if not each.somewhere]
    answer = solver.ask(there, terms.not_(terms.all(each.term for each in always)), reach="whole")
    if answer.result == "unsat":
        return wrong
    if answer.result == "unknown":
        return [*wrong, "the solver gave up"]
    found = Model(terms, answer.model)
    return wrong + [each.what for each in always if not found.of(each.term)]


def shown(value: Any) -> str:
    """What an engine gives, short enough for a report."""
    text = str(value)
    return text if len(text) < 200 else f"{text[:200]} ..."
