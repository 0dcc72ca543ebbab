"""`evidence.toml`: the level that is promised for every statement, read and written.

It stands beside the rules. A table for each kind of statement, a key for each name, the level as its value; sorted, so
that a change of one promise is a change of one line.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from refengine.evidence.ledger import KINDS
from refengine.evidence.level import PROMISED, Level, read_level
from refengine.evidence.mutation import BY_HAND, BY_HAND_HEAD, HEAD
from refengine.resolve.toml_text import TomlText, bare_or_quoted, parse_toml, quoted
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText, read_source

EVIDENCE: Final = "evidence.toml"

Statement = tuple[str, str]
"""The kind and the name of a statement."""


def promises_in(folder: Path) -> tuple[SourceText | None, dict[Statement, Level], tuple[Diagnostic, ...]]:
    """Returns what `evidence.toml` promises of a game, and its diagnostics; without such a file nothing is promised.

    A link that leads nowhere is such a file, and one that cannot be read.
    """
    path = folder / EVIDENCE
    if not os.path.lexists(path):
        return None, {}, ()
    source, wrong = read_source(path, path.as_posix())
    if source is None or wrong:
        return source, {}, wrong
    promised, wrong = read_promised(source)
    return source, promised, wrong


def all_promises(folders: Iterable[Path]) -> dict[Statement, Level]:
    """Returns what several modules promise, of which all has to hold where they are put together: of two the higher."""
    whole: dict[Statement, Level] = {}
    for folder in folders:
        _, promised, _ = promises_in(folder)
        for statement, level in promised.items():
            if statement not in whole or not whole[statement].keeps(level):
                whole[statement] = level
    return whole


def read_promised(source: SourceText) -> tuple[dict[Statement, Level], tuple[Diagnostic, ...]]:
    """Returns the promises in a file, and what is wrong with it; what is read of a faulty file is still a promise."""
    text, wrong = parse_toml(source)
    if text is None:
        return {}, wrong
    found: list[Diagnostic] = []
    promised: dict[Statement, Level] = {}
    for kind, names in text.data.items():
        if kind in BY_HAND:
            continue
        if kind not in KINDS or not isinstance(names, dict):
            found.append(_unknown_kind(kind, text.key(kind)))
            continue
        for name, written in names.items():
            level = read_level(written) if isinstance(written, str) else None
            if level is None:
                found.append(_unknown_level(written, text.value(kind, name)))
            else:
                promised[kind, name] = level
    return promised, tuple(found)


def vanished_statements(
    source: SourceText, statements: Iterable[Statement], known: Iterable[Statement]
) -> tuple[Diagnostic, ...]:
    """Returns a diagnostic for each promise on `statements`, which are not there; `known` are those that are."""
    text, _ = parse_toml(source)
    names = tuple(known)
    return tuple(_gone(text, source, each, names) for each in statements)


def write_promised(promised: Mapping[Statement, Level], by_hand: str = "") -> str:
    """Returns the file: the kinds in their order, the names sorted, and below what was written `by_hand`, as it was."""
    parts = [HEAD]
    for kind in KINDS:
        rows = sorted((name, level) for (of, name), level in promised.items() if of == kind)
        if rows:
            lines = [
                f"[{bare_or_quoted(kind)}]",
                *(f"{bare_or_quoted(name)} = {quoted(str(level))}" for name, level in rows),
            ]
            parts.append("\n".join(lines) + "\n")
    if by_hand:
        parts.append(f"{BY_HAND_HEAD}\n{by_hand}")
    return "\n".join(parts)


# ---- WHAT CAN BE WRONG


def _unknown_kind(word: str, span: Span) -> Diagnostic:
    nearest = did_you_mean(word, KINDS)
    hint = f"did you mean `{nearest}`?" if nearest else f"the kinds: {', '.join(f'`{each}`' for each in KINDS)}"
    return Diagnostic("E0860", f"`{word}` is no kind of statement", span, hint=hint)


def _unknown_level(written: object, span: Span) -> Diagnostic:
    nearest = did_you_mean(written, PROMISED) if isinstance(written, str) else None
    hint = (
        f"did you mean `{nearest}`?" if nearest else f"a level is one of {', '.join(f'`{each}`' for each in PROMISED)}"
    )
    shown = f"`{written}`" if isinstance(written, str) else "this"
    return Diagnostic("E0861", f"{shown} is no level that can be promised", span, hint=hint)


def _gone(text: TomlText | None, source: SourceText, statement: Statement, known: tuple[Statement, ...]) -> Diagnostic:
    kind, name = statement
    span = Span(source.path, 0, 1) if text is None else text.key(kind, name)
    hint = "`refengine check --update-evidence` takes the promise out"
    return for_nothing(kind, name, span, [each for of, each in known if of == kind], hint)


def for_nothing(kind: str, name: str, span: Span, known: Iterable[str], hint: str) -> Diagnostic:
    """Returns a diagnostic for a promise about something that is not there; `known` are the names that are."""
    nearest = did_you_mean(name, tuple(known))
    said = f"did you mean `{nearest}`?" if nearest else hint
    return Diagnostic("E0862", f"there is no {kind} `{name}`, of which something is promised", span, hint=said)
