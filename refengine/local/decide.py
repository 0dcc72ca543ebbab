"""The door to local proofs: what the prover cannot express is asked again, of whatever state and by the text alone.

INVARIANT: only *proved* comes of it, or the decision stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.obligations import Obligation, Owed, obligations
from refengine.ir.specialise import with_seats
from refengine.local.abstraction import Abstraction
from refengine.local.lasting import empties, never_falls, reads_what_all_see
from refengine.local.moves import Moves
from refengine.local.obligations import is_paid
from refengine.local.scripts import Scripts, ValueReads
from refengine.local.sites import Site, in_expression, sites_of_value
from refengine.smt.goal import ALIKE, Decision, Limits
from refengine.smt.windows.obligations import CONSERVED

WHEREVER: Final = (
    "in whatever state: at each place it follows from what was asked before, what is printed and what numbers can be"
)
EMPTIED: Final = "every action takes from where it counts, and nothing comes back there"
ONLY_ADDED: Final = "nothing but naturals is added to it"

SURE: Final = frozenset({"proved", "by construction"})

ABOUT_PIECES: Final = frozenset({Owed.PIECE, Owed.ROOM})


def decide_locally(rules: model.Game, decisions: tuple[Decision, ...], limits: Limits) -> tuple[Decision, ...]:
    """Returns the decisions of one batch, with those proved that are unsupported and follow from the text alone."""
    if rules.texts or all(each.verdict != "unsupported" for each in decisions):
        return decisions
    game = with_seats(rules, decisions[0].goal.players)
    found = tuple(_owed(game, each, limits) for each in decisions)
    return tuple(_conserved(game, each, found) for each in found)


def _owed(game: model.Game, decision: Decision, limits: Limits) -> Decision:
    goal = decision.goal
    if decision.verdict != "unsupported" or goal.part:
        return decision
    made = Abstraction(game, limits)
    how = ""
    match goal.kind:
        case "obligation" if _is_paid_everywhere(game, goal.name, made):
            how = WHEREVER
        case "step invariant" if never_falls(game, _stated(game, goal.name), made):
            how = ONLY_ADDED
        case "measure" if any(each.name == goal.name and empties(game, each) for each in game.measures):
            how = EMPTIED
        case "sight" if reads_what_all_see(game, goal.name):
            how = ALIKE
        case _:
            return decision
    return evolve(decision, verdict="proved", how=how, span=None, rlimit=made.solver.spent, queries=made.solver.asked)


def _stated(game: model.Game, name: str) -> model.Invariant:
    return next(each for each in game.invariants if each.step and each.name == name)


def _is_paid_everywhere(game: model.Game, name: str, made: Abstraction) -> bool:
    """Returns whether an obligation is paid at each of its sites.

    A site that is not among those that are gone through is not paid.
    """
    reads = ValueReads.of(game)
    moves = Moves(game, reads)
    owed = {each for each in obligations(game) if each.name == name}
    sites = [each for each in _sites(game, reads) if each.obligation.name == name]
    return (
        bool(owed) and {each.obligation for each in sites} == owed and all(is_paid(each, made, moves) for each in sites)
    )


def _sites(game: model.Game, reads: ValueReads) -> Iterable[Site]:
    for value in game.values:
        yield from sites_of_value(value)
    yield from Scripts(game, reads).sites()
    for variable in game.variables:
        yield from in_expression(variable.clause.path, variable.starts, ())
        yield from in_expression(variable.clause.path, variable.seen, ())
    for zone in game.zones:
        yield from in_expression(zone.clause.path, zone.seen, ())
    for law in game.laws:
        yield from in_expression(law.clause.path, law, ())
    for invariant in game.invariants:
        yield from in_expression(invariant.clause.path, invariant, ())
    for measure in game.measures:
        yield from in_expression(measure.clause.path, measure, ())
    if game.outcome is not None:
        yield from in_expression(game.outcome.clause.path, game.outcome, ())


def _conserved(game: model.Game, decision: Decision, found: tuple[Decision, ...]) -> Decision:
    """A component is conserved where every move finds its piece and has room: pieces only move."""
    if decision.verdict != "unsupported" or decision.goal.kind != "conservation":
        return decision
    sure = {each.goal.name for each in found if each.goal.kind == "obligation" and each.verdict in SURE}
    owed: set[Obligation] = {each for each in obligations(game) if each.owed in ABOUT_PIECES}
    if all(each.name in sure for each in owed):
        return evolve(decision, verdict="by construction", how=CONSERVED, span=None)
    return decision
