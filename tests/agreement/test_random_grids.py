"""Random games on a grid: what windows prove of every board is looked for on all small boards that play comes to.

A game lays stones, heavy ones and light ones, under a random condition on the cells around; some take stones off again,
or lay two in one step, or put pegs to the stones. Its invariants are random too, and some say what the condition says of
each stone that lies.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

import pytest
from attrs import evolve

from refengine.ir import game as model
from refengine.ir.cone import Cone, cone_of_grids
from refengine.ir.configuration import configure
from refengine.ir.control import Ask
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.smt.goal import Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from refengine.smt.terms.window import Window
from tests.smt.test_windows import START
from tests.types.front_end import compile_texts

LIMITS: Final = Limits(rlimit=2_000_000, steps=3)
STATES: Final = 700
"""The number of states of a game that are looked at, the nearest to its start first."""

RULES: Final = (
    START
    + """\
zone aside holds Stone per R1
setup per R1
    move (the t in bag with t.heavy) to board of (0, 0)
    go Place
phase Place per R1
    ask 1{able}
        action put(t in bag, c in edge of board) per R1
            when {when}
            then move t to board of c
            then go Place
{more}    game over
"""
)
LIFT: Final = """\
        action lift(c in cells of board) per R1
            when {when}
            then move (the t in board of c) to {place}
            then go Place
"""
TWO: Final = """\
        action put_two(t in bag, u in bag, c in edge of board) per R1
            when board of (c toward Up) is empty
            when t != u and {when}
            then move t to board of c
            then move u to board of (c toward Up)
            then go Place
"""


PEGS: Final = """\
component Peg per R1
    2 alike
    starts in jar
zone jar holds Peg per R1
part Rim is Side of Stone on board per R1
zone pegs of each Rim holds at most one Peg per R1
variable marks: 0..99 per R1
"""
PEG: Final = """\
        action peg(r in {among}) per R1
            when jar is not empty and pegs of r is empty
            then move 1 Peg from jar to pegs of r
            then {noted}
            then go Place
"""


class Drawn:
    """A game drawn by a seed: its rules as text."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        when = self.condition("c", self.chance.choice((1, 1, 2)), "t")
        if self.chance.random() < 0.4:
            when = f"(t.heavy implies {when})"
        lift = LIFT.format(when=self.condition("c", 1), place=self.chance.choice(("aside", "bag")))
        more = self.chance.choice(("", "", lift, TWO.format(when=self.condition("c", 1))))
        able = self.chance.choice(("", ", if able"))  # without it somebody may always stop
        more += "" if able else "        action stop per R1\n"
        stated = [self.invariant(number, when) for number in range(4)]
        self.text = RULES.format(able=able, when=when, more=more) + "".join(stated)

    def invariant(self, number: int, when: str) -> str:
        every = self.chance.choice(("every c in cells of board has", "every c in cells of board has", "no c in cells of board has", "every c in edge of board has"))  # fmt: skip
        body = self.condition("c", self.chance.choice((0, 1, 1, 2)))
        if every == "every c in cells of board has" and self.chance.random() < 0.5:
            body = f"(every t in board of c has {when})"
        return (
            f"invariant stated_{number} per R1\n    {every} {body}\nclaim claimed_{number} per R1\n    {every} {body}\n"
        )

    def near(self, cell: str) -> str:
        """A cell itself, or one a step or two from it."""
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            cell = f"({cell} toward {self.chance.choice(('Up', 'Right', 'Down', 'Left'))})"
        return cell

    def atom(self, cell: str, stone: str) -> str:
        held = f"board of {self.near(cell)}"
        some = [f"{held} is empty", f"{held} is not empty"]
        some += [f"({word} v in {held} has v.heavy)" for word in ("some", "no", "every")]
        return self.chance.choice([*some, f"{stone}.heavy"] if stone else some)

    def condition(self, cell: str, depth: int, stone: str = "") -> str:
        """Something that is asked of a cell, by what lies there and near it."""
        kind, inner = self.chance.randrange(8), {"c": "d", "d": "e"}.get(cell)
        if depth == 0 or kind == 0:
            return self.atom(cell, stone)
        if inner is not None and kind < 5:
            cells = f"{self.chance.choice(('beside', 'around'))}({cell})"
            body = self.condition(inner, depth - 1, stone)
            if kind < 4:
                return f"({('some', 'every', 'no')[kind - 1]} {inner} in {cells} has {body})"
            than = self.chance.choice(("<=", ">=", "<", ">", "="))
            return f"((number of {inner} in {cells} with {body}) {than} {self.chance.randrange(4)})"
        one, other = self.condition(cell, depth - 1, stone), self.condition(cell, depth - 1, stone)
        return self.chance.choice((f"({one} and {other})", f"({one} or {other})", f"(not {one})", f"({one} implies {other})"))  # fmt: skip


class DrawnWithParts(Drawn):
    """A game in which pegs are put to the rims of stones, and what may be laid may hang on pegs as well.

    What is stated never speaks of pegs: it is proved of the rules without them, or not at all.
    """

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        plain = self.condition("c", self.chance.choice((1, 1, 2)), "t")
        pegged = self.chance.choice(
            (
                "spots of pegs is empty",
                "(some r in spots of c has pegs of r is not empty)",
                "(some r in spots of beside(c) has pegs of r is not empty)",
                "(number of q in spots of pegs) >= 1",
                "marks = 0",
            )
        )
        when = self.chance.choice(
            (plain, f"({plain} or {pegged})", f"({plain} and {pegged})", f"({pegged} implies {plain})")
        )
        among = self.chance.choice(("Rim", "spots of edge of board", "spots of cells of board"))
        noted = self.chance.choice(("add 1 to marks", "set marks to number of q in spots of pegs", "set marks to 1"))
        more = PEG.format(among="spots of cells of board" if among == "Rim" else among, noted=noted)
        more = more if among != "Rim" else more.replace("r in spots of cells of board", "Rim r")
        more += "        action stop per R1\n"
        if self.chance.random() < 0.3:
            more += TWO.format(when=f"{self.condition('c', 1)} and {pegged}")
        stated = [self.invariant(number, plain) for number in range(4)]
        first, _, rest = RULES.format(able="", when=when, more=more).partition("setup per R1\n")
        end = self.chance.choice(("game over", "game over", "go Place"))
        rest = rest.removesuffix("    game over\n") + f"    {end}\n"
        self.text = f"{first}{PEGS}setup per R1\n{rest}" + "".join(stated)


def broken_on_small_boards(game: Game) -> set[str]:
    """The names of the invariants that some of the first states break."""
    seen = {game.initial(): None}
    to_come = list(seen)
    broken: set[str] = set()
    for state in to_come:
        broken.update(each.name for each in game.violations(None, state))
        for action in game.legal(state):
            after = game.apply(state, action)
            if after not in seen and len(seen) < STATES:
                seen[after] = None
                to_come.append(after)
    return broken


def rules_of(seed: int, drawn: type[Drawn] = Drawn) -> model.Game:
    made, wrong = compile_texts({"x.rules": drawn(seed).text})
    assert made is not None, (seed, [each.message for each in wrong])
    return made


def compared(seeds: range, drawn: type[Drawn] = Drawn) -> Counter[str]:
    """Compares games: how often there was which verdict, and how many invariants are broken on small boards."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        rules = rules_of(seed, drawn)
        asked = tuple(each for each in goals(rules) if each.kind == "invariant")
        found = {each.goal.name: each.verdict for batch in batches(asked) for each in decide(rules, batch, LIMITS)}
        tally.update(found.values())
        if {"proved", "refuted"} & {*found.values()}:
            configuration, _ = configure(rules, 1, {}, {}, None)
            assert configuration is not None
            broken = broken_on_small_boards(make_game(rules, configuration))
            assert [name for name in sorted(broken) if found[name] == "proved"] == [], seed
            assert {name for name, verdict in found.items() if verdict == "refuted"} <= broken, seed
            claimed = set(claims_proved(rules, found))
            assert claimed & {name.replace("stated", "claimed") for name in broken} == set(), seed
            tally["claimed"] += len(claimed)
            tally["broken"] += len(broken)
    return tally


def claims_proved(rules: model.Game, found: Mapping[str, str]) -> Iterator[str]:
    """The claims that are proved, and rest on no invariant that is not."""
    asked = tuple(each for each in goals(rules) if each.kind == "claim")
    for decision in (each for batch in batches(asked) for each in decide(rules, batch, LIMITS)):
        names = [each.removeprefix("invariant ") for each in decision.rests_on]
        if decision.verdict == "proved" and all(found[each] == "proved" for each in names):
            yield decision.goal.name


@pytest.mark.parametrize(("first", "last"), [(4, 8), pytest.param(0, 8, marks=pytest.mark.campaign)])
def test_nothing_false_is_proved_of_random_boards(first: int, last: int) -> None:
    """Of four games, and of four more behind the mark."""
    tally = compared(range(first, last))
    assert tally["claimed"] >= 2
    assert min(tally["proved"], tally["refuted"] + tally["unknown"], tally["broken"]) >= 5
    assert tally["unsupported"] < tally["proved"]


@pytest.mark.parametrize(("first", "last"), [(5, 8), pytest.param(3, 8, marks=pytest.mark.campaign)])
def test_nothing_false_is_proved_of_random_boards_with_parts(first: int, last: int) -> None:
    """Of three games, and of two more behind the mark."""
    tally = compared(range(first, last), DrawnWithParts)
    assert min(tally["proved"], tally["refuted"] + tally["unknown"], tally["broken"]) >= 3


def test_a_prover_that_looks_at_one_cell_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    within = Window.within
    monkeypatch.setattr(Window, "within", lambda window, _radius: within(window, 0))
    with pytest.raises(AssertionError):
        compared(range(3, 4))


def test_a_cone_without_the_actions_that_hang_on_parts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their conditions may be left out, and they may not: what they break would be proved."""

    def without(rules: model.Game) -> Cone | None:
        found = cone_of_grids(rules)
        place, whole = (next(each for each in game.phases) for game in (found.rules, rules)) if found else (None, None)
        if found is None or place is None or whole is None:
            return found
        points = tuple(
            evolve(new, exit=evolve(new.exit, actions=tuple(
                one for one, other in zip(new.exit.actions, old.exit.actions, strict=True) if one.guards == other.guards
            )))
            if isinstance(new.exit, Ask) and isinstance(old.exit, Ask) else new
            for new, old in zip(place.points, whole.points, strict=True)
        )  # fmt: skip
        return evolve(found, rules=evolve(found.rules, phases=(evolve(place, points=points),)))

    monkeypatch.setattr("refengine.smt.windows.invariants.cone_of_grids", without)
    with pytest.raises(AssertionError):
        compared(range(3, 4), DrawnWithParts)


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 21_000, 100))
def test_nothing_false_is_proved_of_random_boards_in_a_campaign(first: int) -> None:
    compared(range(first, first + 100))


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 11_000, 100))
def test_nothing_false_is_proved_of_random_boards_with_parts_in_a_campaign(first: int) -> None:
    compared(range(first, first + 100), DrawnWithParts)
