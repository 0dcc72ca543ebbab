"""Laws on what is printed: which of them the data break, and which speak of nothing."""

from functools import partial
from pathlib import Path

import pytest

from refengine.engine.laws import broken_laws, empty_laws, with_laws_alone
from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.engine.rules import compiled

RULES = """
game laws from rulebook tiny
    players 2..2                                                per R1

kind Tree is Ash, Birch, Cedar                                  per R1

component Card                                                  per R1
    tree: Tree
    rank: 1..3
    one of each tree and rank

zone pile holds Card                                            per R1

value rank_of(c: Card): 1..3                                    per R1
    is c.rank

value lying: count                                              per R1
    is number of c in pile

setup                                                           per R1
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over

invariant nothing_lies_there                                    per R1
    lying = 0
"""
LAWS = {
    "every Card c has c.rank < 4": "holds",
    "every Card c has c.rank < 3": "broken",
    "every Card c with c.rank > 3 has c.tree is Ash": "empty",
    "(every Card c with c.rank > 3 has c.tree is Ash) and (every Card c has c.rank < 4)": "holds",
    "(every Card c with c.rank > 3 has c.tree is Ash) and (every Card c with c.rank > 4 has c.tree is Ash)": "empty",
    "(every Card c with c.rank > 2 has c.rank = 3) and (some Card c has c.tree is Ash)": "holds",
    "every Tree t has every Card c with c.tree = t and c.rank > 3 has c.rank = 1": "empty",
    "some Card c has c.rank = 3": "holds",
    "every Card c has rank_of(c) < 3": "broken",
}
"""A law speaks of something if one of its parts does; and of what is printed always, where it says that there is one."""


@pytest.fixture(scope="module", params=["whole", "alone"])
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is found of each law, in the whole game and in one with the laws alone."""
    said = "".join(f"\nlaw said_{number} per R1\n    {law}\n" for number, law in enumerate(LAWS))
    rules = compiled(tmp_path_factory.mktemp("laws"), RULES + said)
    if request.param == "alone":
        rules = with_laws_alone(rules)
        assert (rules.phases, rules.invariants) == ((), ())
        assert [each.name for each in rules.values] == ["rank_of"]
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    make = partial(make_game, configuration=configuration)
    told = {each.name: "broken" for each in broken_laws(rules, make)}
    told |= dict.fromkeys(empty_laws(rules, make), "empty")
    return {law: told.get(f"said_{number}", "holds") for number, law in enumerate(LAWS)}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_holds_is_broken_or_speaks_of_nothing(law: str, found: dict[str, str]) -> None:
    assert found[law] == LAWS[law]


@pytest.mark.parametrize(
    ("law", "members"),
    [
        ("every Tree t has t is not Birch", [("Birch",)]),
        ("every Tree t, every Tree u has t is Ash or u is not Birch", [("Birch", "Birch"), ("Cedar", "Birch")]),
        ("every Tree t, every u in {Ash, Birch} with u != t has t is Ash", [("Birch", "Ash"), ("Cedar", "Ash"), ("Cedar", "Birch")]),
        ("every Tree t has (some Tree u has u = t and t is Ash)", [("Birch",), ("Cedar",)]),
        ("every Card c, every Tree t has c.tree = t", []),
    ],
)  # fmt: skip
def test_a_law_about_two_kinds_names_the_pairs_that_break_it(
    tmp_path: Path, law: str, members: list[tuple[str, ...]]
) -> None:
    rules = compiled(tmp_path, RULES + f"\nlaw said per R1\n    {law}\n")
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    (broken,) = broken_laws(rules, partial(make_game, configuration=configuration))
    assert [*broken.members] == members
