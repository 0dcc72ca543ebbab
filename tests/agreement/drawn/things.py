"""What a game drawn at random has: players, variables, pieces, tables, questions; and its printed data."""

import random
from collections.abc import Callable
from typing import Final

from attrs import field, frozen

PER: Final = " per R1"
KINDS: Final = ("Ash", "Birch", "Cedar")

TRIES: Final = 20
"""So often tables are drawn until they obey the laws."""

Tables = dict[str, str]
"""The text of each table."""

Row = tuple[str, ...]


@frozen
class Law:
    """A law, and whether the rows of a table obey it, found out without the rules."""

    text: str
    table: str
    is_obeyed: Callable[[list[Row]], bool]


@frozen
class Drawn:
    """The text of a game, its tables, and the same game with other tables."""

    text: str
    tables: Tables = field(factory=dict)
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


class Things:
    """What one game has. `fewest` and `most` are its numbers of players."""

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
        self.laws: list[Law] = []
        self.phase = ""
        """The phase whose text is made."""

    def name(self, stem: str) -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{stem}{self.made}"

    # ---- PRINTED

    def twins(self, drawn: Drawn) -> tuple[Drawn, ...]:
        """The same game with another table that obeys the laws: what is said of any data of it is said of these too.

        No claim is about any tiles and any ways at once, so that only one of the tables is another.
        """
        name, draw = ("tiles", self.tiles) if self.has_tiles else ("ways", self.ways)
        if name not in drawn.tables:
            return ()
        drawn_anew = (draw() for _ in range(TRIES))
        obedient = [each for each in drawn_anew if all(self.obeys(law, {name: each}) for law in self.laws)]
        return tuple(Drawn(drawn.text, {**drawn.tables, name: each}) for each in obedient[:2])

    @staticmethod
    def obeys(law: Law, tables: Tables) -> bool:
        """Whether tables obey a law; a table that is not among them does."""
        _, *rows = tables.get(law.table, "").splitlines() or [""]
        return law.table not in tables or law.is_obeyed([tuple(each.split(",")) for each in rows])

    def tables(self) -> Tables:
        found: Tables = {}
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

    # ---- DECLARED

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
