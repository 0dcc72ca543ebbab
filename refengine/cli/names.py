"""`refengine names`: what a game calls its values, zones, actions, phases and clauses."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.check.plain_data import as_data
from refengine.cli.errors import Refused, nothing_named
from refengine.cli.games import ENGLISH, compiled_game, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Pairs
from refengine.rulings.names import Named, matching, names_of


def names(
    game: Path,
    *words: str,
    limit: Pairs = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """List the names of a game: values, zones, phases, actions, and clauses with their first line.

    Args:
        game: The folder of the game.
        words: Only names, or labels, with these words in them, or of this sort.
        limit: Raise a limit on how much the rules may make, as in `--limit NAME=N`; may be repeated.
        format: Text for people or JSON for programs.
        lang: The language of labels.
    """
    compiled = compiled_game(game, {}, limits_of(limit))
    found = matching(names_of(compiled, words_in(lang, [compiled])), words)
    if not found:
        raise Refused([nothing_named(" ".join(words))])
    if format == "json":
        print(
            json.dumps(
                {
                    "schemaVersion": 1,
                    "tool": {"name": "refengine", "version": __version__},
                    "names": as_data(found),
                },
                ensure_ascii=False,
                indent=2,
            )
        )
    else:
        sorts = groupby(found, lambda each: each.sort)
        print("\n\n".join("\n".join(_sort(sort, list(group))) for sort, group in sorts))
    return 0


def _sort(sort: str, found: list[Named]) -> list[str]:
    if sort == "piece":
        return ["pieces", *(f"  {_named(each)}" for each in found)]
    lines = [f"{sort}s"]
    for each in found:
        lines.append(f"  {_named(each)}")
        lines += [] if each.line is None else [f"      {each.line}"]
    return lines


def _named(each: Named) -> str:
    return each.name if each.label is None else f"{each.name}  ({each.label})"
