"""What small values say stands in place of their calls in loops, and what hangs on nothing there stands in front of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from refengine.bulk.lockstep import Lockstep
from refengine.program import ops
from refengine.program.from_ir.unit import Unit
from refengine.program.lowering import LoweredProgram
from tests.bulk.side_by_side import made_in_both

RULES = """\
game map from rulebook tiny
    players 2                                                                       per R1

kind Power is Red, Green, Blue                                                      per R1
kind Field is A, B, C, D, E                                                         per R1

component Figure                                                                    per R1
    power: Power
    3 alike of each power

zone army of each Field holds Figure                                                per R1

variable flag of each player: Power, starts Red                                     per R1
variable wanted: Power, starts Green                                                per R1
variable turns: 0..60, starts 0                                                     per R1
variable hue of each Field: Power, starts Red                                       per R1
variable open of each Field: truth, starts true                                     per R1

value commands(p: player, f: Field): truth                                          per R1
    is some g in army of f has g.power is flag of p

value is_wanted(f: Field): truth                                                    per R1
    normally some g in army of f has g.power is wanted
    except closed per R1
        when not open of f
        is false

value held(p: player): set of Field                                                 per R1
    is all Field f with commands(p, f)

value lords(f: Field): set of player                                                per R1
    is all player p with commands(p, f)

value on_both_sides: count                                                          per R1
    is number of player p with (some player q with q != p has some Field f with commands(p, f) has commands(q, f))

value alone(p: player): count                                                       per R1
    is number of Field f with commands(p, f) and (no player q with q != p has commands(q, f))

value nowhere(p: player): truth                                                     per R1
    is every Field f with is_wanted(f) has not commands(p, f)

value strength(p: player): count                                                    per R1
    is sum of (number of g in army of f with g.power is flag of p) for f in held(p)

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action send(f in Field, w in Power)                                        per R1
            when Figure(w) in box of Figure
            when w is wanted or not commands(p, f)
            bar too_many per R1
                when is_wanted(f)
                when (some player q with q != p has commands(q, f)) and w is not flag of p
            then move 1 Figure(w) from box of Figure to army of f
        action recall(f in held(p))                                                  per R1
            bar alone_there per R1
                when alone(p) = 1 and nowhere(p)
            then move 1 Figure(flag of p) from army of f to box of Figure
            then set open of f to not open of f
        action turn(w in Power)                                                     per R1
            when w is not flag of p
            when on_both_sides < 3 or strength(next of p) > 1
            then set flag of p to w
        action tint(f in Field, w in Power)                                         per R1
            when (number of Field g with (hue of g is wanted or hue of g is flag of p) and g != f) < 4
            then set hue of f to w
        action want(w in Power)                                                     per R1
            when w is not wanted
            then set wanted to w
    set turns to turns + 1
    if turns = 60
        game over                                                                   per R1
    go Turn(next of p)

outcome                                                                             per R1
    scores are strength(p) + 10 * alone(p) for player p
    winners are all player p with held(p) is not empty

invariant whoever_commands_is_a_lord                                                per R1
    every Field f has every player p has (commands(p, f) and p in lords(f)) or (not commands(p, f) and p not in lords(f))
"""


def made(room: Path) -> tuple[LoweredProgram, Lockstep]:
    return made_in_both(room, RULES)


def test_the_module_plays_as_the_engine_does(tmp_path: Path) -> None:
    _, lockstep = made(tmp_path)
    ends = [lockstep.play(11, number, limit=100, checked=number % 2 == 0) for number in range(8)]
    assert [each.left for each in ends] == [None] * 8
    assert {each.ended.how for each in ends} == {"over"}
    assert sum(each.ended.steps for each in ends) == 480


def test_what_is_drawn_from_groups_is_what_is_listed(tmp_path: Path) -> None:
    _, lockstep = made(tmp_path)
    wasm, reference = (lockstep.game.playouts(40, 3, engine=engine) for engine in ("wasm", "reference"))
    assert evolve(wasm, engine="reference") == reference
    assert len(reference.outcomes) > 10


def called(found: LoweredProgram, name: str) -> set[str]:
    """The values that are called by a value, where it is worked out."""
    functions = {each.name: each for each in found.program.functions}
    function = functions.get(f"value {name} worked out", functions.get(f"value {name}"))
    assert function is not None
    calls = (node.function for node in ops.walk(function.body) if isinstance(node, ops.Call))
    return {each.removeprefix("value ") for each in calls if each.startswith("value ")}


def test_in_loops_nobody_calls_what_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = made(tmp_path)
    assert called(found, "held") == called(found, "on_both_sides") == called(found, "alone") == set()
    assert called(found, "strength") == {"held"}  # which is remembered
    monkeypatch.setattr(Unit, "opened", lambda _, condition: condition)
    without, _ = made(tmp_path)
    assert called(without, "held") == {"commands"}


def masks_in_loops(found: LoweredProgram, name: str) -> tuple[int, int]:
    """How often printed masks are looked up in a value, and how often of these in its innermost loops."""
    (function,) = (each for each in found.program.functions if each.name == f"value {name} worked out")
    loops = [each for each in ops.walk(function.body) if isinstance(each, ops.While)]
    innermost = [each for each in loops if not any(isinstance(node, ops.While) for node in ops.walk(each.body))]
    return _masks(function.body), sum(_masks(each.body) for each in innermost)


def _masks(body: ops.Body) -> int:
    return sum(isinstance(node, ops.Load) and node.width == 8 for node in ops.walk(body))  # as large are masks alone


def test_what_hangs_on_nothing_that_a_loop_binds_stands_in_front_of_it(tmp_path: Path) -> None:
    found, _ = made(tmp_path)
    assert masks_in_loops(found, "held") == (1, 0)  # the figures with the flag of p
    assert masks_in_loops(found, "alone") == (
        3,
        1,
    )  # in front: those of p, and who is not p; those of q where q is bound
