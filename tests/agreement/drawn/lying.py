"""Tiny random games with pieces: those of which each is one of its kind, those that are alike, and zones with an order.

One in some is refused by the front end, which then is no game.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from tests.agreement.drawn import tiny
from tests.agreement.drawn.things import Drawn
from tests.agreement.drawn.tiny import COMPARED

KEPT = "variable kept of each player: 0..2 per R1\n"

MORE = """component Card per R1
    rank: 1..3
    one of each rank
component Die per R1
    pips: 1..2
    2 alike of each pips
zone row holds Card{ordered} per R1
zone hand of each player holds at most 2 Card{ordered} per R1
zone cup holds Die{ordered} per R1
zone tray of each player holds at most 3 Die per R1
variable noted: set of Card per R1
variable turns: 0..4 per R1
variable last: Card or none, starts none per R1
"""
"""What these games declare besides, behind `KEPT`; what is in brackets is drawn."""

KEPT_DICE = "variable dice: set of Die per R1\n"
"""A variable of which the prover says nothing, as it may hold the same several times; in few games."""

CARDS: Final = ("box of Card", "row", "hand of 1", "hand of 2", "hand")
DICE: Final = ("box of Die", "cup", "tray of 1", "tray of 2", "tray")


@define
class Maker(tiny.Maker):
    """Draws the text of one game."""

    loops: int = 0
    """The loops until now: each has names of its own."""
    keeps_dice: bool = False
    ordered: float = 0.1
    """How many games have zones that keep an order, of which the prover says nothing where something hangs on it."""

    def drawn(self) -> Drawn:
        """The game of the seed."""
        self.keeps_dice = self.random.random() < 0.15
        more = MORE.replace("{ordered}", ", ordered" if self.random.random() < self.ordered else "")
        if self.keeps_dice:
            more += KEPT_DICE
        return Drawn(tiny.Maker.drawn(self).text.replace(KEPT, KEPT + more, 1))

    def card(self) -> str:
        return self.one_of("Card(1)", "Card(2)", "Card(3)")

    def die(self) -> str:
        return self.one_of("Die(1)", "Die(2)")

    def cards(self) -> str:
        """A set of cards."""
        one, other = self.one_of(*CARDS, "noted"), self.one_of(*CARDS, "noted")
        return self.one_of(
            *CARDS,
            "noted",
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} - {{{self.card()}}})",
            f"(all e in {one} with e.rank {self.one_of(*COMPARED)} {self.one_of('1', '2', 'x')})",
            f"{{{self.card()}, {self.card()}}}",
        )

    def dice(self) -> str:
        """A set of dice, which may hold the same several times."""
        if self.keeps_dice and self.random.random() < 0.5:
            return "dice"
        one, other = self.one_of(*DICE), self.one_of(*DICE)
        return self.one_of(
            *DICE,
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} - {{{self.die()}}})",
            f"(all f in {one} with f.pips = {self.one_of('1', '2', 'x')})",
        )

    # ---- EXPRESSIONS

    def number(self, *more: str) -> str:
        if self.random.random() >= 0.3:
            return tiny.Maker.number(self, *more)
        return self.one_of(
            f"min(3, number of c in {self.cards()})",
            f"min(3, number of d in {self.dice()})",
            f"min(3, number of d in {self.dice()} with d.pips = {self.one_of('1', '2', 'y')})",
            f"min(3, sum of d.pips for d in {self.dice()})",
            f"min(3, sum of c.rank for c in {self.cards()})",
            f"(if {self.card()} in {self.cards()} then 1 else 2)",
            f"(highest of m for m in (all g.rank for g in {self.cards()}) + {{1}})",
            f"min(3, number of m in (all g.pips for g in {self.dice()}))",
            "(if last is none then 0 else last.rank)",
        )

    def identity(self) -> str:
        """What is true of any sets, or of those that hold each thing once, or nearly so."""
        name, of = self.one_of("c", "d"), self.one_of("<=", "<", "=", ">=")
        sets, item = (self.cards, self.card()) if name == "c" else (self.dice, self.die())
        one, other = sets(), sets()
        many, rest = f"(number of {name} in {one})", f"(number of {name} in {other})"
        return self.one_of(
            f"(number of {name} in ({one} + {other})) {of} {many} + {rest}",
            f"(number of {name} in ({one} - {other})) {of} {many} - {rest}",
            f"{many} {of} (number of {name} in ({one} - {{{item}}})) + 1",
            f"{many} {of} (number of {name} in {one} with {name} in {other}) + (number of {name} in ({one} - {other}))",
            f"(({one} + {other}) - {other}) = ({one} - {other})",
            f"(({one} - {other}) is empty and ({other} - {one}) is empty implies {one} = {other})",
            f"({one} = {other} implies {many} {of} {rest})",
            f"(every {name} in {one} has {name} in {other}) implies {many} {of} {rest}",
            f"({item} in {one} implies {many} {of} (number of {name} in ({one} + {{{item}}})))",
        )

    def condition(self, *more: str) -> str:
        drawn = self.random.random()
        if drawn >= 0.6:
            return tiny.Maker.condition(self, *more)
        if drawn < 0.2:
            return self.identity()
        number, compared = self.one_of("x", "y", "1", "2"), self.one_of(*COMPARED)
        quantified = self.one_of("every", "some", "no", "at most one", "exactly one", "at least 2")
        return self.one_of(
            f"{self.cards()} is {self.one_of('empty', 'not empty')}",
            f"{self.dice()} is {self.one_of('empty', 'not empty')}",
            f"{self.card()} in {self.cards()}",
            f"{self.die()} in {self.dice()}",
            f"({quantified} c in {self.cards()} has c.rank {compared} {number})",
            f"({quantified} d in {self.dice()} has d.pips {compared} {number})",
            f"({quantified} c in {self.cards()} has c in {self.cards()})",
            f"({quantified} d in {self.dice()} has d in {self.dice()})",
            f"{self.cards()} = {self.cards()}",
            f"{self.dice()} = {self.dice()}",
            f"(number of c in {self.cards()}) {compared} {number}",
            f"(number of d in {self.dice()}) {compared} {number}",
            f"(number of c in {self.cards()}) + (number of c in {self.cards()}) {compared} {number}",
            f"(sum of d.pips for d in {self.dice()}) {compared} {self.one_of('2', '3', '4', '6')}",
            f"last is {self.one_of('none', self.card())}",
            f"turns {compared} {self.one_of('0', '1', '2', '3', f'(number of d in {self.dice()})')}",
            f"(last is not none and last.rank {compared} {number})",
        )

    # ---- RULES

    def effect(self, *more: str) -> str:
        if self.random.random() >= 0.5:
            return tiny.Maker.effect(self, *more)
        source, place = self.one_of(*DICE), self.one_of(*DICE[:-1])
        die = self.die()
        kept = (f"set dice to {self.dice()}", f"add {die} to dice", f"remove {die} from dice")
        return self.one_of(
            f"move all c in {self.one_of(*CARDS)} with c.rank = {self.one_of('1', 'x')} to {self.one_of(*CARDS[:-1])}",
            f"move all d in {source} with d.pips = {self.one_of('1', '2', 'x')} to {place}",
            f"move all d in {source} to {place}",
            f"move min({self.one_of('1', '2', 'x')}, number of d in {DICE[0]} with d is {die}) {die} from {DICE[0]} "
            f"to {self.one_of(*DICE[1:-1])}",
            f"move min(1, number of d in cup with d is {die}) {die} from cup to {place}",
            f"move {self.card()} from {self.one_of(*CARDS[:-1])} to {self.one_of(*CARDS[:-1])}",
            f"set noted to {self.cards()}",
            f"add {self.card()} to noted",
            f"remove {self.card()} from noted",
            f"set last to {self.one_of('none', self.card())}",
            *(4 * kept if self.keeps_dice else ()),
        )

    def block(self, indent: str, *more: str) -> str:
        if self.random.random() >= 0.4:
            return tiny.Maker.block(self, indent, *more)
        self.loops += 1
        c, d, cell = f"c{self.loops}", f"d{self.loops}", self.one_of("x", "y")
        card, die, other = self.card(), self.die(), self.one_of(*CARDS[:-1])
        blocks = [
            f"if {card} in row\n    move {card} from row to {other}\notherwise\n    {self.effect(*more)}\n",
            f"for each {c} in {self.cards()}\n    set {cell} to {c}.rank\n    {self.effect()}\n",
            f"for each {c} in {self.one_of(*CARDS)}\n    set last to {c}\n    move {c} to {other}\n",
            f"for each {d} in {self.one_of(*DICE)}\n    set {cell} to min(3, {cell} + {d}.pips)\n"
            f"    move {d} to {self.one_of(*DICE[:-1])}\n",
            f"for each {d} in {self.dice()}\n    set {cell} to min(3, {cell} + {d}.pips)\n",
            f"for each {d} in {self.one_of(*DICE)}\n    ask {self.one_of('1', '2')}\n"
            f"        action turn_{d} per R1\n            then add 1 to turns\n        action pass_{d} per R1\n",
            f"each {c} in {self.one_of(*CARDS[1:])}\n    move {c} to box of Card\n",
            "simultaneously\n"
            f"    move all {c} in row to hand of 1\n    move all {d} in hand of 1 to {self.one_of('row', 'hand of 2')}\n",
            f"simultaneously\n    each {d} in cup\n        move {d} to tray of {self.one_of('1', '2')}\n"
            f"    set {cell} to min(3, number of {c} in cup)\n",
            f"if {die} in cup\n    move {die} from cup to {self.one_of(*DICE[:-1])}\n    {self.effect(*more)}\n",
        ]
        return "".join(f"{indent}{line}\n" for line in self.one_of(*blocks).splitlines())

    def action(self, name: str, *, enters: bool = True) -> str:
        if self.random.random() >= 0.6:
            return tiny.Maker.action(self, name, enters=enters)
        of_cards = self.random.random() < 0.5
        item, among = ("card", self.one_of(*CARDS)) if of_cards else ("die", self.one_of(*DICE))
        field = "rank" if of_cards else "pips"
        text = f"        action {name}({item} in {among}) per R1\n"
        if self.random.random() < 0.4:
            text += f"            when {self.one_of(f'{item}.{field} {self.one_of(*COMPARED)} x', self.condition())}\n"
        text += f"            then move {item} to {self.one_of(*(CARDS if of_cards else DICE)[:-1])}\n"
        if self.random.random() < 0.4:
            text += f"            then {self.effect(f'{item}.{field}')}\n"
        if enters and self.random.random() < 0.25:
            text += "            then enter Other\n"
        return text

    def other(self) -> str:
        text = "phase Other per R1\n" + self.block("    ")
        drawn = self.random.random()
        if drawn < 0.3:
            text += f"    ask chance\n{self.action('fall', enters=False)}        action hold per R1\n"
        elif drawn < 0.6:
            text += f"    ask {self.one_of('1', '2')}, if able\n{self.action('stay', enters=False)}"
        elif drawn < 0.8:
            text += f"    for each v in {self.cards()}, in an order that 2 chooses per R1\n        {self.effect('v.rank')}\n"
        if self.random.random() < 0.3:
            text += self.block("    ")
        return text
