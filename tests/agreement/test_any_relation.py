"""Claims over any relation: what the prover says is what is so for every relation that marks and laws allow, each tried.

The kinds are so small that an engine can be made for each of their relations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from refengine.ir import game as model
from refengine.ir.relations import replaced
from refengine.ir.wellformedness import faults_of_form
from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.runtime.fault import Fault
from refengine.smt.goal import Limits, Position
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from tests.types.front_end import compile_texts

RULES = """
game small from rulebook corpus
    players 2                                                               per R1

kind Town is {towns}                                                        per R1
table pairs                                                                 per R1

relation path between Town and Town, {marks}from table pairs                per R1

variable here: Town, starts Ash                                             per R1
variable there: Town, starts Ash                                            per R1

law nobody_is_alone                                                         per R1
    every Town t has some Town u has path(t, u)

value near(t: Town): set of Town                                            per R1
    is all u in Town with path(t, u)

value only_one: Town                                                        per R1
    is the t in near(here)

setup                                                                       per R1
    game over
"""
CLAIMS = (
    "every Town t has every Town u with path(t, u) has path(u, t)",
    "not path(here, here)",
    "here reaches there by path implies there reaches here by path",
    "every Town t has every Town u has every Town v with t reaches u by path and u reaches v by path has t reaches v by path",
    "near(here) is not empty",
    "(number of t in near(here)) <= 2",
    "path(here, there) implies here reaches there by path",
    "here reaches there by path implies path(here, there) or here = there",
    "every Town t has here reaches t by path",
    "path(here, there) or here = there or (some t in near(here) has t reaches there by path) = (here reaches there by path)",
    "(number of t in near(here)) = 1 implies here reaches only_one by path",
)
WITNESSES = (
    "here reaches there by path and not path(here, there) and here != there",
    "no Town t has path(here, t)",
    "every Town t has near(t) is not empty and not here reaches there by path",
    "exactly one Town t has path(t, here)",
)


def listed(sort: str, which: str, texts: tuple[str, ...]) -> str:
    return "\n\n".join(
        f"{sort} {sort}_{number} per R1\n    in {which} state of 2 players over any path\n    {text}"
        for number, text in enumerate(texts)
    )


def game_of(marks: str, towns: tuple[str, ...]) -> model.Game:
    rules = RULES.format(marks=marks, towns=", ".join(towns))
    parts = (rules, listed("claim", "every", CLAIMS), listed("witness", "some", WITNESSES))
    game, found = compile_texts({"game.rules": "\n\n".join(parts) + "\n"}, {"pairs": "x,y\nAsh,Birk\n"})
    assert game is not None, [(each.message, each.hint) for each in found]
    return game


def relations(marks: str, towns: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every set of pairs that the marks allow and in which nobody is alone."""
    possible = [(one, other) for one in towns for other in towns if "irreflexive" not in marks or one != other]
    if "symmetric" in marks:
        possible = [pair for pair in possible if pair[0] <= pair[1]]
    for size in range(len(possible) + 1):
        for chosen in combinations(possible, size):
            back = ((other, one) for one, other in chosen if "symmetric" in marks)
            pairs = {*chosen, *back}
            if all(any(one == town for one, _ in pairs) for town in towns):
                yield tuple(sorted(pairs))


def brute(engines: Engines, marks: str, towns: tuple[str, ...]) -> dict[str, set[bool]]:
    """What each claim comes to in every position with every relation."""
    came: dict[str, set[bool]] = {}
    for pairs in relations(marks, towns):
        for here, there in product(towns, repeat=2):
            data = {"variables": {"here": here, "there": there}}
            stood = engines.stand(Position(2, (), (), data, (("path", pairs),)))
            for example in stood.game.description.examples:
                (line,) = example.lines
                assert line.condition is not None
                try:
                    came.setdefault(example.name, set()).add(line.condition(stood.state))
                except Fault:
                    continue
    return came


@pytest.mark.parametrize(
    ("marks", "towns"),
    [
        ("symmetric, irreflexive, ", ("Ash", "Birk", "Cole", "Dorn")),
        ("symmetric, ", ("Ash", "Birk", "Cole")),
        ("irreflexive, ", ("Ash", "Birk", "Cole")),
        ("", ("Ash", "Birk")),
    ],
)
def test_what_is_said_of_any_relation_is_so_of_every_one(
    marks: str, towns: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = game_of(marks, towns)
    engines = Engines(game, Cache(tmp_path_factory.mktemp("cache")))
    came = brute(engines, marks, towns)
    seen: set[str] = set()
    for goal in goals(game):
        if goal.kind not in {"claim", "witness"}:
            continue
        (decision,) = decide(game, (goal,), Limits())
        wanted = "refuted" if False in came[goal.name] else "proved"
        if goal.kind == "witness":
            wanted = "found" if True in came[goal.name] else "not found"
        assert decision.verdict == wanted, (goal.name, came[goal.name])
        seen.add(decision.verdict)
        if decision.counterexample is not None:
            told = replay(engines, decision)
            assert told is not None
            assert (told.verdict, told.differences) == ("confirmed", ()), goal.name
            (position,) = decision.counterexample.positions
            ((name, pairs),) = position.relations
            by_place = {(towns.index(one), towns.index(other)) for one, other in pairs}
            assert faults_of_form(replaced(game, {name: by_place})) == ()
            assert pairs in set(relations(marks, towns)), goal.name
    assert seen == {"proved", "refuted", "found", "not found"}
