"""Rulings on positions that leave something open: every way to fill it is decided, one by one or by the prover.

INVARIANT: "always", "never" and "it depends" are said where every way was decided by the engine, which is a proof by
cases, or where the prover has shown that there are no other verdicts. Where neither was possible, none of them is said,
but how many ways were decided, and as what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from attrs import evolve, frozen

from refengine.loading import RuleSetError
from refengine.rulings import errors
from refengine.rulings.beginning import Beginning
from refengine.rulings.enumeration import DecidedFillings, Group, gone_through, key_of
from refengine.rulings.features import features
from refengine.rulings.fillings import Filling, most_ways, ways_to_fill
from refengine.rulings.holding_words import OF_READINGS, always, data_of, depends, filled_with, partly
from refengine.rulings.lines import Lines
from refengine.rulings.proofs import Proof, Prover, Verdict
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import Holding, OpenParts, Ruling
from refengine.rulings.separating_conditions import FeatureTable

FIRST_WAYS = 60
"""The number of ways that the engine rules on before the prover is asked, which has to agree with it."""

MOST_WAYS = 5_000
"""The number of ways to fill what is open up to which all are decided."""

MOST_TOLD = 4
"""The number of verdicts of which the whole ruling on one way is given."""

MOST_CONDITIONS = 8
"""The number of verdicts up to which it is asked what tells them apart."""

MOST_LISTED = 6
"""The number of ways that are told one by one where no simple condition tells them from others."""


@frozen
class HoldingFindings:
    """The findings on the ways to fill what is open: those gone through, and by question what is proved."""

    decided: DecidedFillings
    proofs: tuple[Proof | None, ...]


def found_out(beginning: Beginning, dispute: Dispute, lines: Lines, prover: Prover | None) -> HoldingFindings:
    """Decides every way to fill what is open, one by one where they are few, else by the prover if there is one.

    Raises `RuleSetError` where none of them is a position, and `DisagreementError` as for a single position.
    """
    none = tuple(None for _ in dispute.questions)
    if prover is None or not any(True for _ in islice(ways_to_fill(beginning.parts), MOST_WAYS, None)):
        return HoldingFindings(_some(beginning, lines, gone_through(beginning, dispute, MOST_WAYS)), none)
    first = gone_through(beginning, dispute, FIRST_WAYS)
    proofs = tuple(prover(beginning, dispute, number, looked) for number, looked in enumerate(first.looked))
    if any(each.gave_up is None and not each.verdicts for each in proofs):
        places = [each.open.span for each in beginning.parts]
        raise RuleSetError((errors.no_way(first.refused[0], places),), lines.texts)
    if all(each.gave_up is None for each in proofs):
        return HoldingFindings(first, proofs)
    more = gone_through(beginning, dispute, MOST_WAYS)
    return HoldingFindings(more if any(each.verdicts for each in proofs) else _some(beginning, lines, more), proofs)


def _some(beginning: Beginning, lines: Lines, found: DecidedFillings) -> DecidedFillings:
    """Returns what was decided if that is anything; raises `RuleSetError` if no way was a position."""
    if found.fillings:
        return found
    places = [each.open.span for each in beginning.parts]
    most, looked_at = most_ways(beginning.parts), len(found.refused)
    why = errors.no_way(found.refused[0], places) if found.all else errors.too_open(looked_at, most, places[0])
    raise RuleSetError((why,), lines.texts)


def holding_rulings(
    beginning: Beginning,
    dispute: Dispute,
    found: HoldingFindings,
    rule: Callable[[int, Filling], Ruling],
) -> tuple[Ruling, ...]:
    """Returns the rulings on the questions; `rule` gives the whole ruling on one way for a question."""
    decided = found.decided
    table = (
        FeatureTable.of(
            decided.fillings, list(features(beginning.bench, beginning.parts)), beginning.bench.speech.sentences
        )
        if decided.all
        else None
    )
    return tuple(
        _ruling(beginning, question.text.partition(" #")[0], decided, groups, table, partial(rule, number))
        if proof is None
        else _by_proof(beginning, question.text.partition(" #")[0], decided, groups, proof, partial(rule, number))
        for number, (question, groups, proof) in enumerate(
            zip(dispute.questions, decided.groups, found.proofs, strict=True)
        )
    )


def _ruling(
    beginning: Beginning,
    asked_for: str,
    found: DecidedFillings,
    groups: Sequence[Group],
    table: FeatureTable | None,
    rule: Callable[[Filling], Ruling],
) -> Ruling:

    speech = beginning.bench.speech

    def where(group: Group) -> str | None:
        if table is None or not 1 < len(groups) <= MOST_CONDITIONS:
            return None
        condition = table.condition(group.fillings)
        return _one_by_one(beginning, found, group) if condition is None else condition.says

    verdicts = [
        (Verdict(each.outcome, each.answer, each.verdict(speech), each.first, where(each)), each.ways)
        for each in groups
    ]
    opened = _opened(beginning, found, verdicts, rule)
    return _whole(beginning, asked_for, opened) if found.all else _part(beginning, asked_for, opened)


def _by_proof(
    beginning: Beginning,
    asked_for: str,
    found: DecidedFillings,
    groups: Sequence[Group],
    proof: Proof,
    rule: Callable[[Filling], Ruling],
) -> Ruling:
    """Returns the ruling by what the prover has found, and by what was decided one by one where it gave up."""
    speech = beginning.bench.speech
    ways = {key_of(each.outcome, each.answer, ""): each.ways for each in groups if each.answer is not None}
    listed = [(each, ways.get(key_of(each.outcome, each.answer, ""), 1)) for each in proof.verdicts]
    if proof.gave_up is None:
        known_ways = max(found.ways, sum(number for _, number in listed))
        opened = evolve(_opened(beginning, found, listed, rule), proved=True, ways=known_ways)
        return _whole(beginning, asked_for, opened)
    known = [(Verdict(each.outcome, each.answer, each.verdict(speech), each.first), each.ways) for each in groups]
    told_already = {key_of(each.outcome, each.answer, "") for each, _ in known}
    more = [pair for pair in listed if key_of(pair[0].outcome, pair[0].answer, "") not in told_already]
    opened = _opened(beginning, found, [*known, *more], rule)
    return _part(beginning, asked_for, evolve(opened, ways=found.ways + len(more), gave_up=proof.gave_up))


def _opened(
    beginning: Beginning,
    found: DecidedFillings,
    verdicts: Sequence[tuple[Verdict, int]],
    rule: Callable[[Filling], Ruling],
) -> OpenParts:
    """Returns the open parts with these verdicts, each with the number of ways that are known to lead to it."""
    holdings = tuple(
        Holding(
            each.says,
            each.outcome,
            each.answer,
            ways,
            filled_with(beginning, each.filling),
            each.where,
            rule(each.filling) if number < MOST_TOLD else None,
        )
        for number, (each, ways) in enumerate(verdicts)
    )
    parts = tuple(each.open.text for each in beginning.parts)
    most = found.ways if found.all else most_ways(beginning.parts)
    by = beginning.bench.sources.cited(beginning.narrowed_by)
    return OpenParts(parts, found.ways, found.all, most, bool(found.refused), by, holdings)


def _part(beginning: Beginning, asked_for: str, opened: OpenParts) -> Ruling:
    """Returns the ruling where not all ways are known."""
    say = beginning.bench.speech.say
    return Ruling(
        asked_for,
        "partly",
        partly(beginning.bench.speech, opened.holdings),
        not_looked_at=say(OF_READINGS),
        open=opened,
    )


def _whole(beginning: Beginning, asked_for: str, opened: OpenParts) -> Ruling:
    """Returns the ruling where all verdicts are known that there are."""
    speech = beginning.bench.speech
    ruling = _part(beginning, asked_for, opened)
    if len(opened.holdings) == 1:
        (only,) = opened.holdings
        return evolve(ruling, outcome=only.outcome, verdict=always(speech, only), answer=only.answer)
    answer = [data_of(each, counted=opened.all) for each in opened.holdings]
    return evolve(ruling, outcome="depends", verdict=depends(speech, opened.holdings), answer=answer)


def _one_by_one(beginning: Beginning, found: DecidedFillings, group: Group) -> str | None:
    """Returns the ways of a group one by one, if they are few."""
    if group.fillings.bit_count() > MOST_LISTED:
        return None
    fillings = [each for at, each in enumerate(found.fillings) if group.fillings >> at & 1]
    speech = beginning.bench.speech
    return speech.say(" or ").join(f"({'; '.join(filled_with(beginning, each))})" for each in fillings)
