"""Anchors: where a clause, a statement or a question stands in the book of a game, as `page#place`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote

from attrs import frozen

from refengine.source.citation import Citing
from refengine.source.span import Span

RULES: Final = "rules"
"""The name of the page with the rules as they are written."""

STATEMENTS: Final = "statements"
"""The name of the page with the statements of the rulebook, and with our decisions."""

QUESTIONS: Final = "questions"
"""The name of the page with what the rulebook leaves open."""


def of_citation(cite: str) -> str:
    """Returns the anchor of a statement or of a decision: `statements#R17`, `statements#ruling-A6`."""
    return f"{STATEMENTS}#{cite.replace(' ', '-')}"


def of_question(name: str) -> str:
    """Returns the anchor of a question."""
    return f"{QUESTIONS}#{name}"


@frozen
class Anchors:
    """The anchors of the clauses of a game: what cites something has a place in the book."""

    _places: Mapping[str, tuple[Span, ...]]

    @classmethod
    def of(cls, cited: Iterable[Citing]) -> Anchors:
        """Returns the anchors of a game by what cites something in its files."""
        found: dict[str, list[Span]] = {}
        for each in cited:
            if each.rule:
                found.setdefault(each.path, []).append(each.citation.span)
        return cls({path: tuple(spans) for path, spans in found.items()})

    def clause(self, path: str, span: Span | None) -> str | None:
        """Returns the anchor of a clause by its path and where it is written; None of one that has no place.

        A clause without a citation of its own stands with what it belongs to; the book calls an action after its phase,
        too, and of several it is the one that is written next to the clause.
        """
        own = path
        while own:
            found = [own] if own in self._places else [each for each in self._places if each.endswith(f".{own}")]
            if found:
                return f"{RULES}#{min(found, key=lambda each: self._far(each, span))}"
            own = own.rpartition(".")[0]
        return None

    def _far(self, path: str, span: Span | None) -> tuple[int, str]:
        """Returns how far the citation of a path is from a place, most of all in another file, and the path."""
        near = [
            abs(each.start - span.start) for each in self._places[path] if span is not None and each.path == span.path
        ]
        return min(near, default=sys.maxsize), path


@frozen
class Shelf:
    """The shelf on which a book stands: a folder or an address, and the ending of the names of its pages."""

    base: str
    ending: str

    def address(self, anchor: str) -> str:
        """Returns the address of an anchor; signs that no address has in it are written as `%` and their bytes."""
        page, _, place = anchor.partition("#")
        return (
            f"{quote(self.base.rstrip('/'), safe=_SAFE, errors='surrogateescape')}/{page}.{self.ending}#{quote(place)}"
        )


_SAFE: Final = "/:?=&%@~+,;"
