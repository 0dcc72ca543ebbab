"""`div` and `mod` of all small pairs of numbers: both engines, what is folded beforehand, the prover, and a restatement.

The restatement is by what the language promises, not by an operator of Python: a quotient is the greatest whole number
that is not above the fraction; a rest is the least number from 0 that differs by a multiple of the divisor.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from refengine.ir import game as model
from refengine.ir.obligations import Owed
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.smt.encode.scope import scope_of
from refengine.smt.encode.values import call_answer
from refengine.smt.solving.model import Model
from refengine.smt.terms.term import Term
from tests.agreement.executors import Executors, executors

NUMBERS = range(-7, 8)
PAIRS = [(n, m) for n in NUMBERS for m in NUMBERS]

RULEBOOK = """
[rulebook]
id = "sums"
title = "Sums"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Numbers are divided."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""


def quotient(number: int, divisor: int) -> int:
    fraction = Fraction(number, divisor)
    return max(each for each in range(-10, 11) if each <= fraction)


def rest(number: int, divisor: int) -> int:
    return min(each for each in range(10) if any(number - each == divisor * times for times in range(-20, 21)))


def written() -> str:
    """A value for every pair, with the two written out, and two values that take them as they come."""
    lines = [
        "game sums from rulebook sums\n    players 2 per R1\n",
        "setup per R1\n    game over\n",
        "value quotient(n: -7..7, m: -7..7): -7..7 per R1\n    is n div m\n",
        "value rest(n: -7..7, m: -7..7): 0..6 per R1\n    is n mod m\n",
    ]
    for op in ("div", "mod"):
        lines += [
            f"value {op}_{index(n)}_{index(m)}: -7..7 per R1\n    is {n} {op} {m}\n" if m else "" for n, m in PAIRS
        ]
    return "\n".join(lines)


def index(number: int) -> int:
    return number - NUMBERS.start


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> model.Game:
    folder = tmp_path_factory.mktemp("sums")
    (folder / "sums.rules").write_text(written(), encoding="utf-8")
    (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    return compiled(folder)


def compiled(folder: Path) -> model.Game:
    (found,), _ = find_games(folder)
    made = compile_folder(found)
    assert made.game is not None, made.errors
    return made.game


@pytest.fixture(scope="module")
def both(rules: model.Game) -> Executors:
    return executors(rules, 2)


def test_both_engines_divide_as_the_language_says(both: Executors) -> None:
    for game in both.builds:
        state = game.initial()
        for n, m in PAIRS:
            if not m:
                assert [code(game, name, n) for name in ("quotient", "rest")] == ["E0519", "E0519"]
                continue
            assert game.value(state, "quotient", n, m) == quotient(n, m), (n, m)
            assert game.value(state, "rest", n, m) == rest(n, m), (n, m)


def code(game: Game, name: str, n: int) -> str:
    with pytest.raises(Fault) as found:
        game.value(game.initial(), name, n, 0)
    return found.value.code


def test_what_is_folded_beforehand_is_the_same(both: Executors) -> None:
    for game in both.builds:
        state = game.initial()
        for n, m in PAIRS:
            if m:
                assert game.value(state, f"div_{index(n)}_{index(m)}") == quotient(n, m), (n, m)
                assert game.value(state, f"mod_{index(n)}_{index(m)}") == rest(n, m), (n, m)


def test_the_prover_divides_as_the_language_says(both: Executors) -> None:
    """With both numbers left open, and with the divisor given: for each pair nothing else is possible."""
    world, solver = both.study.world, both.study.solver
    terms = world.terms
    n, m = terms.number("n", -7, 7), terms.number("m", -7, 7)
    values = {each.name: each for each in world.game.values}
    scope = scope_of(terms, world.layout.unknown(), "here")
    for name, restated in (("quotient", quotient), ("rest", rest)):
        value = values[name]
        answer = call_answer(world, value, (n, m), scope)
        ((obligation, fails),) = answer.faults.items()
        assert isinstance(answer.value, Term)
        assert obligation.owed is Owed.DIVISOR
        for one, other in PAIRS:
            found = Model(terms, {n: one, m: other})
            assert found.of(fails) == (other == 0)
            if other:
                assert found.of(answer.value) == restated(one, other), (name, one, other)
        right = [
            terms.and_(
                terms.equal(n, one), terms.equal(m, other), terms.not_(terms.equal(answer.value, restated(one, other)))
            )
            for one, other in PAIRS
            if other
        ]
        assert solver.ask(terms.any(right)).result == "unsat"
        assert solver.ask(terms.not_(terms.iff(fails, terms.equal(m, 0)))).result == "unsat"
