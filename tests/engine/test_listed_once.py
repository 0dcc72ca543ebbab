"""What `if able` has listed is what whoever asks next is given: the same as if it were listed each time."""

import random
from pathlib import Path

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.recording import firing
from refengine.testing.tally import look, take_step
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


def test_what_is_taken_is_what_is_legal(tmp_path: Path) -> None:
    """Whatever was listed before, and in which state."""
    game = play(tmp_path, STONES, explain=False)
    rng = random.Random(7)
    states = [game.initial()]
    for _ in range(80):
        states.append(game.apply(states[-1], rng.choice(game.legal(states[-1]))))
    actions = [*dict.fromkeys(action for state in states for action in game.legal(state))]
    tried = [(state, action) for state in states for action in actions]
    rng.shuffle(tried)
    taken_first = 0
    for state, action in tried:
        if rng.random() < 0.5:
            game.legal(rng.choice(states))
        try:
            game.apply(state, action)
        except IllegalAction:
            is_taken = False
        else:
            is_taken = True
        assert is_taken == (action in game.legal(state))
        taken_first += is_taken
        if is_taken:
            assert game.apply(state, action) == game.apply(
                rng.choice((state, game.from_json(game.to_json(state)))), action
            )
    assert 50 < taken_first < len(tried) - 50


def test_what_a_step_lists_is_what_is_legal_behind_it_and_fires_as_much(tmp_path: Path) -> None:
    """Whoever looks at the state need not list again; where the step has listed nothing, nothing is given."""
    game = play(tmp_path, STONES, explain=True)
    rng, state, listed = random.Random(5), game.initial(), 0
    for _ in range(120):
        step = take_step(game, state, rng.choice(game.legal(state)))
        again, given = look(game, state, step.after), look(game, state, step.after, listed=step.legal)
        assert given.legal == again.legal
        assert {*step.fired, *given.fired} == {*step.fired, *again.fired}
        assert (step.legal is not None) == ({each.name for each in given.legal} <= {"lay", "clear"})
        state, listed = step.after, listed + (step.legal is not None)
    assert 0 < listed < 120


def test_what_was_listed_in_another_state_is_not_given(tmp_path: Path) -> None:
    game = play(tmp_path, STONES, explain=True)
    state = game.initial()
    with firing() as fired:
        after = game.apply(state, next(each for each in game.legal(state) if each.name == "lay"))
        more = game.apply(after, next(each for each in game.legal(after) if each.name == "more"))
        less = game.apply(after, next(each for each in game.legal(after) if each.name == "less"))
    assert fired.listed_in(less) == game.legal(less)
    assert fired.listed_in(more) is None
    assert fired.listed_in(after) is None


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
