"""Pieces that have copies are counted in bits of their own, however many there are, and play as the engine has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.program.from_ir.conservation import CONSERVED
from refengine.program.lowering import LoweredProgram, lowered
from refengine.program.storage.forms import Array, Form, Tally
from refengine.program.storage.values import Unpackable
from tests.bulk.side_by_side import made_in_both
from tests.engine.rules import compiled
from tests.program.meaning import Meaning

RULES = """\
game bags from rulebook tiny
    players 2                                                                       per R1

component Stone                                                                     per R1
    size: 1..{sizes}
    {copies} alike of each size

zone pit holds Stone                                                                per R1
zone bag of each player holds at most {cap} Stone                                  per R1
zone heap of each Stone holds Stone                                                 per R1

variable liked of each player: set of Stone                                         per R1
variable last: Stone or none, starts none                                           per R1

value both: set of Stone                                                            per R1
    is bag of 1 + bag of 2

value mine(p: player): set of Stone                                                 per R1
    is bag of p - bag of next of p

value small(p: player): set of Stone                                                per R1
    is all s in bag of p with s.size * 2 <= {sizes}

value burden: count                                                                 per R1
    is sum of s.size for s in bag

value one_sort(p: player): truth                                                    per R1
    is some s in bag of p has every t in bag of p has t is s

value the_only(p: player): count                                                    per R1
    is if bag of p is not empty and one_sort(p) then (the s in bag of p).size else 0

value all_liked(p: player): truth                                                   per R1
    is bag of p = liked of p

value sizes(p: player): set of 1..{sizes}                                           per R1
    is all s.size for s in heap with s not in liked of p

setup                                                                               per R1
    move all s in box to pit                                                        per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action grab(s in pit, n in 1..{copies})                                     per R1
            when n <= (number of t in pit with t is s) and n + (number of t in bag of p) <= {cap}
            then move n Stone(s.size) from pit to bag of p
            then set last to s
        action pile(s in bag of p, t in Stone)                                      per R1
            when t.size = 1 or t in liked of p
            then move s to heap of t
        action pour(s in mine(p))                                                   per R1
            when burden > the_only(p)
            then each t in small(p)
                move t from bag of p to pit
            then set last to none
        action like(s in both)                                                      per R1
            when s in small(p) or not all_liked(p)
            then add s to liked of p
        action mark(s in heap)                                                      per R1
            then set liked of p to liked of p + {{s}}
        action forget(s in liked of p)                                              per R1
            when s in pit
            then remove s from liked of p
        action pass                                                                 per R1
            then nothing
    go Turn(next of p)

invariant nobody_has_more_than_there_is                                             per R1
    every s in both has (number of t in bag with t is s) <= {copies}

invariant few_sizes                                                                 per R1
    every player p has (number of n in sizes(p)) <= {sizes}

invariant light                                                                     per R1
    burden <= {sizes} * {cap}

step invariant what_lies_on_heaps_stays                                             per R1
    every s in before(heap) has s in heap
"""

SNATCHED = """\
        action snatch(s in bag of next of p)                                        per R1
            then move {copies} Stone(s.size) from bag of next of p to pit
"""
"""It breaks off where not all that are alike lie there."""

BITS = {
    (3, 2): 2,
    (16, 3): 2,
    (32, 3): 2,
    (33, 3): None,
    (5, 4): 4,
    (16, 15): 4,
    (17, 15): None,
    (8, 16): 8,
    (9, 16): None,
}
"""How many bits each sort has, by the number of sorts and of copies; None where they are no one number."""


def made(room: Path, sizes: int, copies: int) -> tuple[LoweredProgram, Lockstep]:
    return made_in_both(room, RULES.format(sizes=sizes, copies=copies, cap=2 * copies + 1))


@pytest.mark.parametrize(("sizes", "copies"), BITS)
def test_copies_play_as_the_engine_has_them(tmp_path: Path, sizes: int, copies: int) -> None:
    found, lockstep = made(tmp_path, sizes, copies)
    bits = BITS[sizes, copies]
    wanted: Form = Array(0, sizes) if bits is None else Tally(0, sizes, bits)
    assert found.packed.zones["pit"].form == wanted
    ends = [lockstep.play(5, number, limit=60, checked=number % 2 == 0) for number in range(4)]
    assert [each.left for each in ends] == [None] * 4
    assert sum(each.ended.steps for each in ends) > 100


@pytest.mark.parametrize(("sizes", "copies"), [(3, 3), (5, 4), (3, 16), (33, 3)])
def test_what_is_not_there_is_not_taken(tmp_path: Path, sizes: int, copies: int) -> None:
    rules = RULES.replace("        action pass ", SNATCHED + "        action pass ")
    _, lockstep = made_in_both(tmp_path, rules.format(sizes=sizes, copies=copies, cap=2 * copies + 1))
    ends = [lockstep.play(6, number, limit=60, checked=False).ended for number in range(10)]
    assert "fault" in {each.how for each in ends}
    assert len({each.steps for each in ends}) > 2


@pytest.mark.parametrize(("sizes", "copies"), BITS)
def test_states_hold_every_copy(tmp_path: Path, sizes: int, copies: int) -> None:
    _, lockstep = made(tmp_path, sizes, copies)
    game, codec = lockstep.game, lockstep.codec
    data = game.to_json(game.initial())
    assert [codec.unpack(codec.pack(data))["zones"][zone] for zone in ("pit", "box of Stone")] == [
        data["zones"]["pit"],
        [],
    ]
    first = data["zones"]["pit"][0]
    data["zones"]["pit"] = [first] * 256
    with pytest.raises(Unpackable, match="more than"):
        codec.pack(data)


@pytest.mark.parametrize(("sizes", "copies"), [(3, 3), (3, 2), (4, 15), (3, 16), (16, 15), (40, 3)])
def test_a_state_without_a_piece_or_with_one_too_many_does_not_hold_all(
    tmp_path: Path, sizes: int, copies: int
) -> None:
    game = compiled(tmp_path, RULES.format(sizes=sizes, copies=copies, cap=2 * copies + 1))
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    found, reason = lowered(specialise(game, configuration), search=True)
    assert found is not None, reason
    meaning, zones = Meaning(found.program), found.packed.zones
    form = zones["pit"].form
    bits = form.bits if isinstance(form, Tally) else 8

    def holds(*pieces: tuple[str, int, int, int]) -> bool:
        """Returns whether all is there where so many copies lie, by zone, key, sort and number, beside all others in the pit."""
        state = bytearray(found.packed.size)
        given = {sort for _, _, sort, _ in pieces}
        rest = [("pit", 0, sort, copies) for sort in range(sizes) if sort not in given]
        for zone, key, sort, many in (*rest, *pieces):
            lane = 8 * (zones[zone].offset + key * zones[zone].stride) + bits * sort
            word = int.from_bytes(state, "little") + (many << lane)
            state = bytearray(word.to_bytes(len(state), "little"))
        meaning.memory[: len(state)], meaning.steps = state, 0
        return meaning.call(CONSERVED, 0) == 1

    most = (1 << bits) - 1
    assert holds()
    assert holds(("bag", 1, 0, copies - 1), ("heap", 2, 0, 1))
    assert holds(("bag", 1, sizes - 1, copies - 1), ("heap", 2, sizes - 1, 1))
    assert not holds(("pit", 0, 0, copies - 1))
    assert not holds(("pit", 0, 0, copies), ("heap", 1, 0, 1))
    assert not holds(("pit", 0, sizes - 1, copies), ("heap", 1, sizes - 1, 1))
    # As many too much as flow over into the neighbour, of which one is missing.
    flowing = (("pit", 0, 0, most), ("heap", 1, 0, copies), ("heap", 2, 0, 1))
    assert not holds(*flowing, ("pit", 0, 1, copies - 1))
