"""Bitmap indexes say what going through the members would, whoever writes, and however."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import refengine
from refengine.bulk.lockstep import Lockstep
from refengine.bulk.machine import Machine
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules, make_game
from refengine.program import ops
from refengine.program.lowering import LoweredProgram, lowered
from tests.engine.rules import rulebook

RULES = """\
game marks from rulebook tiny
    players 2                                                                       per R1

table squares                                                                       per R1

kind Square from table squares                                                      per R1
    column: 1..8

kind Hue is Red, Green, Blue                                                        per R1

variable lit of each Square: truth                                                  per R1
variable disc of each Square: player or nobody, starts nobody                       per R1
variable hue of each Square: Hue, starts Green                                      per R1
variable height of each Square: -1..2, starts 0                                     per R1
variable goal of each Square: 0..2 or none, starts none                             per R1
variable spied of each Square: truth, during Look                                    per R1
variable x: -3..3                                                                   per R1

value bottom(c: 1..8): Square                                                       per R1
    is the s in Square with s.column = c and (no Square t with t.column = c has t < s)

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action light(s in Square)                                                   per R1
            when not lit of s
            when disc of s is not nobody or s.column < 4
            then set lit of s to true
        action take(s in Square)                                                    per R1
            when disc of s is nobody and lit of s
            then set disc of s to p
        action give(s in Square)                                                    per R1
            when p is disc of s
            then set disc of s to next of p
        action paint(c in 1..8, Hue h)                                              per R1
            when (number of Square s with s.column = c and hue of s is h) < 2
            then set hue of bottom(c) to h
        action raise(c in 1..8)                                                     per R1
            when height of bottom(c) < 2
            when (number of Square s with height of s = x) mod 3 < 2
            then add 1 to height of bottom(c)
            then if x in -1..2
                set height of bottom(1) to x
        action lower(n in -3..3)                                                    per R1
            then set x to n
            then if x in -1..2
                set height of bottom(1) to x
        action aim(c in 1..8)                                                       per R1
            when (number of Square s with goal of s = x) < 3
            then if x in 0..2
                set goal of bottom(c) to x
        action swap(c in 1..8)                                                      per R1
            then simultaneously
                set lit of bottom(c) to lit of bottom(9 - c)
                set lit of bottom(9 - c) to lit of bottom(c)
                set hue of bottom(c) to hue of bottom(9 - c)
        action clear(c in 1..8)                                                     per R1
            when some Square s with s.column = c has disc of s is next of p
            then each Square s with s.column = c and disc of s is not nobody
                set disc of s to nobody
        action look                                                                 per R1
            then enter Look(p)
    go Turn(next of p)

phase Look(p: player)                                                               per R1
    ask p
        action see(s in Square)                                                     per R1
            when not spied of s
            then set spied of s to true
            then if (number of Square t with spied of t) < 3
                go Look(p)

invariant as_high_as_x_or_not                                                       per R1
    (number of Square s with height of s = x) <= {size}

invariant no_more_than_are_there                                                    per R1
    (number of Square s with disc of s is 1) + discs_of_two + (number of Square s with disc of s is nobody) = {size}

value discs_of_two: count                                                           per R1
    is number of Square s with disc of s is 2

step invariant discs_come_one_by_one                                                per R1
    discs_of_two <= (number of Square s with before(disc of s) is 2) + before(number of Square s with lit of s) + 1

step invariant few_become_red                                                       per R1
    (number of Square s with hue of s is Red) < 4 or before(number of Square s with hue of s is Red) > 3
"""


def written(room: Path, size: int) -> None:
    """Writes the game with so many squares."""
    rows = "".join(f"s{number},{number % 8 + 1}\n" for number in range(size))
    (room / "marks.rules").write_text(RULES.format(size=size), "utf-8")
    (room / "squares.csv").write_text(f"id,column\n{rows}", "utf-8")
    (room / "rulebook.toml").write_text(rulebook(), "utf-8")


def made(room: Path, size: int) -> tuple[LoweredProgram, Lockstep]:
    """The module of the game with so many squares, beside the reference engine."""
    written(room, size)
    game = load_rules(room).game
    assert game is not None
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    return found, Lockstep(Machine(found), make_game(game, configuration))


@pytest.mark.parametrize("size", [8, 63, 64, 65])
def test_the_module_plays_as_the_engine_does(tmp_path: Path, size: int) -> None:
    _, lockstep = made(tmp_path, size)
    ends = [lockstep.play(5, number, limit=60, checked=False) for number in range(4)]
    assert [each.left for each in ends] == [None] * 4
    assert sum(each.ended.steps for each in ends) > 200


@pytest.mark.parametrize("checked", [False, True])
def test_what_is_mended_from_step_to_step_is_what_is_there(tmp_path: Path, checked: bool) -> None:
    written(tmp_path, 16)
    game = refengine.load(tmp_path, players=2)
    found = game.playouts(60, 3, checked=checked, limit=60)
    assert found.engine == "wasm"
    assert evolve(found, engine="reference") == game.playouts(60, 3, checked=checked, limit=60, engine="reference")


def test_what_is_broken_is_broken_in_both(tmp_path: Path) -> None:
    _, lockstep = made(tmp_path, 16)
    ends = [lockstep.play(7, number, limit=100).ended for number in range(6)]
    assert ("few_become_red",) in {each.broken for each in ends}
    assert sum(each.steps for each in ends) > 100


@pytest.mark.parametrize(("size", "most"), [(8, 5), (64, 5), (65, 0)])
def test_what_has_few_values_is_indexed_as_far_as_a_mask_reaches(tmp_path: Path, size: int, most: int) -> None:
    found, _ = made(tmp_path, size)
    called = {each.function for each in ops.walk(found.program.functions) if isinstance(each, ops.Call)}
    asked = {each for each in called if each.startswith("members of ") and not each.endswith("gone through")}
    assert len(asked) == most, asked
