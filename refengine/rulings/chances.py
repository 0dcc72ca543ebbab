"""Odds of a condition in a position, as a ruling: what chance makes of it, if nobody has a choice."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from refengine.engine.open_answers import ends_of, open_text
from refengine.ir.expressions import Expr
from refengine.odds.ahead import spoken_of
from refengine.odds.decisions import Decisions
from refengine.odds.errors import NEVER_ENDS, TOO_MANY
from refengine.odds.odds import odds_after, probability
from refengine.odds.questions import OddsQuestion
from refengine.report.sentences import sentence
from refengine.rulings.bench import Bench
from refengine.rulings.ruling import Ruling
from refengine.rulings.shares import percent_of
from refengine.rulings.unsettled_rulings import UNSETTLED, without_text
from refengine.rulings.world import NOWHERE
from refengine.source.diagnostic import Diagnostic

if TYPE_CHECKING:
    from refengine.runtime.game import State

STILL_A_CHOICE = sentence("Undetermined: somebody still has a choice.")

MOST_STATES = 100_000
"""The most states of chance that are looked at for a question of odds; `refengine odds` goes on for longer."""


def likelihood_ruling(bench: Bench, start: State, asked_for: str, expr: Expr) -> Ruling:
    """Returns how likely an expression is when chance has done; raises `Fault` where the rules break off."""
    rules, say, game = bench.world.rules, bench.speech.say, bench.thorough

    def holds(state: Any) -> bool:
        return bool(bench.evaluation(state, thorough=True).value(expr, {}, NOWHERE))

    begins = bench.thoroughly(start)
    ends, wrong = odds_after(game, begins, "this position", MOST_STATES)
    if ends is None:
        missing = "; ".join(_no_odds(bench, begins, each) for each in wrong)
        return Ruling(asked_for, "undetermined", say(UNSETTLED), missing=missing)
    open_ = next(
        (rest for state, _ in ends.weights if (rest := open_text(game, ends_of(rules), state)) is not None),
        None,
    )
    if open_ is not None:
        missing = without_text(bench, open_.title)
        return Ruling(asked_for, "undetermined", say(UNSETTLED), missing=missing)
    of = OddsQuestion(asked_for, holds, lambda found: found, spoken_of(rules, expr))
    change = Decisions(game, rules).change(ends.weights, of)
    if change is not None:
        choice = bench.speech.move(change.action.actor, change.action.name, change.action.arguments)
        missing = say("it is not decided yet when chance has done: {choice} would change it", choice=choice)
        return Ruling(asked_for, "undetermined", say(STILL_A_CHOICE), missing=missing)
    chance = probability(ends, holds)
    answer = {"chance": f"{chance.numerator}/{chance.denominator}", "percent": float(chance * 100)}
    said = _told_chance(bench, chance)
    return Ruling(asked_for, "answered", f"{said[:1].upper()}{said[1:]}.", answer)


def _no_odds(bench: Bench, begins: Any, wrong: Diagnostic) -> str:
    """Returns why a position has no odds, in the language of the ruling; diagnostics are English."""
    speech = bench.speech
    if wrong.code == TOO_MANY:
        return speech.say("chance goes on for more than {states} states", states=speech.sentences.number(MOST_STATES))
    if wrong.code == NEVER_ENDS:
        return speech.say("chance may go on for ever from here")
    turn = bench.thorough.turn(begins)
    if turn.kind in {"over", "table"}:
        who = speech.say("the game is over" if turn.kind == "over" else "the table decides")
    else:
        seats = speech.listed([speech.words.who(seat) for seat in turn.seats])
        who = speech.sentences.count(len(turn.seats), "{who} acts", "{who} act", who=seats)
    return speech.say("chance does not decide at the end of this position: {who}", who=who)


def _told_chance(bench: Bench, chance: Fraction) -> str:
    if not 0 < chance < 1:
        return bench.speech.say("its chance is {percent}", percent=percent_of(chance))
    return bench.speech.say("its chance is {chance}, which is {percent}", chance=chance, percent=percent_of(chance))
