"""States in plain form: what lies where, what variables are, what lies on what, and what waits for what.

A member of a kind and a piece are numbers from 0, in the order in which they are printed; a seat is a member of the
kind `player`. A cell is a pair of numbers, a spot four: those of its cell, its printed part, and its turn (0 where
nothing turns). A place is a zone with its key. A record is a tuple of its fields, and what is absent is None. A set is
a tuple in order, in which pieces that are alike stand as often as they lie.

INVARIANT: a state never changes. What holds nothing is not in it, so equal states are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Domain, Enum, Option, Piece, Place, Record, SetOf

Key = Any
"""The key of a member of a family: a number, a cell or a spot; None where there is no family."""

Locals = Mapping[ir.Local, Any]


@frozen
class Frame:
    """A phase that waits: at a point that `asks`, or to go on at one; `told` has the locals that are read there."""

    phase: str
    point: str
    asks: bool
    told: Locals


@frozen
class State:
    """A state of a game. The last frame of the `stack` is the innermost; without any the game is over."""

    zones: Mapping[tuple[str, Key], tuple[int, ...]]
    turns: Mapping[tuple[str, Key], int]
    variables: Mapping[tuple[str, Key], Any]
    tokens: Mapping[tuple[str, str, int], int]
    stack: tuple[Frame, ...] = ()

    def lying(self, zone: str) -> Iterator[tuple[Key, tuple[int, ...]]]:
        """Yields the members of a family in which something lies, in order, and what lies there."""
        found = {key: pieces for (name, key), pieces in self.zones.items() if name == zone}
        yield from ((key, found[key]) for key in (found if None in found else sorted(found)))


@frozen(eq=False)
class Rules:
    """A game under one configuration, its declarations by name."""

    game: model.Game
    values: Mapping[str, model.Value] = field(init=False)
    kinds: Mapping[str, model.Kind] = field(init=False)
    components: Mapping[str, model.Component] = field(init=False)
    zones: Mapping[str, model.Zone] = field(init=False)
    variables: Mapping[str, model.Variable] = field(init=False)
    tokens: Mapping[str, model.Token] = field(init=False)
    parts: Mapping[str, model.Part] = field(init=False)
    records: Mapping[str, model.Record] = field(init=False)
    scripts: Mapping[str, control.Script] = field(init=False)

    def __attrs_post_init__(self) -> None:
        game, put = self.game, object.__setattr__
        for name in ("values", "kinds", "components", "zones", "variables", "tokens", "parts", "records"):
            put(self, name, {each.name: each for each in getattr(game, name)})
        put(self, "scripts", {each.name: each for each in (game.setup, *game.phases)})

    def size(self, kind: str) -> int:
        """Returns the number of members of a kind, or of readings of a question."""
        if kind in self.kinds:
            return len(self.kinds[kind].members)
        (question,) = (each for each in self.game.questions if each.name == kind)
        return len(question.readings)

    def keys(self, index: str | None) -> range | tuple[None]:
        """Returns the keys of a family by its kind or component; None alone where there is no family."""
        if index is None:
            return (None,)
        return range(len(self.components[index].pieces) if index in self.components else self.size(index))

    def point(self, script: str, name: str) -> control.Point:
        """Returns a point of a script."""
        (found,) = (each for each in self.scripts[script].points if each.name == name)
        return found

    def rank(self, domain: Domain, value: Any) -> Any:
        """Returns what a value is sorted by: places as they are declared, and nothing before something."""
        match domain:
            case Place():
                zone, key = value
                return list(self.zones).index(zone), () if key is None else (key,)
            case Option(inner=inner):
                return () if value is None else (self.rank(inner, value),)
            case SetOf(inner=inner):
                return tuple(self.rank(inner, each) for each in value)
            case Record(name=name):
                fields = zip(self.records[name].fields, value, strict=True)
                return tuple(self._rank_of_field(info, each) for info, each in fields)
            case _:
                return value

    def _rank_of_field(self, info: model.Field, value: Any) -> Any:
        if info.index is None:
            return self.rank(info.domain, value)
        return tuple(self.rank(info.domain, each) for each in value)

    # ---- WHAT IS PRINTED

    def printed(self, domain: Domain, member: int, name: str) -> Any:
        """Returns the printed field of a piece or of a member of a kind; a total map is a tuple."""
        match domain:
            case Piece(component=component):
                fields, data = self.components[component].fields, self.components[component].pieces[member].data
            case Enum(kind=kind):
                fields, data = self.kinds[kind].fields, self.kinds[kind].rows[member]
            case _:
                raise TypeError(f"nothing is printed on {domain}")
        ((info, datum),) = ((info, datum) for info, datum in zip(fields, data, strict=True) if info.name == name)
        if info.index is None:
            return self._plain(info.domain, datum)
        assert isinstance(datum, tuple)
        return tuple(self._plain(info.domain, each) for each in datum)

    def _plain(self, domain: Domain, datum: Any) -> Any:
        """Returns printed data in plain form."""
        match domain:
            case Option(inner=inner):
                return None if datum is None else self._plain(inner, datum)
            case SetOf(inner=inner):
                return tuple(sorted(self._plain(inner, each) for each in datum))
            case Enum(kind=kind):
                return self.kinds[kind].members.index(str(datum))
            case Piece(component=component):
                return [each.name for each in self.components[component].pieces].index(datum)
            case _:
                return datum
