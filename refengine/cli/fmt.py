"""`refengine fmt`: rules files, and files of disputes, in their one form.

INVARIANT: a file is replaced only when it parses without a complaint and its new text parses to the same tree with the
same comments, and when nobody has changed it since it was read.
"""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from refengine.cli.errors import Refused, not_formatted_safely
from refengine.cli.options import Flag
from refengine.resolve.folder import RULES
from refengine.rulings.dispute_text import formatted
from refengine.rulings.lines import DISPUTE
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import write_file
from refengine.source.render import render
from refengine.source.text import SourceText, no_rules, read_content, source_of
from refengine.syntax.parser import parse
from refengine.syntax.printer import print_file
from refengine.syntax.tree import Comment

Outcome = Literal["unchanged", "changed", "refused"]


def fmt(
    *paths: Path,
    check: Flag = False,
    diff: Flag = False,
) -> int:
    """Format rules files and files of disputes; comments survive, and meaning does not change.

    Args:
        paths: Files, or folders in which all rules files and disputes are formatted.
        check: Change nothing; exit with 1 if a file is not formatted.
        diff: Change nothing; show what would change.
    """
    files = list(_files(paths or (Path(),)))
    outcomes = [_format(path, write=not (check or diff), show=diff) for path in files]
    changed = outcomes.count("changed")
    left = f", {outcomes.count('refused')} left as they are" if "refused" in outcomes else ""
    told = "would change" if check or diff else "formatted"
    print(f"{changed} of {len(files)} {'file' if len(files) == 1 else 'files'} {told}{left}", file=sys.stderr)
    if "refused" in outcomes:
        return 2
    return 1 if check and changed else 0


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    seen: set[Path] = set()
    for path in paths:
        is_folder = os.path.isdir(path)  # noqa: PTH112 - a path that is too long is none
        found = sorted(each for form in (RULES, DISPUTE) for each in path.rglob(f"*{form}")) if is_folder else [path]
        if not found:
            raise Refused([no_rules(path.as_posix())])
        for each in found:
            if each not in seen:
                seen.add(each)
                yield each


def _format(path: Path, *, write: bool, show: bool) -> Outcome:
    shown = path.as_posix()
    old, wrong = read_content(path, shown)
    source, wrong = (None, wrong) if old is None else source_of(old, shown)
    if old is None or source is None or wrong:
        return _refuse(wrong, {} if source is None else {shown: source})
    text, wrong = _of_disputes(source) if path.suffix == DISPUTE else _of_rules(source)
    if wrong:
        return _refuse(wrong, {shown: source})
    if text is None:
        return _refuse((not_formatted_safely(shown),), {})
    if text.encode() == old:
        return "unchanged"
    if show:
        before, after = (each.splitlines(keepends=True) for each in (source.text, text))
        sys.stdout.writelines(difflib.unified_diff(before, after, shown, shown))
    if write:
        unwritten = write_file(path, text, expected=old)
        if unwritten is not None:
            return _refuse((unwritten,), {})
    elif not show:
        print(shown)
    return "changed"


Formatted = tuple[str | None, tuple[Diagnostic, ...]]
"""A text in its one form, or what is wrong with it; neither where it would not say the same."""


def _of_rules(source: SourceText) -> Formatted:
    file, wrong = parse(source)
    if file is None or wrong:
        return None, wrong
    text = print_file(file, source)
    printed = SourceText(source.path, text)
    again, complaints = parse(printed)
    same = again is not None and again == file and _said(again.comments) == _said(file.comments)
    if again is None or complaints or not same or print_file(again, printed) != text:
        return None, ()
    return text, ()


def _of_disputes(source: SourceText) -> Formatted:
    text, wrong = formatted(source)
    if text is None or formatted(SourceText(source.path, text))[0] != text:
        return None, wrong
    return text, ()


def _said(comments: tuple[Comment, ...]) -> list[str]:
    return [each.text.rstrip() for each in comments]


def _refuse(diagnostics: tuple[Diagnostic, ...], texts: dict[str, SourceText]) -> Outcome:
    print(render(diagnostics, texts), end="", file=sys.stderr)
    return "refused"
