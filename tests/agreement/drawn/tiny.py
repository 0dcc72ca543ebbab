"""Tiny random games, a few lines each: whatever is wrong in the prover is, most often, wrong in one of these as well.

Two numbers, a phase or two, a value with exceptions or a sum, and some statements of which about half are false.
"""

from random import Random

from attrs import define, field

from tests.agreement.drawn.things import Drawn

HEAD = """
game tiny from rulebook tiny
    players 2 per R1
variable x: 0..3 per R1
variable y: 0..3 per R1
variable kept of each player: 0..2 per R1
"""

COMPARED = ("=", "!=", "<", "<=", ">", ">=")


@define
class Maker:
    """Draws the text of one game."""

    seed: int
    random: Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.random = Random(self.seed)

    def drawn(self) -> Drawn:
        """The game of the seed."""
        parts = (HEAD, self.value(), self.setup(), self.play(), self.other(), self.outcome(), *self.statements())
        return Drawn("".join(parts))

    def one_of(self, *texts: str) -> str:
        return self.random.choice(texts)

    # ---- EXPRESSIONS

    def number(self, *more: str) -> str:
        """A number from 0 to 3."""
        least, most = self.one_of("x", "y", "1", "2"), self.one_of("x", "y", "kept of 1", "kept of 2")
        return self.one_of(
            *("0", "1", "2", "3", "x", "y", "kept of 1", "kept of 2", *more),
            f"min({least}, {most})",
            f"max({least}, {most})",
            f"(x + {self.one_of('1', '2', 'y')}) mod {self.one_of('2', '3', '4')}",
            f"3 - {most}",
            f"6 div ({least} + 2)",
            f"if {self.comparison()} then {least} else {most}",
            f"number of m in 0..2 with m {self.one_of('<', '<=', '=')} {most}",
            f"highest of m for m in 0..3 with m <= {most}",
            f"lowest of m for m in 0..3 with m >= {most}",
            f"min(3, 6 div {self.one_of('x', 'y', '2')})",
        )

    def comparison(self) -> str:
        left = self.one_of("x", "y", "kept of 1", "x + y", "x - kept of 2")
        return f"{left} {self.one_of(*COMPARED)} {self.one_of('0', '1', '2', '3', 'y')}"

    def condition(self, *more: str) -> str:
        """A condition about a state; with `more` about something else, too."""
        plain = (
            self.comparison(),
            f"{self.comparison()} or {self.comparison()}",
            f"not ({self.comparison()} and {self.comparison()})",
            f"every player p has kept of p {self.one_of('<=', '<', '!=')} {self.one_of('1', '2', 'x', 'y')}",
            f"some player p has kept of p {self.one_of('>=', '=', '<')} {self.one_of('0', '1', 'x')}",
            f"at most one player p has kept of p = {self.one_of('0', '1', '2')}",
            f"worth({self.one_of('x', 'y', '1')}) {self.one_of(*COMPARED)} {self.one_of('0', '1', '2', 'y')}",
        )
        return self.one_of(*plain, *more)

    # ---- RULES

    def value(self) -> str:
        head = "value worth(n: 0..3): 0..9 per R1\n"
        first, second = self.comparison(), f"n {self.one_of('<', '=', '>')} {self.one_of('0', '1', '2')}"
        if self.random.random() < 0.3:
            return (
                f"{head}    plus one_part per R1\n        is {self.number('n')}\n"
                f"    plus other_part per R1\n        when {second}\n        is {self.number('n')}\n"
            )
        text = f"{head}    normally {self.number('n')}\n    except first per R1\n        when {first}\n        is 1\n"
        if self.random.random() < 0.4:
            same = self.one_of("1", "n")
            text += f"    except second over first per R1\n        when {second}\n        is {same}\n"
        return text

    def effect(self, *more: str) -> str:
        cell = self.one_of("x", "y")
        owned = self.one_of("kept of 1", "kept of 2")
        return self.one_of(
            f"set {cell} to {self.number(*more)}",
            f"set {cell} to {self.number(*more)}",
            f"set {owned} to {self.one_of('0', '1', '2', f'min(2, {cell})')}",
            f"set {cell} to min(3, worth({cell}))",
        )

    def block(self, indent: str, *more: str) -> str:
        """Some effects, one behind the other."""
        one, other, cell = self.effect(*more), self.effect(*more), self.one_of("x", "y")
        return self.one_of(
            f"{indent}{one}\n",
            f"{indent}{one}\n{indent}{other}\n",
            f"{indent}if {self.condition()}\n{indent}    {one}\n{indent}otherwise\n{indent}    {other}\n",
            f"{indent}repeat {self.one_of('2', '3', cell)} times\n{indent}    set {cell} to ({cell} + 1) mod 4\n",
            f"{indent}for each player p with kept of p < {self.one_of('1', '2')}\n{indent}    add 1 to kept of p\n",
            f"{indent}simultaneously\n{indent}    set x to {self.number()}\n{indent}    set y to {self.number()}\n",
        )

    def setup(self) -> str:
        begun = f"    set x to {self.one_of('0', '1', '2')}\n" if self.random.random() < 0.5 else ""
        return f"setup per R1\n{begun}    go Play\n"

    def action(self, name: str, *, enters: bool = True) -> str:
        chosen, more = ("(n in 0..2)", "n") if self.random.random() < 0.4 else ("", "")
        told = [more] if more else []
        text = f"        action {name}{chosen} per R1\n"
        if self.random.random() < 0.5:
            guard = f"n != {self.one_of('x', 'y')}" if more and self.random.random() < 0.5 else self.condition()
            text += f"            when {guard}\n"
        text += f"            then {self.effect(*told)}\n"
        if self.random.random() < 0.3:
            text += f"            then {self.effect(*told)}\n"
        if enters and self.random.random() < 0.25:
            text += "            then enter Other\n"
        return text

    def play(self) -> str:
        before = self.block("    ") if self.random.random() < 0.4 else ""
        actions = "".join(self.action(f"act_{number}") for number in range(self.random.randint(1, 2)))
        after = self.block("    ") if self.random.random() < 0.4 else ""
        again = self.one_of("    go Play\n", "    go Play\n", "    if x = 3\n        game over\n    go Play\n")
        close = "        action leave_it per R1\n"
        return f"phase Play per R1\n{before}    ask {self.one_of('1', '2')}\n{actions}{close}{after}{again}"

    def other(self) -> str:
        text = "phase Other per R1\n" + self.block("    ")
        if self.random.random() < 0.3:
            text += f"    ask chance\n{self.action('fall', enters=False)}        action hold per R1\n"
        return text

    def outcome(self) -> str:
        if self.random.random() < 0.7:
            return ""
        return (
            "outcome per R1\n    scores are kept of p for player p\n    winners are all player p with kept of p > 0\n"
        )

    # ---- STATEMENTS

    def statements(self) -> list[str]:
        rises = f"{self.one_of('x', 'y')} {self.one_of('>=', '<=')} before({self.one_of('x', 'y')})"
        stays = f"kept of 1 {self.one_of('>=', '<=', '=')} before(kept of 1)"
        return [
            f"invariant first_held per R1\n    {self.condition()}\n",
            f"invariant second_held per R1\n    {self.condition()}\n",
            f"invariant held_in in Play per R1\n    {self.condition()}\n",
            f"step invariant stepped per R1\n    {self.one_of(rises, stays)} or {self.comparison()}\n",
            f"claim claimed per R1\n    in every Play of 2 players\n    {self.condition()}\n",
        ]
