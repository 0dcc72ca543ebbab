"""Rules whose control is drawn at random, as text: rounds, phases that enter each other, decisions.

`Turn` enters `Fight` and `Fight` enters `Bout`; each may ask, go round, and leave early. What is written down on the way
is a number, so that an order that is wrong shows in the state.
"""

import random

HEAD = """
game small from rulebook corpus
    players 2..3                                per R1

kind Season is Spring, Summer, Autumn in a ring per R1

variable season: Season, starts {season}        per R1
variable story: 0..1000000                      per R1
variable score of each player: 0..9             per R1
variable gone: set of player                    per R1
variable tired of each player: truth, during Fight per R1
variable rounds: 0..4, starts 1, during Turn    per R1
variable hurt: set of player, during Bout       per R1

value p_number(p: player): 0..9                 per R1
    is number of player x with x < p

setup                                           per R1
    go Turn(1)
"""


class Control:
    """Makes one rule set."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.made = 0
        self.phase_of_text = ""

    def rules(self) -> str:
        head = HEAD.format(season=self.season())
        return head + "".join(self.phase(name, inner) for name, inner in INSIDE.items()) + self.standing()

    def standing(self) -> str:
        """Rules that are looked at between the phases; their names are those of the phases, too."""
        self.phase_of_text = ""
        rules = []
        for _ in range(self.draw.choice([0, 0, 1, 1, 2])):
            test = self.draw.choice(["story mod 5 = 0", "rounds = 2", "season is Autumn", "tired of 2"])
            lines = [f"\nwhenever {test} per R1", "    set story to (story * 11 + 1) mod 1000"]
            if self.draw.random() < 0.6:
                lines += ["    for each player p from 2 with p not in gone"]
                lines += ["        set story to (story + p_number(p)) mod 1000", "        let q = next of p"]
                lines += ["        if q != 1", "            add q to gone"]
            if self.draw.random() < 0.4:
                lines += [f"    if story mod {self.draw.choice([3, 4, 9])} = 1", "        game over"]
            rules.append("\n".join(lines) + "\n")
        return "".join(rules)

    def phase(self, name: str, inner: str | None) -> str:
        """A phase that enters another, if there is one below it, and asks at least once."""
        self.phase_of_text = name
        lines = [f"\nphase {name}(p: player) per R1"]
        lines += self.block(1, 2, "p", inner)
        lines += self.ask(1, "p", inner, 1)
        if self.draw.random() < 0.5:
            lines += self.block(1, 1, "p", inner)
        if inner is not None and (self.draw.random() < 0.7 or name == "Fight"):
            lines.append(f"    enter {inner}({self.player('p')})")
        lines.append("    go Turn(next of p)" if name == "Turn" else "    add 1 to score of p")
        return "\n".join(lines) + "\n"

    # ---- STATEMENTS

    def block(self, level: int, depth: int, who: str, inner: str | None) -> list[str]:
        return [line for _ in range(self.draw.randint(1, 2)) for line in self.statement(level, depth, who, inner)]

    def statement(self, level: int, depth: int, who: str, inner: str | None) -> list[str]:
        pad = "    " * level
        match self.draw.randrange(11 if depth else 3):
            case 0:
                return [f"{pad}set story to (story * 7 + {self.draw.randint(1, 3)} + {self.seat(who)}) mod 1000"]
            case 1:
                return [f"{pad}set season to {self.draw.choice(['next', 'previous'])} of season"]
            case 2:
                word = self.draw.choice(["add {} to", "remove {} from"]).format(self.player(who))
                return [f"{pad}{word} gone"]
            case 3:
                return [f"{pad}if {self.truth(who)}", *self.block(level + 1, depth - 1, who, inner)]
            case 4:
                name = self.name("s")
                head = f"{pad}for each Season {name} from {self.season()}{self.having(f'{name} != season')}"
                body = self.block(level + 1, depth - 1, who, None)
                body.append(f"{pad}    set story to (story * 5 + (if {name} = Summer then 1 else 2)) mod 1000")
                return [head, *body]
            case 5 | 6:
                name = self.name("q")
                head = f"{pad}for each player {name} from {self.player(who)}{self.having(f'{name} not in gone')}"
                return [head, *self.block(level + 1, depth - 1, name, None)]
            case 7:
                name = self.name("q")
                head = f"{pad}for each player {name} from {self.player(who)}{self.having(self.truth(name))}"
                return [head, *self.ask(level + 1, name, inner, 0)]
            case 8:
                return [f"{pad}{self.draw.choice(self.lasting(who))}"]
            case 9:
                return [f"{pad}if {self.truth(who)}", f"{pad}    {self.leaving(who)}"]
            case _:
                return [f"{pad}enter {inner}({self.player(who)})"] if inner else [f"{pad}nothing"]

    def ask(self, level: int, who: str, inner: str | None, depth: int) -> list[str]:
        pad = "    " * level
        one, other, many = self.name("act"), self.name("act"), self.name("n")
        lines = [f"{pad}ask {who}", f"{pad}    action {one}({many} in 0..2) per R1"]
        lines.append(f"{pad}        then set story to (story * 3 + {many}) mod 1000")
        lines.append(f"{pad}    action {other} per R1")
        for line in self.statement(0, depth, who, inner):
            first = not line.startswith(" ")
            lines.append(f"{pad}        {'then ' if first else ''}{line}")
        return lines

    def lasting(self, who: str) -> list[str]:
        """Changes of what lasts as long as the phase, or one below which it runs."""
        made = ["set rounds to 4 - rounds"]
        if self.phase_of_text != "Turn":
            made.append(f"set tired of {self.player(who)} to not (tired of {self.player(who)})")
        if self.phase_of_text == "Bout":
            made.append(f"add {self.player(who)} to hurt")
        return made

    def leaving(self, who: str) -> str:
        """A way out of the phase."""
        if self.phase_of_text == "Turn":
            return self.draw.choice([f"go Turn({self.player(who)})", "game over"])
        if self.draw.random() < 0.5:
            return f"abandon {self.draw.choice(ABOVE[self.phase_of_text])}"
        return self.draw.choice(["done", "done", f"go {self.phase_of_text}({self.player(who)})"])

    # ---- EXPRESSIONS

    def name(self, stem: str) -> str:
        self.made += 1
        return f"{stem}{self.made}"

    def having(self, condition: str) -> str:
        return f" with {condition}" if self.draw.random() < 0.5 else ""

    def player(self, who: str) -> str:
        return self.draw.choice([who, f"next of {who}", f"previous of {who}", "1", "2"])

    def seat(self, who: str) -> str:
        return f"(number of player {self.name('x')} with x{self.made} <= {who})"

    def season(self) -> str:
        return self.draw.choice(["Spring", "Summer", "Autumn"])

    def truth(self, who: str) -> str:
        return self.draw.choice(
            [
                f"season is {self.season()}",
                "story mod 2 = 0",
                f"{who} in gone",
                f"score of {who} < 2",
                f"{who} != 2",
                f"tired of {who}",
                "rounds = 3",
                f"{who} in hurt",
            ]
        )


INSIDE = {"Turn": "Fight", "Fight": "Bout", "Bout": None}
"""Each phase, and the one that it may enter."""

ABOVE = {"Fight": ["Fight"], "Bout": ["Fight", "Bout"]}
"""Each phase, and those that wait for it and may be abandoned."""
