"""What inner loops do not change is worked out outside them: as many choices are legal, and the same faults are met."""

import random
from pathlib import Path
from typing import Any

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import HEAPS, compiled, play

RULES = (
    HEAPS
    + """
value single(h: Heap): 1..3                                           per R1
    is (the s in heap of h).worth

value few(h: Heap): 0..2                                            per R1
    is number of s in heap of h

value weighs(h: Heap): 0..4                                         per R1
    is sum of s.worth for s in heap of h

value below(g: Heap, h: Heap, k: 1..3): truth                       per R1
    is every s in heap of g has s.worth + lies(h) > k

value fits(h: Heap, k: 1..3): truth                                 per R1
    is every Heap g with g != h has below(g, h, k)

value stands(h: Heap, n: 1..3): truth                               per R1
    is lies(h) < 3 and (some Heap g has lies(g) < n)

value sure(h: Heap, n: 1..3, k: 1..3): truth                        per R1
    is no Heap g with lies(g) > n has few(g) = k and g != h

value rash(h: Heap, n: 1..3): truth                                 per R1
    is few(h) = 1 and n = 2

value wise(h: Heap, n: 1..3): truth                                 per R1
    is (n = 2 and few(h) = 1) or (n = 3 and single(h) = 1 and n > lies(h))

setup                                                               per R1
    go Lay

phase Lay                                                           per R1
    ask 1
        action lay(h in Heap, k in 1..3)                            per R1
{conditions}
            then move 1 Stone(k) from store to heap of h
        action clear(h in Heap)                                     per R1
            then move all s in heap of h to store
        action put(s in store, h in Heap)                           per R1
            then move s to heap of h
    go Lay
"""
)

CONDITIONS = (
    "rash(h, single(Left))",
    "wise(h, single(Left))",
    "every Heap g with lies(g) > 1 has lies(g) + k < 5",
    "no Heap g with g != h has lies(g) = k",
    "every Heap g with lies(g) > 0 has every s in heap of g has s.worth != k or g = h",
    "every Heap g with lies(g) > 0 has few(g) != k",  # some have too many
    "every Heap g with lies(g) = 1 has single(g) != k",
    "every s in heap of h has s.worth != k",
    "fits(h, k)",
    "stands(h, few(Left) + 1)",
    "below(Left, Middle, few(h) + 1)",
    "stands(h, single(Left))",
    "sure(h, single(Left), k)",
    "stands(h, single(h))",
    "fits(Left, single(Middle))",
    "lies(h) < 2",
    "weighs(h) > 0",
    "k > 1 or single(h) = 2",
)


def offered(game: Game, state: Any) -> object:
    """What is legal, or the fault that stands in the way of saying so."""
    try:
        return [(each.name, each.arguments) for each in game.legal(state)]
    except Fault as fault:
        return fault.code, fault.clause.path


@pytest.mark.parametrize("seed", range(13))
def test_the_same_is_legal_and_the_same_faults_are_met(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    chosen = [CONDITIONS[seed], *rng.sample(CONDITIONS, 3)]
    lines = []
    for number, condition in enumerate(chosen):
        if rng.random() < 0.5:
            lines.append(f"            when {condition}")
        else:
            lines.append(f"            bar b{number}  per R1\n                when not ({condition})")
    rules = RULES.format(conditions="\n".join(lines))
    plain, explaining = (play(tmp_path / str(each), rules, explain=each) for each in (False, True))
    found = set()
    stones = [f"{worth}" for worth in (1, 2, 3) for _ in range(3)]
    for _ in range(120):
        heaps: dict[str, list[str]] = {"Left": [], "Middle": [], "Right": []}
        for each in rng.sample(stones, rng.randrange(7)):
            heaps[rng.choice(list(heaps))].append(each)
        answers = [
            offered(game, game.run_phase(game.position({"zones": {"heap": heaps}}), "Lay"))
            for game in (plain, explaining)
        ]
        assert answers[0] == answers[1], (chosen, heaps)
        found.add(str(answers[0]))
    assert len(found) > 5


def test_what_may_fault_is_not_worked_out_before_it_is_asked_for(tmp_path: Path) -> None:
    """Of two conditions alike but for what may fault, only one is asked along rows."""
    for inside, split in (("lies(g)", True), ("few(g)", False)):
        condition = f"            when every Heap g with lies(g) > 0 has {inside} != k"
        rules = compiled(tmp_path / inside[:3], RULES.format(conditions=condition))
        configuration, _ = configure(rules, 2, {}, {}, None)
        assert configuration is not None
        for explain in (False, True):
            text = emit(specialise(rules, configuration), explain=explain)
            assert ("rows: list[" in text) == (split and not explain)


def test_what_has_to_hold_whatever_is_chosen_is_asked_once(tmp_path: Path) -> None:
    """Not so where the rules may fault before they come to it."""
    for condition, once in (("wise(h, single(Left))", True), ("rash(h, single(Left))", False)):
        rules = compiled(tmp_path / condition[:4], RULES.format(conditions=f"            when {condition}"))
        configuration, _ = configure(rules, 2, {}, {}, None)
        assert configuration is not None
        for explain in (False, True):
            text = emit(specialise(rules, configuration), explain=explain)
            assert ("may_be: bool | None" in text) == (once and not explain)
