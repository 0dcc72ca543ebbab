"""Steps and readings: the questions whose readings may matter to what runs by itself after a point of a script.

Where nothing of it asks for a reading, the state that a step leads to is the same whatever is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import frozen

from refengine.ir import control, game as model
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.footprint import Footprints, footprint, footprints_of

Start = tuple[str, str | None]
"""A script and a point of it; None for the first."""


@frozen(eq=False, slots=False)
class Steps:
    """The steps that rules may take by themselves; what a value reads is worked out once, when it is asked for."""

    rules: model.Game

    @cached_property
    def _read(self) -> Footprints:
        return footprints_of(self.rules)

    @cached_property
    def _scripts(self) -> Mapping[str, control.Script]:
        return {each.name: each for each in (self.rules.setup, *self.rules.phases)}

    @cached_property
    def of_starts(self) -> frozenset[str]:
        """The questions that may be read where nothing is given: variables start as something, and zones have room."""
        return self.questions_of(*self.rules.variables, *self.rules.zones, *self.rules.tokens)

    def reads(self, *nodes: object) -> frozenset[str]:
        """Returns the zones, variables and tokens that parts of the rules read, by way of values too."""
        own = footprint(*nodes)
        return own.state.union(*(self._read[name].state for name in self._read.closure(own.values)))

    def questions_of(self, *nodes: object) -> frozenset[str]:
        """Returns the questions that parts of the rules read, by way of values too."""
        own = footprint(*nodes)
        called = self._read.closure(own.values)
        read = own.configured.union(*(self._read[name].configured for name in called))
        return frozenset(name for what, name in read if what == "question")

    def questions_on_the_way(self, starts: Iterable[Start], below: Iterable[Start]) -> frozenset[str]:
        """Returns the questions that may be read from some points on until somebody decides.

        Where a phase is left it goes on at one of `below`, or where the phases entered on the way are waited for.
        """
        return self._read_from([(script, name, None) for script, name in starts], list(below), chance=False)

    def questions_while_chance_decides(self, script: str, ask: control.Ask, below: Iterable[Start]) -> frozenset[str]:
        """Returns the questions that may be read while chance decides, from a decision of a script on.

        Where people decide then, what they may choose is read, and what it does as long as they choose in one phase.
        """
        by = None if ask.decider == "chance" else script
        starts: list[tuple[str, str | None, str | None]] = [(script, each.entry, by) for each in ask.actions]
        return self._read_from(starts, list(below), chance=True) | self.questions_of(ask)

    def _read_from(
        self, agenda: list[tuple[str, str | None, str | None]], waiting: list[Start], *, chance: bool
    ) -> frozenset[str]:
        """Returns the questions read; in the agenda stands with each point the script in which people have chosen."""
        seen: set[tuple[str, str, str | None]] = set()
        nodes: list[object] = []
        while agenda:
            script, name, people = agenda.pop()
            point = next(each for each in self._scripts[script].points if name in {None, each.name})
            if (script, point.name, people) in seen:
                continue
            seen.add((script, point.name, people))
            nodes += [*point.effects, *self._scripts[script].bars, with_leaves(point.exit, _without_asking)]
            for leaf in leaves(point.exit):
                match leaf:
                    case control.Jump(point=target):
                        agenda.append((script, target, people))
                    case control.Enter(phase=phase, then=then):
                        agenda += [(phase, None, people), (script, then, people)]
                    case control.Go(phase=phase):
                        agenda.append((phase, None, people))
                    case control.Done() | control.Abandon():
                        agenda += [(*each, people) for each in waiting]
                    case control.Ask():
                        nodes += [leaf] if chance or leaf.if_able is not None else []
                        agenda += [] if leaf.if_able is None else [(script, leaf.if_able, people)]
                        agenda += self._chosen(script, leaf, people) if chance else []
                    case control.Over():
                        pass
        return self.questions_of(*nodes) | self.of_starts

    @staticmethod
    def _chosen(script: str, ask: control.Ask, people: str | None) -> list[tuple[str, str | None, str | None]]:
        """Returns where it goes on when chance, or people who have chosen nowhere else yet, choose something."""
        if ask.decider == "chance":
            return [(script, each.entry, None) for each in ask.actions] if people is None else []
        return [(script, each.entry, script) for each in ask.actions] if people in {None, script} else []


def _without_asking(leaf: control.Leaf) -> control.Leaf:
    return control.Over() if isinstance(leaf, control.Ask) else leaf
