"""The report as a page that says everything: what was looked at, what is missing, what broke, in the reader's terms.

`short` is the page as it is printed when nobody asks for all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from refengine.check.exercise import Coverage, IdleReading
from refengine.check.layout import paragraph, wrapped
from refengine.check.ledger_text import COVERED, induction_lines, ledger_lines
from refengine.check.report import (
    Brief,
    ChangedLine,
    Failure,
    GameReport,
    ModuleGames,
    PlayedGames,
    ReconstructedData,
    Report,
    Statement,
    Timing,
    Wording,
    quantity,
)
from refengine.report.citations import Basis, CitedClause, named_citation
from refengine.report.sentences import ENGLISH_SENTENCES, Sentences
from refengine.resolve.folder import RULEBOOK
from refengine.rulings.standing import PrecedentStanding
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render

_PLURALS = {"invariant": "invariants", "step invariant": "step invariants", "measure": "measures", "law": "laws"}

_SENTENCES = {
    "conservation": "every piece and token stays in the game, each in one place",
    "view": "what a player sees depends on nothing hidden from them",
    "legal": "what is legal for a player depends only on what they see",
    "turn": "who is asked depends only on what everybody sees",
}


EARLY = frozenset({"law", "example", "precedent"})
"""The kinds of failures that are told where they are found out, before anything is played or proved."""


def to_text(report: Report) -> str:
    """Returns the whole page."""
    parts = [render(report.diagnostics, {}).rstrip()] if report.diagnostics else []
    parts += ["\n".join(game_lines(game)) for game in report.games]
    if len(report.games) > 1:
        parts.append(sum_line(report))
    return "\n\n".join(parts) + "\n"


def game_lines(game: GameReport) -> Iterator[str]:
    """Yields the whole page on one game."""
    yield from opening_lines(game, covers=game.coverage is not None)
    yield from other_lines(game, game.diagnostics)


def sum_line(report: Report) -> str:
    """Returns a line with the verdicts of several games: each verdict with the names of its games."""
    by_verdict: dict[str, list[str]] = {}
    for game in report.games:
        by_verdict.setdefault(game.verdict, []).append(game.name)
    return "; ".join(f"{verdict}: {', '.join(names)}" for verdict, names in by_verdict.items())


def opening_lines(game: GameReport, *, covers: bool) -> Iterator[str]:
    """Yields the page on a game as far as its examples; with `covers` its coverage will be told too."""
    shown = tuple(each for each in game.diagnostics if not (covers and is_listed(game, each)))
    if shown:
        yield render(shown, game.texts)
    yield f"{game.name} ({game.path})"
    if game.counts is not None:
        yield from paragraph("rules", [counts_of(game)])
    if game.examples is not None:
        undetermined = [f"  {each}" for each in game.examples.undetermined]
        changed = [line for each in game.examples.changed for line in changed_lines(each)]
        yield from paragraph("examples", [examples_of(game), *undetermined, *changed])
    if game.precedents:
        others = [f"  {each.name} stands for another reason: {'; '.join(each.by)}" for each in for_another_reason(game)]
        yield from paragraph("precedents", [precedents_of(game), *others])
    early = [(number, each) for number, each in enumerate(game.failures, start=1) if each.kind in EARLY]
    for number, failure in early:
        yield ""
        yield from failure_lines(number, failure)
    if early:
        yield ""


def other_lines(game: GameReport, already: Iterable[Diagnostic]) -> Iterator[str]:
    """Yields the rest of the page on a game; of its diagnostics only those not told `already`."""
    known = {*already}
    shown = tuple(each for each in game.diagnostics if each not in known)
    if shown:
        yield render(shown, game.texts)
    if game.played:
        yield from paragraph("play", _played(game))
    yield from _statements(not_in_ledger(game))
    if game.ledger is not None:
        yield from ledger_lines(game.ledger)
    if game.coverage is not None:
        yield from _coverage(game.coverage)
    if game.reconstructed:
        yield from paragraph("rests on", [_reconstructed(each) for each in game.reconstructed])
    if game.wording is not None:
        yield from paragraph("wording", [wording_of(game.wording)])
    if game.timing is not None:
        yield from paragraph("time", [seconds_of(game, game.timing)])
    if game.interrupted:
        yield from paragraph("stopped", ["interrupted: what stands here is what was done until then"])
    yield from paragraph("verdict", [verdict_of(game)])
    for number, failure in enumerate(game.failures, start=1):
        if failure.kind not in EARLY:
            yield ""
            yield from failure_lines(number, failure)
    if game.ledger is not None:
        yield from induction_lines(game.ledger, failure_lines)


def seconds_of(game: GameReport, seconds: Timing) -> str:
    """Returns how long each part took, and how many proofs were remembered."""
    parts = {"compile": seconds.compile, "play": seconds.play, "prove": seconds.prove, "whole": seconds.whole}
    told = ", ".join(f"{name} {each:.2f} s" for name, each in parts.items())
    if game.ledger is not None and game.ledger.kept:
        told += f"; {game.ledger.kept} of {game.ledger.asked} proofs from the cache"
    return told


def not_in_ledger(game: GameReport) -> tuple[Statement, ...]:
    """Returns the statements of play and of the laws, without those that the ledger makes again."""
    kinds = {each.kind for each in game.ledger.rows} if game.ledger is not None else set()
    wrong = {"violated", "vacuous"}
    return tuple(
        each for each in game.statements if each.verdict in wrong or COVERED.get(each.kind, each.kind) not in kinds
    )


def is_listed(game: GameReport, diagnostic: Diagnostic) -> bool:
    """Returns whether the coverage lists it among what the rulebook says and no rule cites."""
    in_rulebook = diagnostic.span is not None and diagnostic.span.path == f"{game.path}/{RULEBOOK}"
    return diagnostic.severity == "warning" and in_rulebook


def counts_of(game: GameReport) -> str:
    """Returns the size of the rules and of their rulebook in words."""
    counts = game.counts
    assert counts is not None
    rules = f"{quantity(counts.clauses, 'clause')} in {quantity(counts.files, 'file')}"
    book = f"{quantity(counts.statements, 'statement')} of the rulebook ({counts.normative} normative)"
    return f"{rules}, {book}, {quantity(counts.rulings, 'ruling')}"


def examples_of(game: GameReport) -> str:
    """Returns the numbers of examples and of their expectations in words."""
    decided = game.examples
    assert decided is not None
    whole = f"{quantity(decided.examples, 'example')} decided, {quantity(decided.expectations, 'expectation')}"
    open_ = f", {len(decided.undetermined)} undetermined" if decided.undetermined else ""
    changed = len({each.example for each in decided.changed})
    otherwise = f", {changed} of the base otherwise" if changed else ""
    return f"{whole}, {decided.failed or 'none'} failed{open_}{otherwise}"


def changed_lines(changed: ChangedLine) -> Iterator[str]:
    """Yields the lines about an example that comes out otherwise under a module, with the clauses that decide."""
    yield f"  {changed.example}: {changed.line}"
    yield from (f"    {each.strip()}" for each in changed.found)
    yield from (f"    by {clause_line(each)}" for each in changed.by)
    if not changed.by:
        yield "    no clause of the module decides there: it is what the module declares"


def _played(game: GameReport) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "games", "finished", "steps", "longest")]
    for each in game.played:
        label = each.setting.label + (", directed" if each.directed else "")
        rows.append((label, *_numbers(each)))
    rows += [(f"{each.setting.label}, in a module", *_numbers(each)) for each in game.in_module if each.games]
    first, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join((f"{label:<{first}}", *(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))))
        for label, *cells in rows
    ]
    cut = sum(each.cut for each in game.played if not each.directed) + sum(each.cut for each in game.in_module)
    if cut:
        lines.append(f"cut after {game.limit:,} steps, and not finished: {quantity(cut, 'game')}")
    if left := sum(each.cut for each in game.played if each.directed):
        lines.append(f"left by directed play before the end, and not finished: {quantity(left, 'game')}")
    if compared := sum(each.compared for each in game.in_module):
        lines.append(f"the same step by step in both executors: {quantity(compared, 'game')}")
    without = Counter(each.because for each in game.in_module if each.because is not None)
    lines += [f"no more games of {quantity(many, 'setting')}: {because}" for because, many in without.items()]
    return lines


def _numbers(played: PlayedGames | ModuleGames) -> tuple[str, ...]:
    return tuple(f"{number:,}" for number in (played.games, played.finished, played.steps, played.longest))


def _statements(statements: Iterable[Statement]) -> Iterator[str]:
    """Yields the statements: alike ones that hold for the same reason in one sentence, the others one by one."""
    groups: dict[tuple[str, str, str], list[Statement]] = {}
    for each in statements:
        groups.setdefault((each.kind, each.verdict, str(each.evidence)), []).append(each)
    for heading, kinds in (
        ("invariants", ("invariant", "step invariant", "measure", "law")),
        ("pieces", ("conservation",)),
        ("information", ("view", "legal", "turn")),
        ("faults", ("fault",)),
    ):
        lines = [_group(*key, group) for key, group in groups.items() if key[0] in kinds]
        if lines:
            yield from paragraph(heading, lines)


def _group(kind: str, verdict: str, evidence: str, group: Sequence[Statement]) -> str:
    if kind in _SENTENCES:
        said = _SENTENCES[kind]
        return f"{said}: {evidence}" if verdict == "holds" else f"{said}: {_not_held(verdict)}"
    if kind == "fault":
        return f"no rule broke off: {evidence}" if verdict == "holds" else f"rules that break off: {_not_held(verdict)}"
    if verdict == "holds":
        return f"{quantity(len(group), kind, _PLURALS.get(kind))} {'holds' if len(group) == 1 else 'hold'}: {evidence}"
    return f"{kind} {', '.join(each.name for each in group)}: {_not_held(verdict)}"


def _not_held(verdict: str) -> str:
    return {"violated": "violated, see below", "vacuous": "speaks of nothing, see below"}.get(verdict, "not known")


def fired_line(coverage: Coverage) -> str:
    """Says how many clauses fired, and how often the rarest did; play cannot fire those that are settled for good."""
    fired, least = len(coverage.fired), coverage.least
    told = f"{fired} of {quantity(len(coverage.clauses), 'clause')} fired"
    told += "" if least is None else f", each at least {quantity(least, 'time')}"
    told += f", {len(coverage.settled)} settled" if coverage.settled else ""
    kept = len(coverage.promised) - len(coverage.fallen)
    return told + (f", {kept} of {len(coverage.promised)} as often as promised" if coverage.promised else "")


def _coverage(coverage: Coverage) -> Iterator[str]:
    never = coverage.never_fired
    lines = [fired_line(coverage) + ("" if not never else "; never:")] if coverage.clauses else []
    lines += [f"  {clause_line(each)}" for each in never]
    if coverage.seldom:
        lines.append(f"fewer than {quantity(coverage.wanted, 'time')}:")
        lines += [f"  {each.fired}: {clause_line(each.clause)}" for each in coverage.seldom]
    if coverage.promised:
        lines.append("promised, and fired:")
        lines += [f"  {each.promised:,}, {each.fired:,}: {clause_line(each.clause)}" for each in coverage.promised]
    if coverage.settled:
        lines.append("settled by readings and options, by what always takes their place, or asked by laws alone:")
        lines += [f"  {clause_line(each.clause)}" for each in coverage.settled]
    if coverage.only_posed:
        lines.append("only in play from positions that were put together:")
        lines += [f"  {clause_line(each)}" for each in coverage.only_posed]
    if lines:
        yield from paragraph("coverage", lines)
    normative = len(coverage.cited) + len(coverage.uncited)
    lines = [f"{len(coverage.cited)} of {quantity(normative, 'normative statement')} cited"]
    lines += [f"  not cited: {_basis(each)}" for each in coverage.uncited]
    if coverage.uncited_rulings:
        lines.append(f"  rulings that nothing cites: {', '.join(each.name for each in coverage.uncited_rulings)}")
    yield from paragraph("rulebook", lines)
    lines = [f"no default: {', '.join(coverage.without_default)}"] if coverage.without_default else []
    if coverage.no_difference:
        told = "; ".join(_alike(each) for each in coverage.no_difference)
        lines.append(f"made no difference in play: {told}")
    for gap in coverage.gaps:
        named = f"{gap.question} {gap.reading}"
        if gap.fault is None:
            lines.append(f"incomplete: {named} met no gap in {quantity(gap.games, 'game')}")
        else:
            where = f" in `{gap.clause.path}`" if gap.clause is not None else ""
            met = f"{gap.met} of {quantity(gap.games, 'game')}"
            lines.append(f"incomplete: {named} leaves a gap ({gap.fault}{where}) in {met}")
    if lines:
        yield from paragraph("questions", lines)


def _alike(alike: IdleReading) -> str:
    named = f"{alike.question} {alike.reading}"
    if not alike.examples:
        return f"{named} (nor in an example)"
    told = "an example" if len(alike.examples) == 1 else "examples"
    return f"{named} (but in {told}: {', '.join(alike.examples)})"


def _reconstructed(each: ReconstructedData) -> str:
    told = f"the reconstructed {each.kind} {clause_line(each.clause) if each.kind == 'table' else each.name}"
    return f"{told}: {', '.join(each.rests_on_it) or 'no clause'}"


def wording_of(wording: Wording) -> str:
    """Returns which statements of a rulebook still read as they were hashed."""
    same = wording.statements - len(wording.changed)
    whole = f"{same} of {quantity(wording.statements, 'statement')} as they were hashed, in {wording.text}"
    return whole if not wording.changed else f"{whole}; changed: {', '.join(wording.changed)}"


def precedents_of(game: GameReport) -> str:
    """Returns how many precedents stand, and how many of them for another reason than before."""
    stand, otherwise = sum(not each.fails for each in game.precedents), len(for_another_reason(game))
    verb = "stands" if 1 in {stand, len(game.precedents)} else "stand"
    told = f"{stand} of {quantity(len(game.precedents), 'precedent')} {verb}"
    return f"{told}, {otherwise} for another reason" if otherwise else told


def for_another_reason(game: GameReport) -> tuple[PrecedentStanding, ...]:
    """Returns the precedents that stand for another reason than they were decided by."""
    return tuple(each for each in game.precedents if each.status == "stands for another reason")


def verdict_of(game: GameReport) -> str:
    """Returns the verdict with the number of failures."""
    if not game.failures:
        return game.verdict
    return f"{game.verdict}: {quantity(len(game.failures), 'failure')}"


# ---- FAILURES


def failure_lines(number: int, failure: Failure) -> Iterator[str]:
    """Yields something that broke: what, by which clause, how, and where."""
    yield from wrapped(f"{number}. {failure.kind} {failure.name}: {failure.what}", "", "   ")
    if failure.clause is not None:
        yield from clause_lines(failure.clause)
    if failure.setting is not None:
        yield f"   with {failure.setting.label}"
    brief = failure.brief or Brief(failure.found, failure.position)
    for line in brief.found:
        deep = " " * (len(line) - len(line.lstrip()))
        yield from wrapped(line.lstrip(), f"   {deep}", f"     {deep}")
    if failure.moves:
        yield "   moves:"
        width = len(str(len(failure.moves)))
        for step, move in enumerate(failure.moves, start=1):
            yield from wrapped(f"{step:>{width}}. {move}", "     ", " " * (7 + width))
    if brief.earlier:
        yield "   before the last decisions:"
        yield from ("", *(f"     {line}".rstrip() for line in brief.earlier), "")
        yield "   after them:"
    if brief.boards:
        yield from ("", *(f"     {line}".rstrip() for line in brief.boards), "")
    if brief.position:
        yield "   before the last move:" if failure.before_last else "   then:" if failure.moves else "   position:"
        for line in brief.position:
            yield from wrapped(line, "     ", "       ")
    if failure.others:
        yield f"   the same in {quantity(failure.others, 'more game')}"
    if failure.saved is not None:
        yield f"   saved: {failure.saved}"
    if failure.code is not None:
        yield explain_line(failure.code)


def explain_line(code: str, sentences: Sentences = ENGLISH_SENTENCES) -> str:
    """Returns the line that names the command which explains a fault."""
    return f"   {sentences.say('see {command}', command=f'`refengine explain {code}`')}"


def clause_lines(clause: CitedClause, sentences: Sentences = ENGLISH_SENTENCES) -> Iterator[str]:
    """Yields a clause with its place and what it rests on, a line for each."""
    where = f" ({clause.place})" if clause.place else ""
    yield f"   {sentences.say('rule {path}', path=f'`{clause.path}`')}{where}"
    for each in clause.basis:
        yield from wrapped(sentences.say("per {basis}", basis=_basis(each, sentences)), "     ", "       ")


def clause_line(clause: CitedClause) -> str:
    """Returns a clause on one line: path, citations, place."""
    cites = f" per {', '.join(each.name for each in clause.basis)}" if clause.basis else ""
    return f"{clause.path}{cites}{f' ({clause.place})' if clause.place else ''}"


def _basis(basis: Basis, sentences: Sentences = ENGLISH_SENTENCES) -> str:
    named = named_citation(basis.name, sentences)
    if basis.lines is not None:
        several = 2 if "," in basis.lines else 1
        lines = sentences.count(several, "rulebook line {lines}", "rulebook lines {lines}", lines=basis.lines)
        named = f"{named} ({lines})"
    return f"{named}: {basis.text}" if basis.text else named
