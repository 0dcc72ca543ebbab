"""The setup, the phases and the standing rule of a game, drawn so that it goes on, mostly."""

from tests.agreement.drawn.texts import Texts
from tests.agreement.drawn.things import KINDS, PER, Names


class Course(Texts):
    """Draws how a game goes on."""

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
        self.turn_lines = self.turn()
        lines += self.turn_lines
        if self.has_sub:
            lines += self.sub()
        if self.has_middle:
            lines += self.middle()
        if self.secret:
            lines += self.lay()
        if self.standing:
            lines += self.whenever()
        if self.has_texts:
            lines += self.texts()
        if self.has_fines:
            lines += self.fines()
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
        if self.has_texts and self.phase in {"Turn", "Sub"}:
            ways += [f"enter played({self.player(names)}, {self.member(names)})"] * 3
        return self.draw.choice(ways) if ways else "nothing"

    def turn(self) -> list[str]:
        self.phase = "Turn"
        names = Names(("p",))
        lines = ["", f"phase Turn(p: player){PER}"]
        if "lets" in self.features and self.draw.random() < 0.5:
            kept = self.name("kept")
            lines.append(f"    let {kept}{self.draw.choice([': 0..3', ''])} = {self.number(names, 1)}")
            names = names.with_number(kept, kept)
        if self.draw.random() < 0.3:
            lines += self.block(names, "    ")
        lines += self.looping(names) if self.draw.random() < 0.15 else self.asking(names)
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

    def looping(self, names: Names) -> list[str]:
        """Somebody is asked again and again: so many times, or until it is enough."""
        inner = "        "
        if self.draw.random() < 0.5:
            times = self.draw.choice(["2", "2", "n", "size" if self.has_option else "3"])
            return [f"    repeat {times} times", *(f"    {line}" for line in self.asking(names))]
        who = self.draw.choice(["p", "p", "table"])
        lines = ["    repeat until done"]
        if self.draw.random() < 0.4:
            lines += self.block(names, inner)
        lines += [
            f"{inner}ask {who}",
            f"{inner}    action {self.name('goes_on')}{PER}",
            *self.thens(names, f"{inner}        "),
        ]
        lines += [f"{inner}    action {self.name('stops')}{PER}"]
        if self.draw.random() < 0.4:
            lines += [f"{inner}        when {self.truth(names, 1)}"]
        return [*lines, f"{inner}        then done"]

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
        lines += self.looping(names) if self.draw.random() < 0.2 else self.asking(names)
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
        if self.draw.random() < 0.2:
            lines += [f"    repeat {self.draw.choice(['2', '3', 'h', 'n'])} times", *self.block(names, "        ")]
        else:
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

    def fines(self) -> list[str]:
        """A standing rule that binds somebody and enters a phase about him."""
        self.phase = "whenever"
        w = self.name("w")
        due = [f"fined of {w}"]
        if self.draw.random() < 0.3:
            due.append(self.truth(Names((w,)), 1))
        if self.draw.random() < 0.5:
            due.append(f"Fine({w}) is not running")
        who = self.draw.choice(["", ", chosen by table", ", chosen by 1", f", chosen by {self.fewest}"])
        self.phase = "Fine"
        names = Names(("p",))
        lines = ["", f"whenever player {w} with {' and '.join(due)}{who}{PER}", f"    enter Fine({w})"]
        lines += ["", f"phase Fine(p: player seen by everyone){PER}"]
        if self.draw.random() < 0.9:
            lines.append("    set fined of p to false")
        if self.draw.random() < 0.5:
            lines += self.asking(names)
        return [*lines, *self.block(names, "    ")]
