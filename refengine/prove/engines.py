"""Engines to hold the prover against: one for each configuration, and positions of the prover set up in them.

INVARIANT: what the prover says is asked of engines that were generated without it; nothing here knows a solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.open_texts import as_given, opened
from refengine.ir.state_claims import claims_as_examples
from refengine.loading import make_game
from refengine.prove.other_data import OtherData, other_data, with_data
from refengine.runtime.description import ZoneInfo
from refengine.runtime.fault import BadData
from refengine.smt.goal import Goal, Position
from refengine.source.cache import Cache

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State


@frozen
class EnginePosition:
    """A position that was set up in an engine: the game, and its state there."""

    position: Position
    game: Game
    state: State


@frozen(eq=False, slots=False)
class Engines:
    """The explaining engines of one game. In each the conditions of claims stand in the place of its examples.

    A position with printed data that is not as printed has an engine of its own, of the game with this data.
    """

    game: model.Game
    keep: Cache = field(factory=Cache)
    _made: dict[tuple[Configuration, OtherData], Game] = field(factory=dict, init=False, repr=False)
    _asking: dict[int, model.Game] = field(factory=dict, init=False, repr=False)
    _with_texts: dict[bool, Engines] = field(factory=dict, init=False, repr=False)

    def of(self, goal: Goal) -> Engines:
        """Returns the engines of the game of which a goal is asked: its texts have no bound, and perhaps no bodies."""
        if not self.game.texts:
            return self
        whatever = goal.texts == "any"
        if whatever not in self._with_texts:
            asked = opened(self.game) if whatever else as_given(self.game)
            self._with_texts[whatever] = Engines(asked, self.keep)
        return self._with_texts[whatever]

    @cached_property
    def unstated(self) -> Engines:
        """The engines of the same game in which nothing has to hold, which are the same whatever has to."""
        return Engines(evolve(self.game, invariants=(), measures=(), nestings=()), self.keep)

    def configuration(self, position: Position) -> Configuration:
        """Returns the whole configuration of a position; `BadData` says what is wrong with it."""
        options: Mapping[str, object] = dict(position.options)
        found, wrong = configure(self.game, position.players, dict(position.readings), options, None)
        if found is None:
            raise BadData(wrong[0].code, wrong[0].message, wrong[0].hint)
        return found

    def settled(self, value: Any) -> Any:
        """Returns data in which a piece that is as good as a printed one goes by its name, as an engine has it."""
        match value:
            case {"component": str(component), "fields": Mapping() as fields}:
                return self._printed.get((component, repr(_sorted(fields))), value)
            case Mapping():
                return {name: self.settled(each) for name, each in value.items()}
            case list() | tuple():
                return [self.settled(each) for each in value]
            case _:
                return value

    @cached_property
    def _printed(self) -> Mapping[tuple[str, str], str]:
        """The names of printed pieces by their data."""
        found: dict[tuple[str, str], str] = {}
        for each in self.game.components:
            for row in each.pieces:
                data = {one.name: row.data[place] for place, one in enumerate(each.fields)}
                found.setdefault((each.name, repr(_sorted(data))), row.name)
        return found

    def by_default(self, position: Position) -> Position:
        """Returns the position under the default readings and options; one without a default keeps its answer."""
        plain = {
            question.name: each.name for question in self.game.questions for each in question.readings if each.default
        }
        readings = {**dict(position.readings), **plain}
        return evolve(position, readings=tuple(sorted(readings.items())), options=())

    def playable(self, position: Position) -> Game:
        """Returns the engine of a position's configuration."""
        configuration, others = self.configuration(position), other_data(self.game, position)
        made = self._made.get((configuration, others))
        if made is None:
            asking = with_data(self._with_claims(configuration.players), others)
            made = self._made[configuration, others] = make_game(asking, configuration, explain=True, keep=self.keep)
        return made

    def _with_claims(self, players: int) -> model.Game:
        """Returns the game with its claims for so many players as examples.

        It is one object, since its digest is worked out once.
        """
        if players not in self._asking:
            examples = tuple(claims_as_examples(self.game, players))
            self._asking[players] = evolve(self.game, examples=examples)
        return self._asking[players]

    def stand(self, position: Position) -> EnginePosition:
        """Returns the position in its engine: in a zone that it names lies exactly this, whatever else starts there.

        `BadData` if there can be no such position.
        """
        stood = self.stand_in_game(evolve(position, data=self.settled(position.data)))
        named = [each for each in _starts(stood.game) if each.name in position.data.get("zones", {})]
        changes = {zone.attribute: _only_named(stood, zone) for zone in named}
        return evolve(stood, position=position, state=evolve(stood.state, **changes))

    def stand_in_game(self, position: Position) -> EnginePosition:
        """Returns the position as an example would give it: what it does not name lies and is as at the start."""
        game = self.playable(position)
        state = game.position(_placed(position.data), unprinted=True)
        if position.data.get("control"):
            state = game.with_control(state, game.control_from_json(position.data["control"]))
        return EnginePosition(position, game, state)


def _sorted(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted((name, list(each) if isinstance(each, tuple) else each) for name, each in fields.items())


def _placed(data: Mapping[str, Any]) -> dict[str, Any]:
    return {part: data[part] for part in ("zones", "variables", "tokens") if data.get(part)}


def _starts(game: Game) -> Iterator[ZoneInfo]:
    """Returns the zones in which pieces start."""
    starts = {each.starts_in for each in game.description.components}
    return (each for each in game.description.zones if each.name in starts)


def _only_named(stood: EnginePosition, zone: ZoneInfo) -> Any:
    """Returns the pieces in a zone, but for printed ones that are there only because they start there."""
    (component,) = (each for each in stood.game.description.components if each.name == zone.component)
    held = getattr(stood.state, zone.attribute)
    pieces = (() if held is None else (held,)) if zone.single else held
    named = Counter(each for each in stood.position.data["zones"][zone.name] if isinstance(each, str))
    kept = []
    for piece in pieces:
        if piece.index >= len(component.pieces):
            kept.append(piece)
        elif named[piece.name]:
            named[piece.name] -= 1
            kept.append(piece)
    if zone.single:
        return kept[0] if kept else None
    return tuple(kept)
