"""The prover of what is open: which verdicts there are, each with a way to it, and that there are no others.

INVARIANT: a verdict counts when the engine has ruled on the way to it, and said the same; that there are no others is
unsatisfiable for the solver. Limits are resource units, so that no clock decides.
"""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from refengine.ir import lines as happening
from refengine.report.sentences import sentence
from refengine.rulings.beginning import Beginning, ImpossibleError
from refengine.rulings.bench import DisagreementError
from refengine.rulings.features import features
from refengine.rulings.fillings import Filling
from refengine.rulings.happenings import CannotHappenError, answers
from refengine.rulings.holding_words import NEVER
from refengine.rulings.proofs import CheckedFilling, Proof, Verdict
from refengine.rulings.proving.beyond import ANSWERED, BeyondTerms
from refengine.rulings.proving.conditions import Guessing
from refengine.rulings.proving.moments import Moments, advance, initial_moments
from refengine.rulings.proving.parts import assignment
from refengine.rulings.proving.questions import QuestionTerms, question_terms
from refengine.rulings.questions import Dispute, RulingQuestion, mark_of
from refengine.rulings.ruling import Ruling
from refengine.smt.solving.model import Model
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.term import Bool, Term
from refengine.smt.unsupported import Unsupported

RLIMIT = 5_000_000
"""The resource units that one question to the solver may take."""

BUDGET = 50_000_000
"""The resource units that all questions to the solver about one question of a dispute may take together."""

MOST_VERDICTS = 24
"""The number of verdicts up to which all are found."""

EXHAUSTED = sentence("the prover gave up within {number} resource units")
CANNOT = sentence("the prover does not follow {what}")
SOMETHING = sentence("something that the rules say")
TOO_MANY = sentence("there are more than {number} verdicts")
BREAKS_OFF = sentence("the rules may break off in some of the ways")
NO_ANSWER = sentence("Undetermined: there the rules have no answer.")


MOST_CONDITIONS = 8
"""The number of verdicts up to which it is asked what tells them apart."""

UNDETERMINED = ("undetermined", "")
"""The key of the verdict that there is no answer, whatever the reason."""


def _key(outcome: str, answer: Any) -> tuple[str, str]:
    """Returns what tells a verdict from others."""
    return UNDETERMINED if outcome == "undetermined" else (outcome, repr(answer))


def prove(beginning: Beginning, dispute: Dispute, number: int, looked: tuple[CheckedFilling, ...]) -> Proof:
    """Returns the verdicts on a question of a dispute, whatever fills what is open.

    `looked` are ways on which the engine has ruled; terms that say otherwise of one are a fault of ours.
    """
    speech, question = beginning.bench.speech, dispute.questions[number]
    try:
        moments = initial_moments(beginning, RLIMIT, BUDGET)
        line = _come_to(moments, beginning, question, mark_of(number))
        asked = question_terms(moments, beginning, question, line)
        return _Search(beginning, dispute, number, moments, asked, line).proof(looked)
    except BeyondTerms as beyond:
        return Proof(gave_up=speech.say(CANNOT, what=speech.say(beyond.what)))
    except Unsupported:
        return Proof(gave_up=speech.say(CANNOT, what=speech.say(SOMETHING)))


def _come_to(moments: Moments, beginning: Beginning, question: RulingQuestion, mark: str) -> happening.Expect | None:
    """Goes on to a question, and returns what it works out or looks at."""
    left = [each.line if isinstance(each, happening.Taken) else each for each in beginning.example.lines]
    while left:
        line = left.pop(0)
        if isinstance(line, happening.Mark) and line.name == mark:
            for each in left[: len(question.before)]:
                advance(moments, beginning, each, is_supposed=True)
            found = None if question.asked is None else left[len(question.before)]
            return found if isinstance(found, happening.Expect) else None
        if happening.happens(line):
            advance(moments, beginning, line)
    raise AssertionError


@define
class _Search:
    """A search for verdicts; what was found is left out of what is looked for next."""

    beginning: Beginning
    dispute: Dispute
    number: int
    moments: Moments
    asked: QuestionTerms
    line: happening.Expect | None
    verdicts: dict[tuple[str, str], Verdict] = field(factory=dict)
    others: dict[tuple[str, str], Bool] = field(factory=dict)
    """The terms that it comes to something else than each of the verdicts found so far."""

    @property
    def solver(self) -> Solver:
        """The solver, which counts what is spent."""
        return self.moments.solver

    # ---- THE WHOLE

    def proof(self, looked: tuple[CheckedFilling, ...]) -> Proof:
        """Returns all verdicts, or as many as were found."""
        for each in looked:
            self._agrees(each)
        gave_up = self._found()
        if gave_up is None and 1 < len(self.verdicts) <= MOST_CONDITIONS:
            self._tell_apart(looked)
        return Proof(tuple(self.verdicts.values()), gave_up)

    def _tell_apart(self, looked: tuple[CheckedFilling, ...]) -> None:
        """Adds to each verdict just where it holds, as far as that is simple."""
        keys, terms = list(self.verdicts), self.moments.world.terms
        fails = self.asked.fails

        def number_of(outcome: str, answer: Any) -> int:
            key = _key(outcome, answer)
            if key not in keys:
                raise DisagreementError(self._question)
            return keys.index(key)

        def ruled(filling: Filling) -> int:
            ruling = self._ruled(filling)
            if ruling is None:
                raise DisagreementError(self._question)
            return number_of(ruling.outcome, ruling.answer)

        known = [(each.filling, number_of(*each.came)) for each in looked if each.came is not None]
        known += [(each.filling, number) for number, each in enumerate(self.verdicts.values())]
        leads_to = [fails if key == UNDETERMINED else terms.not_(self.others[key]) for key in keys]
        bench = self.beginning.bench
        listed = list(features(bench, self.beginning.parts))
        guessing = Guessing(self.moments, listed, bench.speech, leads_to, known, ruled)
        for number, key in enumerate(keys):
            self.verdicts[key] = evolve(self.verdicts[key], where=guessing.where(number))

    def _found(self) -> str | None:
        """Finds all verdicts; returns why there may be others, None if that is not so."""
        say, terms = self.beginning.bench.speech.say, self.moments.world.terms
        if self.solver.ask(self.moments.breaks_off, reach="whole").result != "unsat":
            return say(BREAKS_OFF)
        broken = self.solver.ask(self.moments.holds, self.asked.fails, reach="whole")
        if broken.result == "unknown":
            return say(EXHAUSTED, number=f"{RLIMIT:,}")
        if broken.result == "sat" and not self._undetermined(Model(terms, broken.model)):
            return say(BREAKS_OFF)
        answered = terms.not_(self.asked.fails)
        while True:
            answer = self.solver.ask(self.moments.holds, answered, *self.others.values(), reach="whole")
            if answer.result == "unsat":
                return None
            if answer.result == "unknown":
                return say(EXHAUSTED, number=f"{RLIMIT:,}")
            if len(self.verdicts) >= MOST_VERDICTS:
                return say(TOO_MANY, number=str(MOST_VERDICTS))
            self._take(self.moments.laid.filling(Model(terms, answer.model)))

    # ---- ONE WAY

    def _ruled(self, filling: Filling) -> Ruling | None:
        """Returns the ruling of the engine on one way; None for what is no position of the game."""
        moment_of = self.beginning.moment
        bench, example = self.beginning.bench, self.beginning.example
        try:
            found = list(answers(bench, example, moment_of(filling), self.dispute.questions))[self.number]
        except (ImpossibleError, CannotHappenError):
            return None
        if isinstance(found, CannotHappenError):
            return Ruling("", "illegal", bench.speech.say(NEVER))
        return found.ruling

    def _take(self, filling: Filling) -> None:
        """Takes in the verdict on a way that the solver has found; the engine has to come to a new one."""
        ruling = self._ruled(filling)
        if ruling is None or ruling.outcome == "undetermined":
            raise DisagreementError(self._question)
        before = len(self.verdicts)
        self._add(ruling, filling)
        if len(self.verdicts) == before:
            raise DisagreementError(self._question)

    def _add(self, ruling: Ruling, filling: Filling) -> None:
        """Adds the verdict on a way, if it is new; raises `DisagreementError` if the terms say otherwise of it."""
        key = _key(ruling.outcome, ruling.answer)
        same = self.asked.comes_to(self.moments, ruling)
        if not self._model(filling).of(same):
            raise DisagreementError(self._question)
        if key not in self.verdicts:
            self.verdicts[key] = Verdict(ruling.outcome, ruling.answer, self._says(ruling), filling)
            self.others[key] = self.moments.world.terms.not_(same)

    def _says(self, ruling: Ruling) -> str:
        if not self.asked.is_settled and ruling.brief is not None:
            return ruling.brief
        if self.asked.is_settled or not isinstance(ruling.answer, bool):
            return ruling.verdict
        said = self.beginning.bench.speech.say("yes" if ruling.answer else "no")
        return f"{said[:1].upper()}{said[1:]}."

    def _undetermined(self, found: Model) -> bool:
        """Returns whether the engine has no answer in a way in which the solver says so; that is a verdict too."""
        filling = self.moments.laid.filling(found)
        ruling = self._ruled(filling)
        if ruling is None or ruling.outcome != "undetermined":
            return False
        says = self.beginning.bench.speech.say(NO_ANSWER)
        self.verdicts[UNDETERMINED] = Verdict("undetermined", None, says, filling)
        return True

    # ---- AGREEMENT

    def _agrees(self, each: CheckedFilling) -> None:
        """Raises `DisagreementError` if the terms say otherwise of a way on which the engine has ruled."""
        found = self._model(each.filling)
        if found.of(self.moments.breaks_off):
            return  # it is asked first whether there are such ways
        if bool(found.of(self.moments.holds)) is not (each.came is not None):
            raise DisagreementError(self._question)
        if each.came is None:
            return
        outcome, _ = each.came
        if outcome == "undetermined" and not found.of(self.asked.fails):
            raise DisagreementError(self._question)
        if outcome != "undetermined" and found.of(self.asked.fails):
            raise BeyondTerms(ANSWERED)
        if outcome != "undetermined":
            ruling = self._ruled(each.filling)
            assert ruling is not None
            self._add(ruling, each.filling)

    def _model(self, filling: Filling) -> Model:
        """Returns the model that a way to fill what is open is."""
        known: dict[Term, bool | int] = {}
        for part, choice in zip(self.moments.laid.parts, filling, strict=True):
            known |= assignment(part, choice)
        return Model(self.moments.world.terms, known)

    @property
    def _question(self) -> str:
        return self.dispute.questions[self.number].text
