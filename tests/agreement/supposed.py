"""What would be, found out in a state that is there: under another reading, for fewer players, with something exchanged.

The prover has other worlds and other terms for this. Here a state is gone through node by node, and what would be is a
stand-in for the state, or other answers to the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from attrs import evolve, frozen

from refengine.ir import claims, control, domain as d, expressions as ir, game as model
from refengine.ir.configuration import Configuration
from refengine.ir.specialise import with_seats
from refengine.ir.traverse import walk
from refengine.rulings.evaluation import Evaluation, Locals, clause_of
from refengine.rulings.world import ChosenReadings
from refengine.rulings.worlds import chosen_readings, reading_value, world_of
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.game import Game

HYPOTHETICAL = (ir.Under, ir.Replacing, ir.Exchanging, ir.Fails)


def supposes(stated: claims.Claim | claims.Audit) -> bool:
    """Returns whether something asks what would be."""
    return any(isinstance(each, HYPOTHETICAL) for each in walk(stated))


@frozen(eq=False)
class Supposing(Evaluation):
    """An evaluation that knows of what would be, too. `rules` are those for any number of players."""

    rules: model.Game

    def value(self, expr: ir.Expr, told: Locals, at: Clause) -> Any:
        match expr:
            case ir.Under(readings=readings, players=None):
                return self.under(dict(readings)).value(expr.inner, told, at)
            case ir.Under(players=int(seats)):
                return self.for_fewer(seats).value(expr.inner, told, at)
            case ir.Exchanging():
                seats_of = self.value(expr.one, told, at), self.value(expr.other, told, at)
                return evolve(self, state=self.exchanged(*seats_of)).value(expr.inner, told, at)
            case ir.Replacing():
                gone, come = self.value(expr.old, told, at), self.value(expr.new, told, at)
                return evolve(self, state=self.replaced(gone, come)).value(expr.inner, told, at)
            case ir.Fails():
                try:
                    self.value(expr.inner, told, at)
                except Fault:
                    return True
                return False
            case _:
                return Evaluation.value(self, expr, told, at)

    def under(self, readings: Mapping[str, str]) -> Supposing:
        """The same state under some other readings."""
        assert isinstance(self.answers, ChosenReadings)
        questions = {each.name: each for each in self.rules.questions}
        others = {name: reading_value(questions[name], each) for name, each in readings.items()}
        return evolve(self, answers=ChosenReadings({**self.answers.readings, **others}))

    def for_fewer(self, seats: int) -> Supposing:
        """The state without what lies at the other seats, by the rules for so few."""
        told = self.world.description
        world = evolve(self.world, rules=with_seats(self.rules, seats), description=evolve(told, players=seats))
        return evolve(self, world=world, state=self._standing_in(lambda cells: cells[:seats]))

    def exchanged(self, one: int, other: int) -> Any:
        """The state in which two players have changed seats, with all that is theirs."""
        now = {one: other, other: one}

        def swapped(cells: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(cells[now.get(number, number)] for number in range(len(cells)))

        found = self._standing_in(swapped)
        for variable in self.world.description.variables:
            if variable.domain in {d.PLAYER, d.Option(d.PLAYER)}:
                held = getattr(found, variable.attribute)
                cells = held if variable.index is not None else (held,)
                reseated = tuple(now.get(cell, cell) for cell in cells)
                setattr(found, variable.attribute, reseated if variable.index is not None else reseated[0])
        return found

    def replaced(self, gone: Any, come: Any) -> Any:
        """The state in which one piece lies where another lies, and that one nowhere."""
        found = self._standing_in(tuple)
        if gone is come:
            return found

        def instead(pieces: tuple[Any, ...]) -> tuple[Any, ...]:
            kept = [come if each is gone else each for each in pieces if each is not come]
            return tuple(sorted(kept, key=lambda each: each.index))

        for zone in self.world.description.zones:
            if gone not in self.world.components[zone.component].pieces:
                continue
            held = getattr(found, zone.attribute)
            members = held if zone.index is not None else (held,)
            listed = [instead(() if each is None else (each,) if zone.single else each) for each in members]
            changed = tuple(next(iter(each), None) for each in listed) if zone.single else tuple(listed)
            setattr(found, zone.attribute, changed if zone.index is not None else changed[0])
        return found

    def _standing_in(self, of_players: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Any:
        """A stand-in for the state; of what is kept by player it has what it is told."""
        told = self.world.description
        cells = [(zone.attribute, zone.index) for zone in told.zones]
        cells += [(variable.attribute, variable.index) for variable in told.variables]
        cells += [(attribute, holder) for each in told.tokens for holder, attribute in each.holders]
        held = {attribute: (getattr(self.state, attribute), index) for attribute, index in cells}
        return SimpleNamespace(
            **{name: of_players(each) if index == "player" else each for name, (each, index) in held.items()}
        )


def supposing(rules: model.Game, game: Game, configuration: Configuration, state: Any) -> Supposing:
    """An evaluation in a state of a game that is played under a configuration."""
    seated = with_seats(rules, configuration.players)
    return Supposing(world_of(seated, game, configuration), state, chosen_readings(rules, configuration), rules)


def told_to(params: tuple[ir.Local, ...], arguments: tuple[Any, ...], rules: model.Game) -> Locals:
    """What parameters are told, as the engine holds it."""
    members = {each.name: each.members for each in rules.kinds}

    def held(domain: d.Domain, told: Any) -> Any:
        match domain:
            case d.Enum(kind="player"):
                return told - 1
            case d.Enum(kind=kind):
                return members[kind].index(told)
            case _:
                return told

    return {each: held(each.domain, told) for each, told in zip(params, arguments, strict=True)}


def asked_at(evaluation: Supposing, expr: ir.Expr, told: Locals, clause: control.Clause) -> Any:
    """What something comes to that is said in a clause; raises `Fault`."""
    return evaluation.value(expr, told, clause_of(clause))
