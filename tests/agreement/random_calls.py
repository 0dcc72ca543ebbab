"""Random small games about calls: values that break off for some of what they are told, asked for in every way.

What a value is told may have no answer; what it says may be the same whatever it is told, small, or a decision list.
Exceptions clash and cases overlap, and what a clause asks behind one that applies may break off: so of values, of the
cases in which a script goes on, and of bars.
Of two sides of an operation one alone may break off: which of two faults is told first is not what this is about.
"""

from __future__ import annotations

import random

from attrs import field, frozen

DEPTH = 2
"""The number of operations within each other."""

LAST = 7
"""The greatest number that is written down."""

COURSE = """
setup per R1
    go Wait

phase Wait per R1
    ask 1
        action set_to(k in 0..3) per R1
            then set x to k
    go Then

phase Then per R1
{effects}
    go Wait
"""
CASES = """
    case one_way per R1
        when {one}
        then set y to 1
        then go Wait
    case other_way per R1
        {other}
        then set y to 2
        then go Wait
"""
VARIABLES = """
variable x: 0..9, starts 1 per R1
variable y: 0..9 per R1
variable z: 0..9, starts 2 per R1
variable w: 0..9 per R1
"""


@frozen
class Calls:
    """A source of games; the same seed gives the same game."""

    seed: int
    draw: random.Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "draw", random.Random(self.seed))

    def rules(self) -> tuple[str, str]:
        """The declarations of a game, and its course."""
        values = [self._value("f", []), self._value("g", ["f"]), self._value("so", ["f", "g"], truth=True)]
        indent = "        " if (at_once := self.draw.random() < 0.8) else "    "
        effects = [self._effect(name, indent) for name in ("y", "z", "w")]
        head = ["    simultaneously"] if at_once else []
        course = COURSE.format(effects="\n".join([*head, *effects]))
        if self.draw.random() < 0.3:
            one, other = (self._condition(1, ["x", "z"], ["f", "g", "so"]) for _ in range(2))
            other = self.draw.choice(["otherwise", f"when {other}", f"when not ({one})"])
            course = course.removesuffix("    go Wait\n") + CASES.format(one=one, other=other)
        if self.draw.random() < 0.3:
            bars = [self._bar(name) for name in ("not_so", "nor_so")[: self.draw.randint(1, 2)]]
            course = course.replace("            then set x", f"{''.join(bars)}            then set x")
        return VARIABLES + "\n".join(values), course

    def _bar(self, name: str) -> str:
        asked = self._condition(1, ["k", "x", "z"], ["f", "g", "so"])
        return f"            bar {name} per R1\n                when {asked}\n"

    # ---- DECLARATIONS

    def _value(self, name: str, called: list[str], *, truth: bool = False) -> str:
        head = f"value {name}(n: 0..10): {'truth' if truth else '0..30'} per R1\n"
        says = [self._says(called, truth=truth) for _ in range(3)]
        one, other = self._guard(called), self._guard(called)
        told = (one, other + one[:1] if self.draw.random() < 0.4 else other)
        guards = ["\n        when ".join(each) for each in told]
        match self.draw.choice(["plain", "plain", "one", "one", "two", "two", "cases"]):
            case "plain":
                return f"{head}    is {says[0]}\n"
            case "cases":
                last = self.draw.choice(["otherwise", f"when {guards[1]}", f"when not ({one[0]})"])
                here = _clause("case here", f"when {guards[0]}", says[0])
                return head + here + _clause("case there", last, says[1])
            case form:
                over = self.draw.choice(["", " over another"])
                heads = ["except another", f"except further{over}"][: 1 if form == "one" else 2]
                results = self.draw.choice([says[1:], [says[1]] * 2])
                excepted = "".join(
                    _clause(name, f"when {guards[number]}", results[number]) for number, name in enumerate(heads)
                )
                return f"{head}    normally {says[0]}\n{excepted}"

    def _guard(self, called: list[str]) -> list[str]:
        divided = f"6 div {self.draw.choice('nxxz')} > {self.draw.randint(0, 2)}"
        drawn = (self._condition(1, ["n", "x", "z"], called) for _ in range(self.draw.randint(1, 2)))
        return [divided if self.draw.random() < 0.4 else each for each in drawn]

    def _says(self, called: list[str], *, truth: bool) -> str:
        if self.draw.random() < 0.5:
            return self.draw.choice(["true", "false"]) if truth else str(self.draw.randint(0, LAST))
        build = self._condition if truth else self._number
        return build(DEPTH, ["n", "x", "z"], called)

    def _effect(self, variable: str, indent: str) -> str:
        if self.draw.random() < 0.5:
            return f"{indent}set {variable} to ({self._number(DEPTH, ['x', 'z'], ['f', 'g'])}) mod 9"
        asked = self._condition(DEPTH, ["x", "z"], ["f", "g", "so"])
        return f"{indent}if {asked}\n{indent}    set {variable} to {self.draw.randint(0, LAST)}"

    # ---- EXPRESSIONS

    def _number(self, depth: int, names: list[str], called: list[str]) -> str:
        if depth <= 0:
            return self.draw.choice([*names, str(self.draw.randint(0, LAST))])
        one, other, plain = (self._number(each, names, called) for each in (depth - 1, depth - 1, 0))
        numbers = [each for each in called if each != "so"]
        match self.draw.choice(["name", "divided", "counted", "called", "called", "chosen", "found"]):
            case "divided":
                return f"({one} {self.draw.choice(['div', 'mod'])} {plain})"
            case "counted":
                return f"({one} {self.draw.choice('+-*')} {plain})"
            case "called" if numbers:
                return f"{self.draw.choice(numbers)}({one})"
            case "chosen":
                return f"(if {self._condition(depth - 1, names, called)} then {one} else {other})"
            case "found":
                name = f"m{self.draw.randint(0, 99)}"
                binder = self.draw.choice(["the {}", "number of {}", "highest of {0} for {0}"]).format(name)
                return f"({binder} in 0..3 with {self._condition(depth - 1, [*names, name], called)})"
            case _:
                return self.draw.choice(names)

    def _condition(self, depth: int, names: list[str], called: list[str]) -> str:
        one = self._number(depth - 1, names, called)
        compared = f"{one} {self.draw.choice(['is', 'is not', '<', '<=', '>', '>='])} {self._number(0, names, called)}"
        if depth <= 0:
            return compared
        first, second = (self._condition(depth - 1, names, called) for _ in range(2))
        match self.draw.choice(["compared", "compared", "and", "or", "not", "so", "some", "every"]):
            case "and" | "or" as join:
                return f"({first} {join} {second})"
            case "not":
                return f"not ({first})"
            case "so" if "so" in called:
                return f"so({one})"
            case "some" | "every" as which:
                name = f"m{self.draw.randint(0, 99)}"
                return f"({which} {name} in 0..3 has {self._condition(depth - 1, [*names, name], called)})"
            case _:
                return compared


def _clause(head: str, asked: str, is_: str) -> str:
    return f"    {head} per R1\n        {asked}\n        is {is_}\n"
