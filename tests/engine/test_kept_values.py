"""Values that are kept while what they read stays the same: the same answers as if they were worked out each time."""

import random
from pathlib import Path
from typing import Any

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import compiled, play

HEAPS = """
game heaps from rulebook tiny
    players 2..2                                                per R1

kind Heap is North, East, South, West                           per R1
kind Height is Low, Middle, High                                per R1

component Stone                                                 per R1
    worth: 1..3
    4 alike of each worth
    starts in store

zone store holds Stone                                            per R1
zone heap of each Heap holds Stone                              per R1
zone lone holds at most one Stone                                   per R1

variable turns: count, starts 0                                 per R1
variable marked: Heap, starts North                             per R1

value worth_of(h: Heap): count                                  per R1
    is sum of s.worth for s in heap of h

value beaten(h: Heap): count                                    per R1
    is number of Heap rival with worth_of(rival) > worth_of(h)

value stands_out: truth                                         per R1
    is some Heap h has (every Heap rival has h = rival or (worth_of(h) > worth_of(rival) and beaten(h) = 0))

value tallest: Heap                                             per R1
    is the Heap h with (every Heap rival has h = rival or (worth_of(h) > worth_of(rival) and beaten(h) = 0))

value lone_counts: count                                        per R1
    is (sum of s.worth for s in lone) + (sum of beaten(h) for Heap h) + (sum of beaten(h) for Heap h)

value spread(w: 1..3, v: 1..3): count                           per R1
    is number of Heap h with (some Heap g has worth_of(g) + w > worth_of(h) * v)

value steps_between(w: 1..3, v: 1..3): count                    per R1
    is number of n in 1..9 with n > w and n < v * 3 and n != w + v

setup                                                           per R1
    go Build

phase Build                                                     per R1
    ask 1
        action lay(s in store, h in Heap)                         per R1
            then move s to heap of h
        action back(h in Heap)                                  per R1
            when heap of h is not empty
            then move all s in heap of h to store
        action alone(s in store)                                  per R1
            when lone is empty
            then move s to lone
        action no_more_alone                                    per R1
            when lone is not empty
            then move all s in lone to store
        action mark(h in Heap)                                  per R1
            then set marked to h
    add 1 to turns
    go Build
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


def answers(game: Game, state: Any) -> dict[str, Any]:
    heaps = ("North", "East", "South", "West")
    calls: list[tuple[Any, ...]] = [("stands_out",), ("tallest",), ("lone_counts",)]
    calls += [("beaten", heap) for heap in heaps]
    calls += [(name, w, v) for name in ("spread", "steps_between") for w in (1, 2, 3) for v in (1, 2, 3)]
    found: dict[str, Any] = {}
    for name, *arguments in calls:
        try:
            found[f"{name}{arguments}"] = game.value(state, name, *arguments)
        except Fault as fault:
            found[f"{name}{arguments}"] = fault.code
    return found


def test_the_values_are_kept_only_where_nothing_is_explained(folder: Path) -> None:
    rules = compiled(folder / "heaps", HEAPS)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    plain, explaining = (emit(specialise(rules, configuration), explain=each) for each in (False, True))
    for name in ("stands_out", "tallest", "lone_counts", "spread"):
        assert f"def {name}_worked_out(" in plain
    assert "@cache\ndef steps_between(" in plain
    assert "def worth_of_worked_out(" not in plain  # as cheap to work out again
    assert "_worked_out" not in explaining
    assert "@cache" not in explaining


def test_they_are_the_same_as_those_that_are_worked_out_each_time(folder: Path) -> None:
    """Along random play, from states that lie apart, and in a state seen long before."""
    plain = play(folder / "plain", HEAPS)
    explaining = play(folder / "explaining", HEAPS, explain=True)
    rng = random.Random(5)
    states = [plain.initial()]
    for _ in range(150):
        states.append(plain.apply(states[-1], rng.choice(plain.legal(states[-1]))))
    expected = [answers(explaining, explaining.from_json(plain.to_json(state))) for state in states]
    assert len({str(each) for each in expected}) > 50
    assert {each["tallest[]"] for each in expected} > {"North", "East", "South", "West"}  # and where there is none
    for number in [*range(len(states)), *rng.sample(range(len(states)), 100)]:
        assert answers(plain, states[number]) == expected[number]
