"""Zones and grids, where pieces lie, kinds that turn as they do, and the parts of what lies on grids."""

from refengine.syntax import tree
from refengine.syntax.from_lark.expressions import bound
from refengine.syntax.from_lark.fields import index_of
from refengine.syntax.from_lark.place import Node, Place, parts, refuse_other_word, refuse_second
from refengine.syntax.from_lark.statements import seen_by


def turns(node: Node, at: Place) -> tree.Turns:
    """Builds the node of `turns with Side by next`, which stands in a kind."""
    word, ring, by = parts(node)
    refuse_other_word(word, "turns", "a kind that turns")
    return tree.Turns(at.name(ring), at.name(by), at.span(node))


def zone(node: Node, at: Place) -> tree.Declaration:
    """Builds `zone hand of each player holds Card`, or `grid board, squares, sides Side, holds at most one Tile`."""
    name, *family, cap, component = parts(node)[: 6 if node.data == "grid" else 4]
    *marks, cite = parts(node)[len(family) + 3 :]
    sides = None
    if node.data == "grid":
        for written, wanted in zip(family, ("squares", "sides"), strict=False):
            refuse_other_word(written, wanted, "a grid")
        sides = at.name(family.pop())
    seen = [each for each in marks if each.data == "seen"]
    refuse_second(seen, "who sees a zone")
    return tree.Zone(
        at.name(name),
        index_of(family[0], at) if sides is None else None,
        None if cap is None else bound(cap, at),
        at.name(component),
        at.names([parts(each)[0] for each in marks if each.data == "zone_flag"]),
        seen_by(seen[0], at) if seen else None,
        at.cite(cite),
        at.span(node),
        sides,
    )


def part(node: Node, at: Place) -> tree.Declaration:
    """Builds the node of `part Spot is Segment of Tile on board, by sort`."""
    name, kind, component, zone_, by, cite = parts(node)
    return tree.Part(
        at.name(name),
        at.name(kind),
        at.name(component),
        at.name(zone_),
        at.maybe_name(by),
        at.cite(cite),
        at.span(node),
    )
