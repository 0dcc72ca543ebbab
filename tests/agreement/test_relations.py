"""Random relations: both engines and the prover ask the same pairs, and reach the same."""

from __future__ import annotations

import random

import pytest

from refengine.ir.relations import replaced
from tests.agreement.expressions import expressions
from tests.types.front_end import compile_texts

TOWNS = ("Ash", "Birk", "Cole", "Dorn", "Elm")
GOODS = ("Corn", "Salt")
RULES = """
game small from rulebook corpus
    players 2                                                       per R1

kind Town is Ash, Birk, Cole, Dorn, Elm                             per R1
kind Good is Corn, Salt                                             per R1
table pairs                                                         per R1
table sales                                                         per R1

relation path between Town and Town, {marks}from table pairs        per R1
relation sells between Town and Good, from table sales              per R1

variable here: Town, starts Ash                                     per R1
variable there: Town, starts Ash                                    per R1
variable wanted: Good, starts Corn                                  per R1

value next_to: truth                                                per R1
    is path(here, there)

value from_birk: truth                                              per R1
    is path(Birk, there) or sells(here, wanted)

value come_to: truth                                                per R1
    is here reaches there by path

value all_next: set of Town                                         per R1
    is all t in Town with path(here, t) and not t reaches there by path

value markets: count                                                per R1
    is number of t in Town with here reaches t by path and sells(t, wanted)

value nearest: Town                                                 per R1
    is the t in Town with path(here, t) and sells(t, wanted) else there

setup                                                               per R1
    game over
"""


def listed(pairs: list[tuple[str, str]]) -> str:
    return "\n".join(["x,y", *(f"{one},{other}" for one, other in pairs)]) + "\n"


@pytest.mark.parametrize("seed", range(6))
def test_engines_and_prover_agree_on_relations(seed: int) -> None:
    draw = random.Random(seed)
    marks = "symmetric, " if seed % 2 else ""
    pairs = [(one, other) for one in TOWNS for other in TOWNS if draw.random() < 0.15] or [("Ash", "Birk")]
    if marks:
        pairs = [(one, other) for one, other in pairs if one <= other] or [("Ash", "Birk")]
    sales = [(town, good) for town in TOWNS for good in GOODS if draw.random() < 0.4] or [("Elm", "Salt")]
    game, found = compile_texts(
        {"game.rules": RULES.format(marks=marks)}, {"pairs": listed(pairs), "sales": listed(sales)}
    )
    assert game is not None, found
    if seed >= 4:
        game = replaced(game, {"path": {(0, 1), (1, 0), (3, 2), (2, 3)}})
    compared = expressions(game, 2)
    for number, here in enumerate(TOWNS):
        for there in TOWNS:
            data = {"variables": {"here": here, "there": there, "wanted": draw.choice(GOODS)}}
            assert not compared.wrong(data, solve=number == seed % 5), (here, there)
    assert compared.counted.values > len(TOWNS) ** 2 * 8
