"""Values of a game, drawn in each of the forms that a value can have."""

from tests.agreement.drawn.expressions import Expressions
from tests.agreement.drawn.things import PER, Names


class Values(Expressions):
    """Draws values, which expressions that are drawn later may call."""

    def values_of(self) -> list[str]:
        lines: list[str] = []
        self.phase = "values"
        for name in self.values:
            if name == "amount":
                lines += self.amount()
            elif name == "fits":
                lines += self.fits()
            else:
                continue
            self.known_values.append(name)
        if self.any_tables and self.has_towns:
            lines += self.of_a_town()
            self.known_values.append("rated")
        if self.has_worth:
            lines += self.of_a_phase()
            self.known_values.append("worth")
        return lines

    def of_a_town(self) -> list[str]:
        """A value of what is printed, which need not have a case for what is not."""
        sizes = self.draw.sample([1, 2, 3], 3)
        last = self.draw.choice(["otherwise", f"when town.size = {sizes[2]}", "", ""])
        cases = [f"when town.size = {sizes[0]}", f"when town.size = {sizes[1]}", *([last] if last else [])]
        return [
            f"value rated: 0..3{PER}",
            *(
                line
                for case in cases
                for line in (
                    f"    case {self.name('rate')}{PER}",
                    f"        {case}",
                    f"        is {self.draw.randint(0, 3)}",
                )
            ),
        ]

    def of_a_phase(self) -> list[str]:
        """Values that read what the phase `Sub` is told."""
        names = Names(("p",))
        most = self.draw.choice([3, 9, 9])
        lines = [f"value worth of Sub: 0..{most}{PER}", f"    is {self.number(names)}"]
        lines += [
            f"value rich(enough: 0..3) of Sub: truth{PER}",
            f"    normally {self.truth(names.with_number('enough'))}",
        ]
        if self.draw.random() < 0.5:
            lines += [
                f"    except unless_it_is{PER}",
                "        when worth > enough",
                f"        is {self.truth(names, 0)}",
            ]
        return lines

    def amount(self) -> list[str]:
        names = Names(("x",))
        head = [f"value amount(x: player): 0..3{PER}"]
        if "named parts" in self.features:
            names, lets = self.named(names)
            head += lets
        if "nested cases" in self.features and self.draw.random() < 0.7:
            return [*head, *self.nested(names)]
        form = self.draw.randrange(4)
        self.amount_takes = ("except", "", "except", "plus")[form]
        match form:
            case 0:
                return [*head, f"    is {self.number(names)}"]
            case 1:
                test = self.truth(names)
                against = f"not ({test})" if self.draw.random() < 0.8 else self.truth(names, 1)
                return [
                    *head,
                    f"    case here{PER}", f"        when {test}", f"        is {self.number(names, 1)}",
                    f"    case there{PER}", f"        when {against}", f"        is {self.number(names, 1)}",
                ]  # fmt: skip
            case 2:
                over = self.draw.choice(["", " over first_of_all"])
                return [
                    *head, f"    normally {self.number(names, 1)}",
                    f"    except first_of_all{PER}", f"        when {self.truth(names)}", f"        is {self.number(names, 0)}",
                    f"    except second_of_all{over}{PER}", f"        when {self.truth(names)}", f"        is {self.number(names, 0)}",
                ]  # fmt: skip
            case _:
                return [
                    *head,
                    f"    plus here{PER}", f"        is {self.number(names, 0)}",
                    f"    plus there{PER}", f"        when {self.truth(names)}", f"        is {self.draw.randint(0, 2)}",
                ]  # fmt: skip

    def named(self, names: Names) -> tuple[Names, list[str]]:
        """Names for what is worked out, which the clauses behind them may use."""
        lets: list[str] = []
        for _ in range(self.draw.randint(1, 3)):
            z = self.name("z")
            lets.append(f"    let {z} = {self.number(names, 1)}")
            names = names.with_number(z)
        return names, lets

    def nested(self, names: Names) -> list[str]:
        """Cases in cases: what is inside is asked only where it is outside."""
        test, inner = self.truth(names, 1), self.truth(names, 1)
        last = self.draw.choice(
            [f"when not ({inner})", f"when not ({inner})", "otherwise", f"when {self.truth(names, 0)}"]
        )
        outside = self.draw.choice(["otherwise", f"when not ({test})"])
        return [
            f"    case out{PER}", f"        when {test}",
            f"        case in_one{PER}", f"            when {inner}", f"            is {self.number(names, 1)}",
            f"        case in_other{PER}", f"            {last}", f"            is {self.number(names, 1)}",
            f"    case elsewhere{PER}", f"        {outside}", f"        is {self.number(names, 1)}",
        ]  # fmt: skip

    def fits(self) -> list[str]:
        names = Names((), ("y",))
        head = f"value fits(y: Tree): truth{PER}"
        if self.question == "hole":
            return [
                head,
                f"    case here{PER}", "        when order is first", f"        is {self.truth(names, 1)}",
                f"    case there{PER}", "        when order is last", f"        when {self.truth(names, 1)}", "        is true",
            ]  # fmt: skip
        if self.draw.random() < 0.5:
            return [head, f"    is {self.truth(names)}"]
        return [
            head, f"    normally {self.truth(names, 1)}",
            f"    except apart{PER}", f"        when {self.truth(names, 1)}", f"        is {self.draw.choice(['true', 'false'])}",
        ]  # fmt: skip
