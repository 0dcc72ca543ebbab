"""Small games drawn at random as text, with statements about them drawn as thoughtlessly: some are true, many are not.

A game has few pieces and small numbers, so that all its states can be gone through. Everything that the prover has a
shortcut for is drawn now and then: phases that never wait, phases on top of each other that are abandoned, standing
rules, chance in the setup and in play, choices in secret, pieces that are alike and pieces of any data, relations,
readings (incomplete ones too), options, partial operations, and variables that last as long as a phase.
"""

import random
from collections.abc import Callable

from attrs import field, frozen

PER = " per R1"
KINDS = ("Ash", "Birch", "Cedar")


@frozen
class Drawn:
    """The text of a game, its tables, and the same game with other tables."""

    text: str
    tables: dict[str, str] = field(factory=dict)
    others: "tuple[Drawn, ...]" = ()


@frozen
class Names:
    """What can be named where an expression stands: players, members of the kind, numbers, pieces."""

    players: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def with_player(self, *names: str) -> "Names":
        return Names((*self.players, *names), self.members, self.numbers, self.pieces)


class Maker:
    """Makes one game. `fewest` and `most` are its numbers of players."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.made = 0
        self.fewest, self.most = self.draw.choice([(1, 2), (2, 2), (2, 2), (2, 3), (1, 3)])
        has = self.draw.random
        self.ring = has() < 0.4
        self.has_m = has() < 0.5
        self.has_score = has() < 0.5
        self.has_set = has() < 0.3
        self.has_choice = has() < 0.35
        self.has_lead = has() < 0.3
        self.has_spot = has() < 0.4
        self.cards = self.draw.choice(["", "", "one", "alike", "alike"])
        self.has_slot = bool(self.cards) and has() < 0.5
        self.has_tiles = not self.cards and has() < 0.35
        self.has_chips = has() < 0.25
        self.has_towns = has() < 0.2
        self.has_way = has() < 0.25
        self.question = self.draw.choice(["", "", "", "plain", "number", "hole"])
        self.has_option = has() < 0.2
        self.has_sub = has() < 0.6
        self.has_lasting = self.has_sub and has() < 0.4
        self.has_middle = has() < 0.6
        self.standing = has() < 0.3
        self.secret = self.cards != "" and has() < 0.3
        self.values = [each for each in ("amount", "fits", "chosen") if has() < 0.4]
        self.known_values: list[str] = []
        self.phase = ""
        """The phase whose text is made."""

    # ---- THE WHOLE

    def drawn(self) -> Drawn:
        parts = [*self.declarations(), *self.values_of(), *self.course(), *self.stated(), *self.claimed()]
        return Drawn("\n".join(parts) + "\n", self.tables())

    def twins(self, drawn: Drawn) -> tuple[Drawn, ...]:
        """The same game with another table: what is said of any data of it is said of these too.

        No claim is about any tiles and any ways at once, so that only one of the tables is another.
        """
        if self.has_tiles:
            return tuple(Drawn(drawn.text, {**drawn.tables, "tiles": self.tiles()}) for _ in range(2))
        if self.has_way:
            return tuple(Drawn(drawn.text, {**drawn.tables, "ways": self.ways()}) for _ in range(2))
        return ()

    def tables(self) -> dict[str, str]:
        found: dict[str, str] = {}
        if self.has_tiles:
            found["tiles"] = self.tiles()
        if self.has_towns:
            found["towns"] = "id,size\n" + "".join(f"{each},{self.draw.randint(1, 3)}\n" for each in ("Oslo", "Rome"))
        if self.has_way:
            found["ways"] = self.ways()
        return found

    def tiles(self) -> str:
        rows = [f"T{number},{self.draw.randint(0, 3)},{self.draw.choice(KINDS)}\n" for number in range(1, 3)]
        return "id,worth,kin\n" + "".join(rows)

    def ways(self) -> str:
        pairs = [(one, other) for one in KINDS for other in KINDS if one < other]
        chosen = self.draw.sample(pairs, self.draw.randint(1, 2))
        return "one,other\n" + "".join(f"{one},{other}\n" for one, other in chosen)

    def declarations(self) -> list[str]:
        lines = [
            "game small from rulebook tiny",
            f"    players {self.fewest}..{self.most}{PER}",
            f"kind Tree is {', '.join(KINDS)}{' in a ring' if self.ring else ''}{PER}",
            f"variable n: 0..3, starts {self.draw.choice([0, 0, 1])}{PER}",
            f"variable t: truth{PER}",
        ]
        if self.has_m:
            lines.append(f"variable m: 0..4{PER}")
        if self.has_score:
            lines.append(f"variable score of each player: 0..2{PER}")
        if self.has_set:
            lines.append(f"variable felled: set of Tree{PER}")
        if self.has_choice:
            lines.append(f"variable choice: Tree or none{PER}")
        if self.has_lead:
            lines.append(f"variable lead: player or nobody{PER}")
        if self.has_spot:
            lines.append(f"variable spot: Tree, starts {self.draw.choice(KINDS)}{PER}")
        if self.has_lasting:
            lines.append(f"variable rounds: 0..2, during Sub{PER}")
        if self.cards:
            each = "one of each tree" if self.cards == "one" else "2 alike of each tree"
            lines += [f"component Card{PER}", "    tree: Tree", f"    {each}"]
            cap = self.draw.choice(["", "", "at most 2 "])
            seen = self.draw.choice([", seen by owner", ", seen by owner", "", ", seen by nobody"])
            lines.append(f"zone hand of each player holds {cap}Card{seen}{PER}")
            lines.append(f"zone pile holds Card{self.draw.choice(['', ', seen by nobody'])}{PER}")
            if self.has_slot:
                lines.append(f"zone slot holds at most one Card{PER}")
            if self.secret:
                lines.append(f"zone laid of each player holds at most one Card, seen by owner during Lay{PER}")
        if self.has_tiles:
            lines += [f"table tiles{PER}", f"component Tile from table tiles{PER}", "    worth: 0..3", "    kin: Tree"]
            lines += [f"zone shown holds at most one Tile{PER}", f"zone stack holds Tile{PER}"]
        if self.has_chips:
            lines.append(f"token Chip on each player, limit {self.draw.choice([2, 3])}{PER}")
        if self.has_towns:
            lines += [f"table towns{PER}", f"kind Town from table towns{PER}", "    size: 1..3"]
            lines.append(f"variable town: Town, starts Oslo{PER}")
        if self.has_way:
            lines += [f"table ways{PER}"]
            lines.append(f"relation way between Tree and Tree, symmetric, irreflexive, from table ways{PER}")
        if self.question == "number":
            lines += ["question little: 0..2 about R1 per ruling A1", '    "how much?"']
            lines += [f'    reading usual is {self.draw.randint(0, 2)} "some", default', '    reading two is 2 "two"']
        elif self.question:
            mark = ", incomplete" if self.question == "hole" else ""
            lines += ["question order about R1 per ruling A1", '    "which?"']
            lines += ['    reading first "the first", default', f'    reading last "the last"{mark}']
        if self.has_option:
            lines.append(f"option size: 1..2, default 1{PER}")
        return lines

    # ---- EXPRESSIONS

    def name(self, stem: str) -> str:
        self.made += 1
        return f"{stem}{self.made}"

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

    # ---- VALUES

    def values_of(self) -> list[str]:
        lines: list[str] = []
        for name in self.values:
            if name == "amount":
                lines += self.amount()
            elif name == "fits":
                lines += self.fits()
            else:
                continue
            self.known_values.append(name)
        return lines

    def amount(self) -> list[str]:
        names = Names(("x",))
        head = f"value amount(x: player): 0..3{PER}"
        match self.draw.randrange(4):
            case 0:
                return [head, f"    is {self.number(names)}"]
            case 1:
                test = self.truth(names)
                against = f"not ({test})" if self.draw.random() < 0.8 else self.truth(names, 1)
                return [
                    head,
                    f"    case here{PER}", f"        when {test}", f"        is {self.number(names, 1)}",
                    f"    case there{PER}", f"        when {against}", f"        is {self.number(names, 1)}",
                ]  # fmt: skip
            case 2:
                over = self.draw.choice(["", " over first_of_all"])
                return [
                    head, f"    normally {self.number(names, 1)}",
                    f"    except first_of_all{PER}", f"        when {self.truth(names)}", f"        is {self.number(names, 0)}",
                    f"    except second_of_all{over}{PER}", f"        when {self.truth(names)}", f"        is {self.number(names, 0)}",
                ]  # fmt: skip
            case _:
                return [
                    head,
                    f"    plus here{PER}", f"        is {self.number(names, 0)}",
                    f"    plus there{PER}", f"        when {self.truth(names)}", f"        is {self.draw.randint(0, 2)}",
                ]  # fmt: skip

    def fits(self) -> list[str]:
        names = Names((), ("y",))
        head = f"value fits(y: Tree): truth{PER}"
        if self.question == "hole":
            return [
                head,
                f"    case here{PER}", "        when order is first", f"        is {self.truth(names, 1)}",
                f"    case there{PER}", "        when order is last", f"        when {self.truth(names, 1)}", "        is true",
            ]  # fmt: skip
        if self.draw.random() < 0.5:
            return [head, f"    is {self.truth(names)}"]
        return [
            head, f"    normally {self.truth(names, 1)}",
            f"    except apart{PER}", f"        when {self.truth(names, 1)}", f"        is {self.draw.choice(['true', 'false'])}",
        ]  # fmt: skip

    # ---- EFFECTS

    def effects(self, names: Names, pad: str, most: int = 2, *, at_once: bool = False) -> list[str]:
        return [
            line for _ in range(self.draw.randint(1, most)) for line in self.effect(names, pad, at_once=at_once)
        ]  # fmt: skip

    def effect(self, names: Names, pad: str, *, at_once: bool = False) -> list[str]:
        one = self.one_effect(names, at_once=at_once)
        if isinstance(one, tuple):
            guard, text = one
            return [f"{pad}if {guard}", f"{pad}    {text}"]
        if self.draw.random() < 0.25:
            return [f"{pad}if {self.truth(names)}", f"{pad}    {one}"]
        return [f"{pad}{one}"]

    def one_effect(self, names: Names, *, at_once: bool) -> str | tuple[str, str]:
        plain: list[Callable[[], str | tuple[str, str]]] = [
            lambda: f"set n to {self.draw.choice([str(self.draw.randint(0, 3)), self.number(names)])}",
            lambda: f"set t to {self.draw.choice(['true', 'false', self.truth(names)])}",
            lambda: self.guarded(f"n < {self.draw.choice([2, 3, 3])}", "add 1 to n"),
            lambda: self.guarded("n > 0", "subtract 1 from n"),
        ]
        if self.has_m:
            plain += [
                lambda: self.guarded(f"m < {self.draw.choice([3, 4])}", "add 1 to m"),
                lambda: f"set m to {self.number(names, 1)}",
            ]
        if self.has_score:
            who = self.player(names)
            plain += [
                lambda: self.guarded(f"score of {who} < 2", f"add 1 to score of {who}"),
                lambda: f"set score of {who} to {self.draw.randint(0, 2)}",
            ]
        if self.has_set:
            plain += [lambda: f"add {self.member(names)} to felled", lambda: f"remove {self.member(names)} from felled"]
        if self.has_choice:
            plain.append(lambda: f"set choice to {self.draw.choice([*KINDS, 'none'])}")
        if self.has_lead:
            plain.append(lambda: f"set lead to {self.draw.choice([self.player(names), 'nobody'])}")
        if self.has_spot:
            plain.append(lambda: f"set spot to {self.member(names)}")
        if self.has_lasting and self.phase == "Sub":
            plain += [lambda: self.guarded("rounds < 2", "add 1 to rounds")] * 2
        if self.has_towns:
            plain.append(lambda: f"set town to {self.draw.choice(['Oslo', 'Rome'])}")
        if self.has_chips:
            plain += [
                lambda: self.guarded("supply of Chip > 0", f"move 1 Chip from supply to {self.player(names)}"),
                lambda: f"move {self.draw.choice(['1', '1', 'n'])} Chip from {self.player(names)} to supply",
            ]
        if self.cards and not at_once:
            plain += [
                lambda: (
                    f"move all {self.name('c')} in hand of {self.player(names)} to {self.draw.choice(['pile', 'box'])}"
                ),
                lambda: "move all {} in pile{} to box".format(*self.with_tree(names)),
            ]
            if self.cards == "alike":
                tree = self.draw.choice(KINDS)
                plain.append(
                    lambda: self.guarded(
                        f"(number of {self.name('c')} in box of Card with c{self.made}.tree is {tree}) > 0",
                        f"move 1 Card({tree}) from box to {self.draw.choice(['pile', f'hand of {self.player(names)}'])}",
                    )
                )
        return self.draw.choice(plain)()

    def with_tree(self, names: Names) -> tuple[str, str]:
        c = self.name("c")
        return c, f" with {c}.tree is {self.member(names)}" if self.draw.random() < 0.5 else ""

    def guarded(self, guard: str, text: str) -> str | tuple[str, str]:
        """With its guard, mostly."""
        return (guard, text) if self.draw.random() < 0.8 else text

    def block(self, names: Names, pad: str) -> list[str]:
        """Effects, in loops now and then."""
        match self.draw.randrange(8):
            case 0:
                who = self.name("x")
                return [f"{pad}for each player {who}", *self.effects(names.with_player(who), f"{pad}    ", 1)]
            case 1:
                who = self.name("x")
                return [
                    f"{pad}simultaneously", f"{pad}    each player {who}",
                    *self.effects(names.with_player(who), f"{pad}        ", 1, at_once=True),
                ]  # fmt: skip
            case 2:
                test = self.truth(names)
                return [
                    f"{pad}case here{PER}", f"{pad}    when {test}", *self.thens(names, f"{pad}    "),
                    f"{pad}case there{PER}", f"{pad}    when not ({test})", *self.thens(names, f"{pad}    "),
                ]  # fmt: skip
            case _:
                return self.effects(names, pad)

    def thens(self, names: Names, pad: str) -> list[str]:
        """One effect behind a `then`."""
        one = self.one_effect(names, at_once=False)
        return [f"{pad}then {one[1] if isinstance(one, tuple) else one}"]

    # ---- THE COURSE

    def course(self) -> list[str]:
        lines = ["", f"setup{PER}"]
        if self.has_tiles:
            lines.append(f"    move all {self.name('c')} in box of Tile to stack")
        if self.cards:
            lines += self.dealt()
        if self.draw.random() < 0.3:
            lines += self.chance("    ", Names())
        if self.draw.random() < 0.3:
            lines += self.block(Names(), "    ")
        lines.append(f"    {self.going(Names())}")
        lines += self.turn()
        if self.has_sub:
            lines += self.sub()
        if self.has_middle:
            lines += self.middle()
        if self.secret:
            lines += self.lay()
        if self.standing:
            lines += self.whenever()
        return lines

    def dealt(self) -> list[str]:
        if self.cards == "alike":
            kept = self.draw.sample(KINDS, 2)
            return [
                line
                for tree in kept
                for line in (
                    f"    move {self.draw.choice([1, 2])} Card({tree}) from box to {self.draw.choice(['pile', 'hand of 1', 'pile'])}",
                )
            ]
        return [
            f"    move all {self.name('c')} in box of Card with c{self.made}.tree is not {self.draw.choice(KINDS)} to {self.draw.choice(['pile', 'hand of 1'])}"
        ]

    def chance(self, pad: str, names: Names) -> list[str]:
        if self.cards and self.draw.random() < 0.6:
            who = self.player(names)
            return [
                f"{pad}ask chance, if able",
                f"{pad}    action {self.name('draws')}(c in pile){PER}",
                f"{pad}        then move c to hand of {who}",
            ]
        lines = [f"{pad}ask chance"]
        for _ in range(2):
            lines.append(f"{pad}    action {self.name('falls')}{PER}")
            if self.draw.random() < 0.3:
                lines.append(f"{pad}        weight {self.draw.choice([1, 2])}")
            lines += self.thens(names, f"{pad}        ")
        return lines

    def going(self, names: Names) -> str:
        """A way on to another phase."""
        ways = [f"go Turn({self.player(names) if names.players else '1'})"] * 2
        if self.has_middle:
            ways += [f"go Middle({self.draw.choice(['0', '1', 'n', self.number(names, 0)])})"]
        return self.draw.choice(ways)

    def entering(self, names: Names) -> str:
        ways = []
        if self.has_sub and self.phase != "Middle":
            ways += [f"enter Sub({self.player(names)})"] * 2
        if self.secret and self.phase == "Turn":
            ways.append("enter Lay")
        return self.draw.choice(ways) if ways else "nothing"

    def turn(self) -> list[str]:
        self.phase = "Turn"
        names = Names(("p",))
        lines = ["", f"phase Turn(p: player){PER}"]
        if self.draw.random() < 0.3:
            lines += self.block(names, "    ")
        lines += self.asking(names)
        if self.draw.random() < 0.3:
            lines += self.chance("    ", names)
        if self.draw.random() < 0.5:
            lines += self.block(names, "    ")
        if self.draw.random() < 0.4:
            lines += [f"    if {self.truth(names)}", f"        {self.entering(names)}"]
        if self.draw.random() < 0.3:
            lines += [f"    if {self.truth(names)}", f"        {self.draw.choice(['game over', self.going(names)])}"]
        if self.has_middle and self.draw.random() < 0.5:
            lines.append(f"    go Middle({self.number(names, 1)})")
        else:
            lines.append(f"    go Turn({self.draw.choice(['next of p', 'next of p', 'p', '1'])})")
        return lines

    def asking(self, names: Names) -> list[str]:
        who = self.draw.choice(["p", "p", "p", "table", self.player(names)])
        lines = [f"    ask {who}{self.draw.choice(['', '', ', if able'])}"]
        for number in range(self.draw.randint(2, 3)):
            lines += self.action(names, surely=number == 0 and self.draw.random() < 0.7)
        return lines

    def action(self, names: Names, *, surely: bool) -> list[str]:
        name, pad = self.name("act"), "        "
        kind = "" if surely else self.draw.choice(["", "number", "member", "card", "tile"])
        inner, choice, where = names, "", ""
        if kind == "number":
            k = self.name("i")
            choice, inner = f"({k} in 0..2)", Names(names.players, names.members, (*names.numbers, k), names.pieces)
        elif kind == "member":
            k = self.name("k")
            choice, inner = f"({k} in Tree)", Names(names.players, (*names.members, k), names.numbers, names.pieces)
        elif (kind == "card" and self.cards) or (kind == "tile" and self.has_tiles):
            c = self.name("c")
            where = (
                self.draw.choice(["pile", "hand of p", "hand of p"])
                if self.cards
                else self.draw.choice(["stack", "shown"])
            )
            choice, inner = f"({c} in {where})", Names(names.players, names.members, names.numbers, (*names.pieces, c))
        lines = [f"        action {name}{choice}{PER}"]
        if not surely:
            lines += [f"{pad}    when {self.truth(inner)}" for _ in range(self.draw.choice([0, 1, 1]))]
            if self.draw.random() < 0.25:
                lines += [f"{pad}    bar {self.name('bar')}{PER}", f"{pad}        when {self.truth(inner, 1)}"]
        if inner.pieces != names.pieces:
            c = inner.pieces[-1]
            if self.cards:
                goals = [each for each in ("pile", "hand of p", "slot" if self.has_slot else "pile") if each != where]
                if self.has_slot and goals and (goal := self.draw.choice(goals)) == "slot":
                    if self.draw.random() < 0.85:
                        lines.append(f"{pad}    when slot is empty")
                else:
                    goal = self.draw.choice([each for each in goals if each != "slot"] or ["box"])
                lines.append(f"{pad}    then move {c} to {goal}")
            else:
                if where == "stack" and self.draw.random() < 0.85:
                    lines.append(f"{pad}    when shown is empty")
                lines.append(f"{pad}    then move {c} to {'shown' if where == 'stack' else 'stack'}")
        for _ in range(self.draw.choice([0, 1, 1])):
            lines += self.thens(inner, f"{pad}    ")
        if self.draw.random() < 0.3:
            lines.append(f"{pad}    then {self.leaving(names)}")
        return lines

    def leaving(self, names: Names) -> str:
        if self.phase == "Sub":
            return self.draw.choice(["done", "abandon Sub", f"enter Sub({self.player(names)})", self.entering(names)])
        return self.draw.choice(["game over", self.going(names), self.entering(names), self.entering(names)])

    def sub(self) -> list[str]:
        self.phase = "Sub"
        names = Names(("p",))
        lines = ["", f"phase Sub(p: player){PER}"]
        if self.draw.random() < 0.4:
            lines += self.block(names, "    ")
        lines += self.asking(names)
        if self.draw.random() < 0.4:
            lines += self.block(names, "    ")
        if self.draw.random() < 0.3:
            lines += [
                f"    if {self.truth(names)}",
                f"        {self.draw.choice(['done', 'abandon Sub', 'game over'])}",
            ]
        return lines

    def middle(self) -> list[str]:
        """A phase in which nobody decides."""
        self.phase = "Middle"
        names = Names((), (), ("h",))
        lines = ["", f"phase Middle(h: 0..3){PER}"]
        lines += self.block(names, "    ")
        if self.draw.random() < 0.4:
            lines += [f"    if {self.truth(names)}", "        game over"]
        lines.append(f"    go Turn({self.draw.choice(['1', str(self.fewest)])})")
        return lines

    def lay(self) -> list[str]:
        self.phase = "Lay"
        lines = [
            "",
            f"phase Lay{PER}",
            "    ask every player p with hand of p is not empty and laid of p is empty, at once, in secret",
        ]
        lines += [f"        action {self.name('lays')}(c in hand of p){PER}", "            then move c to laid of p"]
        lines.append(f"    move all {self.name('c')} in laid to {self.draw.choice(['pile', 'box', 'pile'])}")
        if self.draw.random() < 0.5:
            lines += self.block(Names(), "    ")
        return lines

    def whenever(self) -> list[str]:
        self.phase = "whenever"
        lines = ["", f"whenever {self.truth(Names())}{PER}"]
        lines += self.effects(Names(), "    ", 1)
        if self.draw.random() < 0.3:
            lines += [f"    if {self.truth(Names(), 1)}", "        game over"]
        return lines

    # ---- STATEMENTS

    def places(self) -> list[str]:
        found = ["Turn"]
        if self.has_sub:
            found.append("Sub")
        if self.secret:
            found.append("Lay")
        return found

    def stated(self) -> list[str]:
        lines: list[str] = [""]
        for _ in range(self.draw.randint(2, 4)):
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.25 else ""
            lines += [f"invariant {self.name('inv')}{where}{PER}", f"    {self.truth(Names())}"]
        for _ in range(self.draw.randint(0, 2)):
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.25 else ""
            lines += [f"step invariant {self.name('step')}{where}{PER}", f"    {self.over_a_step()}"]
        if self.draw.random() < 0.3:
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.5 else ""
            lines += [f"measure {self.name('fall')}{where}{PER}", f"    {self.number(Names(), 1)}"]
        return lines

    def over_a_step(self) -> str:
        number = self.number(Names(), 1)
        match self.draw.randrange(4):
            case 0 | 1:
                return f"{number} {self.draw.choice(['>=', '<=', '!='])} before({number})"
            case 2:
                return f"before({self.truth(Names(), 0)}) implies {self.truth(Names(), 0)}"
            case _:
                return f"{number} <= before({number}) + {self.draw.randint(1, 2)}"

    def claimed(self) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw.randint(2, 4)):
            lines += ["", *self.claim(witness=False)]
        for _ in range(self.draw.randint(0, 2)):
            lines += ["", *self.claim(witness=True)]
        return lines

    def claim(self, *, witness: bool) -> list[str]:
        every = "some" if witness else "every"
        names, over = Names(), ""
        players = (
            f"{self.fewest}..{self.most} players"
            if self.most > 1 and self.draw.random() < 0.8
            else f"{self.most} players"
        )
        phases = [
            "Turn",
            *(["Sub"] if self.has_sub else []),
            *(["Middle"] * 2 if self.has_middle else []),
            *(["Lay"] if self.secret else []),
        ]
        place = "state"
        if self.draw.random() < 0.55:
            place = self.draw.choice(phases)
            if place in {"Turn", "Sub"}:
                names = Names(("p",))
            elif place == "Middle":
                names = Names((), (), ("h",))
        elif self.draw.random() < 0.4:
            place = "reachable state"
        if place != "reachable state" and self.draw.random() < 0.5:
            over = " over any Tile" if self.has_tiles else " over any way" if self.has_way else ""
        lines = [
            f"{'witness' if witness else 'claim'} {self.name('said')}{PER}",
            f"    in {every} {place} of {players}{over}",
        ]
        if self.question and self.draw.random() < 0.4:
            reading = {"number": "little is two"}.get(self.question, "order is last")
            lines.append("    under any readings" if self.draw.random() < 0.4 else f"    under {reading}")
        if self.draw.random() < 0.4:
            lines.append(f"    assuming {self.truth(names)}")
        return [*lines, f"    {self.truth(names)}"]
