"""The footprint of a part of the rules is what it reads; this module alone says it, for every pass.

INVARIANT: a node of the IR that looks at the state, the configuration or another value has an entry here; the test of
this module goes through all classes of nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.traverse import walk


@frozen
class Footprint:
    """The names read: in the state `zones`, `variables` and `tokens`, of the configuration, and the `values` called.

    `configured` are pairs of what it is (`question`, `option`, `players`) and its name.
    """

    zones: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    configured: frozenset[tuple[str, str]] = frozenset()
    values: frozenset[str] = frozenset()

    @property
    def state(self) -> frozenset[str]:
        """Everything that is read in the state; names of its parts are unique."""
        return self.zones | self.variables | self.tokens


_READ: Final[Mapping[type, tuple[str, str]]] = {
    ir.Contents: ("zones", "zone"),
    ir.Located: ("zones", "zone"),
    ir.CellsOf: ("zones", "zone"),
    ir.CellOf: ("zones", "zone"),
    ir.TurnAt: ("zones", "zone"),
    ir.SpotsOf: ("zones", "zone"),
    ir.SpotsTaken: ("zones", "zone"),
    ir.ReadVariable: ("variables", "name"),
    ir.TokensOn: ("tokens", "token"),
    ir.Supply: ("tokens", "token"),
    ir.CallValue: ("values", "name"),
}
"""For each class of nodes that read something: what it is, and the field that names it."""


def part_read(node: object) -> str | None:
    """Returns the name of the zone or variable that a node reads, not one below it; None if it reads none."""
    what, name = _READ.get(node.__class__, ("", ""))
    return getattr(node, name) if what in {"zones", "variables"} else None


def footprint(*nodes: object) -> Footprint:
    """Returns the footprint of some nodes themselves, without that of the values which they call."""
    found: dict[str, set[Any]] = {each: set() for each in ("zones", "variables", "tokens", "configured", "values")}
    for each in walk(nodes):
        kind = each.__class__
        if kind in _READ:
            what, name = _READ[kind]
            found[what].add(getattr(each, name))
        elif kind is ir.Configured:
            found["configured"].add((each.what, each.name))
    return Footprint(**{name: frozenset(parts) for name, parts in found.items()})


class Footprints:
    """The footprints of values by name, each found when it is first asked for."""

    def __init__(self, values: Mapping[str, model.Value]) -> None:
        self._values = values
        self._found: dict[str, Footprint] = {}

    def __getitem__(self, name: str) -> Footprint:
        """Returns the footprint of a value; raises `KeyError` for a name that no value has."""
        if name not in self._found:
            self._found[name] = footprint(self._values[name])
        return self._found[name]

    def closure(self, names: Iterable[str]) -> frozenset[str]:
        """Returns some values with all that they call, themselves or through others; names of no value are left out."""
        found: set[str] = set()
        agenda = list(names)
        while agenda:
            each = agenda.pop()
            if each not in found and each in self._values:
                found.add(each)
                agenda += self[each].values
        return frozenset(found)


def footprints_of(game: model.Game) -> Footprints:
    """Returns the footprints of the values of a game."""
    return Footprints({each.name: each for each in game.values})


def closure(calls: Mapping[str, frozenset[str]], names: Iterable[str]) -> frozenset[str]:
    """Returns some names with all that they call, themselves or through others."""
    found: set[str] = set()
    agenda = list(names)
    while agenda:
        each = agenda.pop()
        if each not in found and each in calls:
            found.add(each)
            agenda += calls[each]
    return frozenset(found)


def stateless(game: model.Game, footprints: Footprints) -> frozenset[str]:
    """Returns the names of the values that read nothing of the state, themselves or through others."""
    found: set[str] = set()
    for value in game.values:
        read = footprints[value.name]
        if not read.state and read.values <= found:
            found.add(value.name)
    return frozenset(found)
