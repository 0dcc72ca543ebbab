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
        """A law of the tiles, or else of the ways."""
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
        if place == "Lay":
            return " during Lay", Names()
        if self.draw.random() < 0.6:
            return f" during {place}(p)", Names(("p",))
        return f" during {place}", Names()

    def stated(self) -> list[str]:
        lines: list[str] = [""]
        for _ in range(self.draw.randint(0, 2)):
            where, names = self.lasting()
            if self.draw.random() < 0.7:
                lines += [f"invariant {self.name('inv')}{where}{PER}", f"    {self.truth(names)}"]
            else:
                lines += [f"step invariant {self.name('step')}{where}{PER}", f"    {self.over_a_step(names)}"]
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
