"""Both games are held to what `evidence.toml` says of their mutants.

That all the mutants of a promise are caught takes as long as `refengine mutants` does; `make campaign` asks for it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from refengine.cli.main import main
from refengine.evidence.mutation import Mutation, Promise, read_mutation
from refengine.evidence.promises import EVIDENCE
from refengine.mutants.bench import Bench, MutantTools
from refengine.mutants.candidates import candidates
from refengine.mutants.judge import judge_with
from refengine.source.text import read_source
from tests.mutants.conftest import on_bench

SPEC: Final = Path(__file__).parents[2] / "spec"

GAMES: Final = ("kaciri", "european_war")

OUTCOMES: Final[Mapping[str, tuple[str, ...]]] = {
    "kaciri": (
        "points: `sum of t.importance for t in won of p` becomes `number of t in won of p`",
        "points: `t.importance` becomes `t.resistance`",
        "best: `highest of points(p) for player p` becomes `lowest of points(p) for player p`",
        "outcome: `points(p)` becomes `points(p) + 1`",
        "outcome: `player p with wins(p)` becomes `player p with not wins(p)`",
    ),
    "european_war": (
        "points: `sum of strength(c) for c in laid of q` becomes `number of c in laid of q`",
        "points: `sum of strength(c) for c in laid of q` becomes `highest of strength(c) for c in laid of q`",
        "outcome: `(if wins(p) then 1 else 0)` becomes `(if wins(p) then 1 else 0) + 1`",
        "outcome: `if wins(p) then 1 else 0` becomes `if wins(p) then 0 else 1`",
        "outcome: `player p with wins(p)` becomes `player p with not wins(p)`",
    ),
}
"""Mutants of who wins, and with how many points, that an example has to catch."""


@cache
def bench_of(game: str) -> Bench:
    return on_bench(SPEC / game, MutantTools(games=0))


def said_of(game: str) -> Mutation:
    path = SPEC / game / EVIDENCE
    source, wrong = read_source(path, path.as_posix())
    assert source is not None, wrong
    said, wrong = read_mutation(source)
    assert wrong == ()
    return said


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in OUTCOMES[game]])
def test_an_example_says_who_wins_and_with_how_many_points(game: str, name: str) -> None:
    bench = bench_of(game)
    (mutant,) = (each for each in candidates(bench.rules) if each.name == name)
    assert judge_with(bench, mutant).by == "examples"


@pytest.mark.parametrize("game", GAMES)
def test_all_of_three_hundred_are_promised(game: str) -> None:
    assert said_of(game).promise == Promise(caught=100, count=300, seed=0)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_listed_as_no_other_rule_is_a_mutant_of_the_rules(game: str) -> None:
    names = {each.name for each in candidates(bench_of(game).rules)}
    assert said_of(game).equivalent.keys() <= names


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_the_promise_is_kept(game: str) -> None:
    assert main(["mutants", str(SPEC / game)]) == 0
