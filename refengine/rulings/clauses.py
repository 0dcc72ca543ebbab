"""The clauses of a game by their paths: where each is written, and a hash of its words.

Words are those of the clause itself, without the clauses that stand in it, without comments and layout: a hash stays
as it is where a rule is moved, and changes with one word of it.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from refengine.ir import control, game as model
from refengine.ir.traverse import walk
from refengine.source.span import Span
from refengine.source.text import SourceText

COMMENT = re.compile(r"(?:^|\s)#[^\"\n]*$", re.MULTILINE)


def clauses(game: model.Game) -> dict[str, control.Clause]:
    """Returns every clause of the rules by its path, in the order in which the game has them."""
    found: dict[str, control.Clause] = {}
    for declared in (*game.values, game.setup, *game.phases, *game.texts):
        for node in walk(declared):
            clause = getattr(node, "clause", None)
            if isinstance(clause, control.Clause):
                found.setdefault(clause.path, clause)
    return found


def places(game: model.Game) -> dict[str, Span]:
    """Returns where each clause is written, by its path."""
    found = {path: each.origin.span for path, each in clauses(game).items()}
    return {path: span for path, span in found.items() if span is not None}


def words(places: Mapping[str, Span], texts: Mapping[str, SourceText], paths: Iterable[str]) -> dict[str, str]:
    """Returns the words of some clauses by their paths: the line that each begins, and what stands deeper below it."""
    starts: dict[str, set[int]] = defaultdict(set)
    for span in places.values():
        if span.path in texts:
            starts[span.path].add(texts[span.path].position(span.start)[0])
    return {
        path: _block(texts[places[path].path], places[path], starts[places[path].path])
        for path in paths
        if path in places and places[path].path in texts
    }


def _block(source: SourceText, span: Span, starts: set[int]) -> str:
    lines = source.text.split("\n")
    first = source.position(span.start)[0]
    depth = _depth(lines[first - 1])
    kept = [lines[first - 1]]
    for number in range(first + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and (_depth(line) <= depth or number in starts):
            break
        kept.append(line)
    return " ".join(COMMENT.sub("", "\n".join(kept)).split())


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def hashes(places: Mapping[str, Span], texts: Mapping[str, SourceText], paths: Iterable[str]) -> dict[str, str]:
    """Returns a hash of the words of some clauses by their paths; a clause that there is not has none."""
    told = words(places, texts, paths)
    return {path: hashlib.sha256(said.encode()).hexdigest()[:16] for path, said in told.items()}
