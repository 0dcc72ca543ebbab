"""What `if able` has listed is what whoever asks next is given: the same as if it were listed each time."""

import random
from pathlib import Path

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from tests.engine.rules import compiled, play

STONES = """
game stones from rulebook tiny
    players 2..2                                                    per R1

kind Heap is Left, Middle, Right                                    per R1

component Stone                                                     per R1
    6 alike
    starts in store

zone store holds Stone                                              per R1
zone heap of each Heap holds Stone                                  per R1

variable height: 0..3, starts 1                                       per R1
variable passed: count                                              per R1

value lies(h: Heap): count                                          per R1
    is number of s in heap of h

setup                                                               per R1
    go Lay(1)

phase Lay(p: player)                                                per R1
    ask p, if able
        action lay(h in Heap)                                       per R1
            when lies(h) < height
            when store is not empty
            then move 1 Stone from store to heap of h
            then go Change(p)
        action clear(h in Heap)                                     per R1
            when lies(h) = height
            then move all s in heap of h to store
            then go Change(p)
    add 1 to passed
    go Change(p)

phase Change(p: player)                                             per R1
    ask next of p
        action more                                                 per R1
            when height < 3
            then add 1 to height
        action less                                                 per R1
            when height > 0
            then add -1 to height
        action leave                                                per R1
    go Lay(next of p)
"""

BROKEN = """
game broken from rulebook tiny
    players 2..2                                                    per R1

kind Heap is Left, Right                                            per R1

component Stone                                                     per R1
    2 alike
    starts in store

zone store holds Stone                                              per R1
zone heap of each Heap holds Stone                                  per R1

variable marked: Heap, starts Left                                  per R1

setup                                                               per R1
    go Mark

phase Mark                                                          per R1
    ask 1
        action mark(h in Heap)                                      per R1
            then set marked to h
    ask 1, if able
        action take(h in Heap)                                      per R1
            when marked is Left or (the s in heap of h) in store
            then move all s in heap of h to store
    go Mark
"""


def test_the_lists_are_kept_where_nothing_is_explained(tmp_path: Path) -> None:
    rules = compiled(tmp_path / "stones", STONES)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    plain, explaining = (emit(specialise(rules, configuration), explain=each) for each in (False, True))
    assert plain.count("def list_legal(") == 1  # the other ask is looked at by nobody but who decides
    assert "list_legal" not in explaining


def test_they_are_what_is_listed_each_time(tmp_path: Path) -> None:
    """Along play, in all states after one, in whatever order, and in states that were seen long before."""
    plain, explaining = (play(tmp_path / str(each), STONES, explain=each) for each in (False, True))
    rng = random.Random(3)
    states = [plain.initial()]
    for _ in range(120):
        states.append(plain.apply(states[-1], rng.choice(plain.legal(states[-1]))))
    branches = [plain.apply(state, action) for state in states for action in plain.legal(state)]
    rng.shuffle(branches)
    offered = set()
    for state in [*states, *branches, *rng.sample(states, 60)]:
        listed = [(each.name, each.arguments) for each in plain.legal(state)]
        same = explaining.from_json(plain.to_json(state))
        assert listed == [(each.name, each.arguments) for each in explaining.legal(same)]
        offered.add(str(listed))
    assert len(offered) > 10


def test_a_list_that_cannot_be_made_is_none(tmp_path: Path) -> None:
    """The fault is met by the step that looks whether anybody is able, each time that it is taken."""
    for explain in (False, True):
        game = play(tmp_path / str(explain), BROKEN, explain=explain)
        state = game.initial()
        left, right = game.legal(state)
        assert [each.name for each in game.legal(game.apply(state, left))] == ["take", "take"]
        for _ in range(2):
            with pytest.raises(Fault) as met:
                game.apply(state, right)
            assert met.value.code == "E0504"
