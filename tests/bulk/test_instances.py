"""What is asked of a member itself, or in front of a loop, says what going through everything would."""

from pathlib import Path

import pytest

from refengine.bulk.lockstep import Mismatch
from refengine.ir import expressions as ir
from refengine.ir.domain import Enum
from refengine.ir.instances import instance_of
from refengine.ir.simplify import disjunction, negation
from refengine.program import ops
from refengine.program.from_ir import loops
from refengine.program.from_ir.unit import Scope
from refengine.program.lowering import LoweredProgram
from tests.bulk.side_by_side import made_in_both

CONDITIONS = (
    # to itself by all, by some, by none
    "some Square s has every Square t with t.row = s.row has disc of t is p",
    "some Square s with s.row < 3 has every Square t with (t.row = s.row and s.column <= t.column) has disc of t is p",
    "some Square s with s.column = 1 has every Square t with (t.row = s.row and t.column > s.column) has disc of t is p",
    "some Square s has every Square t with (t.column = 1 and t.row = s.row) has disc of t is next of p",
    "some Square s has every Square t with t.row = s.column has disc of t is p",
    # every and no
    "every Square s has some Square t with t.row = s.row has disc of t is p",
    "every Square s with s.row = 2 has some Square t with (t.row = s.row and t.column >= s.column) has disc of t is nobody",
    "no Square s has every Square t with t.column = s.column has disc of t is not nobody",
    "every Square s with lit of s has no Square t with t.column = s.column has disc of t is p",
    # what hangs on the member of a loop around
    "some Square s has every Square t with t.row = s.row has hue of t is hue of s",
    "some Hue h has some Square s has every Square t with t.row = s.row has hue of t is h",
    "every Hue h has some Square s with hue of s is h has no Square t with t.column = s.column has hue of t is h and lit of t",
    "some player q has some Square s has every Square t with t.row = s.row has disc of t is q",
    "(number of Square s with s.row = 1 and (some Square t with t.column = s.column has disc of t is p)) > 1",
    "(sum of (if (some Square t with t.row = s.row has lit of t) then s.column else 0) for Square s) > 3",
    # the same name again, in a value
    "some Square s has every Square t with t.row = s.row has in_column(t, p)",
    "some Square s with in_column(s, next of p) has every Square t with t.row = s.row has (disc of t is p or in_column(t, p))",
    # sets at hand, and both sides of an or
    "some s in marked has every Square t with t.row = s.row has t in marked",
    "some Square s has every Square t with (t.row = s.row or t.column = s.column) has (disc of t is p or lit of t)",
    "some Square s with (s.row = 1 or lit of s or disc of s is p) has every Square t with t.row = s.row has lit of t",
)

RULES = """\
game marks from rulebook tiny
    players 2                                                                       per R1

table squares                                                                       per R1

kind Square from table squares                                                      per R1
    column: 1..2
    row: 1..3

kind Hue is Red, Green, Blue                                                        per R1

variable lit of each Square: truth                                                  per R1
variable disc of each Square: player or nobody, starts nobody                       per R1
variable hue of each Square: Hue, starts Green                                      per R1
variable marked: set of Square                                                      per R1
variable asked: 0..99                                                               per R1

value in_column(t: Square, p: player): truth                                        per R1
    is some Square s with s.column = t.column has disc of s is p

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action take(s in Square)                                                    per R1
            then set disc of s to p
        action clear(s in Square)                                                   per R1
            when disc of s is next of p
            then set disc of s to nobody
        action light(s in Square)                                                   per R1
            then set lit of s to true
        action mark(s in Square)                                                    per R1
            then add s to marked
        action paint(s in Square, Hue h)                                            per R1
            then set hue of s to h
{probes}
    go Turn(next of p)
"""

PROBE = """\
        action probe{number}                                                        per R1
            when {condition}
            then set asked to {number}
"""

TWINS = {
    "a loop around is forgotten": ("once", lambda self, _asked, found, _reads: self_once(self, found)),
    "what stands in no relation to itself is asked all the same": (
        "instance_of",
        lambda condition, var, of: _right_side(instance_of(condition, var, of)),
    ),
    "the opposite is asked of the member": ("instance_of", lambda *of: _opposite(instance_of(*of))),
}


def self_once(scope: Scope, found: ops.Expression) -> ops.Expression:
    """Puts everything in front of the outermost loop."""
    if not scope.loops:
        return found
    kept = ops.Assign(scope.fresh("i64"), found)
    scope.loops[0].found[kept] = kept
    return ops.Get(kept.to)


def _right_side(found: ir.Expr | None) -> ir.Expr | None:
    return found.parts[-1] if isinstance(found, ir.Or) else found


def _opposite(found: ir.Expr | None) -> ir.Expr | None:
    return ir.Or((*found.parts[:-1], negation(found.parts[-1]))) if isinstance(found, ir.Or) else found


def played(room: Path) -> LoweredProgram:
    """The module of the game, after some games beside the reference engine, in which nothing differed."""
    probes = "".join(PROBE.format(number=number, condition=each) for number, each in enumerate(CONDITIONS))
    rows = "".join(f"s{number},{number % 2 + 1},{number // 2 + 1}\n" for number in range(6))
    (room / "squares.csv").write_text(f"id,column,row\n{rows}", "utf-8")
    found, lockstep = made_in_both(room, RULES.format(probes=probes))
    for number in range(8):
        lockstep.play(2, number, limit=120)
    return found


def test_a_module_lists_what_the_engine_lists(tmp_path: Path) -> None:
    played(tmp_path)


@pytest.mark.parametrize("twin", TWINS)
def test_what_is_wrong_is_noticed(twin: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name, instead = TWINS[twin]
    monkeypatch.setattr(Scope if name == "once" else loops, name, instead)
    with pytest.raises((Mismatch, AssertionError, KeyError)):
        played(tmp_path)


def test_each_condition_holds_somewhere_and_somewhere_not(tmp_path: Path) -> None:
    """Else nothing would be compared."""
    rows = "".join(f"s{number},{number % 2 + 1},{number // 2 + 1}\n" for number in range(6))
    (tmp_path / "squares.csv").write_text(f"id,column,row\n{rows}", "utf-8")
    probes = "".join(PROBE.format(number=number, condition=each) for number, each in enumerate(CONDITIONS))
    _, lockstep = made_in_both(tmp_path, RULES.format(probes=probes))
    game, seen = lockstep.game, [set() for _ in CONDITIONS]  # type: ignore[var-annotated]
    for number in range(8):
        state = game.initial()
        for step in range(120):
            legal = game.legal(state)
            names = {each.name for each in legal}
            for place, found in enumerate(seen):
                found.add(f"probe{place}" in names)
            state = game.apply(state, legal[(number * 7919 + step * 104729) % len(legal)])
    assert [CONDITIONS[place] for place, found in enumerate(seen) if len(found) < 2] == []


# ---- INSTANCES

SQUARE = Enum("Square")
S, T, U = (ir.Local(name, SQUARE) for name in "stu")
ALL = ir.AllMembers(SQUARE)


def _is(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Equal(one, other)


def test_an_instance_is_the_same_of_one_member() -> None:
    every = ir.ForAll(ir.Binding(T, ALL, _is(T, S)), _is(T, U))
    assert instance_of(every, S, ALL) == disjunction((negation(_is(S, S)), _is(S, U)))
    no = ir.Not(ir.Exists(ir.Binding(T, ALL, _is(T, S)), _is(T, U)))
    assert instance_of(no, S, ALL) == disjunction((negation(_is(S, S)), negation(_is(S, U))))


@pytest.mark.parametrize(
    "condition",
    [
        ir.Exists(ir.Binding(T, ALL, _is(T, S)), _is(T, U)),
        ir.ForAll(ir.Binding(T, ir.AllMembers(Enum("Hue")), _is(T, S)), _is(T, U)),
        ir.ForAll(ir.Binding(T, ALL, _is(T, S)), ir.Exists(ir.Binding(S, ALL, _is(S, T)), _is(S, U))),
        ir.Not(ir.ForAll(ir.Binding(T, ALL, _is(T, S)), _is(T, U))),
    ],
)
def test_there_is_none_of_anything_else(condition: ir.Expr) -> None:
    assert instance_of(condition, S, ALL) is None
