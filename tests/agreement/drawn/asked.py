"""Games of many conditions that may have no answer, each asked alone: sets, ranges, options, the only one, quotients.

The table says which condition is asked, and in which state; then somebody may act where it holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from attrs import define, field

PARTIAL: Final = 0.12
"""How often something is drawn that may have no answer."""

Draws = Callable[[int], str]

CONDITIONS: Final = 25
"""The conditions of a game, one for each action."""

RULES: Final = """\
game asked from rulebook tiny
    players 2 per R1
kind Side is Up, Right, Down, Left in a ring per R1
kind Lone is Solo per R1
record Pair per R1
    who: player
    much: 0..3
variable k: 0..99 per R1
variable n: -1..3 per R1
variable m: 0..3 per R1
variable lead: player or nobody, starts nobody per R1
variable side: Side or none, starts none per R1
variable sides: set of Side, starts {{Up, Down}} per R1
variable nums: set of -1..3, starts {{0, 2}} per R1
variable flag of each Side: truth per R1
variable pair: Pair or none, starts none per R1
variable alone: Lone or none, starts none per R1
value kept(s: Side): Side per R1
    normally s
    except late per R1
        when m > 1
        is side
value worth(x: -1..3): -9..9 per R1
    plus one_of_it per R1
        when x > 0
        is 6 div m
    plus rest per R1
        is 1
setup per R1
    set flag of Right to true
    ask table
        action choose(i in 0..{last}, x in -1..2, y in 0..2, truth_in in 0..1) per R1
            then set k to i
            then set n to x
            then set m to y
            then if truth_in = 1
                set lead to 1
                set side to Right
                set pair to Pair(2, y)
                set alone to Solo
    go Main
phase Main per R1
    ask 1
        action pass per R1
{actions}    game over
"""


def written(actions: list[str]) -> str:
    """Returns the rules with some actions."""
    return RULES.format(last=CONDITIONS - 1, actions="".join(actions))


@define
class Maker:
    """Draws the text of one game."""

    seed: int
    random: random.Random = field(init=False)
    named: int = 0

    def __attrs_post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def actions(self) -> list[str]:
        """Returns the text of an action for each condition."""
        return [
            f"        action act_{each}{self.chosen()} per R1\n            when k = {each}\n            when {self.truth(3)}\n"
            for each in range(CONDITIONS)
        ]

    def chosen(self) -> str:
        """What is chosen, which is asked whichever condition is."""
        drawn = self.random.random()
        if drawn >= 0.25:
            return ""
        among = self.sides(1) if drawn < 0.02 else self.one_of("sides", "0..m", "{Up, Left}", "nums")
        return f"({self.name()} in {among})"

    def rarely(self, partial: str, total: str) -> str:
        """What may have no answer now and then, and else what always has one."""
        return partial if self.random.random() < PARTIAL else total

    def one_of(self, *listed: str) -> str:
        return self.random.choice(listed)

    def name(self) -> str:
        self.named += 1
        return f"z{self.named}"

    def seldom(self) -> str:
        """Something that is so in some of the states."""
        return self.one_of("n > 0", "m < 2", "n = m", "m != 1", "lead is 1")

    def of(self, what: str, depth: int) -> str:
        return {"Side": self.side, "number": self.number, "player": self.player}[what](depth)

    def all_of(self, what: str, depth: int) -> str:
        return {"Side": self.sides, "number": self.numbers, "player": self.players}[what](depth)

    def bound(self, depth: int) -> tuple[str, str]:
        """Returns a name, and what binds it."""
        what, name = self.one_of("Side", "number", "player"), self.name()
        condition = f" with {self.truth(depth)}" if self.random.random() < 0.5 else ""
        return name, f"{name} in {self.all_of(what, depth)}{condition}"

    def only(self, what: str, depth: int) -> str:
        """Something of a sort that may not be there, or several times."""
        name = self.name()
        return f"(the {name} in {self.all_of(what, depth)} with {self.seldom()})"

    # ---- EXPRESSIONS

    def truth(self, depth: int) -> str:
        if depth == 0:
            total = self.one_of(self.seldom(), "flag of Right", "lead is nobody", "side is none")
            return self.rarely(self.one_of("1 div m > 0", f"{self.only('number', 0)} = 1"), total)
        depth -= 1
        what = self.one_of("Side", "number", "player")
        quantified = self.one_of("every", "some", "no", "at most one", "exactly one", "at least 2")
        one, other = self.all_of(what, depth), self.all_of(what, depth)
        return "(" + self.one_of(
            f"{self.truth(depth)} {self.one_of('and', 'or', 'implies')} {self.truth(depth)}",
            f"not {self.truth(depth)}",
            f"if {self.truth(depth)} then {self.truth(depth)} else {self.truth(depth)}",
            f"{self.number(depth)} {self.one_of('<', '<=', '=', '!=')} {self.number(depth)}",
            f"{self.number(depth)} {self.one_of('in', 'not in')} {self.number(depth)}..{self.number(depth)}",
            f"{self.of(what, depth)} {self.one_of('in', 'not in')} {one}",
            f"{self.of(what, depth)} {self.one_of('in', 'not in')} ({one} {self.one_of('+', '-')} {other})",
            f"{self.one_of('side', 'kept(Up)')} in {self.sides(depth)}",
            f"{one} {self.one_of('=', '!=')} {other}",
            f"{one} is {self.one_of('empty', 'not empty')}",
            f"{quantified} {self.bound(depth)[1]} has {self.truth(depth)}",
            f"flag of {self.side(depth)}",
            f"lead {self.one_of('=', '!=')} {self.player(depth)}",
            f"{self.one_of('alone', 'Solo')} in (all Lone {self.name()} with {self.truth(depth)})",
        ) + ")"  # fmt: skip

    def number(self, depth: int) -> str:
        if depth == 0:
            return self.rarely(self.one_of("(2 div m)", "(1 mod n)", "pair.much"), self.one_of("n", "m", "1", "0"))
        depth -= 1
        name, bound = self.bound(depth)
        ends = self.one_of("highest", "lowest")
        return "(" + self.one_of(
            f"{self.number(depth)} {self.rarely(self.one_of('div', 'mod'), self.one_of('+', '-', '*'))} {self.number(depth)}",
            f"{self.one_of('min', 'max')}({self.number(depth)}, {self.number(depth)})",
            f"if {self.truth(depth)} then {self.number(depth)} else {self.number(depth)}",
            f"number of {bound}",
            f"sum of {self.number(depth)} for {bound}",
            self.rarely(f"{ends} of {self.number(depth)} for {bound}", "m - n"),
            self.rarely(f"worth(max(-1, min(3, {self.number(depth)})))", "n * n"),
            self.rarely(f"the {name} in {self.numbers(depth)} with {self.seldom()}", "1 - m"),
        ) + ")"  # fmt: skip

    def small(self, depth: int) -> str:
        """A number that a module has room for in a set."""
        return f"max(-1, min(3, {self.number(depth)}))"

    def side(self, depth: int) -> str:
        if depth == 0:
            return self.rarely(self.one_of("side", "(next of side)", "kept(Down)"), self.one_of("Up", "Right", "Left"))
        depth -= 1
        return self.one_of(
            f"(next of {self.side(depth)})", self.rarely(self.only("Side", depth), "Down"),
            self.rarely(f"kept({self.side(depth)})", "Left"),
            f"(if {self.truth(depth)} then {self.side(depth)} else {self.side(depth)})",
            f"(the {self.name()} in {{Up}} with {self.truth(depth)} else {self.side(depth)})",
        )  # fmt: skip

    def player(self, depth: int) -> str:
        if depth == 0:
            return self.one_of("(next of lead)", "(if m > 1 then pair.who else next of lead)")
        return self.one_of(f"(previous of {self.player(depth - 1)})", self.only("player", depth - 1), self.player(0))

    def sides(self, depth: int) -> str:
        name = self.name()
        if depth == 0:
            return self.one_of(
                "sides",
                "{Up, Right}",
                self.rarely("{side}", "{Left}"),
                self.rarely("{kept(Left), Up}", "{}".format("{Down, Up}")),
                f"(all Side {name} with flag of {name})",
            )
        return self._set(self.sides, self.side, depth - 1)

    def numbers(self, depth: int) -> str:
        if depth == 0:
            return self.one_of(
                "nums",
                "{1}",
                self.rarely("{0, 2 div m}", "{0, 3}"),
                "{n, m}",
                f"(all {self.name()} in -1..3 with {self.seldom()})",
            )
        return self._set(self.numbers, self.small, depth - 1)

    def players(self, depth: int) -> str:
        if depth == 0:
            return self.rarely("{next of lead}", f"(all player {self.name()})")
        return self._set(self.players, self.player, depth - 1)

    def _set(self, sets: Draws, items: Draws, depth: int) -> str:
        name = self.name()
        return self.one_of(
            f"({sets(depth)} {self.one_of('+', '-')} {sets(depth)})",
            f"(all {name} in {sets(depth)} with {self.truth(depth)})",
            f"(if {self.truth(depth)} then {sets(depth)} else {sets(depth)})",
            f"{{{items(depth)}, {items(depth)}}}",
            sets(0),
        )
