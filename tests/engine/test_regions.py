"""Classes of regions in every state of a small game, against merging pair by pair, in both builds and node by node."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import with_seats
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.rulings.evaluation import Evaluation
from refengine.rulings.worlds import chosen_readings, world_of
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.bulk.side_by_side import played_by_both
from tests.engine.rules import play

ISLES = ("North", "South", "East", "West")

RULES = """
game tiny from rulebook tiny
    players 2                                                   per R1

kind Isle is North, South, East, West                           per R1

variable bridge of each Isle: Isle or none                      per R1

region land of Isle                                             per R1
    joins i with j when bridge of i is j or bridge of j is i

region way of Isle                                              per R1
    joins i with j when bridge of i is j

region shore of Isle                                            per R1
    joins i with j in (all k in land of i with (bridge of k is none) = (bridge of i is none))

value lands: set of set of Isle                                 per R1
    is all land of i for Isle i

value lands_by_binder: set of count                             per R1
    is all (number of i in l) for land l

value how_many: count                                           per R1
    is number of land l

value on(i: Isle): land                                         per R1
    is land of i

value along(i: Isle): way                                       per R1
    is way of i

value at(i: Isle): shore                                        per R1
    is shore of i

setup                                                           per R1
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over
""".replace("value on(", "value around(").replace("value at(", "value beside(")


def states() -> list[tuple[int | None, ...]]:
    return list(product((None, *range(len(ISLES))), repeat=len(ISLES)))


def merged(pairs: Iterator[tuple[int, int]]) -> list[int]:
    """For each member the least of its class: labels are lowered until no pair has two."""
    label = list(range(len(ISLES)))
    listed = list(pairs)
    changed = True
    while changed:
        changed = False
        for one, other in listed:
            low = min(label[one], label[other])
            changed = changed or label[one] != label[other]
            label[one] = label[other] = low
    return label


def classes(bridges: tuple[int | None, ...]) -> list[frozenset[str]]:
    label = merged((one, other) for one, other in enumerate(bridges) if other is not None)
    return [frozenset(ISLES[i] for i, each in enumerate(label) if each == own) for own in label]


def put(game: Game, bridges: tuple[int | None, ...]) -> object:
    told = {ISLES[one]: None if other is None else ISLES[other] for one, other in enumerate(bridges)}
    return game.position({"variables": {"bridge": told}})


@pytest.mark.parametrize("explain", [False, True])
def test_classes_are_what_merging_pairs_comes_to(tmp_path: Path, *, explain: bool) -> None:
    game = play(tmp_path / "tiny", RULES, explain=explain)
    for bridges in states()[:: 7 if explain else 1]:
        state, wanted = put(game, bridges), classes(bridges)
        for isle, whole in zip(ISLES, wanted, strict=True):
            said = game.value(state, "around", isle)
            assert said == sorted(whole, key=ISLES.index)
            ends = {one for one, each in zip(ISLES, bridges, strict=True) if each is None}
            alike = whole & ends if isle in ends else whole - ends
            assert game.value(state, "beside", isle) == sorted(alike, key=ISLES.index)
        in_order = [sorted(each, key=ISLES.index) for each in dict.fromkeys(wanted)]
        assert game.value(state, "lands") == in_order
        assert game.value(state, "how_many") == len(in_order)
        assert game.value(state, "lands_by_binder") == sorted({len(each) for each in in_order})


def test_what_is_joined_one_way_only_is_a_fault(tmp_path: Path) -> None:
    game = play(tmp_path / "tiny", RULES)
    faults = 0
    for bridges in states():
        state = put(game, bridges)
        both_ways = all(other is None or bridges[other] == one for one, other in enumerate(bridges))
        if both_ways:
            assert game.value(state, "along", "North") == sorted(classes(bridges)[0], key=ISLES.index)
            continue
        with pytest.raises(Fault, match="E0532: something is joined one way only in `way`"):
            game.value(state, "along", "North")  # wherever it is, and not only where it is come to
        faults += 1
    assert 0 < faults < len(states())


def test_node_by_node_the_classes_are_the_same(tmp_path: Path) -> None:
    game = play(tmp_path / "tiny", RULES)
    folder, _ = find_games(tmp_path / "tiny")
    rules = compile_folder(folder[0]).game
    assert rules is not None
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    seated = with_seats(rules, 2)
    world = world_of(seated, game, configuration)
    for bridges in states()[::11]:
        state = put(game, bridges)
        evaluation = Evaluation(world, state, chosen_readings(seated, configuration))
        for isle, whole in enumerate(classes(bridges)):
            assert [ISLES[each] for each in evaluation.call("land", (isle,))] == sorted(whole, key=ISLES.index)
        by_engine = {each.name: each.function for each in game.description.values}["lands"](state)
        assert evaluation.call("lands", ()) == by_engine


def test_a_module_plays_with_regions_as_the_engine_does(tmp_path: Path) -> None:
    play(tmp_path / "tiny", RULES)
    folder, _ = find_games(tmp_path / "tiny")
    rules = compile_folder(folder[0]).game
    assert rules is not None
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    assert [each.left for each in played_by_both(rules, configuration)] == [None, None]


COUNTED = """
variable alone: count                                           per R1
variable together: count                                        per R1

phase Count                                                     per R1
    simultaneously
        each Isle i with (number of j in land of i) = 1
            add 1 to alone                                      per R1
        each l in (all land of i for Isle i with (number of j in land of i) > 1)
            add 1 to together                                   per R1
    ask 1
        action halt                                             per R1
            then game over
"""


def test_classes_asked_for_more_than_once_at_a_time(tmp_path: Path) -> None:
    """A class is no value that is worked out early for all members, however often a block asks for it."""
    start = "    go Wait"
    for bridge, alone, together in (("", 4, 0), ("    set bridge of North to South\n", 2, 1)):
        folder = tmp_path / f"after_{len(bridge)}"
        game = play(folder, RULES.replace(start, f"{bridge}    go Count") + COUNTED)
        told = game.to_json(game.initial())["variables"]
        assert (told["alone"], told["together"]) == (alone, together)
