"""Fitness for search: whether all that may be hidden can be drawn, and a game is won or scored."""

from __future__ import annotations

from refengine.ir import game as model
from refengine.ir.domain import Cell, Count, Domain, Option, Range, Record, SetOf
from refengine.opponents.errors import no_search
from refengine.runtime.description import Description, SeenInfo
from refengine.source.diagnostic import Diagnostic
from refengine.testing.domains import values_of


def unfit(rules: model.Game, told: Description) -> Diagnostic | None:
    """Returns why no program can search in a game without looking where it may not; None where one can."""
    if rules.outcome is None:
        return no_search("the rules declare no outcome")
    for each in told.variables:
        if _may_be_hidden(each.seen) and _is_endless(told, each.domain):
            return no_search(f"variable `{each.name}` may be hidden, and there is no end of what it may be")
    for frame in told.frames:
        for hidden in frame.hidden:
            held = next(each for each in frame.fields if each.attribute == hidden.attribute)
            if _may_be_hidden(hidden.seen) and _is_endless(told, held.domain):
                return no_search(
                    f"`{held.name}` of `{frame.phase}` may be hidden, and there is no end of what it may be"
                )
    return None


def _may_be_hidden(seen: SeenInfo) -> bool:
    return seen.by != "everyone"


def _is_endless(told: Description, domain: Domain) -> bool:
    """Returns whether not all values of a domain can be told, so that one cannot be drawn as likely as another."""
    match domain:
        case Count() | Cell():
            return True
        case Range():
            return not values_of(told, domain)
        case Option(inner=inner) | SetOf(inner=inner):
            return _is_endless(told, inner)
        case Record(name=name):
            fields = next(each.fields for each in told.records if each.name == name)
            return any(_is_endless(told, each.domain) for each in fields)
        case _:
            return False
