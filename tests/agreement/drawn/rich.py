"""Tiny random games with what rules keep besides numbers: sets, records, nobody, tokens of kinds, standing rules, loops.

One in some is refused by the front end, which then is no game.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from tests.agreement.drawn import tiny
from tests.agreement.drawn.things import Drawn
from tests.agreement.drawn.tiny import COMPARED

KEPT = "variable kept of each player: 0..2 per R1\n"

MORE = """kind Tree is Oak, Elm, Fir per R1
record Pair per R1
    of_whom: player
    much: 0..3
variable felled: set of Tree per R1
variable pair: Pair or none, starts none per R1
variable lead: player or nobody, starts nobody per R1
variable who: set of player per R1
token Tok is A limit 2, B limit 1 on each player per R1
variable tok: Tok, starts A per R1
variable toks: set of Tok per R1
"""
"""What these games declare besides, behind `KEPT`."""

ONE_OR_OTHER: Final = ("1", "2")


@define
class Maker(tiny.Maker):
    """Draws the text of one game."""

    loops: int = 0
    """The loops and local numbers until now: each has names of its own."""

    def drawn(self) -> Drawn:
        """The game of the seed."""
        return Drawn(tiny.Maker.drawn(self).text.replace(KEPT, KEPT + MORE, 1))

    def tree(self) -> str:
        return self.one_of("Oak", "Elm", "Fir")

    def player(self) -> str:
        return self.one_of(*ONE_OR_OTHER)

    def cell(self) -> str:
        return self.one_of("x", "y")

    # ---- EXPRESSIONS

    def number(self, *more: str) -> str:
        if self.random.random() >= 0.3:
            return tiny.Maker.number(self, *more)
        return self.one_of(
            "min(3, number of v in felled)",
            "(if pair is none then x else pair.much)",
            "min(3, A on 1)",
            "min(3, supply of B)",
            "(if B in toks then 1 else 2)",
            "min(3, sum of (kept of p) for player p with p in who)",
            "(if lead is nobody then 0 else kept of (the q in {1, 2} with lead is q))",
            "min(3, number of p in who)",
        )

    def condition(self, *more: str) -> str:
        if self.random.random() >= 0.35:
            return tiny.Maker.condition(self, *more)
        number, compared = self.one_of("x", "y", "1", "2"), self.one_of(*COMPARED)
        return self.one_of(
            f"{self.tree()} in felled",
            "pair is none",
            f"(pair is not none and pair.much {compared} {number})",
            f"(pair is not none and pair.of_whom is {self.one_of('1', '2', 'lead')})",
            f"lead is {self.one_of('1', '2', 'nobody')}",
            f"pair = Pair({self.player()}, {self.one_of('1', '2', 'x')})",
            "felled is empty",
            f"A on {self.player()} {compared} 1",
            f"every v in felled has v is not {self.tree()}",
            "1 in who",
            f"supply of A {compared} {number}",
            "some m in toks has m on 1 > 0",
            f"tok on {self.player()} > 0",
            "tok in toks",
            f"exactly one p in who has kept of p < {number}",
            f"who = (all player p with kept of p {self.one_of('<', '>=')} {number})",
        )

    # ---- RULES

    def effect(self, *more: str) -> str:
        if self.random.random() >= 0.5:
            return tiny.Maker.effect(self, *more)
        one, other = self.player(), self.player()
        return self.one_of(
            f"add {self.tree()} to felled",
            f"remove {self.tree()} from felled",
            "set felled to all Tree v with v not in felled",
            f"set pair to Pair({one}, {self.number(*more)})",
            "set pair to none",
            f"set lead to {self.one_of('1', '2', 'nobody')}",
            f"move min({self.one_of('1', '2', 'x')}, supply of A) A from supply to {one}",
            f"move min({self.one_of('1', 'y')}, A on {one}) A from {one} to {other}",
            f"move min(1, supply of tok) tok from supply to {one}",
            f"move min(tok on {one}, 1) tok from {one} to supply",
            f"set tok to {self.one_of('A', 'B')}",
            f"add {self.one_of('A', 'B', 'tok')} to toks",
            "set toks to {tok}",
            f"add {one} to who",
            f"remove {one} from who",
            "set who to all player p with kept of p > 0",
        )

    def block(self, indent: str, *more: str) -> str:
        if self.random.random() >= 0.4:
            return tiny.Maker.block(self, indent, *more)
        self.loops += 1
        local, one, other = f"n{self.loops}", self.cell(), self.cell()
        blocks = [
            f"let {local}: 0..9 = {self.number(*more)}\n"
            f"for each player p{local} from {self.player()} with kept of p{local} {self.one_of('<', '>=')} {one}\n"
            f"    add 1 to {local}\n    set kept of p{local} to min(2, {local})\n"
            f"set {other} to min(3, {local})\n",
            f"let {local} = {self.number(*more)}\n{self.effect()}\nset {one} to {local}\n",
            f"for each v{local} in felled\n    remove v{local} from felled\n    set {one} to {other}\n",
            "simultaneously\n    set x to y\n    set y to x\n"
            f"    {self.one_of('add Oak to felled', 'set pair to none', 'set kept of 1 to kept of 2')}\n",
            f"for each m{local} in toks with m{local} on 1 > 0\n"
            f"    move 1 m{local} from 1 to {self.one_of('2', 'supply')}\n",
            f"each player p{local} with {self.one_of(f'p{local} in who', f'kept of p{local} > 0')}\n"
            f"    set kept of p{local} to {self.one_of('0', f'min(2, A on p{local})')}\n",
            f"case a{local} per R1\n    when {self.condition()}\n    then {self.effect()}\n"
            f"case b{local} per R1\n    otherwise\n    then {self.effect()}\n",
        ]
        if indent == "    ":  # a phase may go on for ever if it is entered in one
            blocks += [
                f"repeat until {one} = 3\n    set {one} to {one} + 1\n",
                f"repeat until {self.comparison()}\n    set {one} to min(3, {one} + 1)\n"
                f"    if {one} = 3\n        done\n",
            ]
        return "".join(f"{indent}{line}\n" for line in self.one_of(*blocks).splitlines())

    def other(self) -> str:
        text, deeper = "phase Other per R1\n" + self.block("    "), ""
        drawn = self.random.random()
        if drawn < 0.3:
            text += f"    ask chance\n{self.action('fall', enters=False)}        action hold per R1\n"
        elif drawn < 0.6:
            text += f"    ask {self.player()}, if able\n{self.action('stay', enters=False)}"
            if self.random.random() < 0.5:
                text += f"    enter Deep({self.number()})\n"
                deeper = self.deep()
        elif drawn < 0.8:
            text += (
                f"    for each v in felled, in an order that {self.player()} chooses per R1\n        {self.effect()}\n"
            )
        if self.random.random() < 0.3:
            text += self.block("    ")
        return text + deeper + "".join(self.whenever() for _ in range(self.random.choice([0, 0, 1, 1, 2])))

    def deep(self) -> str:
        """A phase inside another, which may end that one too."""
        return (
            f"phase Deep(k: 0..3) per R1\n    {self.effect('k')}\n"
            f"    if {self.one_of('k = 2', 'x = k', self.condition())}\n        abandon Other\n"
            f"    set {self.cell()} to {self.one_of('k', '1')}\n"
        )

    def whenever(self) -> str:
        """A rule that sets in by itself, and is done with what sets it off."""
        return self.one_of(
            f"whenever x = 3 and {self.comparison()} per R1\n"
            f"    set x to {self.one_of('0', '1', '2')}\n    {self.effect()}\n    set x to 1\n",
            f"whenever v in felled with {self.comparison()}, chosen by {self.player()} per R1\n"
            f"    remove v from felled\n    set y to {self.one_of('0', 'x')}\n",
            f"whenever Oak in felled and {self.condition()} per R1\n    remove Oak from felled\n    add Fir to felled\n",
            f"whenever pair is not none and {self.comparison()} per R1\n"
            f"    set pair to none\n    set {self.cell()} to 2\n",
            f"whenever player p with kept of p = 2, chosen by {self.player()} per R1\n    set kept of p to 0\n",
        )
