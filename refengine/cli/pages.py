"""Pages print the reports on games: as they come, as one document for programs, or only what has changed."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Final, Literal, Protocol

from attrs import define, evolve, field

from refengine import __version__
from refengine.check.full_page import game_lines, opening_lines, other_lines, sum_line
from refengine.check.github import annotation_lines
from refengine.check.junit import to_junit
from refengine.check.report import GameReport, Report
from refengine.check.sarif import to_sarif
from refengine.check.short_page import short_lines, short_opening, short_rest
from refengine.check.to_json import to_json
from refengine.report.envelope import as_text
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render

Format = Literal["text", "json", "sarif", "junit", "github"]
"""The forms of a report: for people, as our own data, and as other tools read it."""

_PLACE: Final = re.compile(r"(\([^()]*?):\d+:\d+(?=\))")
"""A place in a file, as reports tell it in brackets."""

Write = Callable[[str], None]

Rest = Callable[[GameReport, Iterable[Diagnostic]], Iterator[str]]
"""The lines about a game behind its examples, without the diagnostics that were told already."""


class OpeningLines(Protocol):
    """The lines about a game as far as its examples."""

    def __call__(self, game: GameReport, *, covers: bool) -> Iterator[str]:
        """Yields them; with `covers` the coverage will be told too."""


class Pages(Protocol):
    """A printer of reports: `open` is told of a game when its examples are decided, `close` when all is known of it."""

    def begin(self, wrong: tuple[Diagnostic, ...]) -> None:
        """Prints, before the first game, what is wrong and belongs to none."""

    def open(self, game: GameReport) -> None:
        """Prints what is known of a game when its examples are decided."""

    def close(self, game: GameReport) -> None:
        """Prints what is known of a game when all is known of it."""

    def end(self, report: Report) -> None:
        """Prints what is left when all is known."""


def pages_of(form: Format, *, changed: bool, verbose: bool, told: object, write: Write, covers: bool) -> Pages:
    """Returns the printer of a form; `told` are the command's options, `covers` says whether it tells of coverage."""
    if form != "text":
        return _Document(_DOCUMENTS[form])
    if changed:
        return _Changes(repr(told))
    return _ProgressivePages(
        write, covers, repr(told), *((opening_lines, other_lines) if verbose else (short_opening, short_rest))
    )


@define
class _Document:
    """A printer that writes one document when all is known."""

    written: Callable[[Report], str]

    def begin(self, wrong: tuple[Diagnostic, ...]) -> None:
        pass

    def open(self, game: GameReport) -> None:
        pass

    def close(self, game: GameReport) -> None:
        pass

    def end(self, report: Report) -> None:
        print(self.written(report))


def _with_page(report: Report) -> str:
    """Returns annotations, and for whoever reads the log the short page without what they say."""
    pages = (short_lines(evolve(game, failures=(), diagnostics=())) for game in report.games)
    return "\n".join((*annotation_lines(report), *(line for page in pages for line in page)))


_DOCUMENTS: Final[Mapping[str, Callable[[Report], str]]] = {
    "json": lambda report: as_text(to_json(report, __version__)),
    "sarif": lambda report: as_text(to_sarif(report, __version__)),
    "junit": to_junit,
    "github": _with_page,
}


@define
class _ProgressivePages:
    """A printer that shows a game as soon as its examples are decided, and the rest when all is known."""

    write: Write
    covers: bool
    told: str
    opening: OpeningLines
    rest: Rest
    _opened: GameReport | None = None
    _printed: bool = False

    def begin(self, wrong: tuple[Diagnostic, ...]) -> None:
        if wrong:
            self._part([render(wrong, {}).rstrip()])

    def open(self, game: GameReport) -> None:
        self._opened = game
        self._part(self.opening(game, covers=self.covers))

    def close(self, game: GameReport) -> None:
        remember(game, self.told)
        if self._opened is None:
            self._part([*self.opening(game, covers=self.covers), *self.rest(game, game.diagnostics)])
            return
        self.write("".join(f"{each}\n" for each in self.rest(game, self._opened.diagnostics)))
        self._opened = None

    def end(self, report: Report) -> None:
        if len(report.games) > 1:
            self._part([sum_line(report)])

    def _part(self, lines: Iterable[str]) -> None:
        self.write(("\n" if self._printed else "") + "".join(f"{each}\n" for each in lines))
        self._printed = True


@define
class _Changes:
    """A printer that shows only the lines which differ from the last run, under what they belong to."""

    told: str
    _pages: list[list[str]] = field(factory=list)

    def begin(self, wrong: tuple[Diagnostic, ...]) -> None:
        if wrong:
            self._pages.append([render(wrong, {}).rstrip()])

    def open(self, game: GameReport) -> None:
        pass

    def close(self, game: GameReport) -> None:
        before = remembered(game, self.told)
        now = remember(game, self.told)
        lines = ["there is no earlier run with these options:", *now] if before is None else [*changes(before, now)]
        self._pages.append([f"{game.name} ({game.path})", *(f"  {each}" for each in lines or ["nothing has changed"])])

    def end(self, _: Report) -> None:
        sys.stdout.write("\n\n".join("\n".join(each) for each in self._pages) + "\n")


# ---- THE LAST RUN


def remember(game: GameReport, told: str) -> list[str]:
    """Keeps the page about a game, for whoever asks next time what has changed; these are its lines."""
    lines = list(game_lines(evolve(game, timing=None)))
    if not game.interrupted:
        Cache().write(_name(game, told), json.dumps(lines).encode())
    return lines


def remembered(game: GameReport, told: str) -> list[str] | None:
    """Returns the page about this game in the last run with these options."""
    kept = Cache().read(_name(game, told))
    try:
        found = None if kept is None else json.loads(kept)
    except ValueError:
        return None
    return found if isinstance(found, list) and all(isinstance(each, str) for each in found) else None


def _name(game: GameReport, told: str) -> str:
    made_of = (Path(game.path).resolve().as_posix(), told)
    return f"{hashlib.sha256(repr(made_of).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.page"


def changes(before: list[str], now: list[str]) -> Iterator[str]:
    """Yields the lines that are gone (`-`) and that are new (`+`), each under the heading that it stands below."""
    told = [*_changed(before, now)]
    for heading, lines in groupby(told, key=lambda each: each[0]):
        if heading:
            yield heading
        yield from (f"  {sign} {line}" for _, sign, line in lines)


def _changed(before: list[str], now: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yields the heading, the sign and the text of each line that differs in more than the place that it names."""
    old, new = [*_headed(before)], [*_headed(now)]
    compared = SequenceMatcher(None, _without_places(old), _without_places(new), autojunk=False)
    for what, first, last, start, stop in compared.get_opcodes():
        if what != "equal":
            yield from ((heading, "-", line) for heading, line in old[first:last] if line)
            yield from ((heading, "+", line) for heading, line in new[start:stop] if line)


def _without_places(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the lines without the places that they name: they may have moved in their file."""
    return [(heading, _PLACE.sub(r"\1", line)) for heading, line in lines]


def _headed(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yields each line without what stands before it, and the heading of its paragraph: a word two columns in."""
    heading = ""
    for line in lines:
        word, _, rest = line[2:].partition(" ")
        if line[:2] == "  " and word and not word[0].isspace():
            heading = word
            yield heading, rest.strip()
        else:
            if line and not line[0].isspace():
                heading = ""
            yield heading, line.strip()
