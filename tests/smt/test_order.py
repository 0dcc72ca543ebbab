"""Plain loops: what is owed where the order of the rounds may make a difference, and that it makes none elsewhere."""

from __future__ import annotations

import pytest

from refengine.ir.obligations import Owed
from refengine.smt.course.effects import _owe_order, effects
from refengine.smt.course.study import study
from refengine.smt.encode.scope import Faults, scope_of
from refengine.smt.goal import Limits
from refengine.smt.terms.term import Bool
from tests.ir.loops import COMMUTE, LOOK_AS_IF_NOT, MAY_NOT, loop_of, made


def may_differ(loop: str, *, always: bool = False, first_round: int | None = None) -> tuple[bool, str]:
    """Returns whether an order is owed, and whether the solver finds a state in which it makes a difference."""
    game = made(loop)
    asked = study(game, 3, Limits(rlimit=20_000_000))
    faults = Faults(asked.terms)
    scope = scope_of(asked.terms, asked.world.layout.unknown(), "Play", faults)
    if always:
        _owe_order(asked.world, loop_of(game), True, scope)
    else:
        effects(asked.world, (loop_of(game),), scope)
    owed: list[Bool] = [faults.of(each) for each in faults.found if each.owed is Owed.ORDER]
    (rounds,) = scope.state.variables["round"]
    start = first_round is None or asked.terms.equal(rounds, first_round)  # type: ignore[arg-type]
    return bool(owed), asked.solver.ask(asked.terms.any(owed), start, reach="whole").result


@pytest.mark.parametrize("loop", COMMUTE)
def test_what_commutes_owes_nothing_and_would_pay_it(loop: str) -> None:
    assert may_differ(loop) == (False, "unsat")
    assert may_differ(loop, always=True)[1] == "unsat"


@pytest.mark.parametrize("loop", LOOK_AS_IF_NOT)
def test_what_commutes_after_all_is_proved_to(loop: str) -> None:
    assert may_differ(loop)[1] == "unsat"


@pytest.mark.parametrize("loop", MAY_NOT)
def test_where_the_order_matters_there_is_a_state_that_shows_it(loop: str) -> None:
    assert may_differ(loop) == (True, "sat")


def test_a_difference_that_only_the_last_rounds_make_is_found() -> None:
    """Whichever two are taken first, nothing is seen; the third is the one that is kept."""
    loop = "each player p\n        if round = 2\n            set last to p\n        add 1 to round"
    assert may_differ(loop, first_round=0) == (True, "sat")
    assert may_differ(loop, first_round=1) == (True, "sat")
    assert may_differ(loop, first_round=3) == (True, "unsat")


def test_a_loop_in_order_owes_nothing() -> None:
    assert may_differ(f"for {MAY_NOT[0]}") == (False, "unsat")


def test_a_round_alone_has_no_order() -> None:
    """Of the fields of one player there is one, whatever is done with it."""
    assert may_differ("each c in field of 1\n        set round to c.rank")[1] == "unsat"
    assert may_differ("each c in field\n        set round to c.rank")[1] == "sat"
