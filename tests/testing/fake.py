"""Games made by hand for the machinery that plays games: each is a few lines of rules with a fault, a rarity or a leak."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from refengine.ir.domain import Range
from refengine.runtime.description import Description, ExampleInfo, SeenInfo, VariableInfo, ZoneInfo
from refengine.runtime.fault import BadData, Clause, Failed, Fault, IllegalAction
from refengine.runtime.recording import fired


@frozen
class Turn:
    kind: str
    seats: tuple[int, ...] = ()


@frozen
class Action:
    actor: int | str
    name: str
    arguments: tuple[Any, ...] = ()
    weight: int | None = None


@frozen
class Violation:
    kind: str
    clause: Clause

    @property
    def name(self) -> str:
        return self.clause.path


@frozen
class Outcome:
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@frozen
class Table:
    """A state: pieces by zone, numbers by variable, all sorted and hashable."""

    zones: tuple[tuple[str, tuple[str, ...]], ...] = ()
    variables: tuple[tuple[str, int], ...] = ()

    def zone(self, name: str) -> tuple[str, ...]:
        return dict(self.zones)[name]

    def number(self, name: str) -> int:
        return dict(self.variables)[name]

    def with_zone(self, name: str, pieces: Sequence[str]) -> Table:
        return evolve(
            self, zones=tuple((each, tuple(sorted(pieces)) if each == name else held) for each, held in self.zones)
        )

    def with_number(self, name: str, number: int) -> Table:
        return evolve(self, variables=tuple((each, number if each == name else old) for each, old in self.variables))


def zone(name: str, *, seen: SeenInfo | None = None, cap: int | None = None) -> ZoneInfo:
    return ZoneInfo(name, name, None, "Card", False, cap, False, seen or SeenInfo("everyone"), ())


def variable(name: str, low: int, high: int) -> VariableInfo:
    return VariableInfo(name, name, None, Range(low, high), SeenInfo("everyone"))


def described(name: str, clauses: Sequence[Clause] = (), **parts: Any) -> Description:
    empty: dict[str, Any] = dict.fromkeys(
        (
            "readings", "options", "kinds", "records", "components", "zones", "variables", "tokens", "values",
            "phases", "frames", "invariants", "measures", "laws",
        ),
        (),
    )  # fmt: skip
    return Description(
        name=name,
        version="1",
        players=2,
        explains=True,
        later_examples=tuple,
        **{**empty, "clauses": tuple(clauses), **parts},
    )


@frozen
class Fake:
    """A game by its parts. `moves` gives label and effect of what may be done; an effect may raise a fault."""

    description: Description
    start: Table
    moves: Callable[[Table], Sequence[tuple[Action, Callable[[Table], Table]]]]
    broken: Callable[[Table | None, Table], Sequence[Violation]] = lambda _before, _after: ()
    turns: Callable[[Table], Turn] = lambda _state: Turn("player", (1,))
    hidden: frozenset[tuple[str, int]] = frozenset()
    """(zone, seat) where the seat does not see the zone."""
    examples: Mapping[str, Any] = field(factory=dict)
    """The positions of examples, by name."""
    applied: list[int] = field(factory=lambda: [0], eq=False)

    def initial(self) -> Table:
        return self.start

    def turn(self, state: Table) -> Turn:
        return self.turns(state) if self.moves(state) else Turn("over")

    def legal(self, state: Table) -> tuple[Action, ...]:
        return tuple(action for action, _ in self.moves(state))

    def apply(self, state: Table, action: Action) -> Table:
        self.applied[0] += 1
        for each, effect in self.moves(state):
            if each == action:
                return effect(state)
        raise IllegalAction(action.name, self.refusal(state, action))

    def find_action(self, state: Table, actor: Any, name: str, arguments: Sequence[Any] = ()) -> Action:
        if name not in {each.name for each in self.legal(self.start)} | {each.name for each in self.legal(state)}:
            raise BadData("E0719", f"`{name}` is not offered here")
        found = Action(actor, name, tuple(arguments))
        same = (each for each in self.legal(state) if evolve(each, weight=None) == found)
        return next(same, found)

    def refusal(self, state: Table, action: Action) -> Sequence[Failed]:
        legal = action in [each for each, _ in self.moves(state)]
        return () if legal else [Failed(Clause(f"{action.name}.when_1", ("R1",)), "guard")]

    def is_sound(self, before: Table | None, after: Table) -> bool:
        """Returns whether nothing is broken."""
        return not self.violations(before, after)

    def violations(self, before: Table | None, after: Table) -> Sequence[Violation]:
        return self.broken(before, after)

    def outcome(self, state: Table) -> Outcome | None:
        return None if self.moves(state) else Outcome((1, 0), (1,))

    def view(self, state: Table, player: int) -> Any:
        data = self.to_json(state)
        for name in data["zones"]:
            if (name, player) in self.hidden:
                data["zones"][name] = len(data["zones"][name])
        return {"zones": data["zones"], "variables": data["variables"], "turn": repr(self.turn(state))}

    def to_json(self, state: Table) -> Any:
        return {
            "zones": {name: list(held) for name, held in state.zones},
            "variables": dict(state.variables),
        }

    def from_json(self, data: Any) -> Table:
        try:
            zones = tuple((name, tuple(sorted(held))) for name, held in data["zones"].items())
            return Table(zones, tuple((name, int(number)) for name, number in data["variables"].items()))
        except (KeyError, TypeError, AttributeError, ValueError):
            raise BadData("E0711", "a state has to be whole") from None

    def edited(self, state: Table, data: Any) -> Table:
        whole = self.to_json(state)
        return self.from_json({part: {**each, **data.get(part, {})} for part, each in whole.items()})

    def position(self, data: Any) -> Table:
        return self.from_json(json.loads(json.dumps(data)))

    def example_position(self, example: ExampleInfo, order: object = None) -> Table:  # noqa: ARG002
        return self.position(self.examples[example.name])

    def example_run(self, state: Table, phase: str, arguments: Any) -> Table:
        raise BadData("E0711", f"there is no phase {phase}{arguments} in {state}")

    def example_action(self, state: Table, actor: Any, name: str, arguments: Any) -> Action:
        return self.find_action(state, actor, name, arguments)


# ---- GAMES


def noisy_counter(goal: int = 5) -> Fake:
    """A number goes up, down, or stays; an invariant says that it never comes to the goal. Shortest fault: all up."""

    def moves(state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        number = state.number("n")
        steps = {"wait": 0, "hum": 0, "down": -1, "up": 1}
        return [
            (Action(1, name), lambda table, to=number + step: table.with_number("n", to))  # type: ignore[misc]
            for name, step in steps.items()
            if number + step >= 0
        ]

    clause = Clause("below_the_goal", ("R1",))
    return Fake(
        described("counter", [clause]),
        Table((), (("n", 0),)),
        moves,
        lambda _before, after: [Violation("invariant", clause)] if after.number("n") >= goal else [],
    )


def faulty(depth: int) -> Fake:
    """Two sorts of step; the rules do not say how to go on when the second is taken after so many of the first."""
    clause = Clause("gap", ("R7",))

    def strike(table: Table) -> Table:
        if table.number("n") == depth:
            raise Fault("E0501", "no case applies", clause)
        return table.with_number("n", 0)

    def moves(_state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        up: Callable[[Table], Table] = lambda table: table.with_number("n", min(table.number("n") + 1, depth))  # noqa: E731
        return [(Action(1, "strike"), strike), (Action(1, "up"), up)]

    return Fake(described("faulty", [clause]), Table((), (("n", 0),)), moves)


SAFE = (7, 3, 11, 5)


def safe() -> Fake:
    """A safe opens after four right numbers of twelve in a row: one try of 20,736 by chance."""
    rules = tuple(Clause(f"right_{number}", ("R1",)) for number in range(1, len(SAFE) + 1))

    def moves(state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        def turned(table: Table, number: int) -> Table:
            at = table.number("right")
            if number != SAFE[at]:
                return table.with_number("right", 0).with_number("tries", table.number("tries") + 1)
            fired(rules[at])
            return table.with_number("right", at + 1)

        if state.number("right") == len(SAFE) or state.number("tries") >= 20:
            return []
        return [(Action(1, "turn", (n,)), lambda table, n=n: turned(table, n)) for n in range(12)]  # type: ignore[misc]

    return Fake(described("safe", rules), Table((), (("right", 0), ("tries", 0))), moves)


def cards(*, leaks: bool = False, asks_by_secret: bool = False) -> Fake:
    """Two hands of three; players lay a card in turn. A leak: the first may lay low ones only while 2 holds an `f`."""
    told = described(
        "cards",
        zones=(
            zone("hand 1", seen=SeenInfo("owner")),
            zone("hand 2", seen=SeenInfo("owner")),
            zone("stock", seen=SeenInfo("nobody")),
            zone("laid"),
        ),
        variables=(variable("turn", 1, 2),),
    )

    def moves(state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        seat = state.number("turn")
        hand = state.zone(f"hand {seat}")

        def lay(table: Table, card: str) -> Table:
            left = [each for each in table.zone(f"hand {seat}") if each != card]
            after = table.with_zone(f"hand {seat}", left).with_zone("laid", [*table.zone("laid"), card])
            return after.with_number("turn", 3 - seat)

        barred = leaks and seat == 1 and "f" in state.zone("hand 2")
        return [
            (Action(seat, "lay", (card,)), lambda table, card=card: lay(table, card))  # type: ignore[misc]
            for card in hand
            if not (barred and card == "a")
        ]

    def turns(state: Table) -> Turn:
        seat = state.number("turn")
        return Turn("player", (3 - seat,)) if asks_by_secret and "f" in state.zone("stock") else Turn("player", (seat,))

    start = Table(
        (("hand 1", ("a", "b", "c")), ("hand 2", ("d", "e", "f")), ("stock", ("g", "h", "i")), ("laid", ())),
        (("turn", 1),),
    )
    hidden = frozenset({("hand 2", 1), ("hand 1", 2), ("stock", 1), ("stock", 2)})
    return Fake(told, start, moves, turns=turns, hidden=hidden)


def crowd(many: int) -> Fake:
    """So many actions, each of which names itself and ends the game."""

    def moves(state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        if state.number("n") >= 0:
            return []
        return [(Action(1, "pick", (n,)), lambda table, n=n: table.with_number("n", n)) for n in range(many)]  # type: ignore[misc]

    return Fake(described("crowd"), Table((), (("n", -1),)), moves)


def coin() -> Fake:
    """Chance, nine to one, twice."""

    def moves(state: Table) -> Sequence[tuple[Action, Callable[[Table], Table]]]:
        at = state.number("n")
        if at >= 2:
            return []
        sides = (("head", 9), ("tail", 1))
        return [
            (Action("chance", name, (), weight), lambda table: table.with_number("n", at + 1)) for name, weight in sides
        ]

    return Fake(described("coin"), Table((), (("n", 0),)), moves, turns=lambda _state: Turn("chance"))
