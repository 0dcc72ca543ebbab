"""What a game drawn at random has: players, variables, pieces, tables, questions; and its printed data."""

import random
from collections.abc import Callable
from typing import Final

from attrs import evolve, field, frozen

PER: Final = " per R1"
KINDS: Final = ("Ash", "Birch", "Cedar")

OFTEN: Final = 0.25
"""How many games have each of the features."""

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
    """The text of a game, its tables, and the same game with something else in it.

    `others` have other tables: `changed` names what is made from those. `written` have bodies for all titles of texts,
    and those that have one keep theirs; `rewritten` have other bodies for all.
    """

    text: str
    tables: Tables = field(factory=dict)
    others: "tuple[Drawn, ...]" = ()
    changed: frozenset[str] = frozenset()
    written: "tuple[Drawn, ...]" = ()
    rewritten: "tuple[Drawn, ...]" = ()
    module: str = ""
    """The text of a module that adds to the game, if there is one."""
    features: frozenset[str] = frozenset()


FEATURES: Final = (
    "lets", "record", "nested cases", "values of a phase", "texts", "standing binder", "running", "over any", "what if",
    "audits", "module", "images", "named parts",
)  # fmt: skip
"""What a game may have besides, each now and then; a plain game has none of it."""


@frozen
class Names:
    """What can be named where an expression stands: players, members of the kind, numbers, pieces."""

    players: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def with_player(self, *names: str) -> "Names":
        return Names((*self.players, *names), self.members, self.numbers, self.pieces)

    def with_member(self, *names: str) -> "Names":
        return Names(self.players, (*self.members, *names), self.numbers, self.pieces)

    def with_number(self, *names: str) -> "Names":
        return Names(self.players, self.members, (*self.numbers, *names), self.pieces)


class Things:
    """What one game has. `fewest` and `most` are its numbers of players; `features` are drawn if they are not given."""

    def __init__(self, seed: int, features: frozenset[str] | None = None) -> None:
        self.draw = random.Random(seed)
        more = random.Random(f"more {seed}")
        self.features = frozenset(each for each in FEATURES if more.random() < OFTEN) if features is None else features
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
        """The phase whose text is made, or of which something is said."""
        self.amount_takes = ""
        """What a module can add to the value `amount`."""
        self.turn_lines: list[str] = []
        self.supposing = False
        """Whether a claim is made, in which it can be asked what would be."""
        self.has_record = "record" in self.features
        self.has_worth = "values of a phase" in self.features
        self.has_sub = self.has_sub or self.has_worth
        self.has_texts = "texts" in self.features
        self.has_fines = "standing binder" in self.features
        self.any_tables = "over any" in self.features
        if self.any_tables and not (self.has_towns or self.has_way):
            self.has_towns, self.has_way = self.draw.choice([(True, False), (False, True), (True, True)])
        if {"what if", "audits"} & self.features and not self.question and self.draw.random() < 0.6:
            self.question = self.draw.choice(["plain", "number"])

    def name(self, stem: str) -> str:
        """A name that nothing else has."""
        self.made += 1
        return f"{stem}{self.made}"

    # ---- PRINTED

    def twins(self, drawn: Drawn) -> tuple[Drawn, ...]:
        """The same game with other tables that obey the laws: what is said of any data of them is said of these too."""
        made = (("tiles", "Tile", self.tiles), ("ways", "way", self.ways), ("towns", "Town", self.towns))
        drawing = {table: (name, draw) for table, name, draw in made if table in drawn.tables}
        if not self.any_tables:
            drawing.pop("towns", None)
        found = [
            self._with(drawn, {table: each}, frozenset({name}))
            for table, (name, draw) in drawing.items()
            for each in self._obedient(table, draw)[:2]
        ]
        if len(drawing) > 1:
            each_of = {table: self._obedient(table, draw)[:1] for table, (_, draw) in drawing.items()}
            if all(each_of.values()):
                names = frozenset(name for name, _ in drawing.values())
                found.append(self._with(drawn, {table: one for table, (one,) in each_of.items()}, names))
        return tuple(found)

    def _obedient(self, table: str, draw: Callable[[], str]) -> list[str]:
        drawn_anew = [draw() for _ in range(TRIES)]
        return [each for each in drawn_anew if all(self.obeys(law, {table: each}) for law in self.laws)]

    @staticmethod
    def _with(drawn: Drawn, tables: Tables, names: frozenset[str]) -> Drawn:
        return evolve(drawn, tables={**drawn.tables, **tables}, changed=names)

    @staticmethod
    def obeys(law: Law, tables: Tables) -> bool:
        """Returns whether tables obey a law; a table that is not among them does."""
        _, *rows = tables.get(law.table, "").splitlines() or [""]
        return law.table not in tables or law.is_obeyed([tuple(each.split(",")) for each in rows])

    def tables(self) -> Tables:
        found: Tables = {}
        if self.has_tiles:
            found["tiles"] = self.tiles()
        if self.has_towns:
            found["towns"] = self.towns()
        if self.has_way:
            found["ways"] = self.ways()
        return found

    def tiles(self) -> str:
        rows = [f"T{number},{self.draw.randint(0, 3)},{self.draw.choice(KINDS)}\n" for number in range(1, 3)]
        return "id,worth,kin\n" + "".join(rows)

    def towns(self) -> str:
        return "id,size\n" + "".join(f"{each},{self.draw.randint(1, 3)}\n" for each in ("Oslo", "Rome"))

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
        if self.has_record:
            lines += [f"record Mark{PER}", "    who: player", "    much: 0..3"]
            lines.append(f"variable mark: Mark or none, starts none{PER}")
        if self.has_fines:
            lines.append(f"variable fined of each player: truth{PER}")
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
