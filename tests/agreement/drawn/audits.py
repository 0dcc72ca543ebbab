"""Audits, and a module that adds to a game, drawn as thoughtlessly as all else."""

from tests.agreement.drawn.statements import Statements
from tests.agreement.drawn.things import PER, Names


class Audits(Statements):
    """Draws tables of what may happen, and what a module adds."""

    def audits(self) -> list[str]:
        return [line for _ in range(self.draw.randint(1, 2)) for line in self.audit()]

    def audit(self) -> list[str]:
        self.phase, names, place = "", Names(), "state"
        if self.draw.random() < 0.4:
            place, names = self.place()
        players = f"{self.most} players" if self.draw.random() < 0.5 else f"{self.fewest}..{self.most} players"
        lines = ["", f"audit {self.name('table')}{PER}", f"    in every {place} of {players}"]
        if self.draw.random() < 0.4:
            lines.append(f"    assuming {self.truth(names, 1)}")
        asked = names if self.draw.random() < 0.8 else Names()
        cased = self.draw.random() < 0.8
        if cased:
            lines += self.cases_of(asked)
            lines += [f"    shows {self.shown(asked)}"] if self.draw.random() < 0.8 else []
        if self.question or not cased:
            lines.append(f"    compares {self.shown(asked)}, {self.shown(asked)}")
        if cased and self.draw.random() < 0.4:
            lines.append(f"    counts {self.shown(asked)}, {self.shown(asked)}")
        return lines

    def cases_of(self, names: Names) -> list[str]:
        one, other = self.truth(names, 1), self.truth(names, 0)
        guards = [(one, f"not ({one})"), (one, other), (f"({one}) and {other}", f"({one}) and not ({other})")]
        listed = self.draw.choice([*guards, (f"not ({one})", *guards[2]), (one, f"not ({one})")])
        return [
            line for guard in listed for line in (f"    case {self.name('row')}{PER}", f"        when {guard}")
        ]  # fmt: skip

    def shown(self, names: Names) -> str:
        """Something of few values."""
        return self.draw.choice([self.number(names, 1), self.truth(names, 1), f"({self.truth(names, 0)})"])

    # ---- A MODULE

    def module(self) -> str:
        """The text of a module that adds whatever it may to what is there."""
        lines = ["module more of small from rulebook more", "", f"variable extra: 0..2{PER}"]
        if self.amount_takes and "amount" in self.known_values:
            self.known_values.remove("amount")  # no value may need itself
            lines += [
                "", f"{self.amount_takes} {self.name('added')} to amount{PER}",
                f"    when {self.draw.choice(['extra = 1', self.truth(Names(('x',)), 1)])}", f"    is {self.number(Names(('x',)), 0)}",
            ]  # fmt: skip
        if sum(each.lstrip().startswith("ask ") for each in self.turn_lines) == 1:
            self.phase = "Turn"
            head, *rest = (each.removeprefix("        ") for each in self.action(Names(("p",)), surely=False))
            lines += ["", f"{head.removesuffix(PER)} in Turn{PER}", *rest]
        if self.has_sub and self.draw.random() < 0.5:
            lines += ["", f"bar {self.name('barred')} to Sub{PER}", f"    when {self.truth(Names(('p',)), 1)}"]
        lines += ["", f"whenever {self.truth(Names(), 1)} and extra = 0{PER}", "    add 1 to extra"]
        lines += [
            "",
            f"invariant {self.name('inv')}{PER}",
            f"    extra <= {self.draw.randint(0, 2)} or {self.truth(Names(), 0)}",
        ]
        lines += ["", f"invariant {self.name('inv')}{PER}", f"    {self.truth(Names())}"]
        return "\n".join(lines) + "\n"
