"""Rulings as Markdown, for a page or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refengine.report.anchors import Shelf, of_citation
from refengine.report.citations import named_citation
from refengine.report.sentences import ENGLISH_SENTENCES, Sentences
from refengine.rulings.ruling import Alternative, AppliedRule, Citation, Obstacle, OpenParts, Ruling
from refengine.rulings.text import (
    FEW_VERDICTS,
    OWN,
    citations_of,
    decided_ways,
    letters_of,
    more_verdicts,
    told_of,
    ways_of,
    ways_to,
    where_from,
    with_instance,
)

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|])")


def ruling_markdown(
    ruling: Ruling, sentences: Sentences = ENGLISH_SENTENCES, *, verbose: bool = False, shelf: Shelf | None = None
) -> str:
    """Returns a ruling as a piece of Markdown under a heading of its own.

    With a shelf, what stands in the book on it is linked to its place there: each rule, each statement.
    """
    return "\n".join([*_lines(ruling, sentences, shelf, verbose=verbose), ""])


def _lines(ruling: Ruling, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    yield f"### {_plain(ruling.title or ruling.question)}"
    yield ""
    if ruling.title:
        yield f"`{ruling.question}`"
        yield ""
    yield f"**{_plain(ruling.verdict)}**"
    if ruling.open is not None:
        yield from _open(ruling.open, sentences, shelf, verbose=verbose)
    yield from _reasons(ruling, sentences, shelf, verbose=verbose)


def _reasons(ruling: Ruling, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    """Yields everything behind the verdict."""
    say = sentences.say
    if ruling.missing is not None:
        yield f"\n{_plain(ruling.missing)} {_ids(ruling.silent, sentences)}".rstrip()
    if ruling.rules:
        yield f"\n{say('Why:')}\n"
    for rule in ruling.rules:
        path = f" `{rule.path}` {rule.place or ''}".rstrip() if verbose else ""
        since = f", {say('since {facts}', facts=_plain('; '.join(rule.since)))}" if rule.since else ""
        named = f" {_named(rule, shelf)}" if rule.depth == 0 or shelf is not None else ""
        yield f"{'  ' * rule.depth}* {_plain(rule.says)}{named} {_ids(rule.citations, sentences)}{since}{path}"
    if ruling.reasons is not None and ruling.reasons.obstacles:
        yield f"\n{say('Why not:')}\n"
        for obstacle in ruling.reasons.obstacles:
            named = f" {_named(obstacle, shelf)}" if shelf is not None else ""
            yield f"* {_plain(obstacle.says)}{named} {_ids(obstacle.citations, sentences)}"
    if ruling.reasons is not None and ruling.reasons.nearest:
        yield f"\n{say('Legal would be:')}\n"
        yield from (f"* {_plain(each)}" for each in ruling.reasons.nearest)
    if ruling.reasons is not None and ruling.reasons.if_only:
        yield f"\n{say('It would be legal:')}\n"
        for only in ruling.reasons.if_only:
            yield f"* {_plain(only.says)} {_ids(only.citations, sentences)}".rstrip()
    if ruling.considered:
        yield f"\n{say('Considered, and not so:')}\n"
        for considered in ruling.considered:
            label = _linked(_plain(considered.label), considered.anchor, shelf)
            yield f"* {label}: {_plain(considered.why)} {_ids(considered.citations, sentences)}"
    sources = citations_of(ruling, considered=verbose)
    if sources:
        yield f"\n{say('What the rules say:')}\n"
        for each in sources:
            where = where_from(each, sentences)
            anchor = None if each.text is None else of_citation(each.id)
            named = _linked(named_citation(each.id, sentences), anchor, shelf)
            yield f"* **{named}** ({where}): {_plain(each.text or '')}".rstrip(": ")
    yield from _hanging(ruling, sentences, verbose=verbose)


def _open(opened: OpenParts, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    yield f"\n{sentences.say('Open:')}\n"
    yield from (f"* `{part}`" for part in opened.parts)
    yield from (f"\n{_sentence(said)}" for said in decided_ways(opened, sentences))
    yield ""
    shown = opened.holdings if verbose else opened.holdings[:FEW_VERDICTS]
    for each in shown:
        yield f"* {_plain(ways_to(each, opened, sentences))}: **{_plain(each.verdict)}**"
        yield from (f"  * {_plain(said)}" for said in told_of(each, sentences))
    if len(shown) < len(opened.holdings):
        yield f"* {more_verdicts(len(opened.holdings) - len(shown), sentences)}"
    for each in shown:
        if each.ruling is not None:
            said = with_instance(each, sentences)
            yield f"\n#### {_plain(said[:1].upper() + said[1:])}\n"
            yield f"**{_plain(each.verdict)}**"
            yield from _reasons(each.ruling, sentences, shelf, verbose=verbose)


def _sentence(said: str) -> str:
    return f"{_plain(said[:1].upper() + said[1:])}."


def _hanging(ruling: Ruling, sentences: Sentences, *, verbose: bool) -> Iterator[str]:
    say = sentences.say
    if ruling.is_beyond_dispute:
        if ruling.agreed is None:
            yield f"\n{say('Beyond dispute: every reading of the rules leads to this.')}"
        else:
            yield f"\n{say('Beyond dispute is no more than this: {verdict}', verdict=_plain(ruling.agreed))}"
    elif ruling.alternatives is not None and len(ruling.alternatives) > 1:
        letters = letters_of(ruling.alternatives)
        yield f"\n{say('It hangs on how the rules are read:')}\n"
        yield from (f"* {letter}. {_plain(asks)}" for (_, asks), letter in letters.items())
        yield ""
        for each in ruling.alternatives:
            yield from _alternative(each, letters, sentences, verbose=verbose)
    elif ruling.alternatives is not None:
        yield f"\n{say('Every other reading, each for itself, leads to the same.')}"
    if ruling.not_looked_at is not None:
        yield f"\n{say('Not looked at: {what}.', what=_plain(ruling.not_looked_at))}"


def _alternative(
    each: Alternative, letters: dict[tuple[str, str], str], sentences: Sentences, *, verbose: bool
) -> Iterator[str]:
    own = f" ({sentences.say(OWN)})" if each.own else ""
    yield f"* {_plain(each.verdict)}{own}"
    yield from (f"  * {_plain(way)}" for way in ways_of(each, letters, sentences, verbose=verbose))


def _named(told: AppliedRule | Obstacle, shelf: Shelf | None) -> str:
    """Returns the label of a clause in brackets, which are those of the link if there is one."""
    linked = _linked(_plain(told.label), told.anchor, shelf)
    return linked if linked.endswith(")") else f"[{linked}]"


def _linked(text: str, anchor: str | None, shelf: Shelf | None) -> str:
    return text if shelf is None or anchor is None else f"[{text}]({shelf.address(anchor)})"


def _ids(citations: tuple[Citation, ...], sentences: Sentences) -> str:
    return f"({', '.join(named_citation(each.id, sentences) for each in citations)})" if citations else ""


def _plain(text: str) -> str:
    """Returns a text of which no sign means anything in Markdown."""
    return _SIGNS.sub(r"\\\1", text)
