"""Random games with tokens of a kind, each twice: as the language says it, and written out by hand, token by token.

What is asked or moved of a token that is worked out is a call of one of the functions of a style; all else is the same
text. By hand there is a case for each token that may lie there, and the highest of nothing for every other one.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Final

from attrs import define, field, frozen

from tests.agreement.drawn.things import Drawn

PER: Final = " per R1"
TOKENS: Final = ("Gloom", "Secret", "Proof")
HOLDERS: Final = ("Place", "player")


@frozen
class End:
    """Where tokens come from or go to: a member of a kind, or the supply, whose kind is empty."""

    text: str
    kind: str = ""


SUPPLY: Final = End("supply")


@frozen
class Style(ABC):
    """A way to write the rules; what lies on what is given, and the limit of each."""

    holders: dict[str, tuple[str, ...]]
    limits: dict[str, int]

    def fitting(self, *ends: End) -> list[str]:
        """The tokens that may lie on all of these."""
        return [each for each in TOKENS if all(not end.kind or end.kind in self.holders[each] for end in ends)]

    @abstractmethod
    def declared(self) -> list[str]:
        """The lines that declare the tokens and their kind."""

    @abstractmethod
    def among(self, tokens: Sequence[str], name: str) -> str:
        """The set of some tokens, where nothing says of which kind; the name is free."""

    @abstractmethod
    def on(self, token: str, end: End) -> str:
        """How many of a token lie on something."""

    @abstractmethod
    def supply(self, token: str) -> str:
        """How many of a token are left."""

    @abstractmethod
    def move(self, amount: str, token: str, source: End, target: End) -> list[str]:
        """The statement of a move."""


@frozen
class AsSaid(Style):
    """The words of the language."""

    def declared(self) -> list[str]:
        groups = (
            f"{each} limit {self.limits[each]} on each {' and on each '.join(self.holders[each])}" for each in TOKENS
        )
        return [f"token Counter is {', '.join(groups)}{PER}"]

    def among(self, tokens: Sequence[str], name: str) -> str:  # noqa: ARG002 - only by hand it is needed
        return f"{{{', '.join(tokens)}}}"

    def on(self, token: str, end: End) -> str:
        return f"({token} on {end.text})"

    def supply(self, token: str) -> str:
        return f"(supply of {token})"

    def move(self, amount: str, token: str, source: End, target: End) -> list[str]:
        return [f"move {amount} {token} from {source.text} to {target.text}"]


@frozen
class ByHand(Style):
    """Tokens that are no values, and a kind whose members have their names."""

    numbers: "count[int]" = field(factory=count, eq=False)

    def declared(self) -> list[str]:
        return [
            f"kind Counter is {', '.join(TOKENS)}{PER}",
            *(
                f"token {each} on each {' and on each '.join(self.holders[each])}, limit {self.limits[each]}{PER}"
                for each in TOKENS
            ),
        ]

    def among(self, tokens: Sequence[str], name: str) -> str:
        return f"(all Counter {name} with {name} in {{{', '.join(tokens)}}})"

    def on(self, token: str, end: End) -> str:
        return self._cases(token, [(each, f"{each} on {end.text}") for each in self.fitting(end)])

    def supply(self, token: str) -> str:
        return self._cases(token, [(each, f"supply of {each}") for each in TOKENS])

    def _cases(self, token: str, cases: Sequence[tuple[str, str]]) -> str:
        text = self._nothing()
        for name, then in reversed(cases):
            text = f"if {token} is {name} then {then} else {text}"
        return f"({text})"

    def _nothing(self) -> str:
        return f"(highest of 1 for Place nowhere{next(self.numbers)} with false)"

    def move(self, amount: str, token: str, source: End, target: End) -> list[str]:
        lines = [f"move {self._nothing()} Gloom from supply to supply"]
        for each in reversed(self.fitting(source, target)):
            then = f"    move {amount} {each} from {source.text} to {target.text}"
            lines = [f"if {token} is {each}", then, "otherwise", *(f"    {line}" for line in lines)]
        return lines


@define
class Maker:
    """Draws the game of a seed in a style; the same choices are made in every style."""

    seed: int
    by_hand: bool
    draw: Random = field(init=False)
    style: Style = field(init=False)
    made: int = 0

    def __attrs_post_init__(self) -> None:
        self.draw = Random(self.seed)
        holders = {each: tuple(self.draw.sample(HOLDERS, self.draw.choice([1, 1, 2]))) for each in TOKENS}
        for holder in HOLDERS:  # so that there is something to draw wherever it is asked for
            if all(holder not in held for held in holders.values()):
                holders["Gloom"] = HOLDERS
        limits = {each: self.draw.choice([1, 1, 2]) for each in TOKENS}
        self.style = (ByHand if self.by_hand else AsSaid)(holders, limits)

    def drawn(self) -> Drawn:
        """The game."""
        lines = [
            "game counters from rulebook tiny",
            f"    players 2{PER}",
            f"kind Place is Ash, Birk{PER}",
            *self.style.declared(),
            f"variable last: Counter, starts {self.draw.choice(TOKENS)}{PER}",
            f"variable x: 0..2{PER}",
            *self.value(),
            f"setup{PER}",
            "    go Turn(1)",
            *self.turn(),
            *self.lay(),
            *self.statements(),
        ]
        return Drawn("\n".join(lines) + "\n")

    def name(self, stem: str) -> str:
        self.made += 1
        return f"{stem}{self.made}"

    # ---- EXPRESSIONS

    def token(self, known: Sequence[str]) -> str:
        """A token that is worked out."""
        return self.draw.choice([*known, *known, "last", f"dearest({self.place()})"])

    def place(self, known: Sequence[str] = ()) -> str:
        return self.draw.choice([*known, *known, "Ash", "Birk"])

    def end(self, places: Sequence[str], players: Sequence[str]) -> End:
        if self.draw.random() < 0.6:
            return End(self.place(places), "Place")
        return End(self.draw.choice([*players, *players, "1", "2"]), "player")

    def counted(self, tokens: Sequence[str], places: Sequence[str], players: Sequence[str]) -> str:
        end = self.end(places, players)
        match self.draw.randrange(5):
            case 0:
                return self.style.supply(self.token(tokens))
            case 1:
                return f"({self.draw.choice(self.style.fitting(end))} on {end.text})"
            case _:
                return self.style.on(self.token(tokens), end)

    def condition(self, tokens: Sequence[str] = (), places: Sequence[str] = (), players: Sequence[str] = ()) -> str:
        token = self.token(tokens)
        match self.draw.randrange(6):
            case 0:
                return f"{token} {self.draw.choice(['is', 'is not'])} {self.draw.choice(TOKENS)}"
            case 1:
                listed = ", ".join(self.draw.sample(TOKENS, 2))
                return f"{token} in {{{listed}}}"
            case 2:
                one = self.name("u")
                kept = ", ".join(self.style.fitting(End("", "Place")))
                narrowed = f" with {one} in {{{kept}}}" if self.draw.random() < 0.7 else ""
                counted = self.style.on(one, End(self.place(places), "Place"))
                quantifier = self.draw.choice(["every", "some", "no"])
                return f"({quantifier} Counter {one}{narrowed} has {counted} {self.compared()})"
            case _:
                return f"{self.counted(tokens, places, players)} {self.compared()}"

    def compared(self) -> str:
        return f"{self.draw.choice(['<=', '>=', '=', '!=', '<', '>'])} {self.draw.choice([0, 1, 1, 2])}"

    def value(self) -> list[str]:
        one, two = self.draw.sample(TOKENS, 2)
        where = self.style.on("last", End("v", "Place")) if self.draw.random() < 0.3 else "x"
        return [f"value dearest(v: Place): Counter{PER}", f"    is if {where} > 0 and v is Ash then {one} else {two}"]

    # ---- EFFECTS

    def effect(self, tokens: Sequence[str], places: Sequence[str], players: Sequence[str]) -> list[str]:
        match self.draw.randrange(9):
            case 0:
                return [f"set last to {self.token(tokens)}"]
            case 1:
                return ["if x < 2", "    add 1 to x"]
            case 2:
                one = self.name("w")
                where = self.draw.choice(["Place", "Place", "player"])
                end = End(one, where)
                body = self.draw.choice([self.moved, self.returned])(self.token(tokens), end)
                return [f"each {where} {one}", *(f"    {line}" for line in body)]
            case 3:
                more = self.style.move("1", self.token(tokens), SUPPLY, self.end(places, players))
                again = self.style.move("1", self.token(tokens), SUPPLY, self.end(places, players))
                return ["simultaneously", *(f"    {line}" for line in (*more, *again))]
            case 4:
                source, target = self.end(places, players), self.end(places, players)
                if not self.style.fitting(source, target):
                    target = SUPPLY
                token = self.token(tokens)
                guard = self.style.on(token, source)
                return [f"if {guard} > 0", *(f"    {line}" for line in self.style.move("1", token, source, target))]
            case 5:
                return self.returned(self.token(tokens), self.end(places, players))
            case _:
                return self.moved(self.token(tokens), self.end(places, players))

    def moved(self, token: str, end: End) -> list[str]:
        lines = self.style.move(self.draw.choice(["1", "1", "x"]), token, SUPPLY, end)
        return self.unless(f"{self.style.supply(token)} > {self.draw.choice([0, 0, 1])}", lines)

    def returned(self, token: str, end: End) -> list[str]:
        lines = self.style.move("1", token, end, SUPPLY)
        return self.unless(f"{self.style.on(token, end)} > 0", lines)

    def unless(self, guard: str, lines: list[str]) -> list[str]:
        """The lines, mostly behind a guard."""
        return lines if self.draw.random() < 0.15 else [f"if {guard}", *(f"    {line}" for line in lines)]

    # ---- THE COURSE

    def turn(self) -> list[str]:
        lines = [f"phase Turn(p: player){PER}", "    ask p"]
        for number in range(self.draw.randint(2, 3)):
            t, v = self.name("t"), self.name("v")
            among = f"{t} in {self.style.among(self.draw.sample(TOKENS, 2), f'of_{t}')}"
            choice = self.draw.choice([f"Counter {t}", f"Counter {t}", among])
            lines.append(f"        action does{self.made}({choice}, Place {v}){PER}")
            lines += (
                f"            when {self.condition([t], [v], ['p'])}" for _ in range(self.draw.choice([0, 1, 1, 2]))
            )
            if number == 0 or self.draw.random() < 0.4:
                lines.append(f"            then enter Lay({t}, {v}, p)")
            else:
                first, *others = self.effect([t], [v], ["p"])
                lines += [f"            then {first}", *(f"            {line}" for line in others)]
        return [*lines, f"        action stops{PER}", "    go Turn(next of p)"]

    def lay(self) -> list[str]:
        lines = [f"phase Lay(t: Counter, v: Place, p: player){PER}"]
        for _ in range(self.draw.randint(1, 2)):
            lines += (f"    {line}" for line in self.effect(["t"], ["v"], ["p"]))
        if self.draw.random() < 0.4:
            lines += [f"    let kept = {self.token(['t'])}", "    ask p", f"        action goes_on{PER}"]
            lines += (f"    {line}" for line in self.moved("kept", End("v", "Place")))
        return lines

    def statements(self) -> list[str]:
        lines: list[str] = []
        for each in TOKENS:
            kind = self.draw.choice(self.style.holders[each])
            least = self.draw.choice([0, 1, 1])
            lines += [
                f"invariant few_{each}{PER}",
                f"    every {kind} k has {each} on k <= {self.draw.choice([0, 1, 1])}",
                f"invariant left_{each}{PER}",
                f"    supply of {each} >= {least}",
            ]
        one, other = self.draw.sample(TOKENS, 2)
        lines += [
            f"invariant conserved{PER}",
            f"    every Counter u has {self.style.supply('u')} <= {max(self.style.limits.values())}",
            f"invariant one_implies_the_other{PER}",
            f"    supply of {one} = 0 implies supply of {other} = 0",
            f"invariant lasts{PER}",
            f"    last is not {self.draw.choice(TOKENS)}",
        ]
        for number in range(2):
            lines += [f"invariant held_{number}{PER}", f"    {self.condition()}"]
        return lines
