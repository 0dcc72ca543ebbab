"""The report as a page that is read at a glance: what is wrong first and whole, and of all else a line for each part.

INVARIANT: of a game that holds, at most `MOST_LINES` lines, whatever its names are; what finds no room is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from attrs import frozen

from refengine.check.exercise import Coverage
from refengine.check.full_page import (
    EARLY,
    changed_lines,
    counts_of,
    examples_of,
    failure_lines,
    fired_line,
    is_listed,
    not_in_ledger,
    precedents_of,
    seconds_of,
    verdict_of,
    wording_of,
)
from refengine.check.layout import MARGIN, WIDTH, paragraph
from refengine.check.ledger_text import seats
from refengine.check.report import (
    Failure,
    GameReport,
    KnownStatement,
    Ledger,
    ModuleGames,
    PlayedGames,
    Statement,
    quantity,
)
from refengine.evidence.level import LEVELS, WELL_KNOWN
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render

MOST_LINES: Final = 15

OPENING: Final = 3
"""The number of lines that a page has, at most, before anything is played."""

VERBOSE: Final = "`--verbose`)"
"""The end of a line in which not everything has room."""

_NOT_HELD: Final = {"violated": "is broken", "vacuous": "is about nothing", "unknown": "is not known"}


def short_lines(game: GameReport) -> Iterator[str]:
    """Yields the whole short page on one game."""
    yield from short_opening(game, covers=game.coverage is not None)
    yield from short_rest(game, game.diagnostics)


def short_opening(game: GameReport, *, covers: bool) -> Iterator[str]:
    """Yields the short page on a game as far as its examples; with `covers` its coverage will be told too."""
    if any(each.severity == "error" for each in game.diagnostics):
        yield render((each for each in game.diagnostics if not (covers and is_listed(game, each))), game.texts)
    yield f"{game.name} ({game.path})"
    yield from _failures(game, lambda failure: failure.kind in EARLY)
    if game.counts is not None:
        yield from _laid(_Part("rules", counts_of(game)))
    if game.examples is None and game.precedents:
        yield from _laid(_Part("precedents", precedents_of(game)))
    if game.examples is not None:
        told = examples_of(game) + (f"; {precedents_of(game)}" if game.precedents else "")
        if game.examples.undetermined:
            lines = [line for each in game.examples.changed for line in changed_lines(each)]
            yield from paragraph("examples", [told, *(f"  {each}" for each in game.examples.undetermined), *lines])
        else:
            changed = [*dict.fromkeys(each.example for each in game.examples.changed)]
            yield from _laid(_Part("examples", told + (": " if changed else ""), changed))


def short_rest(game: GameReport, already: Iterable[Diagnostic]) -> Iterator[str]:
    """Yields the rest of the short page on a game; of its errors only those not told `already`."""
    known = {*already}
    wrong = tuple(each for each in game.diagnostics if each.severity == "error" and each not in known)
    if wrong:
        yield render(wrong, game.texts)
    yield from _failures(game, lambda failure: failure.kind not in EARLY)
    if game.ledger is not None and game.ledger.lacking:
        yield from _lacking(game.ledger)
    yield from _all_laid([*_parts(game)], MOST_LINES - OPENING)


def _parts(game: GameReport) -> Iterator[_Part]:
    """Yields what is told of all that is not wrong."""
    if game.played:
        more = [_in_module(game.in_module)] if game.in_module else []
        yield _Part("play", _played(game.played) + (", " if more else ""), more)
    if statements := not_in_ledger(game):
        yield _Part("held", *_statements(statements))
    if game.ledger is not None and game.ledger.rows:
        yield from _ledger(game.ledger)
    if game.coverage is not None:
        yield _Part("coverage", *_coverage(game.coverage))
        if questions := "; ".join(_questions(game.coverage)):
            yield _Part("questions", questions)
    if game.reconstructed:
        yield _Part("rests on", "what is reconstructed: ", [*_reconstructed(game)])
    if game.wording is not None:
        yield _Part("wording", wording_of(game.wording))
    if warnings := _warnings(game):
        yield _Part("warnings", f"{len(warnings)}: ", warnings)
    if game.timing is not None:
        yield _Part("time", seconds_of(game, game.timing))
    if game.interrupted:
        yield _Part("stopped", "interrupted: what stands here is what was done until then")
    yield _Part("verdict", verdict_of(game))


# ---- LINES


@frozen
class _Part:
    """A part of the page: its heading, what is told, and behind it names, of which some may find no room."""

    heading: str
    told: str
    names: Sequence[str] = ()


def _all_laid(parts: Sequence[_Part], most: int) -> Iterator[str]:
    """Yields a line for each part, and more where names find no room, as long as there are not more than `most`."""
    spare = most - len(parts)
    for each in parts:
        lines = _laid(each)
        if lines[-1].endswith(VERBOSE) and spare > 0:
            lines = _laid(each, 1 + min(spare, 2))
            spare -= len(lines) - 1
        yield from lines


def _laid(part: _Part, most: int = 1) -> list[str]:
    """Returns a part in at most so many lines, with as many names as there is room for, and how many more there are."""
    lead = f"  {part.heading:<{MARGIN - 2}}{part.told}"
    lengths = accumulate(len(each) for each in part.names)
    few = sum(each <= WIDTH * most for each in lengths)  # never more, however many there are
    for number in range(few, 0, -1):
        lines = _broken(lead, _words(part.names, number))
        if len(lines) <= most and all(len(each) <= WIDTH for each in lines):
            return lines
    return [lead + "".join(_words(part.names, 0))]


def _words(names: Sequence[str], number: int) -> list[str]:
    """Returns so many of the names, and behind them how many more there are."""
    left = len(names) - number
    if not number:
        return [f"{left:,} ({VERBOSE}"] if left else []
    listed = [*(f"{each}," for each in names[: number - 1]), names[number - 1]]
    return [*listed, f"and {left:,} more ({VERBOSE}"] if left else listed


def _broken(lead: str, words: Iterable[str]) -> list[str]:
    """Returns the words in lines behind a lead; a name is never broken."""
    lines, behind = [lead], ""
    for each in words:
        if len(lines[-1] + behind + each) > WIDTH:
            lines.append(" " * (MARGIN + 2) + each)
        else:
            lines[-1] += behind + each
        behind = " "
    return [each.rstrip() for each in lines]


def _failures(game: GameReport, told: Callable[[Failure], bool]) -> Iterator[str]:
    """Yields those failures whole, with an empty line before and behind them."""
    listed = [(number, each) for number, each in enumerate(game.failures, start=1) if told(each)]
    for number, failure in listed:
        yield ""
        yield from failure_lines(number, failure)
    if listed:
        yield ""


def _lacking(ledger: Ledger) -> Iterator[str]:
    """Yields what is known otherwise than promised, and the positions from which an induction of it fails."""
    yield ""
    yield from paragraph("promises", ledger.changes)
    lacking = {(each.kind, each.name) for each in ledger.lacking}
    listed = [each for each in ledger.inductions if (each.kind, each.name) in lacking]
    for number, each in enumerate(listed, start=1):
        yield ""
        if number == 1:
            yield "not proved, and not refuted:"
            yield ""
        yield from failure_lines(number, each)
    yield ""


# ---- PARTS


def _played(played: Sequence[PlayedGames]) -> str:
    games, finished, cut = (
        sum(numbers) for numbers in zip(*((p.games, p.finished, p.cut) for p in played), strict=True)
    )
    settings = len({each.setting.label for each in played})
    steps = sum(each.steps for each in played)
    players = seats(sorted({each.setting.players for each in played}))
    told = (
        f"{quantity(games, 'random game')} of {players} in {quantity(settings, 'setting')}, {quantity(steps, 'step')}"
    )
    left = f", {quantity(cut, 'game')} left before the end" if cut else ""
    broke = f", {quantity(games - finished - cut, 'game')} broken off" if games > finished + cut else ""
    return told + left + broke


def _in_module(played: Sequence[ModuleGames]) -> str:
    """Returns the number of games that modules played, and of those that both executors played step by step."""
    games, compared = sum(each.games for each in played), sum(each.compared for each in played)
    told = f"{games:,} more in a module" if games else "none in a module (`--verbose` says why)"
    return f"{told}, {compared:,} of them compared with the reference engine at each step" if compared else told


def _statements(statements: Sequence[Statement]) -> tuple[str, Sequence[str]]:
    """Returns the properties outside the ledger that do not hold by play or laws, and the number of those that do."""
    held = sum(each.verdict == "holds" for each in statements)
    names = [f"{_asked(each)} {_NOT_HELD[each.verdict]}" for each in statements if each.verdict != "holds"]
    properties = quantity(len(statements), "further property", "further properties")
    return f"{held} of {properties} of play or of printed data{': ' if held < len(statements) else ''}", names


def _asked(statement: Statement) -> str:
    return statement.kind if statement.name == statement.kind else f"{statement.kind} {statement.name}"


def _ledger(ledger: Ledger) -> Iterator[_Part]:
    levels = Counter(each.level for each in ledger.rows)
    numbers = ", ".join(f"{levels[each]:,} {each}" for each in LEVELS if levels[each])
    yield _Part("evidence", f"{quantity(len(ledger.rows), 'statement')}: {numbers}")
    less = [each for each in ledger.rows if each.level not in {*WELL_KNOWN, "refuted"}]  # which is a failure
    if less:
        less.sort(key=lambda each: -LEVELS.index(each.level) if each.level in LEVELS else 0)
        yield _Part("not proved", f"{len(less):,}: ", [*map(_named, less)])
    yield from _promises(ledger)


def _named(row: KnownStatement) -> str:
    """Returns the name of a statement; of an obligation without what is owed."""
    return f"{row.kind} {row.name.partition(':')[0] if row.kind == 'obligation' else row.name}"


def _promises(ledger: Ledger) -> Iterator[_Part]:
    kept = sum(each.change == "kept" for each in ledger.rows)
    fresh = [_named(each) for each in ledger.rows if each.change == "new"]
    told = f"{kept} of {len(ledger.promised)} kept" if ledger.promised else "none"
    without = f"{quantity(len(fresh), 'statement')} without one" if fresh else ""
    rose = sum(each.change == "rose" for each in ledger.rows)
    better = f", {rose} known better than promised" if rose else ""
    if ledger.promised or fresh or better:
        yield _Part("promises", f"{told}{better}{f', {without}: ' if without else ''}", fresh)


def _coverage(coverage: Coverage) -> tuple[str, Sequence[str]]:
    never = coverage.never_fired
    normative = len(coverage.cited) + len(coverage.uncited)
    cited = f"{len(coverage.cited)} of {quantity(normative, 'normative statement')} cited"
    missing = [f"never `{each.path}`" for each in never]
    missing += [f"only {quantity(each.fired, 'time')} `{each.clause.path}`" for each in coverage.seldom]
    missing += [f"not {each.name}" for each in (*coverage.uncited, *coverage.uncited_rulings)]
    if coverage.only_posed:
        missing.append(f"{quantity(len(coverage.only_posed), 'clause')} only from given positions")
    return f"{fired_line(coverage)}, {cited}{': ' if missing else ''}", missing


def _questions(coverage: Coverage) -> Iterator[str]:
    if coverage.without_default:
        yield f"{len(coverage.without_default)} without a default"
    if coverage.no_difference:
        yield f"{quantity(len(coverage.no_difference), 'reading')} made no difference in play"
    if coverage.gaps:
        met = sum(each.fault is not None for each in coverage.gaps)
        yield f"{met} of {quantity(len(coverage.gaps), 'incomplete reading')} came to a gap"


def _reconstructed(game: GameReport) -> Iterator[str]:
    for each in game.reconstructed:
        yield f"{each.kind} {each.name} ({quantity(len(each.rests_on_it), 'clause')})"


def _warnings(game: GameReport) -> list[str]:
    """Returns each warning with its place, but for what the coverage lists, and all of them where errors are told."""
    if any(each.severity == "error" for each in game.diagnostics):
        return []
    listed = game.coverage is not None
    return [
        f"{each.code} {_place(game, each)}".rstrip()
        for each in game.diagnostics
        if each.severity == "warning" and not (listed and is_listed(game, each))
    ]


def _place(game: GameReport, diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    if span is None or span.path not in game.texts:
        return "" if span is None else span.path
    line, _ = game.texts[span.path].position(span.start)
    return f"{span.path}:{line}"
