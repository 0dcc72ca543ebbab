"""Random games in which things are named by other things: the lot of the pal of the chief, the hand of the keeper of here.

Conditions read families by keys that are read from the state themselves, beside those keys, and beside what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from attrs import define, evolve, field, frozen

from tests.agreement.drawn.things import Drawn

TABLES: Final = {"fields": "id,colour,worth,beside\nA,Red,0,B\nB,Blue,1,C\nC,Red,2,D\nD,Blue,3,A\nE,Red,1,A\n"}

HEAD = """game named from rulebook tiny
    players 2..3 per R1

table fields per R1

kind Colour is Red, Blue per R1
kind Field from table fields per R1
    colour: Colour
    worth: 0..3
    beside: Field

component Card per R1
    suit: Colour
    rank: 0..3
    one of each suit and rank
    starts in deck

zone deck holds Card{shuffled} per R1
zone hand of each player holds Card per R1
zone heap of each Field holds Card{ordered} per R1

variable chief: player, starts 1 per R1
variable tone: Colour, starts Red per R1
variable level: 0..3, starts 1 per R1
variable here: Field, starts A per R1
variable pal of each player: player, starts 1 per R1
variable taste of each player: Colour, starts Blue per R1
variable lot of each player: 0..3, starts 1 per R1
variable home of each player: Field, starts B per R1
variable flag of each Field: truth, starts false per R1
variable keeper of each Field: player, starts 2 per R1

value kept(f: Field, p: player): truth per R1
    is f.worth < 2 or keeper of f = p

setup per R1
    set pal of 1 to 2
    each player q
        move all c in deck with c.rank < 2 and c.suit = (if q = 1 then Red else Blue) to hand of q
    move all c in deck with c.rank = 2 to heap of C
    go Turn(1)

phase Turn(p: player) per R1
    ask {asked}
{actions}
        action pass_on per R1
            then set level to (level + 1) mod 4
    go Turn(next of p)

outcome per R1
    scores are lot of p for player p
    winners are all player p
"""


@frozen
class Scope:
    """The names that stand for something in an expression, by what they stand for."""

    names: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def of(self, sort: str) -> tuple[str, ...]:
        """The names of a sort."""
        return self.names.get(sort, ())

    def with_one(self, sort: str, name: str) -> Scope:
        """The scope with one name more."""
        return evolve(self, names={**self.names, sort: (*self.of(sort), name)})


@define
class Maker:
    """Draws the text of one game."""

    random: Random
    made: int = 0

    def drawn(self) -> Drawn:
        """The game, with its table."""
        asked = self.random.choice(("p", "chief", "p"))
        actions = "\n".join(self.action(name, asked) for name in ("take", "give"))
        shuffled, ordered = self.random.choice((", shuffled", "")), self.random.choice((", ordered", "", ""))
        return Drawn(HEAD.format(asked=asked, actions=actions, shuffled=shuffled, ordered=ordered), dict(TABLES))

    def action(self, name: str, asked: str) -> str:
        """An action with choices, guards, bars and effects."""
        scope = Scope({"player": ("p",)}) if asked == "p" else Scope()
        choices: list[str] = []
        for _ in range(self.random.randrange(1, 4)):
            sort = self.random.choice(("player", "field", "card", "card", "number"))
            one = self.new(sort[0])
            choices.append(self.choice(one, sort, scope))
            scope = scope.with_one(sort, one)
        lines = [f"        action {name}({', '.join(choices)}) per R1"]
        lines += [f"            when {self.truth(scope, 2)}" for _ in range(self.random.randrange(3))]
        for number in range(self.random.randrange(3)):
            lines.append(f"            bar {name}_bar_{number} per R1")
            lines += [f"                when {self.truth(scope, 2)}" for _ in range(self.random.randrange(1, 3))]
        lines += [f"            then {self.effect(scope)}" for _ in range(self.random.randrange(1, 4))]
        return "\n".join(lines)

    def choice(self, one: str, sort: str, scope: Scope) -> str:
        """What one thing is chosen from."""
        inner = self.new(sort[0])
        wanted = self.truth(scope.with_one(sort, inner), 1)
        match sort:
            case "player":
                return self.random.choice((f"player {one}", f"{one} in (all player {inner} with {wanted})"))
            case "field":
                return self.random.choice((f"Field {one}", f"{one} in (all Field {inner} with {wanted})"))
            case "card":
                zone = self.zone(scope, 1)
                return self.random.choice((f"{one} in {zone}", f"{one} in (all {inner} in {zone} with {wanted})"))
            case _:
                return f"{one} in 0..{self.random.randrange(1, 4)}"

    def effect(self, scope: Scope) -> str:
        """What happens."""
        one = self.new("c")
        chosen = scope.with_one("card", one)
        return self.random.choice((
            f"set chief to {self.player(scope, 1)}",
            f"set pal of {self.player(scope, 1)} to {self.player(scope, 1)}",
            f"set tone to {self.colour(scope, 1)}",
            f"set taste of {self.player(scope, 1)} to {self.colour(scope, 1)}",
            f"set here to {self.field(scope, 1)}",
            f"set home of {self.player(scope, 1)} to {self.field(scope, 1)}",
            f"set flag of {self.field(scope, 1)} to {self.random.choice(('true', 'false'))}",
            f"set keeper of {self.field(scope, 1)} to {self.player(scope, 1)}",
            f"set lot of {self.player(scope, 1)} to ({self.number(scope, 1)}) mod 4",
            f"move all {one} in {self.place(scope, 1)} to {self.place(scope, 1)}",
            f"move all {one} in {self.place(scope, 1)} with {self.truth(chosen, 1)} to {self.place(scope, 1)}",
            *(f"move {each} to {self.place(scope, 1)}" for each in scope.of("card")),
        ))  # fmt: skip

    # ---- WHAT IS NAMED

    def new(self, letter: str) -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{letter}{self.made}"

    def player(self, scope: Scope, depth: int) -> str:
        """A player, named by others at most so many deep."""
        known = ("chief", *scope.of("player"))
        if depth <= 0:
            return self.random.choice(known)
        whose = self.player(scope, depth - 1)
        keeper = f"keeper of {self.field(scope, depth - 1)}"
        return self.random.choice((*known, f"pal of {whose}", f"(next of {whose})", keeper))

    def field(self, scope: Scope, depth: int) -> str:
        """A field."""
        known = ("here", *scope.of("field"))
        if depth <= 0:
            return self.random.choice(known)
        home = f"home of {self.player(scope, depth - 1)}"
        return self.random.choice((*known, home, f"{self.field(scope, depth - 1)}.beside"))

    def colour(self, scope: Scope, depth: int) -> str:
        """A colour."""
        suits = tuple(f"{each}.suit" for each in scope.of("card"))
        taste, printed = f"taste of {self.player(scope, depth - 1)}", f"{self.field(scope, depth - 1)}.colour"
        return self.random.choice(("Red", "tone", taste, printed, *suits))

    def place(self, scope: Scope, depth: int) -> str:
        """A place where cards lie."""
        hand, heap = f"hand of {self.player(scope, depth - 1)}", f"heap of {self.field(scope, depth - 1)}"
        return self.random.choice((hand, heap, "deck"))

    def zone(self, scope: Scope, depth: int) -> str:
        """A place, or all of a family."""
        return self.random.choice((self.place(scope, depth), self.place(scope, depth), "hand", "heap"))

    def number(self, scope: Scope, depth: int) -> str:
        """A number from 0."""
        printed = (*(f"{each}.rank" for each in scope.of("card")), *(f"{each}.worth" for each in scope.of("field")))
        known = ("level", "1", "2", *scope.of("number"), *printed)
        if depth <= 0:
            return self.random.choice(known)
        one = self.new("x")
        of_players = self.truth(scope.with_one("player", one), depth - 1)
        of_cards = self.truth(scope.with_one("card", one), depth - 1)
        first, second = self.number(scope, depth - 1), self.number(scope, depth - 1)
        return self.random.choice((
            *known,
            f"lot of {self.player(scope, depth - 1)}",
            f"{self.field(scope, depth - 1)}.worth",
            f"({first} + {second})",
            f"(if {self.truth(scope, depth - 1)} then {first} else {second})",
            f"(number of {one} in {self.zone(scope, depth - 1)} with {of_cards})",
            f"(sum of lot of {one} for player {one} with {of_players})",
        ))  # fmt: skip

    def truth(self, scope: Scope, depth: int) -> str:
        """A condition, which may break off."""
        sign = self.random.choice(("=", "!="))
        flat = (
            f"flag of {self.field(scope, depth)}",
            f"{self.number(scope, depth - 1)} {self.random.choice(('<', '>=', '='))} {self.number(scope, depth - 1)}",
            f"{self.colour(scope, depth)} {sign} {self.colour(scope, depth)}",
            f"{self.player(scope, depth)} {sign} {self.player(scope, depth)}",
            f"{self.field(scope, depth)} {sign} {self.field(scope, depth)}",
            f"{self.place(scope, depth)} is {self.random.choice(('empty', 'not empty'))}",
            *(f"{each} in {self.zone(scope, depth)}" for each in scope.of("card")),
        )
        if depth <= 0:
            return self.random.choice(flat)
        one, how = self.new("y"), self.random.choice(("some", "every", "no"))
        fields, players, cards = (scope.with_one(sort, one) for sort in ("field", "player", "card"))
        first, second = self.truth(scope, depth - 1), self.truth(scope, depth - 1)
        highest = f"(highest of {one}.rank for {one} in {self.place(scope, depth)})"
        return self.random.choice((
            *flat,
            f"({how} Field {one} with {self.truth(fields, depth - 1)} has {self.truth(fields, depth - 1)})",
            f"({how} player {one} has {self.truth(players, depth - 1)})",
            f"({how} {one} in {self.zone(scope, depth)} has {self.truth(cards, depth - 1)})",
            f"({first} and {second})",
            f"({first} or {second})",
            f"(not {first})",
            f"kept({self.field(scope, depth)}, {self.player(scope, depth)})",
            f"{highest} < {self.number(scope, depth - 1)}",
        ))  # fmt: skip
