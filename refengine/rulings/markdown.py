"""Rulings as Markdown, for a page or a comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refengine.rulings.ruling import Alternative, Citation, Ruling
from refengine.rulings.text import cited, letters_of, ways_of

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|])")


def ruling_markdown(ruling: Ruling, *, verbose: bool = False) -> str:
    """Returns a ruling as a piece of Markdown under a heading of its own."""
    return "\n".join([*_lines(ruling, verbose=verbose), ""])


def _lines(ruling: Ruling, *, verbose: bool) -> Iterator[str]:
    yield f"### {_plain(ruling.title or ruling.question)}"
    yield ""
    if ruling.title:
        yield f"`{ruling.question}`"
        yield ""
    yield f"**{_plain(ruling.verdict)}**"
    if ruling.missing is not None:
        yield f"\n{_plain(ruling.missing)} {_ids(ruling.silent)}".rstrip()
    if ruling.rules:
        yield "\nWhy:\n"
    for rule in ruling.rules:
        path = f" `{rule.path}` {rule.place or ''}".rstrip() if verbose else ""
        since = f", since {_plain('; '.join(rule.since))}" if rule.since else ""
        named = f" [{_plain(rule.label)}]" if rule.depth == 0 else ""
        yield f"{'  ' * rule.depth}* {_plain(rule.says)}{named} {_ids(rule.citations)}{since}{path}"
    if ruling.reasons is not None and ruling.reasons.obstacles:
        yield "\nWhy not:\n"
        yield from (f"* {_plain(each.says)} {_ids(each.citations)}" for each in ruling.reasons.obstacles)
    if ruling.reasons is not None and ruling.reasons.nearest:
        yield "\nLegal would be:\n"
        yield from (f"* {_plain(each)}" for each in ruling.reasons.nearest)
    if ruling.considered:
        yield "\nConsidered, and not so:\n"
        yield from (f"* {_plain(each.label)}: {_plain(each.why)} {_ids(each.citations)}" for each in ruling.considered)
    sources = cited(ruling, considered=verbose)
    if sources:
        yield "\nWhat the rules say:\n"
        for each in sources:
            where = f"{each.status}, {each.lines}" if each.lines is not None else each.status
            yield f"* **{each.id}** ({where}): {_plain(each.text or '')}".rstrip(": ")
    yield from _hanging(ruling, verbose=verbose)


def _hanging(ruling: Ruling, *, verbose: bool) -> Iterator[str]:
    if ruling.is_beyond_dispute:
        yield "\nBeyond dispute: every reading of the rules leads to this."
    elif ruling.alternatives is not None and len(ruling.alternatives) > 1:
        letters = letters_of(ruling.alternatives)
        yield "\nIt hangs on how the rules are read:\n"
        yield from (f"* {letter}. {_plain(asks)}" for (_, asks), letter in letters.items())
        yield ""
        for each in ruling.alternatives:
            yield from _alternative(each, letters, verbose=verbose)
    elif ruling.alternatives is not None:
        yield "\nEvery other reading, each for itself, leads to the same."
    if ruling.not_looked_at is not None:
        yield f"\nNot looked at: {_plain(ruling.not_looked_at)}."


def _alternative(each: Alternative, letters: dict[tuple[str, str], str], *, verbose: bool) -> Iterator[str]:
    own = " (the table's own)" if each.own else ""
    yield f"* {_plain(each.verdict)}{own}"
    yield from (f"  * {_plain(way)}" for way in ways_of(each, letters, verbose=verbose))


def _ids(citations: tuple[Citation, ...]) -> str:
    return f"({', '.join(each.id for each in citations)})" if citations else ""


def _plain(text: str) -> str:
    """Returns a text of which no sign means anything in Markdown."""
    return _SIGNS.sub(r"\\\1", text)
