"""The rules as they are written, with a place for each clause and a link for each citation."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath

from attrs import frozen

from refengine.book.contents import Contents
from refengine.book.page import Page, place, plain
from refengine.report.anchors import RULES, of_citation
from refengine.source.citation import Citing
from refengine.source.text import SourceText

_WIDE = re.compile(r"(?<=\S) {2,}(?=per )")
"""The way from a line to what it rests on, which is aligned where the rules are written."""


def anchor_of(each: Citing) -> str:
    """Returns the place of what cites something on the page with the rules.

    It is the path of a clause: `fate.victor`. What only says something of rules has a place of its own, since an
    example may have the name of a rule.
    """
    return each.path if each.rule else f"{each.path}-said"


@frozen
class Listing:
    """All files with rules of a game, bases first."""

    contents: Contents

    @cached_property
    def _citations(self) -> Mapping[str, Sequence[Citing]]:
        """The citations by the path of their file, in the order of its text, each place once."""
        found: dict[str, dict[int, Citing]] = {}
        for each in sorted(self.contents.compiled.cited, key=lambda one: one.citation.span.start):
            found.setdefault(each.citation.span.path, {}).setdefault(each.citation.span.start, each)
        return {path: tuple(listed.values()) for path, listed in found.items()}

    @cached_property
    def files(self) -> tuple[SourceText, ...]:
        """The files that cite anything, bases first."""
        folder = self.contents.compiled.folder
        order = [path.as_posix() for each in (*folder.bases, folder) for path in (*each.rules, *each.claims)]
        order += [path.as_posix() for path in folder.texts]
        return tuple(self.contents.compiled.texts[path] for path in dict.fromkeys(order) if path in self._citations)

    def page(self) -> Page:
        """Returns the page with all of them."""
        say = self.contents.sentences.say
        parts = [f"# {say('The rules as they are written')}\n"]
        seen: set[str] = set()
        for each in self.files:
            parts.append(f"## {plain(PurePath(each.path).name)}\n")
            parts.append(f"<pre>{''.join(self._marked(each, 0, len(each.text), seen))}</pre>\n")
        return Page(RULES, say("Rules"), "\n".join(parts))

    def excerpt(self, each: Citing) -> str:
        """Returns the clause that holds a citation: its line, and deeper ones up to the next that cites something."""
        source = self.contents.compiled.texts[each.citation.span.path]
        first, _ = source.position(each.citation.span.start)
        lines = source.text.split("\n")
        others = {source.position(one.citation.span.start)[0] for one in self._citations[source.path]}
        depth = _depth(lines[first - 1])
        last = first
        while last < len(lines) and last + 1 not in others and _depth(lines[last]) > depth:
            last += 1
        start = sum(len(line) + 1 for line in lines[: first - 1])
        end = start + sum(len(line) + 1 for line in lines[first - 1 : last])
        text = _WIDE.sub("  ", "".join(self._marked(source, start, end, None)).rstrip())
        return "<pre>" + "\n".join(line[min(depth, _depth(line)) :] for line in text.split("\n")) + "</pre>"

    def _marked(self, source: SourceText, start: int, end: int, seen: set[str] | None) -> Iterator[str]:
        """Yields a part of a text as HTML; clauses that are not `seen` yet get their place, if there is any to get."""
        at = start
        for each in self._citations[source.path]:
            span = each.citation.span
            if not start <= span.start < end:
                continue
            yield html.escape(source.text[at : span.start], quote=False)
            if seen is not None and anchor_of(each) not in seen:
                seen.add(anchor_of(each))
                yield place(anchor_of(each))
            target = of_citation(str(each.citation))
            yield f'<a href="{html.escape(target)}">{html.escape(source.text[span.start : span.end])}</a>'
            at = span.end
        yield html.escape(source.text[at:end], quote=False)


def _depth(line: str) -> int:
    """Returns the spaces that a line begins with; of an empty line none, so that it ends what stands above it."""
    return len(line) - len(line.lstrip(" ")) if line.strip() else -1
