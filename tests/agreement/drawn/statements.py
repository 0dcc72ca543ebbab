"""Invariants, measures, laws and claims, drawn as thoughtlessly as the rest: some are true, many are not."""

from tests.agreement.drawn.course import Course
from tests.agreement.drawn.things import KINDS, PER, Law, Names, Tables

NOTHING = Names()


class Statements(Course):
    """Draws what is said of a game."""

    def places(self) -> list[str]:
        found = ["Turn"]
        if self.has_sub:
            found.append("Sub")
        if self.secret:
            found.append("Lay")
        return found

    def lawful(self, tables: Tables) -> list[str]:
        """A law of the tables that they obey, or none."""
        law = self.law()
        if law is None or self.draw.random() < 0.4 or not self.obeys(law, tables):
            return []
        self.laws.append(law)
        return ["", f"law {self.name('law')}{PER}", f"    {law.text}"]

    def law(self) -> Law | None:
        """A law of the tiles, or of the towns, or else of the ways."""
        kind, least = self.draw.choice(KINDS), self.draw.randint(1, 3)
        x = self.name("x")
        if self.has_tiles:
            return self.draw.choice(
                [
                    Law(
                        f"every Tile {x} has {x}.worth <= {least}",
                        "tiles",
                        lambda rows: all(int(w) <= least for _, w, _ in rows),
                    ),
                    Law(f"every Tile {x} has {x}.worth > 0", "tiles", lambda rows: all(int(w) > 0 for _, w, _ in rows)),
                    Law(
                        f"no Tile {x} has {x}.kin is {kind}",
                        "tiles",
                        lambda rows: all(kin != kind for _, _, kin in rows),
                    ),
                    Law(
                        f"every Tile {x} has {x}.kin is {kind} implies {x}.worth < {least}",
                        "tiles",
                        lambda rows: all(kin != kind or int(w) < least for _, w, kin in rows),
                    ),
                ]
            )
        if self.any_tables and self.has_towns and self.draw.random() < 0.6:
            return self.draw.choice(
                [
                    Law(
                        f"every Town {x} has {x}.size <= {least}",
                        "towns",
                        lambda rows: all(int(size) <= least for _, size in rows),
                    ),
                    Law(f"some Town {x} has {x}.size = 2", "towns", lambda rows: any(size == "2" for _, size in rows)),
                    Law("Oslo.size <= Rome.size", "towns", lambda rows: int(rows[0][1]) <= int(rows[1][1])),
                ]
            )
        if self.has_way:
            return self.draw.choice(
                [
                    Law(f"some Tree {x} has way({kind}, {x})", "ways", lambda rows: any(kind in row for row in rows)),
                    Law(f"no Tree {x} has way({kind}, {x})", "ways", lambda rows: all(kind not in row for row in rows)),
                    Law("way(Ash, Birch)", "ways", lambda rows: ("Ash", "Birch") in rows),
                    Law(
                        "not Ash reaches Cedar by way",
                        "ways",
                        lambda rows: ("Ash", "Cedar") not in rows and len(rows) < 2,
                    ),
                ]
            )
        return None

    def lasting(self) -> tuple[str, Names]:
        """While a phase runs, with its parameter or without."""
        place = self.draw.choice([*self.places(), "Turn", *(["Sub"] * 3 if self.has_sub else [])])
        self.phase = ""
        if self.has_fines and self.draw.random() < 0.3:
            place = "Fine"
        if place == "Lay":
            return " during Lay", Names()
        if self.draw.random() < 0.6:
            self.phase = place
            return f" during {place}(p)", Names(("p",))
        return f" during {place}", Names()

    def stated(self) -> list[str]:
        lines: list[str] = [""]
        for _ in range(self.draw.randint(0, 2)):
            where, names = self.lasting()
            if self.draw.random() < 0.7:
                lines += [f"invariant {self.name('inv')}{where}{self.any_data()}{PER}", f"    {self.truth(names)}"]
            else:
                lines += [f"step invariant {self.name('step')}{where}{self.any_data()}{PER}"]
                lines.append(f"    {self.over_a_step(names)}")
        self.phase = ""
        for _ in range(self.draw.randint(2, 4)):
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.25 else ""
            lines += [f"invariant {self.name('inv')}{where}{self.any_data()}{PER}", f"    {self.truth(Names())}"]
        for _ in range(self.draw.randint(0, 2)):
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.25 else ""
            lines += [f"step invariant {self.name('step')}{where}{self.any_data()}{PER}", f"    {self.over_a_step()}"]
        if self.draw.random() < 0.3:
            where = f" in {self.draw.choice(self.places())}" if self.draw.random() < 0.5 else ""
            lines += [f"measure {self.name('fall')}{where}{PER}", f"    {self.number(Names(), 1)}"]
        return lines

    def any_data(self) -> str:
        """Behind an invariant: in games with whatever tables, now and then."""
        if not self.any_tables or self.draw.random() < 0.4:
            return ""
        known = [name for name, there in (("towns", self.has_towns), ("way", self.has_way)) if there]
        some = self.draw.sample(known, self.draw.randint(1, len(known)))
        return f" over {' and '.join(f'any {each}' for each in some)}"

    def over_a_step(self, names: Names = NOTHING) -> str:
        number = self.number(names, 1)
        match self.draw.randrange(4):
            case 0 | 1:
                return f"{number} {self.draw.choice(['>=', '<=', '!='])} before({number})"
            case 2:
                return f"before({self.truth(names, 0)}) implies {self.truth(names, 0)}"
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
        self.phase, place = "", "state"
        if self.draw.random() < 0.55:
            place, names = self.place()
        elif self.draw.random() < 0.4:
            place = "reachable state"
        if place != "reachable state" and self.draw.random() < 0.5:
            over = " over any Tile" if self.has_tiles else " over any way" if self.has_way else ""
            if self.any_tables and self.has_towns and self.draw.random() < 0.7:
                over = f"{over} and any Town" if over and self.draw.random() < 0.5 else " over any towns"
        lines = [
            f"{'witness' if witness else 'claim'} {self.name('said')}{PER}",
            f"    in {every} {place} of {players}{over}",
        ]
        if self.question and self.draw.random() < 0.4:
            reading = {"number": "little is two"}.get(self.question, "order is last")
            lines.append("    under any readings" if self.draw.random() < 0.4 else f"    under {reading}")
        if self.draw.random() < 0.4:
            lines.append(f"    assuming {self.truth(names)}")
        self.supposing = "what if" in self.features
        lines.append(
            f"    {self.supposed_truth(names, 2) if self.supposing and self.draw.random() < 0.6 else self.truth(names)}"
        )
        self.supposing = False
        return lines

    def place(self) -> tuple[str, Names]:
        """A phase of which a claim speaks, and what it is told."""
        phases = [
            "Turn",
            *(["Sub"] if self.has_sub else []),
            *(["Middle"] * 2 if self.has_middle else []),
            *(["Lay"] if self.secret else []),
        ]
        if self.has_fines:
            phases += ["Fine"]
        if self.has_texts:
            phases += ["Alpha", "Beta", "played"]
        place = self.phase = self.draw.choice(phases)
        told = {"Middle": Names((), (), ("h",)), "Lay": Names(), "Alpha": Names((), (), ("i",))}
        return place, Names(("p",), ("k",)) if place == "played" else told.get(place, Names(("p",)))
