"""Places are numbers, each of another place: else what lies in one would be taken to lie in the other."""

from __future__ import annotations

from refengine.smt.terms.state import Layout
from refengine.smt.terms.values import Values
from refengine.source.limits import LIMITS
from tests.smt.rules import COURSE, HEAD, game


def test_no_two_places_have_one_number() -> None:
    """However many members a family may have, which may be raised a hundred times."""
    rules = game(HEAD, COURSE)
    layout = Layout(Values(rules), {each.name: each for each in rules.zones}, tuple(each.name for each in rules.zones))
    ends = (0, 1, 4095, 4096, LIMITS.values - 1, 100 * LIMITS.values)
    places = [(zone, key) for zone in layout.order for key in ends]
    assert [layout.place(layout.code(zone, key)) for zone, key in places] == places
    assert len({layout.code(zone, key) for zone, key in places}) == len(places)
