"""A sample of what z3 was asked is asked of cvc5, in the text that `--dump` writes; no answer is another.

The text is written from the terms, and not by z3, so that what is compared is also how z3 is given them.
"""

from pathlib import Path

import cvc5
import pytest
from attrs import define, field

from refengine.smt import plan, prove
from refengine.smt.goal import Limits
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.smtlib import smtlib_script
from refengine.smt.solving.solver import Session
from refengine.smt.terms.term import Bool
from refengine.smt.terms.terms import Terms
from tests.agreement.campaigns import in_phases, in_play, rules_of, small_game, whole_game
from tests.agreement.expressions import expressions
from tests.agreement.random_rules import random_values
from tests.agreement.small_game import game_of, positions

EFFORT = "100000"
"""In cvc5's own units; what it cannot decide with so many says nothing."""


def answer_of_cvc5(text: str) -> str:
    """`sat`, `unsat` or `unknown`."""
    solver = cvc5.Solver()
    solver.setOption("rlimit-per", EFFORT)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += command.invoke(solver, parser.getSymbolManager())
    return said.split()[0]


@define
class Asked:
    """What z3 was asked, and what it said."""

    answers: dict[str, str] = field(factory=dict)

    def check(self, take: int) -> dict[str, int]:
        """Asks cvc5 so many of each answer, the shortest among them; how often both said the same."""
        both = {"sat": 0, "unsat": 0}
        for wanted in both:
            listed = sorted((text for text, said in self.answers.items() if said == wanted), key=len)
            for text in listed[:: max(1, len(listed) // take)][:take]:
                said = answer_of_cvc5(text)
                assert said in {wanted, "unknown"}, text
                both[wanted] += said == wanted
        return both


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Every question from now on, with z3's answer."""
    found = Asked()
    decide = Session.decide

    def told(self: Session) -> QueryAnswer:
        text = self.question.text()
        answer = decide(self)
        found.answers[text] = answer.result
        return answer

    monkeypatch.setattr(Session, "decide", told)
    return found


def test_values(asked: Asked) -> None:
    for seed in range(3):
        compared = expressions(game_of(random_values(seed, 10)), 3)
        for data in positions(seed, 2):
            assert not compared.wrong(data, solve=True)
    assert min(asked.check(4).values()) > 0


def test_steps(asked: Asked) -> None:
    assert not in_phases(small_game(9), 9, positions=1, solved={0})
    assert min(asked.check(3).values()) > 0


def test_a_whole_game(asked: Asked) -> None:
    rules = rules_of(Path("docs/tutorial/tictactoe"))
    assert not in_play(whole_game(rules, 2, 0), 0, longest=4, solved=range(4))
    assert min(asked.check(3).values()) > 0


@pytest.mark.campaign
@pytest.mark.parametrize("folder", ["spec/kaciri"])
def test_claims(folder: str, asked: Asked) -> None:
    rules = rules_of(Path(folder))
    goals = [each for each in plan.goals(rules) if each.kind in {"claim", "witness"} and each.players == 2]
    for batch in plan.batches(goals[:12]):
        prove.decide(rules, batch, Limits(rlimit=3_000_000))
    assert sum(asked.check(10).values()) > 0


# ---- THE TEXT


def test_every_operation_means_the_same() -> None:
    """Numbers of either sign, by every operation of the terms, against what Python makes of them."""
    terms = Terms()
    one, other, test = terms.number("one"), terms.number("|other\\|"), terms.truth("a test")
    for left, right in ((7, 2), (-7, 2), (7, -2), (-7, -2), (0, 3)):
        known = (terms._make("equal", (one, left), "truth"), terms._make("equal", (other, right), "truth"), test)
        sums = [
            (terms.div(one, other), left // right),
            (terms.mod(one, other), left % abs(right)),
            (terms.add(one, other, 3), left + right + 3),
            (terms.times(one, other), left * right),
            (terms.minus(one, other), left - right),
            (terms.if_number(test, one, other), left),
        ]
        truths = [
            (terms.at_most(one, other), left <= right),
            (terms.less(one, other), left < right),
            (terms.equal(one, other), left == right),
            (terms.iff(test, terms.less(one, other)), left < right),
            (terms.at_most_one([test, terms.less(one, other), terms.less(other, one)]), left == right),
            (terms._make("if_truth", (test, terms.less(one, 0), terms.less(other, 0)), "truth"), left < 0),
        ]
        same: list[Bool] = [terms._make("equal", (term, value), "truth") for term, value in sums]
        same += [term if value else terms.not_(term) for term, value in truths]
        assert answer_of_cvc5(smtlib_script(terms, known)) == "sat"
        assert answer_of_cvc5(smtlib_script(terms, (*known, terms.not_(terms.all(same))))) == "unsat"


def test_definitions_are_written_with_what_rests_on_them() -> None:
    terms = Terms()
    number = terms.number("n")
    double = terms.named_number("double", terms.add(number, number))
    odd = terms._make("equal", (double, 3), "truth")
    assert answer_of_cvc5(smtlib_script(terms, (odd,))) == "unsat"
    assert answer_of_cvc5(smtlib_script(terms, (terms._make("equal", (double, 4), "truth"), True))) == "sat"
    assert answer_of_cvc5(smtlib_script(terms, (False,))) == "unsat"
