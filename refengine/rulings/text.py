"""Rulings as text for people: the verdict, why, what was considered beside, and what it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from textwrap import wrap

from refengine.rulings.ruling import Alternative, ChosenReading, Citation, Rule, Ruling

WIDTH = 100

FEW_WAYS = 4
"""The number of ways to a verdict that are told without being asked for all."""


def ruling_text(ruling: Ruling, *, verbose: bool = False) -> str:
    """Returns a ruling as text; with `verbose` every rule with its path and place, and every way to read."""
    return "\n".join([*_lines(ruling, verbose=verbose), ""])


def _lines(ruling: Ruling, *, verbose: bool) -> Iterator[str]:
    if ruling.title:
        yield ruling.title
    yield f"> {ruling.question}"
    yield from _wrapped(ruling.verdict, "")
    if ruling.missing is not None:
        ids = _ids(ruling.silent)
        yield from _wrapped(f"{ruling.missing[:1].upper()}{ruling.missing[1:]}.{ids}", "  ")
    if ruling.rules:
        yield from ("", "why")
        for rule in ruling.rules:
            yield from _rule(rule, verbose=verbose)
    if ruling.reasons is not None and ruling.reasons.obstacles:
        yield from ("", "why not")
        for obstacle in ruling.reasons.obstacles:
            named = f" [{obstacle.label}]" if obstacle.kind == "bar" else ""
            where = _where(obstacle.path, obstacle.place, verbose=verbose)
            yield from _wrapped(f"{obstacle.says}{named}{_ids(obstacle.citations)}{where}", "  ")
    if ruling.reasons is not None and ruling.reasons.nearest:
        yield from ("", "legal would be")
        yield from (f"  {each}" for each in ruling.reasons.nearest)
    if ruling.considered:
        yield from ("", "considered, and not so")
        for each in ruling.considered:
            where = _where(each.path, each.place, verbose=verbose)
            yield from _wrapped(f"{each.label}: {each.why}{_ids(each.citations)}{where}", "  ")
    yield from _sources(cited(ruling, considered=verbose))
    yield from _hanging(ruling, verbose=verbose)


def cited(ruling: Ruling, *, considered: bool) -> tuple[Citation, ...]:
    """Returns what a ruling rests on, each citation once and in the order in which it is told."""
    parts: list[Iterable[Citation]] = [ruling.silent, *(each.citations for each in ruling.rules)]
    if ruling.reasons is not None:
        parts += [each.citations for each in ruling.reasons.obstacles]
    if considered:
        parts += [each.citations for each in ruling.considered]
    return tuple(dict.fromkeys(each for part in parts for each in part))


def _rule(rule: Rule, *, verbose: bool) -> Iterator[str]:
    indent = 2 + 2 * rule.depth
    named = f" [{rule.label}]" if rule.depth == 0 or verbose else ""
    where = _where(rule.path, rule.place, verbose=verbose)
    yield from _wrapped(f"{rule.says}{named}{_ids(rule.citations)}{where}", " " * indent)
    if rule.since:
        yield from _wrapped(f"since {'; '.join(rule.since)}", " " * (indent + 4))


def _where(path: str, place: str | None, *, verbose: bool) -> str:
    """Returns the name of a clause and where it is written, for whoever wants to see it."""
    return f" `{path}` {place or ''}".rstrip() if verbose else ""


def _ids(citations: Iterable[Citation]) -> str:
    ids = ", ".join(each.id for each in citations)
    return f" ({ids})" if ids else ""


def _sources(citations: Iterable[Citation]) -> Iterator[str]:
    """Yields what is cited: its status, the line of the rulebook, and what it says."""
    told = list(citations)
    if told:
        yield from ("", "what the rules say")
    for each in told:
        word = "line" if each.lines is not None and each.lines.isdigit() else "lines"
        lines = "" if each.lines is None else f", {word} {each.lines}"
        text = "" if each.text is None else f": {each.text}"
        yield from _wrapped(f"{each.id} ({each.status}{lines}){text}", "  ")


def _hanging(ruling: Ruling, *, verbose: bool) -> Iterator[str]:
    yield ""
    if ruling.is_beyond_dispute:
        yield "beyond dispute: every reading of the rules leads to this"
        return
    if ruling.alternatives is not None and len(ruling.alternatives) > 1:
        yield "it hangs on how the rules are read"
        letters = letters_of(ruling.alternatives)
        for (name, asks), letter in letters.items():
            yield from _wrapped(f"{letter}. {asks}{f' ({name})' if verbose else ''}", "  ")
        for each in ruling.alternatives:
            yield from _alternative(each, letters, verbose=verbose)
    elif ruling.alternatives is not None:
        yield "every other reading, each for itself, leads to the same"
    if ruling.not_looked_at is not None:
        yield from _wrapped(f"not looked at: {ruling.not_looked_at}", "")


def letters_of(alternatives: Iterable[Alternative]) -> dict[tuple[str, str], str]:
    """Returns a letter for each question on which verdicts hang, as it is called in the ways to them."""
    asked = [(one[0].question, one[0].asks) for each in alternatives for way in each.ways for one in way]
    return {
        each: ascii_lowercase[number] if number < len(ascii_lowercase) else f"{number}"
        for number, each in enumerate(dict.fromkeys(asked))
    }


def _alternative(each: Alternative, letters: dict[tuple[str, str], str], *, verbose: bool) -> Iterator[str]:
    own = " (the table's own)" if each.own else ""
    yield from _wrapped(f"{each.verdict}{own}", "  ")
    yield from (line for way in ways_of(each, letters, verbose=verbose) for line in _wrapped(way, "      "))


def ways_of(each: Alternative, letters: dict[tuple[str, str], str], *, verbose: bool) -> Iterator[str]:
    """Yields the ways to a verdict in words, the questions by their letters; without `verbose` the first few."""
    shown = each.ways if verbose else each.ways[:FEW_WAYS]
    for number, way in enumerate(shown):
        lead = "if" if number == 0 else "or if"
        told = (_chosen(letters[one[0].question, one[0].asks], one, verbose=verbose) for one in way)
        yield f"{lead} {'; and '.join(told)}"
    if len(shown) < len(each.ways):
        yield f"or in {len(each.ways) - len(shown)} more ways"


def _chosen(letter: str, readings: tuple[ChosenReading, ...], *, verbose: bool) -> str:
    """Returns a question by its letter, with the readings that it may have."""
    says = " or ".join(f'"{each.says}"{f" ({each.reading})" if verbose else ""}' for each in readings)
    return f"{letter}: {says}"


def _wrapped(text: str, indent: str) -> Iterator[str]:
    yield from wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False) or [
        indent.rstrip()
    ]
