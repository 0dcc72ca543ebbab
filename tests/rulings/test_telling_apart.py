"""What tells ways apart holds in just those that it is told of; every choice from a stock is made once."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations_with_replacement, permutations, product

import pytest

from refengine.rulings.features import Feature
from refengine.rulings.fillings import Filling, _chosen
from refengine.rulings.separating_conditions import FeatureTable

NAMES = ("a", "b", "c")
FILLINGS: list[Filling] = [((one, other, third),) for one, other, third in product(range(1, 6), range(1, 4), range(2))]


def number(at: int) -> Callable[[Filling], int]:
    return lambda filling: filling[0][at]


FEATURES = [
    Feature("a", number(0), str),
    Feature("b", number(1), str, ranked=False),
    Feature("c", number(2), str, forms=("c is no", "c is yes")),
]


def holds(said: str, filling: Filling) -> bool:
    """Reads a condition again, and asks it of a filling."""
    for word, together in ((", and ", all), (", or ", any)):
        if word in said:
            return together(holds(each, filling) for each in said.split(word))
    name, _, rest = said.partition(" is ")
    found = filling[0][NAMES.index(name)]
    match rest.split():
        case ["yes" | "no" as answer]:
            return found == (answer == "yes")
        case ["at", "least", low]:
            return found >= int(low)
        case ["at", "most", high]:
            return found <= int(high)
        case ["from", low, "to", high]:
            return int(low) <= found <= int(high)
        case ["not", other]:
            return found != int(other)
        case _:
            return found in {int(each) for each in rest.replace(" or ", ", ").split(", ")}


def bits(wanted: Callable[[Filling], bool]) -> int:
    return sum(1 << at for at, each in enumerate(FILLINGS) if wanted(each))


@pytest.mark.parametrize("seed", range(40))
def test_a_condition_holds_in_just_these_ways(seed: int) -> None:
    draw, table = random.Random(seed), FeatureTable.of(FILLINGS, FEATURES)
    low, values, flag = draw.randint(1, 5), draw.sample(range(1, 4), draw.randint(1, 2)), draw.randint(0, 1)
    sorts: list[Callable[[Filling], bool]] = [
        lambda each: each[0][0] >= low,
        lambda each: each[0][1] in values,
        lambda each: each[0][0] >= low and each[0][2] == flag,
        lambda each: each[0][1] in values or each[0][0] < low,
        lambda each: hash(each) % 2 == draw.randint(0, 1),
    ]
    for wanted in map(bits, sorts):
        found = table.condition(wanted) if 0 < wanted < (1 << len(FILLINGS)) - 1 else None
        if found is not None:
            said = found.says
            together = all if found.both else any
            assert bits(lambda each, c=found, t=together: t(x.allows(x.feature.of(each)) for x in c.traits)) == wanted  # type: ignore[misc]
            assert bits(lambda each, said=said: holds(said, each)) == wanted  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (lambda each: each[0][0] >= 3, "a is at least 3"),
        (lambda each: 2 <= each[0][0] <= 4, "a is from 2 to 4"),
        (lambda each: each[0][0] in {1, 3, 4}, "a is 1, 3 or 4"),
        (lambda each: each[0][1] != 2, "b is not 2"),
        (lambda each: each[0][2] == 1, "c is yes"),
        (lambda each: each[0][0] <= 2 and each[0][2] == 0, "a is at most 2, and c is no"),
        (lambda each: each[0][0] == 5 or each[0][1] == 1, "a is 5, or b is 1"),
        (lambda each: sum(each[0]) == 5, None),
    ],
)
def test_the_simplest_is_told(wanted: Callable[[Filling], bool], said: str | None) -> None:
    found = FeatureTable.of(FILLINGS, FEATURES).condition(bits(wanted))
    assert (None if found is None else found.says) == said


def test_one_way_more_or_less_is_another_matter() -> None:
    """False twins of a condition: the same ways but for a single one."""
    table = FeatureTable.of(FILLINGS, FEATURES)
    whole = bits(lambda each: each[0][0] >= 3)
    for at in range(len(FILLINGS)):
        found = table.condition(whole ^ (1 << at))
        assert found is None or found.says != "a is at least 3"


@pytest.mark.parametrize("seed", range(40))
def test_every_choice_from_a_stock_is_made_once(seed: int) -> None:
    draw = random.Random(seed)
    stock = tuple((2 * each, draw.randint(0, 3)) for each in range(draw.randint(1, 4)))
    size = draw.randint(1, 4)
    wanted = [
        each
        for each in combinations_with_replacement([number for number, _ in stock], size)
        if all(each.count(number) <= copies for number, copies in stock)
    ]
    assert list(_chosen(stock, size, in_order=False)) == wanted
    assert list(_chosen(stock, size, in_order=True)) == sorted({one for each in wanted for one in permutations(each)})
