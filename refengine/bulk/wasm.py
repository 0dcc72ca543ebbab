"""Playouts by a module: random games inside it; what breaks, and what traps, is played again by the reference engine.

What the reference engine says counts. Where it finds nothing wrong in a game in which the module found the rules
broken, the two disagree, and nothing is told but that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set as AbstractSet
from functools import partial

from attrs import define, evolve, field

from refengine.bulk.batch import batch_of
from refengine.bulk.code import is_installed
from refengine.bulk.cursor import ModuleCursor
from refengine.bulk.errors import NOT_INSTALLED, ExecutorsDiffer, executors_differ, not_installed, not_packed
from refengine.bulk.machine import Machine, Trapped
from refengine.ir import game as model
from refengine.ir.bare import without_statements
from refengine.ir.configuration import Configuration
from refengine.ir.specialise import specialise
from refengine.program.from_ir.playing import AT_ONCE
from refengine.program.from_ir.properties import Named
from refengine.program.lowering import LoweredProgram, lowered
from refengine.program.storage.values import Unpackable
from refengine.runtime.batches import Batch, NoModule
from refengine.runtime.cursors import Cursor
from refengine.runtime.game import Game, State
from refengine.runtime.playable import Playable
from refengine.runtime.playouts import EndedGame, Tally, play_game
from refengine.runtime.random_games import RandomGames
from refengine.source.diagnostic import Diagnostic


@define
class Wasm:
    """The modules of a game under one configuration, each made when it is first asked for.

    The one that looks at what has to hold does so only for what is `asked`, if that is given. What only plays has a
    module of its own, which knows nothing of it and is made in less time, unless the other is there.
    """

    game: model.Game
    configuration: Configuration
    asked: AbstractSet[Named] | None = None
    _machines: dict[bool, Machine] = field(factory=dict, init=False)
    """By whether they look at what has to hold."""
    _missing: dict[bool, Diagnostic] = field(factory=dict, init=False)
    _side_by_side: LoweredProgram | None = field(default=None, init=False)

    def machine(self, *, checked: bool = True) -> Machine | None:
        """Returns a loaded module, with `checked` one that looks at what has to hold; None why `missing` tells."""
        return self._machines.get(True) or self._exactly(checked=checked)

    def _exactly(self, *, checked: bool) -> Machine | None:
        """Returns the module that looks at what has to hold, or the one that only plays, and is led step by step."""
        found = self._machines.get(checked)
        if found is None and checked not in self._missing:
            made = self._made(checked=checked)
            if isinstance(made, Diagnostic):
                self._missing[checked] = made
            else:
                self._machines[checked] = found = made
        return found

    def _made(self, *, checked: bool) -> Machine | Diagnostic:
        if not is_installed():
            return not_installed()
        found, reason = lowered(self._specialised(checked=checked), led=not checked, asked=self.asked)
        return not_packed(str(reason)) if found is None else Machine(found)

    def _specialised(self, *, checked: bool) -> model.Game:
        """Returns the game under the configuration without its examples, which nobody plays and most of it may be."""
        game = evolve(self.game, examples=()) if checked else without_statements(self.game)
        return specialise(game, self.configuration)

    def missing(self, *, checked: bool = True) -> Diagnostic | None:
        """Returns the diagnostic that says why there is no module; None where there is one."""
        return None if self.machine(checked=checked) is not None else self._missing[checked]

    def because(self, *, checked: bool = True) -> str | None:
        """Returns the reason for which there is no module, in words."""
        found = self.missing(checked=checked)
        return None if found is None else found.message

    def batch(self, game: Game, games: int, seed: int, *, limit: int, checked: bool) -> Batch:
        """Returns games side by side, in a module of their own; raises `NoModule`."""
        if self._side_by_side is None:
            if not is_installed():
                raise NoModule(NOT_INSTALLED)
            self._side_by_side, reason = lowered(self._specialised(checked=True), batch=True)
            if self._side_by_side is None:
                raise NoModule(str(reason))
        return batch_of(self._side_by_side, game, games, seed, limit=limit, checked=checked)

    def cursor(self, game: Game, start: State | None) -> Cursor:
        """Returns one game from the start or from a state, in a machine of its own; raises `NoModule`."""
        machine = self._exactly(checked=False)
        if machine is None:
            reason = lowered(self._specialised(checked=False))[1] if is_installed() else NOT_INSTALLED
            raise NoModule(str(reason))
        return ModuleCursor(machine.another(), game, start)

    def playouts(self, game: Game, games: RandomGames, *, checked: bool, start: State | None = None) -> Tally | None:
        """Plays games from the start or from a state; None where there is no module, or none for this state."""
        machine = self.machine(checked=checked)
        if machine is None:
            return None
        packed = None
        if start is not None:
            try:
                packed = machine.codec(game.description.version).pack(game.to_json(start))
            except Unpackable:
                return None
        from_there = None if start is None or packed is None else (start, packed)
        return by_module(machine, game, games, checked=checked, start=from_there)


def by_module(
    machine: Machine,
    game: Playable,
    games: RandomGames,
    *,
    checked: bool,
    start: tuple[State, bytes] | None = None,
    most_again: int | None = None,
) -> Tally:
    """Plays games in a module, and again in the reference engine what it does not end.

    They begin at the start of the rules, or in a state, which is given with its bytes. Behind the game with which
    `most_again` have been played again no other one is played.
    """
    state, packed = start or (None, None)
    again = partial(play_game, game, games.seed, limit=games.limit, checked=checked, start=state)
    return ended_by(machine, again, games, checked=checked, packed=packed, most_again=most_again)


def ended_by(
    machine: Machine,
    again: Callable[[int], EndedGame],
    games: RandomGames,
    *,
    checked: bool,
    packed: bytes | None = None,
    most_again: int | None = None,
    tick: Callable[[int], None] = lambda _games: None,
) -> Tally:
    """Plays games in a module; `again` says how one ends in the reference engine, and is seldom asked.

    `tick` is told how many more have been played, now and then.
    """
    numbers, seed = games.numbers, games.seed
    tally, number = Tally(), numbers.start
    lengths: Counter[int] = Counter()
    outcomes: Counter[bytes] = Counter()
    left = len(numbers) if most_again is None else most_again
    while number < numbers.stop and left > 0:
        begun, wanted = number, min(AT_ONCE, numbers.stop - number)
        results, trapped = machine.games(seed, number, wanted, games.limit, checked=checked, start=packed)
        broken = results.broken()[:left]
        left -= len(broken)
        if not left:
            results, trapped = results.first(broken[-1] + 1), None
        for steps, times in results.cut().items():
            tally.cut_after(steps, times)
        lengths.update(results.lengths())
        outcomes.update(results.outcomes())
        for place in broken:
            _, steps, found, *_ = results[place]
            name = machine.lowered.properties[found - 1].name
            ended = again(number + place)
            if ended.how != "broken" or ended.steps != steps or name not in ended.broken:
                raise _differ(number + place, seed, f"`{name}` is broken in one of them")
            tally.add(number + place, ended)
        number += len(results)
        if trapped is not None:
            tally.add(number, _explained(again(number), seed, number, trapped))
            number, left = number + 1, left - 1
        tick(number - begun)
    tally.all_over(lengths, zip(machine.outcomes_of(outcomes), outcomes.values(), strict=True))
    return tally


def _explained(ended: EndedGame, seed: int, number: int, trapped: Trapped) -> EndedGame:
    """Returns the result that the reference engine came to in a game in which the module trapped."""
    if trapped.site is not None and trapped.site.fault and ended.how != "fault":
        how = f"`{trapped.site.clause.path}` is a fault in one of them ({trapped.site.what})"
        raise _differ(number, seed, how)
    return ended


def _differ(number: int, seed: int, how: str) -> ExecutorsDiffer:
    return ExecutorsDiffer(executors_differ(number, seed, how), number)
