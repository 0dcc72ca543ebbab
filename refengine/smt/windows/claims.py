"""Claims about every cell of a grid, asked of a window around any cell of a board of any size.

They are asked of all windows first, whatever lies there; if that is not enough, of those in which the invariants hold
that are about every cell, of each cell from which they see no farther than the window goes. So `unsat` is a proof for
every board. What is found in a window is no board: what lies around it may break an invariant, so nothing is refuted.
"""

from __future__ import annotations

from attrs import evolve

from refengine.ir import claims, expressions as ir, game as model
from refengine.smt.course.study import Dump, Study, study
from refengine.smt.encode.every_cell import MORE_THAN_GRIDS, of_every_cell, of_one_cell, stated_truth
from refengine.smt.encode.scope import Faults, scope_of
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.window import Window
from refengine.smt.unsupported import SPOT, Outside, Unsupported
from refengine.smt.windows.invariants import LARGEST, TOO_FAR, Windows

OF_CELLS_ALONE = "a claim about a game on a grid, but for those of every cell in every state"

ANY_BOARD = "for every board of any size: what is asked of a cell lies in a window of {side} by {side} cells"

NO_CELL = "it speaks of nothing: there is no such cell"

IN_A_WINDOW = "it fails in a window, and it is not known whether there is a board around it"


def decide_claim_on_grids(
    rules: model.Game, claim: claims.Claim, goal: Goal, limits: Limits, dump: Dump | None
) -> Decision:
    """Returns whether a claim about every cell holds on every board.

    Raises `Unsupported` for a claim about anything else.
    """
    extent = claim.extent
    if claim.witness or extent.phase is not None or extent.over is not None or extent.data or extent.assuming:
        raise Unsupported(OF_CELLS_ALONE, claim.clause.origin.span)
    windows = Windows(rules, goal.players, limits, dump)
    asked = _WindowClaim(windows, claim, goal)
    for radius in range(LARGEST + 1):
        try:
            found = asked.of_windows(radius, known=False)
        except Outside:
            continue
        if found.verdict != "unknown":
            return found
        return asked.of_windows(min(LARGEST, radius + windows.farthest), known=True)
    raise Unsupported(TOO_FAR, claim.clause.origin.span)


class _WindowClaim:
    """A claim that is asked of windows."""

    def __init__(self, windows: Windows, claim: claims.Claim, goal: Goal) -> None:
        self.windows = windows
        self.claim = claim
        self.goal = goal

    def of_windows(self, radius: int, *, known: bool) -> Decision:
        """Asks it of all windows of a radius, or of those in which the invariants are `known` to hold."""
        extent, span = self.claim.extent, self.claim.clause.origin.span
        made = study(
            self.windows.rules, self.goal.players, self.windows.limits, extent.readings, extent.under,
            self.windows.dump, f"claim-{self.goal.name}-{self.goal.players}", Window(radius),
        )  # fmt: skip
        made.world.sees.update(self.windows.sees)
        seated = next((each for each in made.world.game.claims if each.name == self.claim.name), None)
        if seated is None:
            raise Unsupported(SPOT, span)
        state = made.world.unknown()
        assumed, rests_on = self._known(made, state) if known else ([], ())
        spoken_of, broken = self._broken(made, state, seated.condition)
        answer = made.solver.ask(*assumed, broken, reach="whole")
        decision = Decision(self.goal, "unknown", how=IN_A_WINDOW, rests_on=rests_on)
        if answer.result == "unknown":
            decision = evolve(decision, how=made.solver.gave_up)
        elif answer.result == "unsat":
            there = made.solver.ask(*assumed, spoken_of, reach="whole").result
            if there == "sat":
                decision = evolve(decision, verdict="proved", how=ANY_BOARD.format(side=2 * radius + 1))
            elif there == "unsat":
                decision = evolve(decision, verdict="vacuous", how=NO_CELL)
            else:  # whether it speaks of anything is not known, so nothing is
                decision = evolve(decision, how=made.solver.gave_up)
        return evolve(decision, rlimit=made.solver.spent, queries=made.solver.asked)

    def _broken(self, made: Study, state: State, condition: ir.Expr) -> tuple[Bool, Bool]:
        """Returns the terms that the middle is a cell spoken of, and that the claim is false there or has no answer."""
        said, terms = tuple(of_every_cell(condition)), made.terms
        if not said or len(said) != (len(condition.parts) if isinstance(condition, ir.And) else 1):
            raise Unsupported(OF_CELLS_ALONE, self.claim.clause.origin.span)
        there: list[Bool] = []
        broken: list[Bool] = []
        for binding, body in said:
            if not made.world.read_by((binding, body)) <= {each.name for each in made.world.layout.grids()}:
                raise Unsupported(MORE_THAN_GRIDS, self.claim.clause.origin.span)
            middle, faults = made.world.values.of_cells().middle, Faults(terms)
            scope = scope_of(terms, state, self.claim.clause.path, faults)
            holds = of_one_cell(made.world, binding, body, middle, scope)
            is_none = of_one_cell(made.world, binding, ir.TruthLiteral(False), middle, scope)  # noqa: FBT003
            there.append(terms.not_(is_none))
            broken.append(terms.or_(faults.any(), terms.not_(holds)))
        return terms.all(there), terms.any(broken)

    def _known(self, made: Study, state: State) -> tuple[list[Bool], tuple[str, ...]]:
        """Returns the terms of the invariants that are about every cell, and their names."""
        assumed: list[Bool] = []
        names: list[str] = []
        for each in made.world.game.invariants:
            if each.step or each.phases or each.during is not None or not tuple(of_every_cell(each.condition)):
                continue
            scope = scope_of(made.terms, state, each.clause.path)
            assumed.append(stated_truth(made.world, each.condition, scope))
            names.append(f"invariant {each.name}")
        return assumed, tuple(names)
