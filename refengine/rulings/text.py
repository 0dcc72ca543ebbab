"""Rulings as text for people: the verdict, why, what was considered beside, and what it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase
from textwrap import wrap

from refengine.report.anchors import Shelf, of_citation
from refengine.report.citations import named_citation
from refengine.report.sentences import ENGLISH_SENTENCES, Sentences, sentence
from refengine.rulings.ruling import (
    Alternative,
    AppliedRule,
    ChosenReading,
    Citation,
    ConsideredException,
    Holding,
    Obstacle,
    OpenParts,
    Ruling,
)

WIDTH = 100

OWN = sentence("the table's own")

STATUSES: Mapping[str, str] = {
    "printed": sentence("printed"),
    "decided": sentence("decided"),
    "inferred": sentence("inferred"),
    "literal": sentence("literal"),
    "house": sentence("house"),
    "reconstructed": sentence("reconstructed"),
    "community": sentence("community"),
    "official": sentence("official"),
    "analogue": sentence("analogue"),
}
"""The statuses of what is cited, in words."""

FEW_VERDICTS = 4
"""The number of verdicts that are told without being asked for all, where something is open."""

FEW_WAYS = 4
"""The number of ways to a verdict that are told without being asked for all."""


def ruling_text(
    ruling: Ruling, sentences: Sentences = ENGLISH_SENTENCES, *, verbose: bool = False, shelf: Shelf | None = None
) -> str:
    """Returns a ruling as text; with `verbose` every rule with its path and place, and every way to read.

    Below what stands in the book on a shelf its address is told.
    """
    return "\n".join([*_lines(ruling, sentences, shelf, verbose=verbose), ""])


def _lines(ruling: Ruling, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    if ruling.title:
        yield ruling.title
    yield f"> {ruling.question}"
    yield from _wrapped(ruling.verdict, "")
    if ruling.open is not None:
        yield from _open(ruling.open, sentences, shelf, verbose=verbose)
    yield from _reasons(ruling, sentences, shelf, verbose=verbose)


def _reasons(ruling: Ruling, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    """Yields everything behind the verdict."""
    say = sentences.say
    if ruling.missing is not None:
        ids = _ids(ruling.silent, sentences)
        yield from _wrapped(f"{ruling.missing[:1].upper()}{ruling.missing[1:]}.{ids}", "  ")
    if ruling.rules:
        yield from ("", say("why"))
        for rule in ruling.rules:
            yield from _rule(rule, sentences, verbose=verbose)
            yield from _address(shelf, rule, " " * (6 + 2 * rule.depth))
    if ruling.reasons is not None and ruling.reasons.obstacles:
        yield from ("", say("why not"))
        for obstacle in ruling.reasons.obstacles:
            named = f" [{obstacle.label}]" if obstacle.kind == "bar" else ""
            where = _where(obstacle.path, obstacle.place, verbose=verbose)
            yield from _wrapped(f"{obstacle.says}{named}{_ids(obstacle.citations, sentences)}{where}", "  ")
            yield from _address(shelf, obstacle, "    ")
    if ruling.reasons is not None and ruling.reasons.nearest:
        yield from ("", say("legal would be"))
        yield from (f"  {each}" for each in ruling.reasons.nearest)
    if ruling.reasons is not None and ruling.reasons.if_only:
        yield from ("", say("it would be legal"))
        for only in ruling.reasons.if_only:
            yield from _wrapped(f"{only.says}{_ids(only.citations, sentences)}", "  ")
    if ruling.considered:
        yield from ("", say("considered, and not so"))
        for each in ruling.considered:
            where = _where(each.path, each.place, verbose=verbose)
            yield from _wrapped(f"{each.label}: {each.why}{_ids(each.citations, sentences)}{where}", "  ")
            yield from _address(shelf, each, "    ")
    yield from _sources(citations_of(ruling, considered=verbose), sentences, shelf)
    yield from _hanging(ruling, sentences, verbose=verbose)


def _open(opened: OpenParts, sentences: Sentences, shelf: Shelf | None, *, verbose: bool) -> Iterator[str]:
    """Yields what is open, the verdicts with the ways that lead to them, and why of one way for each."""
    yield ""
    for part in opened.parts:
        yield from _wrapped(sentences.say("open: {what}", what=f"`{part}`"), "")
    yield from (line for said in decided_ways(opened, sentences) for line in _wrapped(said, "  "))
    shown = opened.holdings if verbose else opened.holdings[:FEW_VERDICTS]
    for each in shown:
        yield ""
        yield from _wrapped(f"{ways_to(each, opened, sentences)}: {each.verdict}", "")
        yield from (line for said in told_of(each, sentences) for line in _wrapped(said, "  "))
    if len(shown) < len(opened.holdings):
        yield from ("", more_verdicts(len(opened.holdings) - len(shown), sentences))
    for each in shown:
        if each.ruling is not None:
            yield ""
            yield from _wrapped(f"* {with_instance(each, sentences)}: {each.verdict}", "")
            yield from _reasons(each.ruling, sentences, shelf, verbose=verbose)


def decided_ways(opened: OpenParts, sentences: Sentences) -> Iterator[str]:
    """Yields in sentences how many ways to fill what is open were decided, and what was left out."""
    if opened.all:
        yield sentences.count(opened.ways, "decided: the only way to fill it", "decided: all {n} ways to fill it")
    elif opened.proved:
        most = sentences.number(opened.most)
        yield sentences.say("proved for all ways to fill it, of which there are up to {most}", most=most)
    else:
        most = sentences.number(opened.most)
        yield sentences.count(
            opened.ways,
            "decided: {n} of up to {most} ways to fill it; that is not all",
            "decided: {n} of up to {most} ways to fill it; that is not all",
            most=most,
        )
    if opened.gave_up is not None:
        yield sentences.say("of the others nothing is proved: {why}", why=opened.gave_up)
    if opened.narrowed_by:
        yield f"{sentences.say('what may not lie there is left out')}{_ids(opened.narrowed_by, sentences)}"
    if opened.left_out:
        yield sentences.say(
            "ways that are no position of the game, or in which what happens is not legal, are left out"
        )


def ways_to(each: Holding, opened: OpenParts, sentences: Sentences) -> str:
    """Returns how many of the ways lead to a verdict."""
    ways = sentences.number(opened.ways)
    if opened.proved:
        return sentences.say("in every way") if len(opened.holdings) == 1 else sentences.say("in some ways")
    if not opened.all:
        return sentences.count(
            each.ways, "in {n} of {ways} ways that were decided", "in {n} of {ways} ways that were decided", ways=ways
        )
    if len(opened.holdings) == 1:
        return sentences.say("in every way")
    return sentences.count(each.ways, "in {n} of {ways} ways", "in {n} of {ways} ways", ways=ways)


def told_of(each: Holding, sentences: Sentences) -> Iterator[str]:
    """Yields the condition on which a verdict depends, and a way that leads to it."""
    if each.where is not None:
        yield sentences.say("just where {condition}", condition=each.where)
    yield sentences.say("for instance with {what}", what="; ".join(each.instance))


def more_verdicts(number: int, sentences: Sentences) -> str:
    """Returns that there are so many more verdicts."""
    return sentences.count(number, "and one more verdict", "and {n} more verdicts")


def with_instance(each: Holding, sentences: Sentences) -> str:
    """Returns what fills what is open in the way of which the reasons are told."""
    return sentences.say("with {what}", what="; ".join(each.instance))


def citations_of(ruling: Ruling, *, considered: bool) -> tuple[Citation, ...]:
    """Returns what a ruling rests on, each citation once and in the order in which it is told."""
    parts: list[Iterable[Citation]] = [ruling.silent, *(each.citations for each in ruling.rules)]
    if ruling.reasons is not None:
        parts += [each.citations for each in ruling.reasons.obstacles]
    if considered:
        parts += [each.citations for each in ruling.considered]
    return tuple(dict.fromkeys(each for part in parts for each in part))


def _rule(rule: AppliedRule, sentences: Sentences, *, verbose: bool) -> Iterator[str]:
    indent = 2 + 2 * rule.depth
    named = f" [{rule.label}]" if rule.depth == 0 or verbose else ""
    where = _where(rule.path, rule.place, verbose=verbose)
    yield from _wrapped(f"{rule.says}{named}{_ids(rule.citations, sentences)}{where}", " " * indent)
    if rule.since:
        since = sentences.say("since {facts}", facts="; ".join(rule.since))
        yield from _wrapped(since, " " * (indent + 4))


def _address(shelf: Shelf | None, told: AppliedRule | ConsideredException | Obstacle, indent: str) -> Iterator[str]:
    """Yields the address of a clause in the book, on a line of its own."""
    if shelf is not None and told.anchor is not None:
        yield f"{indent}{shelf.address(told.anchor)}"


def _where(path: str, place: str | None, *, verbose: bool) -> str:
    """Returns the name of a clause and where it is written, for whoever wants to see it."""
    return f" `{path}` {place or ''}".rstrip() if verbose else ""


def _ids(citations: Iterable[Citation], sentences: Sentences) -> str:
    ids = ", ".join(named_citation(each.id, sentences) for each in citations)
    return f" ({ids})" if ids else ""


def _sources(citations: Iterable[Citation], sentences: Sentences, shelf: Shelf | None) -> Iterator[str]:
    """Yields what is cited: its status, the line of the rulebook, and what it says."""
    told = list(citations)
    if told:
        yield from ("", sentences.say("what the rules say"))
    for each in told:
        text = "" if each.text is None else f": {each.text}"
        yield from _wrapped(f"{named_citation(each.id, sentences)} ({where_from(each, sentences)}){text}", "  ")
        if shelf is not None and each.text is not None:
            yield f"    {shelf.address(of_citation(each.id))}"


def where_from(citation: Citation, sentences: Sentences) -> str:
    """Returns the status of what is cited, with the lines of the rulebook."""
    status = sentences.say(STATUSES.get(citation.status, citation.status))
    if citation.lines is None:
        return status
    number = 1 if citation.lines.isdigit() else 2
    return sentences.count(
        number, "{status}, line {lines}", "{status}, lines {lines}", status=status, lines=citation.lines
    )


def _hanging(ruling: Ruling, sentences: Sentences, *, verbose: bool) -> Iterator[str]:
    say = sentences.say
    yield ""
    if ruling.is_beyond_dispute:
        if ruling.agreed is None:
            yield say("beyond dispute: every reading of the rules leads to this")
        else:
            yield from _wrapped(say("beyond dispute is no more than this: {verdict}", verdict=ruling.agreed), "")
        return
    if ruling.alternatives is not None and len(ruling.alternatives) > 1:
        yield say("it hangs on how the rules are read")
        letters = letters_of(ruling.alternatives)
        for (name, asks), letter in letters.items():
            yield from _wrapped(f"{letter}. {asks}{f' ({name})' if verbose else ''}", "  ")
        for each in ruling.alternatives:
            yield from _alternative(each, letters, sentences, verbose=verbose)
    elif ruling.alternatives is not None:
        yield say("every other reading, each for itself, leads to the same")
    if ruling.not_looked_at is not None:
        yield from _wrapped(say("not looked at: {what}", what=ruling.not_looked_at), "")


def letters_of(alternatives: Iterable[Alternative]) -> dict[tuple[str, str], str]:
    """Returns a letter for each question on which verdicts hang, as it is called in the ways to them."""
    asked = [(one[0].question, one[0].asks) for each in alternatives for way in each.ways for one in way]
    return {
        each: ascii_lowercase[number] if number < len(ascii_lowercase) else f"{number}"
        for number, each in enumerate(dict.fromkeys(asked))
    }


def _alternative(
    each: Alternative, letters: dict[tuple[str, str], str], sentences: Sentences, *, verbose: bool
) -> Iterator[str]:
    own = f" ({sentences.say(OWN)})" if each.own else ""
    yield from _wrapped(f"{each.verdict}{own}", "  ")
    yield from (line for way in ways_of(each, letters, sentences, verbose=verbose) for line in _wrapped(way, "      "))


def ways_of(
    each: Alternative, letters: dict[tuple[str, str], str], sentences: Sentences, *, verbose: bool
) -> Iterator[str]:
    """Yields the ways to a verdict in words, the questions by their letters; without `verbose` the first few."""
    shown = each.ways if verbose else each.ways[:FEW_WAYS]
    for number, way in enumerate(shown):
        told = [_chosen(letters[one[0].question, one[0].asks], one, sentences, verbose=verbose) for one in way]
        readings = sentences.say("; and ").join(told)
        yield (
            sentences.say("if {readings}", readings=readings)
            if number == 0
            else sentences.say("or if {readings}", readings=readings)
        )
    if len(shown) < len(each.ways):
        yield sentences.count(len(each.ways) - len(shown), "or in {n} more way", "or in {n} more ways")


def _chosen(letter: str, readings: tuple[ChosenReading, ...], sentences: Sentences, *, verbose: bool) -> str:
    """Returns a question by its letter, with the readings that it may have."""
    either = (f'"{each.says}"{f" ({each.reading})" if verbose else ""}' for each in readings)
    says = sentences.say(" or ").join(either)
    return f"{letter}: {says}"


def _wrapped(text: str, indent: str) -> Iterator[str]:
    yield from wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False) or [
        indent.rstrip()
    ]
