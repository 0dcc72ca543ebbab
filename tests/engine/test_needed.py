"""A loop that finds nothing where a set is empty is not begun there: as much is found, and the same faults are met."""

import random
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from tests.engine.rules import HEAPS, compiled, play

RULES: Final = (
    HEAPS
    + """
value few(h: Heap): 0..1                                            per R1
    is number of s in heap of h

value found(h: Heap, s: set of Heap, r: set of Heap): truth         per R1
{body}

value tallied(s: set of Heap, r: set of Heap): count                per R1
    is number of Heap h with found(h, s, r)

value any_is(s: set of Heap, r: set of Heap): truth                 per R1
    is some Heap h has found(h, s, r)

value all_are(s: set of Heap, r: set of Heap): truth                per R1
    is every Heap h has not found(h, s, r)

value listed(s: set of Heap, r: set of Heap): set of Heap           per R1
    is all Heap h with found(h, s, r) and (some t in heap of h has t.worth > 1)

value others(h: Heap): set of Heap                                  per R1
    is all Heap g with lies(g) > lies(h)

value twice(s: set of Heap, r: set of Heap): count                  per R1
    let sets = all others(h) for Heap h
    is (number of F in sets with found(Left, F, s)) + (number of F in sets with found(Right, F, r) and found(Left, s, F))

setup                                                               per R1
    go Lay

phase Lay                                                           per R1
    ask 1
        action lay(t in store, h in Heap)                           per R1
            then move t to heap of h
            then go Clear({{Left}}, {{}})
        action clear                                                per R1
            then go Clear({{}}, {{Left}})

phase Clear(s: set of Heap, r: set of Heap)                         per R1
    each Heap h with found(h, s, r)
        move all t in heap of h to store
    simultaneously
        each Heap h with found(h, r, s)
            move all t in heap of h to store
    go Lay
"""
)

BODIES: Final = {
    "is h in s": False,  # which costs less than a call
    "is some g in s has lies(g) > lies(h)": True,
    "is h in s and few(h) = 1": True,
    "is if h in r then lies(h) > 1 and h in s else (some g in s has g != h)": True,
    "is (some g in r has g = h and few(h) = 1) or (h in s and (some g in r has lies(g) = lies(h)))": True,
    "is h in s or (some g in r has lies(g) = 1)": False,
    "normally h in s\n    except full per R1\n        when lies(h) > 1\n        is some g in s has g in r and g != h": True,
    "is if few(h) = 1 then h in s else (some g in r has g in s)": False,
    "is few(h) = 1 and h in s": False,
    "is every g in s has lies(g) > lies(h)": False,
    "is h not in s": False,
    "is if h in s then lies(h) > 1 else lies(h) = 0": False,
    "is h in s or lies(h) > 1": False,
}


def _answer(asked: Any, *told: object) -> object:
    try:
        return asked(*told)
    except Fault as fault:
        return fault.code, fault.clause.path


@pytest.mark.parametrize(("body", "is_asked"), BODIES.items())
def test_as_much_is_found(tmp_path: Path, body: str, *, is_asked: bool) -> None:
    rules = RULES.format(body=f"    {body}")
    game_rules = compiled(tmp_path / "text", rules)
    configuration, _ = configure(game_rules, 2, {}, {}, None)
    assert configuration is not None
    text = emit(specialise(game_rules, configuration), explain=False)
    assert ("\n    if " in text.partition("def tallied(")[2].partition("\ndef ")[0]) == is_asked

    plain, explaining = (play(tmp_path / str(each), rules, explain=each) for each in (False, True))
    sets = [each for size in range(4) for each in combinations(range(3), size)]
    rng, answers = random.Random(body), set()
    for _ in range(25):
        heaps: dict[str, list[str]] = {"Left": [], "Middle": [], "Right": []}
        for each in rng.sample(["1", "2", "3"] * 3, rng.randrange(5)):
            heaps[rng.choice(list(heaps))].append(each)
        states = [game.run_phase(game.position({"zones": {"heap": heaps}}), "Lay") for game in (plain, explaining)]
        for told in ((s, r) for s in sets for r in rng.sample(sets, 3)):
            found = []
            for game, state in zip((plain, explaining), states, strict=True):
                asked: dict[str, Any] = {each.name: each.function for each in game.description.values}
                found.append(
                    [_answer(asked[each], state, *told) for each in ("tallied", "any_is", "all_are", "listed", "twice")]
                )
            assert found[0] == found[1], (heaps, told)
            answers.add(str(found[0]))
        ends = []
        for game, state in zip((plain, explaining), states, strict=True):
            after = [_answer(game.apply, state, each) for each in game.legal(state)]
            ends.append([each if isinstance(each, tuple) else game.to_json(each)["zones"] for each in after])
        assert ends[0] == ends[1], heaps
    assert len(answers) > 3
