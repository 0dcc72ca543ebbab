"""Random games whose phases run above themselves and each other: as deep as a counter lets them, which no text says.

So there are few states, and to whoever reads the text there are stacks without end.
"""

from random import Random

from attrs import define, field

from tests.agreement.drawn.things import Drawn

HEAD = """
game chains from rulebook tiny
    players 2                               per R1
variable x: 0..3                            per R1
variable y: 0..3                            per R1
variable depth: 0..9                        per R1
variable mark: 0..2, during Round           per R1
setup                                       per R1
    go Round
phase Round                                 per R1
    set x to 0
    set y to 0
    set depth to 0
    enter Nest(0)
    ask 1
        action look                         per R1
    go Round
"""

PHASES = ("Nest", "Side", "Last")
DEEPEST = 2


@define
class Maker:
    """Draws the text of one game."""

    seed: int
    random: Random = field(init=False)
    actions: int = 0

    def __attrs_post_init__(self) -> None:
        self.random = Random(self.seed)

    def drawn(self) -> Drawn:
        """The game of the seed."""
        phases = "".join(self.phase(name) for name in PHASES)
        return Drawn(HEAD + phases + "".join(self.statements()))

    def number(self) -> str:
        return self.random.choice(("0", "1", "2", "3", "x", "y", "k"))

    def effect(self, indent: str, then: str = "then ") -> str:
        cell = self.random.choice(("x", "y"))
        return f"{indent}{then}set {cell} to {self.number()}\n"

    def enter(self, indent: str) -> str:
        phase = self.random.choice(PHASES)
        after = self.effect(indent) if self.random.random() < 0.6 else ""
        if self.random.random() < 0.3:
            after += f"{indent}then ask 2\n{indent}    action watch_{self.named()} per R1\n"
        deeper = f"{indent}then add 1 to depth\n{indent}then enter {phase}({self.number()})\n"
        return f"{deeper}{indent}then if depth > 0\n{indent}        subtract 1 from depth\n{after}"

    def named(self) -> int:
        self.actions += 1
        return self.actions

    def action(self, phase: str) -> str:
        indent = " " * 12
        text = f"        action act_{self.named()} per R1\n"
        kind = self.random.random()
        if kind < 0.55:
            return f"{text}{indent}when depth < {DEEPEST}\n{self.effect(indent)}{self.enter(indent)}"
        if kind < 0.7:
            return (
                f"{text}{self.effect(indent)}{indent}then go {self.random.choice(('Side', 'Last'))}({self.number()})\n"
            )
        if kind < 0.85 or phase == "Last":
            return text + self.effect(indent)
        return f"{text}{self.effect(indent)}{indent}then abandon {phase}\n"

    def phase(self, name: str) -> str:
        text = f"phase {name}(k: 0..3) per R1\n"
        if self.random.random() < 0.5:
            text += self.effect("    ", "")
        if name != "Last" and self.random.random() < 0.5:
            text += f"    set mark to {self.random.choice('12')}\n"
        text += f"    ask {self.random.choice('12')}\n"
        text += "".join(self.action(name) for _ in range(self.random.randint(2, 4)))
        text += f"        action stop_{self.named()} per R1\n"
        if self.random.random() < 0.5:
            text += self.effect("    ", "")
        return text

    def comparison(self, *more: str) -> str:
        left = self.random.choice(("x", "y", "x + y", *more))
        return f"{left} {self.random.choice(('<=', '!=', '<', '>=', '='))} {self.random.randint(0, 4)}"

    def condition(self, *more: str) -> str:
        first = self.comparison(*more)
        return f"{first} or {self.comparison(*more)}" if self.random.random() < 0.6 else first

    def statements(self) -> list[str]:
        found = [f"invariant held_{number} per R1\n    {self.condition()}\n" for number in range(5)]
        for phase in PHASES:
            found.append(f"invariant in_{phase} in {phase} per R1\n    {self.condition()}\n")
            found.append(f"invariant during_{phase} during {phase}(k) per R1\n    {self.condition('k')}\n")
            found.append(f"claim at_{phase} per R1\n    in every {phase} of 2 players\n    {self.condition('k')}\n")
        found.append(
            f"invariant marked during Round per R1\n    mark {self.random.choice(('=', '<='))} 1 or {self.condition()}\n"
        )
        found.append(
            f"step invariant {'rises'} per R1\n    {self.random.choice('xy')} >= before({self.random.choice('xy')})\n"
        )
        found.append("step invariant not_set_back per R1\n    x >= before(x) or y >= before(y)\n")
        return found
