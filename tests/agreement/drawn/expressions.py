"""Numbers, truths, players, members and zones, drawn for a game."""

from tests.agreement.drawn.things import KINDS, Names, Things


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
        return self.draw.choice(plain)()

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
