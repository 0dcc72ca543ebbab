"""The parts of a state on which what comes next may hang: states that are the same in these go on in the same way.

INVARIANT: what an answer of this module leaves out is neither read nor written on the way that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from operator import attrgetter
from typing import Any

from attrs import define, field

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.exits import leaves
from refengine.ir.footprint import footprint, footprints_of
from refengine.ir.traverse import walk
from refengine.odds.tables import State
from refengine.runtime.codec import Codec
from refengine.runtime.game import Game

Start = tuple[str, str | None]
"""A script and a point of it; None for the first."""


@define(slots=False)
class ScriptWays:
    """The ways that scripts of a game may take by themselves, and what of a state they speak of."""

    game: Game
    rules: model.Game
    _getters: dict[Hashable, Callable[[State], Any]] = field(factory=dict)

    def asks(self, state: State) -> Hashable:
        """Returns what who decides, and what they may, hang on in a state."""
        phase = state.control[-1].phase
        get = self._getters.get(phase)
        if get is None:
            script = self._scripts.get(phase)
            get = self._getters[phase] = self._getter(spoken_of(self.rules, *([] if script is None else [script])))
        return state.control, get(state)

    def runs(self, state: State, also: frozenset[str], *, again: bool = False) -> Hashable:
        """Returns what a decision, and what runs by itself then, hang on in a state, with what is `also` spoken of.

        It runs until somebody is to decide; with `again` on from there, too, where it is in the same phase.
        """
        key = (tuple(map(type, state.control)), also, again)  # a class of frames is a place at which they wait
        get = self._getters.get(key)
        if get is None:
            names = self._spoken_on_the_way(tuple(self._starts(state)), again=again)
            get = self._getters[key] = self._getter(names | also)
        return state.control, get(state)

    # ---- ON THE WAY

    @cached_property
    def _scripts(self) -> dict[str, control.Script]:
        return {each.name: each for each in (self.rules.setup, *self.rules.phases)}

    @cached_property
    def _codec(self) -> Codec:
        return Codec(self.game.description)

    def _starts(self, state: State) -> Iterator[Start]:
        """Yields where the phases go on that wait in a state, and last the phase in which somebody decides."""
        for each in state.control[:-1]:
            info = self._codec.frame_info(each)
            if info is not None:
                yield info.phase, info.point
        yield state.control[-1].phase, None

    def _spoken_on_the_way(self, waiting: tuple[Start, ...], *, again: bool) -> frozenset[str]:
        *below, (asking, _) = waiting
        if asking not in self._scripts:
            return frozenset()
        own = self._scripts[asking]
        nodes: list[object] = [own]
        agenda: list[Start] = [(asking, each.name) for each in own.points]
        seen: set[Start] = set()
        while agenda:
            name, at = agenda.pop()
            script = self._scripts[name]
            point = next(each for each in script.points if at in {None, each.name})
            if (name, point.name) in seen:
                continue
            seen.add((name, point.name))
            nodes += [point, *script.bars]
            for leaf in leaves(point.exit):
                match leaf:
                    case control.Jump(point=target):
                        agenda.append((name, target))
                    case control.Enter(phase=phase, then=then):
                        agenda += [(phase, None), (name, then)]
                    case control.Go(phase=phase):
                        agenda.append((phase, None))
                    case control.Done() | control.Abandon():
                        agenda += below
                    case control.Ask(if_able=if_able, actions=actions):
                        agenda += [] if if_able is None else [(name, if_able)]
                        agenda += [(name, each.entry) for each in actions if again and name == asking]
                    case control.Over():
                        pass
        return spoken_of(self.rules, *nodes)

    def _getter(self, names: frozenset[str]) -> Callable[[State], Any]:
        told = self.game.description
        attributes = [each.attribute for each in told.zones if each.name in names]
        attributes += [each.attribute for each in told.variables if each.name in names]
        attributes += [attribute for each in told.tokens if each.name in names for _, attribute in each.holders]
        return attrgetter(*attributes) if attributes else lambda _: None


def spoken_of(rules: model.Game, *nodes: object) -> frozenset[str]:
    """Returns the zones, variables and tokens that parts of the rules read or write, by way of values too."""
    footprints, asked = footprints_of(rules), footprint(*nodes)
    called = footprints.closure(asked.values)
    read = asked.state.union(*(footprints[name].state for name in called))
    bodies = tuple(each.body for each in rules.values if each.name in called)
    return read.union(name for each in walk((nodes, bodies)) if (name := _written_by(each)) is not None)


def _written_by(node: object) -> str | None:
    """Returns the name of what a node writes, or of the zone that it names as a place to put something."""
    match node:
        case ir.PlaceAt(zone=name) | control.MoveTokens(token=name):
            return name
        case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
            return name
        case _:
            return None
