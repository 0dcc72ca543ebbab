"""`refengine names`: what a game calls its values, zones, actions, phases and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.check.plain_data import as_data
from refengine.cli.errors import Refused, nothing_named
from refengine.cli.games import ENGLISH, GameAdditions, compiled_game, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Pairs
from refengine.report.envelope import as_text, head
from refengine.report.sentences import sentence
from refengine.rulings.names import NameEntry, Sort, matching, names_of

HEADINGS: Mapping[Sort, str] = {
    "value": sentence("values"),
    "zone": sentence("zones"),
    "variable": sentence("variables"),
    "token": sentence("tokens"),
    "kind": sentence("kinds"),
    "piece": sentence("pieces"),
    "phase": sentence("phases"),
    "action": sentence("actions"),
    "question": sentence("questions"),
    "option": sentence("options"),
    "clause": sentence("clauses"),
}
"""The heading above the names of each sort."""


def names(
    game: Path,
    *words: str,
    module: Pairs = (),
    limit: Pairs = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """List the names of a game: values, zones, phases, actions, and clauses with their first line.

    Args:
        game: The folder of the game.
        words: Only names, or labels, with these words in them, or of this sort.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit NAME=N`; may be repeated.
        format: Text for people or JSON for programs.
        lang: The language of labels and headings.
    """
    compiled = compiled_game(game, {}, limits_of(limit), GameAdditions(modules=module))
    told = words_in(lang, [compiled])
    found = matching(names_of(compiled, told), words)
    if not found:
        raise Refused([nothing_named(" ".join(words))])
    if format == "json":
        print(as_text({**head(__version__), "names": as_data(found)}))
    else:
        sorts = groupby(found, lambda each: each.sort)
        print("\n\n".join("\n".join(_sort(told.sentences.say(HEADINGS[sort]), list(group))) for sort, group in sorts))
    return 0


def _sort(heading: str, found: list[NameEntry]) -> list[str]:
    lines = [heading]
    for each in found:
        lines.append(f"  {_named(each)}")
        lines += [] if each.line is None or each.sort == "piece" else [f"      {each.line}"]
    return lines


def _named(each: NameEntry) -> str:
    return each.name if each.label is None else f"{each.name}  ({each.label})"
