"""Tiny random games full of what may have no answer: quotients, the highest of nothing, what is absent, full zones.

One in some is refused by the front end, which then is no game.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from tests.agreement.drawn import tiny
from tests.agreement.drawn.things import Drawn
from tests.agreement.drawn.tiny import COMPARED

KEPT: Final = "variable kept of each player: 0..2 per R1\n"

MORE: Final = """kind Gem is Red, Blue, Green in a ring per R1
component Card per R1
    rank: 1..3
    one of each rank
    starts in deck
zone deck holds Card per R1
zone hand of each player holds at most one Card per R1
zone pile holds Card per R1
variable z: -2..2, starts 1 per R1
variable total: count per R1
variable gem: Gem or none per R1
"""
"""What these games declare besides, behind `KEPT`."""


@define
class Maker(tiny.Maker):
    """Draws the text of one game."""

    def drawn(self) -> Drawn:
        """The game of the seed."""
        return Drawn(tiny.Maker.drawn(self).text.replace(KEPT, KEPT + MORE, 1))

    def small(self) -> str:
        return self.one_of("x", "y", "z", "1", "2", "kept of 1", "-1")

    def hand(self) -> str:
        return self.one_of("hand of 1", "hand of 2", "deck", "pile")

    # ---- EXPRESSIONS

    def number(self, *more: str) -> str:
        if self.random.random() >= 0.4:
            return tiny.Maker.number(self, *more)
        one, other = self.small(), self.small()
        return self.one_of(
            f"min(3, max(0, {one} div {other}))",
            f"{one} mod {other}",
            f"({one} + {other}) div 2",
            f"{one} * {other}",
            f"z + {one}",
            "min(3, total)",
            f"highest of c.rank for c in {self.hand()}",
            f"lowest of c.rank for c in {self.hand()} with c.rank != {one}",
            f"(the c in {self.one_of('hand of 1', 'hand of 2')}).rank",
            f"kept of (the player p with kept of p = {one})",
            f"min(3, sum of c.rank for c in {self.hand()})",
            "(if next of gem is Red then 1 else 2)",
            f"(if {one} = 0 then 0 else min(3, max(0, 6 div {one})))",
        )

    def condition(self, *more: str) -> str:
        if self.random.random() >= 0.45:
            return tiny.Maker.condition(self, *more)
        one, other, compared = self.small(), self.small(), self.one_of(*COMPARED)
        partial = (
            f"{one} div {other} {compared} {self.small()}",
            f"{one} mod {other} {compared} 1",
            f"(the c in {self.one_of('hand of 1', 'hand of 2')}).rank {compared} {one}",
            f"(highest of c.rank for c in {self.hand()}) {compared} {one}",
            f"next of gem is {self.one_of('Red', 'Blue', 'Green')}",
            f"kept of (the player p with kept of p = {one}) {compared} {other}",
        )
        whole = (
            f"{one} * {other} {compared} {self.small()}",
            f"gem is {self.one_of('Red', 'Blue', 'none')}",
            f"{self.hand()} is {self.one_of('empty', 'not empty')}",
            f"total {compared} {self.one_of('0', '1', '3', 'x')}",
            f"every c in {self.hand()} has c.rank {compared} {one}",
            f"at most one c in {self.hand()} has c.rank {compared} {one}",
        )
        first, second = self.one_of(*whole), self.one_of(*partial)
        return self.one_of(
            self.one_of(*whole),
            self.one_of(*partial),
            f"({first} or {second})",
            f"({first} and {second})",
            f"({second} or {first})",
            f"({first} implies {second})",
            f"(if {first} then {second} else {self.one_of(*whole)})",
            f"{other} != 0 and {one} div {other} {compared} 1",
        )

    # ---- RULES

    def effect(self, *more: str) -> str:
        if self.random.random() >= 0.5:
            return tiny.Maker.effect(self, *more)
        one, hand = self.small(), self.one_of("hand of 1", "hand of 2", "pile")
        return (
            self.one_of(
                f"set z to {self.one_of('0', '-1', 'z * z', '0 - z', 'z div 2', f'{one} - 1')}",
                f"{self.one_of('add', 'subtract')} 1 {{}} {self.one_of('x', 'y', 'z')}",
                f"add {self.one_of('1', 'x', 'y')} to total",
                "set total to 0",
                f"set gem to {self.one_of('Red', 'Blue', 'none', 'next of gem', 'previous of gem')}",
                f"move the c in deck with c.rank = {one} to {hand}",
                f"move all c in {self.one_of('hand of 1', 'hand of 2', 'pile')} to {self.one_of('deck', 'pile')}",
                f"set x to (the c in {self.one_of('hand of 1', 'hand of 2')}).rank",
            )
            .replace("add 1 {}", "add 1 to")
            .replace("subtract 1 {}", "subtract 1 from")
        )

    def action(self, name: str, *, enters: bool = True) -> str:
        if self.random.random() >= 0.3:
            return tiny.Maker.action(self, name, enters=enters)
        to = self.one_of("hand of 1", "hand of 2", "pile")
        guard = f"            when {self.condition()}\n" if self.random.random() < 0.5 else ""
        return f"        action {name}(c in deck) per R1\n{guard}            then move c to {to}\n"
