"""Claims that can be worked out in one state, as examples: an engine decides examples, and knows nothing of claims."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.ir import game as model
from refengine.ir.claims import Claim
from refengine.ir.domain import Piece
from refengine.ir.expressions import AllMembers, Before, Exchanging, Expr, Fails, Replacing, Under
from refengine.ir.lines import Expect
from refengine.ir.traverse import walk

_WHAT_IF = (Before, Under, Replacing, Exchanging, Fails)
"""The nodes that no engine can work out in one state."""


def claims_as_examples(game: model.Game, players: int) -> Iterator[model.Example]:
    """Yields for each claim about a number of players that an engine can decide an example without a position.

    Its lines hold what the claim assumes, in order, and last what it claims.
    """
    for claim in game.claims:
        fewest, most = claim.extent.players
        if fewest <= players <= most and not _is_beyond(claim):
            lines = tuple(_line(claim, each) for each in (*claim.extent.assuming, claim.condition))
            yield model.Example(claim.name, players, from_position=False, given=(), lines=lines, clause=claim.clause)


def _is_beyond(claim: Claim) -> bool:
    """Returns whether no engine works it out in one state.

    Such a claim asks what would be if something were otherwise, or speaks of pieces that are not there.
    """
    extent = claim.extent
    nodes = [node for part in (*extent.assuming, claim.condition) for node in walk(part)]
    over = None if extent.over is None else AllMembers(Piece(extent.over))
    return bool(extent.params) or any(isinstance(node, _WHAT_IF) or node == over for node in nodes)


def _line(claim: Claim, condition: Expr) -> Expect:
    return Expect("holds", condition, None, None, (), claim.clause.origin)
