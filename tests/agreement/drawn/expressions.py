"""Numbers, truths, players, members and zones, drawn for a game."""

from collections.abc import Callable
from typing import Final

from tests.agreement.drawn.things import KINDS, Names, Things

SUPPOSED: Final = 0.3
"""How often something is asked that would be, where it can be."""


class Expressions(Things):
    """Draws expressions of what a game has."""

    def number(self, names: Names, depth: int = 2) -> str:
        plain = [str(self.draw.randint(0, 3)), "n", "n", *names.numbers]
        if self.has_m:
            plain += ["m", "m"]
        if self.has_score:
            plain.append(f"score of {self.player(names)}")
        if self.has_lasting:
            plain.append("rounds")
        if self.cards:
            plain.append(f"(number of {self.name('c')} in {self.zone(names)})")
        if self.has_chips:
            plain.append(f"Chip on {self.player(names)}")
        if self.has_towns:
            plain.append("town.size")
        if self.question == "number":
            plain.append("little")
        if self.has_option:
            plain.append("size")
        plain += [f"{each}.worth" for each in names.pieces if self.has_tiles]
        if "amount" in self.known_values:
            plain.append(f"amount({self.player(names)})")
        plain += self.more_numbers(names)
        if self.supposing and depth > 0 and self.draw.random() < SUPPOSED:
            return self.supposed(self.number(names, depth - 1), names)
        if depth <= 0 or self.draw.random() < 0.6:
            return self.draw.choice(plain)
        match self.draw.randrange(9):
            case 0 | 1:
                return f"({self.number(names, depth - 1)} {self.draw.choice('+-')} {self.number(names, depth - 1)})"
            case 2:
                return f"({self.number(names, depth - 1)} div {self.draw.choice([1, 2, 2])})"
            case 3:
                return f"({self.number(names, depth - 1)} mod 2)"
            case 4:
                one, other = self.number(names, depth - 1), self.number(names, depth - 1)
                return f"(if {self.truth(names, depth - 1)} then {one} else {other})"
            case 5:
                who = self.name("x")
                inner = names.with_player(who)
                return f"(number of player {who} with {self.truth(inner, depth - 1)})"
            case 6:
                who, word = self.name("x"), self.draw.choice(["highest", "lowest"])
                having = f" with {self.truth(names.with_player(who), 0)}" if self.draw.random() < 0.4 else ""
                return f"({word} of {self.number(names.with_player(who), 0)} for player {who}{having})"
            case 7 if self.has_tiles:
                return "(the x in shown).worth".replace("x", self.name("x"))
            case _:
                return f"({self.number(names, depth - 1)} * 2)"

    def player(self, names: Names) -> str:
        plain = [*names.players, *names.players, "1", str(self.fewest)]
        if names.players:
            plain.append(f"(next of {self.draw.choice(names.players)})")
        if self.has_lead and self.draw.random() < 0.15:
            return "lead"
        if self.has_record and self.draw.random() < 0.1:
            return "mark.who"
        return self.draw.choice(plain)

    def member(self, names: Names) -> str:
        plain = [*KINDS, *names.members]
        if self.has_spot:
            plain += ["spot", "spot"]
            if self.ring:
                plain.append("(next of spot)")
        if self.has_choice and self.draw.random() < 0.2:
            return "choice"
        plain += [f"{each}.{'kin' if self.has_tiles else 'tree'}" for each in names.pieces]
        return self.draw.choice(plain)

    def zone(self, names: Names) -> str:
        """A zone of cards."""
        plain = [f"hand of {self.player(names)}", "pile", "hand", "box"]
        if self.has_slot:
            plain.append("slot")
        if self.secret:
            plain.append("laid")
        return self.draw.choice(plain)

    def truth(self, names: Names, depth: int = 2) -> str:
        if self.supposing and depth > 0 and self.draw.random() < SUPPOSED:
            return self.supposed_truth(names, depth)
        if depth > 0 and self.draw.random() < 0.45:
            return self.composed(names, depth)
        plain = [
            lambda: (
                f"{self.number(names, 1)} {self.draw.choice(['=', '!=', '<', '<=', '>', '>='])} {self.number(names, 1)}"
            ),
            lambda: (
                f"{self.draw.choice(['n', 'm' if self.has_m else 'n'])} {self.draw.choice(['<=', '<', '=', '!='])} {self.draw.randint(0, 3)}"
            ),
            lambda: self.draw.choice(["t", "not t"]),
        ]
        if self.has_set:
            plain += [lambda: f"{self.member(names)} in felled", lambda: "felled is empty"]
        if self.has_choice:
            plain += [lambda: f"choice is {self.draw.choice([*KINDS, 'none', 'not none'])}"]
        if self.has_lead:
            plain += [
                lambda: f"lead is {self.draw.choice(['nobody', 'not nobody'])}",
                lambda: f"lead = {self.player(names)}",
            ]
        if self.has_spot:
            plain += [lambda: f"spot {self.draw.choice(['=', '!='])} {self.member(names)}"]
        if self.cards:
            plain += [
                lambda: f"{self.zone(names)} is {self.draw.choice(['', 'not '])}empty",
                lambda: (
                    f"(number of {self.name('c')} in {self.zone(names)}) {self.draw.choice(['<=', '<', '=', '>'])} {self.draw.randint(0, 3)}"
                ),
                lambda: self.some_card(names),
            ]
        if self.has_slot:
            plain.append(lambda: f"(the {self.name('c')} in slot).tree is {self.draw.choice(KINDS)}")
        if self.has_tiles:
            plain += [lambda: "shown is empty", lambda: self.some_tile(names)]
        if self.has_way:
            plain += [lambda: f"way({self.member(names)}, {self.member(names)})",
                      lambda: f"{self.draw.choice(KINDS)} reaches {self.draw.choice(KINDS)} by way"]  # fmt: skip
        if self.question in {"plain", "hole"}:
            plain.append(lambda: f"order is {self.draw.choice(['first', 'last'])}")
        if "fits" in self.known_values:
            plain.append(lambda: f"fits({self.member(names)})")
        if len(names.players) > 0:
            plain.append(
                lambda: f"{self.draw.choice(names.players)} {self.draw.choice(['=', '!='])} {self.player(names)}"
            )
        return self.draw.choice([*plain, *self.more_truths(names)])()

    # ---- WHAT ONLY SOME GAMES HAVE

    def more_numbers(self, names: Names) -> list[str]:
        found = []
        if self.has_record:
            found += ["mark.much", "(if mark is none then 0 else mark.much)"]
        if "rated" in self.known_values:
            found += ["rated"] * 2
        if "worth" in self.known_values:
            found += [self.of_sub("worth", names)] * 2
        if "running" in self.features and self.phase != "values":
            found.append(f"(number of times {self.running(names)} is running)")
        return found

    def more_truths(self, names: Names) -> list[Callable[[], str]]:
        found: list[Callable[[], str]] = []
        if self.has_record:
            found += [
                lambda: f"mark is {self.draw.choice(['none', 'not none'])}",
                lambda: f"(mark is not none and mark.{self.draw.choice([f'who = {self.player(names)}', 'much > 1'])})",
            ]
        if self.has_fines:
            found += [lambda: f"fined of {self.player(names)}"] * 2
        if self.any_tables and self.has_towns:
            found.append(lambda: f"town.size {self.draw.choice(['<=', '>', '='])} {self.draw.randint(1, 3)}")
            found.append(lambda: f"(some Town {self.name('x')} has x{self.made}.size > {self.draw.randint(1, 3)})")
        if "worth" in self.known_values:
            found.append(lambda: f"{self.of_sub(f'rich({self.draw.randint(0, 2)})', names)}")
        if "images" in self.features:
            found += [
                lambda: f"{self.member(names)} {self.draw.choice(['in', 'not in'])} {self.image(names)}",
                lambda: f"(number of {self.name('k')} in {self.image(names)}) {self.draw.choice(['=', '<='])} 1",
            ]
        if "running" in self.features and self.phase != "values":
            found += [lambda: f"{self.running(names)} is {self.draw.choice(['', 'not '])}running"] * 2
        return found

    def image(self, names: Names) -> str:
        """A set of what members have."""
        x = self.name("x")
        if self.cards and self.draw.random() < 0.5:
            return f"(all {x}.tree for {x} in {self.zone(names)})"
        inner = names.with_player(x)
        having = f" with {self.truth(inner, 0)}" if self.draw.random() < 0.5 else ""
        kept = [f"choice for player {x} with choice is not none"] * self.has_choice
        return f"(all {self.draw.choice([f'{self.member(inner)} for player {x}{having}', *kept])})"

    def of_sub(self, value: str, names: Names) -> str:
        """A value of the phase `Sub`, there and elsewhere."""
        if self.phase == "Sub" and self.draw.random() < 0.7:
            return value
        return f"({value} of Sub({self.player(names)}))"

    def running(self, names: Names) -> str:
        """A phase that may be running."""
        ways = ["Turn", f"Turn({self.player(names)})"]
        if self.has_sub:
            ways += ["Sub", f"Sub({self.player(names)})"]
        if self.has_fines:
            ways.append(f"Fine({self.player(names)})")
        return self.draw.choice(ways)

    def supposed(self, text: str, names: Names) -> str:
        """What something would come to if things were otherwise."""
        ways = []
        if self.question in {"plain", "hole"}:
            ways += [f"({text} under order is {self.draw.choice(['first', 'last'])})"] * 3
        if self.question == "number":
            ways += [f"({text} under little is {self.draw.choice(['usual', 'two'])})"] * 3
        if self.fewest > 1:
            players = [*names.players, "1", "2"]
            ways += [f"({text} after exchange of {self.draw.choice(players)} and {self.draw.choice(players)})"] * 2
        if not names.players:
            ways.append(f"({text} under {self.fewest} players)")
        if len(names.pieces) > 1:
            ways.append("({} after {} replaces {})".format(text, *self.draw.sample(names.pieces, 2)))
        return self.draw.choice(ways or [text])

    def supposed_truth(self, names: Names, depth: int) -> str:
        match self.draw.randrange(5):
            case 0:
                return f"({self.number(names, depth - 1)} is {self.draw.choice(['', 'not '])}a fault)"
            case 1:
                who, other = self.name("x"), self.name("x")
                one = self.number(names, 1)
                changed = f"({one} after exchange of {who} and {other})"
                return f"(every player {who} has every player {other} has {one} = {changed})"
            case 2:
                one = self.truth(names, 0)
                return f"(({one}) = {self.supposed(f'({one})', names)})"
            case _:
                one = self.number(names, 1)
                return f"({one} {self.draw.choice(['=', '=', '<=', '!='])} {self.supposed(one, names)})"

    def some_card(self, names: Names) -> str:
        c, word = self.name("c"), self.draw.choice(["some", "every", "no"])
        return (
            f"({word} {c} in {self.zone(names)} has {c}.tree {self.draw.choice(['is', 'is not'])} {self.member(names)})"
        )

    def some_tile(self, names: Names) -> str:
        c, word = self.name("c"), self.draw.choice(["some", "every", "no"])
        test = self.draw.choice(
            [
                f"{c}.worth {self.draw.choice(['<=', '>', '='])} {self.draw.randint(0, 3)}",
                f"{c}.kin is {self.member(names)}",
            ]
        )
        return f"({word} {c} in {self.draw.choice(['shown', 'shown', 'stack'])} has {test})"

    def composed(self, names: Names, depth: int) -> str:
        match self.draw.randrange(6):
            case 0:
                return f"({self.truth(names, depth - 1)} and {self.truth(names, depth - 1)})"
            case 1:
                return f"({self.truth(names, depth - 1)} or {self.truth(names, depth - 1)})"
            case 2:
                return f"({self.truth(names, depth - 1)} implies {self.truth(names, depth - 1)})"
            case 3:
                return f"(not ({self.truth(names, depth - 1)}))"
            case 4:
                who, word = self.name("x"), self.draw.choice(["some", "every", "no"])
                return f"({word} player {who} has {self.truth(names.with_player(who), depth - 1)})"
            case _:
                who = self.name("k")
                inner = Names(names.players, (*names.members, who), names.numbers, names.pieces)
                return f"({self.draw.choice(['some', 'every'])} Tree {who} has {self.truth(inner, depth - 1)})"
