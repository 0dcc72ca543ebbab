"""Whether a rulebook still says what its statements were hashed from, and what rests on those that have changed."""

from __future__ import annotations

from refengine.check.report import Failure, Wording
from refengine.report.citations import RULING, Reader
from refengine.resolve.rulebook import Rulebook, Statement
from refengine.resolve.wording import hash_of, is_as_hashed
from refengine.source.citation import Citing
from refengine.source.text import SourceText

CHANGED = "E0606"


def check_wording(
    rulebook: Rulebook, cited: tuple[Citing, ...], text: SourceText, reader: Reader
) -> tuple[Wording, list[Failure]]:
    """Holds every statement against the text, also one that binds nobody; a failure for each that differs."""
    statements = tuple(rulebook.statements.values())
    changed = [each for each in statements if not is_as_hashed(each, text)]
    failures = [_failure(each, rulebook, text, cited, reader) for each in changed]
    return Wording(text.path, len(statements), tuple(each.id for each in changed)), failures


def _failure(
    statement: Statement, rulebook: Rulebook, text: SourceText, cited: tuple[Citing, ...], reader: Reader
) -> Failure:
    rulings = [RULING + each.id for each in rulebook.rulings.values() if statement.id in each.about]
    found = [f"our paraphrase: {statement.paraphrase}"]
    if rulings:
        found.append(f"about it: {', '.join(rulings)}")
    resting = [each for each in cited if str(each.citation) in {statement.id, *rulings}]
    rules = [
        f"rests on it: `{each.path}` per {each.citation} ({reader.place(each.citation.span)})"
        for each in resting
        if each.rule
    ]
    found += rules or ["no rule rests on it"]
    others = dict.fromkeys(f"`{each.path}`" for each in resting if not each.rule)
    if others:
        found.append(f"so do, of what is said of the rules: {', '.join(others)}")
    what = f"{_difference(statement, text)} ({text.path})"
    return Failure("statement", statement.id, what, None, found=tuple(found), code=CHANGED)


def _difference(statement: Statement, text: SourceText) -> str:
    several = "," in statement.lines
    lines = f"line{'s' if several else ''} {statement.lines}"
    if hash_of(text, statement.lines) is None:
        return f"nothing stands on {lines} any more"
    return f"{lines} no longer read as when they were hashed" if several else f"{lines} is not what was hashed"
