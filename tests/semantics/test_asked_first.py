"""What is asked first: a call asks for all that it is told, and what is chosen from is asked before any condition.

So a fault there is met by all executors, also where a value makes nothing of what it is told, where a condition that is
false stands in the way behind, where the parts of a condition can be told apart, and where the rest settles what it is.
"""

import pytest
from attrs import evolve

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.semantics.state import Rules
from refengine.semantics.steps import Steps
from tests.semantics.lockstep import Pair, played
from tests.types.front_end import compile_texts

RULES = """
game tiny from rulebook tiny
    players 1 per R1
kind Tree is Ash, Birch per R1
variable goal: Tree or none per R1
variable grown: truth per R1
variable n: 0..3, starts {starts} per R1
value odd(t: Tree): truth per R1
    is n < 2
value both(t: Tree): truth per R1
    is n < 2 and t is Ash
value fall: Tree per R1
    normally Birch
    except late per R1
        when {absent} > Ash
        is Ash
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action grow{choices} per R1
            {conditions}
            then add 1 to n
        action stop per R1
            then game over
    go Turn
"""

ASKED = [
    (0, "", "when odd(fall)"),
    (2, "", "when both(fall)"),
    (2, "", "bar barren per R1\n                when both(fall)"),
    (2, "", "bar barren per R1\n                when odd(fall)"),
    (2, "(Tree z)", "when both(fall)"),
    (2, "(Tree z)", "when z is Ash\n            when both(fall)"),
    (2, "(z in {fall, Ash})", "when n < 2"),
    (2, "(z in {fall, Ash})", "when z is Ash and n < 2"),
    (2, "(z in {fall})", "when 1 > 2"),
    (2, "(Tree z, y in {fall, z})", "when n < 2"),
    (2, "(Tree z, y in {fall, z})", "when z is Ash and n < 2"),
    (2, "(Tree z, y in {z, fall})", "when z > Birch"),
    (0, "", "when fall is Birch and n > 8"),
    (0, "", "when fall is Birch or n < 9"),
    (0, "", "when {fall} is not empty"),
    (0, "", "when fall in {Ash, Birch}"),
    (0, "", "when no Tree t with (t is fall) has false"),
    (0, "", "when every Tree t with (t is fall) has true"),
    (0, "(z in (all Tree t with (t is fall and n > 8)))", "when true"),
    (0, "", "bar barren per R1\n                when fall is Birch\n                when n > 8"),
    (0, "", "when Ash in (all Tree t with (t is Ash or fall is t))"),
    (0, "", "when Ash not in (all Tree t with (t is not Ash and fall is t))"),
    (0, "", "when (all Tree t with (t is Ash or fall is t)) is not empty"),
    (0, "", "when (all Tree t with (t is Ash or fall is t)) is empty"),
    (0, "", "when (all t in (all Tree u with (u is Ash or fall is u)) with (t is Ash)) is not empty"),
    (0, "", "when some t in (all Tree u with (u is Ash or fall is u)) has t is Ash"),
    (0, "", "when every t in (all Tree u with (u is Ash or fall is u)) has t is not Ash"),
    (0, "(z in (all t in (all Tree u with (u is Ash or fall is u)) with (t is Ash)))", "when z is Ash"),
    (0, "", "when (number of t in (all Tree u with (u is Ash or fall is u)) with (t is Ash)) > 0"),
    (0, "", "when Ash in (all t in (all Tree u with (u is Ash or fall is u)) with (t is Ash))"),
    (0, "", "when 3 in 4..(if fall is Ash then 5 else 6) or n < 9"),
    (0, "", "when n not in 4..(if fall is Ash then 5 else 6)"),
    (0, "(z in (all m in 1..3 with m in 4..(if fall is Ash then 5 else 6)))", "when z > n"),
    (0, "(z in (all m in 1..3 with m not in 4..(if fall is Ash then 5 else 6)))", "when z > n"),
    (0, "", "when 3 not in (all m in 4..(if fall is Ash then 5 else 6) with (m < 9))"),
    (0, "", "when Ash in ({Ash} + {fall})"),
    (0, "", "when Ash not in ({Birch} - {fall})"),
    (0, "(Tree z)", "when z in ({Ash} + {fall})\n            when z is Ash"),
    (0, "(Tree z)", "when z not in ({Ash, Birch} - ({Ash} - {fall}))\n            when z is Ash"),
    (0, "(z in ({Ash} + {fall}))", "when z is Ash"),
]


@pytest.mark.parametrize(("starts", "choices", "conditions"), ASKED)
def test_all_executors_meet_what_is_asked_first(starts: int, choices: str, conditions: str) -> None:
    assert steps_of(starts, choices, conditions, "goal") == 0


@pytest.mark.parametrize(("starts", "choices", "conditions"), ASKED)
def test_where_it_has_an_answer_they_go_on(starts: int, choices: str, conditions: str) -> None:
    assert steps_of(starts, choices, conditions, "(if n > 2 then Ash else Birch)") > 0


COMPARED = [
    "when Ash in (all Tree t with (t is Ash or goal > t))",
    "when Ash not in (all Tree t with (t is Birch and goal > t))",
]


@pytest.mark.parametrize("conditions", COMPARED)
def test_what_is_compared_of_one_member_is_asked_of_all(conditions: str) -> None:
    assert steps_of(0, "", conditions, "goal") == 0
    assert steps_of(0, "", conditions.replace("goal", "Birch"), "goal") > 0


def steps_of(starts: int, choices: str, conditions: str, absent: str) -> int:
    """How many steps a game goes, in which both builds, their module and the meaning of the rules agree."""
    text = RULES.format(starts=starts, choices=choices, conditions=conditions, absent=absent)
    game, wrong = compile_texts({"x.rules": text})
    assert game is not None, [each.message for each in wrong]
    configuration, _ = configure(game, 1, {}, {}, None)
    assert configuration is not None
    rules = specialise(game, configuration)
    steps = set()
    for explain in (True, False):
        module = load_module(emit(rules, explain=explain, read=False), f"asked_first_{explain}_{hash(text)}")
        steps.add(sum(played(Pair(Game(module), Steps(Rules(rules))), seed, 6) for seed in range(3)))
    reference = make_game(game, configuration)
    told = [reference.playouts(5, 1, limit=6, engine=engine) for engine in ("wasm", "reference")]
    assert evolve(told[0], engine="reference") == told[1]
    assert len(steps) == 1
    return steps.pop()
