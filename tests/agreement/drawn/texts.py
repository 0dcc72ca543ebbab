"""Texts by title: what they are open over, and bodies for their titles, which do nothing but ask, decide and enter."""

from tests.agreement.drawn.effects import Effects
from tests.agreement.drawn.things import KINDS, PER, Names

WITHIN = Names(("p",), ("k",))


class Texts(Effects):
    """Draws a text whose titles are the members of the kind."""

    def texts(self) -> list[str]:
        """The text and what it is open over, without bodies."""
        times = self.draw.choice(["", ", at most 1 times", ", at most 2 times", ", at most 2 times"])
        return [
            "", f"text played(p: player, k: Tree) by k, open over Alpha, Beta{times}{PER}",
            *self.primitive("Alpha(i: 0..2)", Names((), (), ("i",))),
            *self.primitive("Beta(p: player)", Names(("p",))),
        ]  # fmt: skip

    def primitive(self, head: str, names: Names) -> list[str]:
        self.phase = head.partition("(")[0]
        lines = ["", f"phase {head}{PER}"]
        if self.draw.random() < 0.3:
            lines += [f"    bar {self.name('bar')}{PER}", f"        when {self.truth(names, 1)}"]
        return [*lines, *self.block(names, "    ")]

    def bodies(self, kept: dict[str, list[str]], *, every: bool) -> dict[str, list[str]]:
        """Bodies for the titles, or for some of them, beside those that are there."""
        titles = [each for each in KINDS if each not in kept and (every or self.draw.random() < 0.4)]
        return {**kept, **{each: self.body(each) for each in titles}}

    def body(self, title: str) -> list[str]:
        self.phase = "played"
        lines = ["", f"played of {title}{PER}"]
        if self.draw.random() < 0.1:
            return [*lines, "    done"]
        for _ in range(self.draw.randint(1, 3)):
            lines += self.said(title)
        return lines

    def said(self, title: str) -> list[str]:
        match self.draw.randrange(8):
            case 0:
                return [f"    if {self.truth(WITHIN)}", f"        {self.doing(WITHIN, title)}"]
            case 1:
                who = self.name("x")
                return [f"    for each player {who}", f"        {self.doing(WITHIN.with_player(who), title)}"]
            case 2:
                i = self.name("i")
                return [
                    f"    ask {self.draw.choice(['p', 'p', 'table'])}",
                    f"        action {self.name('says')}({i} in 0..2){PER}",
                    f"            then {self.draw.choice([f'enter Alpha({i})', f'enter Alpha({i})', self.doing(WITHIN, title)])}",
                    f"        action {self.name('says_not')}{PER}",
                ]
            case 3:
                test = self.truth(WITHIN, 1)
                return [
                    f"    case {self.name('one')}{PER}", f"        when {test}", f"        then {self.doing(WITHIN, title)}",
                    f"    case {self.name('other')}{PER}", f"        when not ({test})", f"        then {self.doing(WITHIN, title)}",
                ]  # fmt: skip
            case 4:
                z = self.name("z")
                return [f"    let {z} = {self.number(WITHIN, 1)}", f"    if {z} in 0..2", f"        enter Alpha({z})"]
            case _:
                return [f"    {self.doing(WITHIN, title)}"]

    def doing(self, names: Names, title: str) -> str:
        later = KINDS[KINDS.index(title) + 1 :]
        if later and self.draw.random() < 0.15:
            return f"enter played({self.player(names)}, {self.draw.choice(later)})"
        if self.draw.random() < 0.5:
            return f"enter Beta({self.player(names)})"
        return f"enter Alpha({self.draw.choice(['0', '1', '2', '2', self.number(names, 0)])})"
