"""Effects and blocks of effects, drawn for a game; most keep to what may be done, some do not."""

from collections.abc import Callable

from tests.agreement.drawn.things import KINDS, PER, Names
from tests.agreement.drawn.values import Values


class Effects(Values):
    """Draws effects."""

    def effects(self, names: Names, pad: str, most: int = 2, *, at_once: bool = False) -> list[str]:
        return [
            line for _ in range(self.draw.randint(1, most)) for line in self.effect(names, pad, at_once=at_once)
        ]  # fmt: skip

    def effect(self, names: Names, pad: str, *, at_once: bool = False) -> list[str]:
        one = self.one_effect(names, at_once=at_once)
        if isinstance(one, tuple):
            guard, text = one
            return [f"{pad}if {guard}", f"{pad}    {text}"]
        if self.draw.random() < 0.25:
            return [f"{pad}if {self.truth(names)}", f"{pad}    {one}"]
        return [f"{pad}{one}"]

    def one_effect(self, names: Names, *, at_once: bool) -> str | tuple[str, str]:
        plain: list[Callable[[], str | tuple[str, str]]] = [
            lambda: f"set n to {self.draw.choice([str(self.draw.randint(0, 3)), self.number(names)])}",
            lambda: f"set t to {self.draw.choice(['true', 'false', self.truth(names)])}",
            lambda: self.guarded(f"n < {self.draw.choice([2, 3, 3])}", "add 1 to n"),
            lambda: self.guarded("n > 0", "subtract 1 from n"),
        ]
        if self.has_m:
            plain += [
                lambda: self.guarded(f"m < {self.draw.choice([3, 4])}", "add 1 to m"),
                lambda: f"set m to {self.number(names, 1)}",
            ]
        if self.has_score:
            who = self.player(names)
            plain += [
                lambda: self.guarded(f"score of {who} < 2", f"add 1 to score of {who}"),
                lambda: f"set score of {who} to {self.draw.randint(0, 2)}",
            ]
        if self.has_set:
            plain += [lambda: f"add {self.member(names)} to felled", lambda: f"remove {self.member(names)} from felled"]
        if self.has_choice:
            plain.append(lambda: f"set choice to {self.draw.choice([*KINDS, 'none'])}")
        if self.has_lead:
            plain.append(lambda: f"set lead to {self.draw.choice([self.player(names), 'nobody'])}")
        if self.has_spot:
            plain.append(lambda: f"set spot to {self.member(names)}")
        if self.has_lasting and self.phase == "Sub":
            plain += [lambda: self.guarded("rounds < 2", "add 1 to rounds")] * 2
        if self.has_record:
            plain += [
                lambda: f"set mark to Mark({self.player(names)}, {self.number(names, 0)})",
                lambda: "set mark to none",
            ]
        if self.has_fines:
            plain.append(lambda: f"set fined of {self.player(names)} to {self.draw.choice(['true', 'false', 'false'])}")
        if self.has_towns:
            plain.append(lambda: f"set town to {self.draw.choice(['Oslo', 'Rome'])}")
        if self.has_chips:
            plain += [
                lambda: self.guarded("supply of Chip > 0", f"move 1 Chip from supply to {self.player(names)}"),
                lambda: f"move {self.draw.choice(['1', '1', 'n'])} Chip from {self.player(names)} to supply",
            ]
        if self.cards and not at_once:
            plain += [
                lambda: (
                    f"move all {self.name('c')} in hand of {self.player(names)} to {self.draw.choice(['pile', 'box'])}"
                ),
                lambda: "move all {} in pile{} to box".format(*self.with_tree(names)),
            ]
            if self.cards == "alike":
                tree = self.draw.choice(KINDS)
                plain.append(
                    lambda: self.guarded(
                        f"(number of {self.name('c')} in box of Card with c{self.made}.tree is {tree}) > 0",
                        f"move 1 Card({tree}) from box to {self.draw.choice(['pile', f'hand of {self.player(names)}'])}",
                    )
                )
        return self.draw.choice(plain)()

    def with_tree(self, names: Names) -> tuple[str, str]:
        c = self.name("c")
        return c, f" with {c}.tree is {self.member(names)}" if self.draw.random() < 0.5 else ""

    def guarded(self, guard: str, text: str) -> str | tuple[str, str]:
        """With its guard, mostly."""
        return (guard, text) if self.draw.random() < 0.8 else text

    def block(self, names: Names, pad: str) -> list[str]:
        """Effects, in loops now and then."""
        if "lets" in self.features and self.draw.random() < 0.3:
            return self.with_a_let(names, pad)
        if "nested cases" in self.features and self.draw.random() < 0.3:
            return self.nested_cases(names, pad)
        match self.draw.randrange(8):
            case 0:
                who = self.name("x")
                return [f"{pad}for each player {who}", *self.effects(names.with_player(who), f"{pad}    ", 1)]
            case 1:
                who = self.name("x")
                return [
                    f"{pad}simultaneously", f"{pad}    each player {who}",
                    *self.effects(names.with_player(who), f"{pad}        ", 1, at_once=True),
                ]  # fmt: skip
            case 2:
                test = self.truth(names)
                return [
                    f"{pad}case here{PER}", f"{pad}    when {test}", *self.thens(names, f"{pad}    "),
                    f"{pad}case there{PER}", f"{pad}    when not ({test})", *self.thens(names, f"{pad}    "),
                ]  # fmt: skip
            case _:
                return self.effects(names, pad)

    def with_a_let(self, names: Names, pad: str) -> list[str]:
        """A name that is changed: by itself, in a condition, or in a loop in order."""
        z = self.name("z")
        inner = names.with_number(z, z)
        lines = [f"{pad}let {z}: 0..3 = {self.number(names, 1)}"]
        for _ in range(self.draw.randint(1, 2)):
            change = self.draw.choice([f"set {z} to {self.number(inner, 1)}", f"add 1 to {z}", f"subtract 1 from {z}"])
            match self.draw.randrange(4):
                case 0:
                    who = self.name("x")
                    having = f" with {self.truth(inner.with_player(who), 1)}" if self.draw.random() < 0.7 else ""
                    lines += [f"{pad}for each player {who}{having}", f"{pad}    if {z} < 3", f"{pad}        {change}"]
                case 1:
                    lines += [
                        f"{pad}repeat {self.draw.choice(['2', z, 'n'])} times",
                        f"{pad}    if {z} in 1..2",
                        f"{pad}        {change}",
                    ]
                case 2:
                    lines += [f"{pad}if {self.truth(inner, 1)}", f"{pad}    {change}"]
                case _:
                    lines.append(f"{pad}{change}")
        lines += [f"{pad}if {self.truth(inner, 1)}", *self.effects(inner, f"{pad}    ", 1)]
        return [*lines, *self.effects(inner, pad, 1)]

    def nested_cases(self, names: Names, pad: str) -> list[str]:
        test, within = self.truth(names, 1), self.truth(names, 1)
        last = self.draw.choice([f"when not ({within})", "otherwise", f"when {self.truth(names, 0)}"])
        outside = self.draw.choice(["otherwise", f"when not ({test})"])
        a, b, c, d = (self.name("case_") for _ in range(4))
        return [
            f"{pad}case {a}{PER}", f"{pad}    when {test}",
            f"{pad}    case {b}{PER}", f"{pad}        when {within}", *self.thens(names, f"{pad}        "),
            f"{pad}    case {c}{PER}", f"{pad}        {last}", *self.thens(names, f"{pad}        "),
            f"{pad}case {d}{PER}", f"{pad}    {outside}", *self.thens(names, f"{pad}    "),
        ]  # fmt: skip

    def thens(self, names: Names, pad: str) -> list[str]:
        """One effect behind a `then`."""
        one = self.one_effect(names, at_once=False)
        return [f"{pad}then {one[1] if isinstance(one, tuple) else one}"]
