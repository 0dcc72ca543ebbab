"""Questions without an answer: the verdict that the rules do not say it, and what is missing."""

from __future__ import annotations

from refengine.report.faults import why_broken
from refengine.report.sentences import sentence
from refengine.rulings.bench import Bench, Moment
from refengine.rulings.ruling import Ruling
from refengine.runtime.fault import CLASH, NO_CASE, NOT_RUNNING, NOTHING_BELOW, OVERLAP, Fault

ENDS_HERE = sentence("the position ends here")
SILENT = sentence("Undetermined: the rules do not say.")
CONTRADICTION = sentence("Undetermined: the rules contradict each other.")
NO_GOING_ON = sentence("Undetermined: the position does not say what goes on afterwards.")

UNDETERMINED = {
    NO_CASE: SILENT,
    CLASH: CONTRADICTION,
    OVERLAP: CONTRADICTION,
    NOTHING_BELOW: NO_GOING_ON,
    NOT_RUNNING: NO_GOING_ON,
}
"""The verdicts on a question that has no answer, by the code of the fault; of another one the rules break off."""


def no_answer(bench: Bench, fault: Fault) -> str:
    """Returns the verdict on a question that ends in a fault."""
    known = UNDETERMINED.get(fault.code)
    if known is not None:
        return bench.speech.say(known)
    why = why_broken(bench.speech.words, fault)
    return bench.speech.say("Undetermined: the rules break off, since {why}.", why=why)


def undetermined(bench: Bench, asked_for: str, fault: Fault, moment: Moment) -> Ruling:
    """Returns the ruling that the source is silent, with what is missing and the statements that would have to say it.

    Where the table has chosen a reading that leaves something open, that is what is missing.
    """
    rules, say, hung, code = bench.sources.rules, bench.speech.say, tuple(sorted(moment.hangs_on)), fault.code
    silent = [
        (question, reading)
        for question in rules.questions
        for reading in question.readings
        if reading.name == bench.readings[question.name] and reading.incomplete
    ]
    if fault.code in {NOTHING_BELOW, NOT_RUNNING}:
        missing = say("say in which phases it happens, as in {line}", line="`given phase Inner in Outer`")
        verdict = no_answer(bench, fault)
        return Ruling(
            asked_for, "undetermined", verdict, missing=missing, not_looked_at=say(ENDS_HERE), hangs_on=hung, code=code
        )
    related = [each for each in silent if set(each[0].about) & set(fault.clause.cites)]
    about = related or (silent if len(silent) == 1 else [])
    ids = [*(cite for question, _ in about for cite in question.about), *fault.clause.cites]
    cites = bench.sources.cited(ids)
    where = bench.speech.clause(fault.clause.path)
    missing = say("{why}, of {where}", why=why_broken(bench.speech.words, fault), where=where)
    if about:
        asks = "; ".join(
            say('{question} The table reads: "{reading}"', question=question.text, reading=reading.text)
            for question, reading in about
        )
        missing = f"{missing}: {asks}"
    return Ruling(
        asked_for, "undetermined", no_answer(bench, fault), missing=missing, silent=cites, hangs_on=hung, code=code
    )
