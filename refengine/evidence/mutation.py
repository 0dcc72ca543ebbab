"""Promises about mutants in `evidence.toml`: the share that is caught, and which of them are no other rules.

They stand below the promises of statements, and are written by hand: a reason is nothing that a program finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import field, frozen

from refengine.resolve.toml_text import TomlText, parse_toml
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText

MUTANTS: Final = "mutants"
EQUIVALENT: Final = "equivalent mutants"

FIRES: Final = "fires"
"""The table of promises about play, which `evidence.firing` reads."""

BY_HAND: Final = frozenset({MUTANTS, EQUIVALENT, FIRES})
"""The tables of the file that no program writes."""

HEAD: Final = """\
# How well each statement about this game is known, and has to stay known: a check that finds less fails.
# Only `refengine check --update-evidence` writes this file, and it shows what it changes.
"""

BY_HAND_HEAD: Final = "# What follows is written by hand, and left as it is; of mutants `refengine mutants` checks it."

KEYS: Final = ("caught", "count", "seed")

WHOLE: Final = 100


@frozen
class Promise:
    """A promise that `caught` of a hundred mutants are caught, of the first `count` that a `seed` gives."""

    caught: int
    count: int
    seed: int


@frozen
class Mutation:
    """The promise about mutants, if there is one, and the reasons for those that nothing can catch, by their names."""

    promise: Promise | None = None
    equivalent: Mapping[str, str] = field(factory=dict)


def read_mutation(source: SourceText) -> tuple[Mutation, tuple[Diagnostic, ...]]:
    """Returns the promise of a file about mutants, with diagnostics; a file that is no TOML is told of elsewhere."""
    text, _ = parse_toml(source)
    if text is None:
        return Mutation(), ()
    found: list[Diagnostic] = []
    promise = _promise(text, found) if MUTANTS in text.data else None
    return Mutation(promise, dict(_equivalent(text, found))), tuple(found)


def _promise(text: TomlText, found: list[Diagnostic]) -> Promise | None:
    table = text.data[MUTANTS]
    if not isinstance(table, dict):
        found.append(_not_understood("this is no promise about mutants", text.value(MUTANTS)))
        return None
    for key in table:
        if key not in KEYS:
            nearest = did_you_mean(key, KEYS)
            hint = f"did you mean `{nearest}`?" if nearest else None
            found.append(
                _not_understood(f"nothing called `{key}` is promised of mutants", text.key(MUTANTS, key), hint)
            )
    caught, count, seed = table.get("caught"), table.get("count"), table.get("seed", 0)
    if not _is_number(caught, 0, WHOLE):
        found.append(_not_understood("`caught` is a number of mutants out of a hundred", text.value(MUTANTS, "caught")))
    elif not _is_number(count, 1, None):
        found.append(_not_understood("`count` is a number of mutants, 1 or more", text.value(MUTANTS, "count")))
    elif not _is_number(seed, None, None):
        found.append(_not_understood("`seed` is a whole number", text.value(MUTANTS, "seed")))
    else:
        return Promise(caught, count, seed)  # type: ignore[arg-type]  # as was just asked
    return None


def _is_number(value: Any, least: int | None, most: int | None) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def _equivalent(text: TomlText, found: list[Diagnostic]) -> Iterator[tuple[str, str]]:
    table = text.data.get(EQUIVALENT, {})
    if not isinstance(table, dict):
        found.append(_not_understood("mutants are listed by name, each with a reason", text.value(EQUIVALENT)))
        return
    for name, reason in table.items():
        if isinstance(reason, str) and reason.strip():
            yield name, reason
        else:
            found.append(
                _not_understood("the reason is missing why this is no other rule", text.value(EQUIVALENT, name))
            )


def written_by_hand(source: SourceText) -> str:
    """Returns the tables that are written by hand as they are written, with all comments in them and above them.

    It is nothing if there are none.
    """
    text, _ = parse_toml(source)
    if text is None:
        return ""
    heads = sorted((source.text.rfind("\n", 0, text.key(name).start) + 1, name) for name in text.data)
    # What stands above a table belongs to it if that is written by hand, else to the one before.
    starts = [_above(source.text, head) if name in BY_HAND else head for head, name in heads]
    ends = [*starts[1:], len(source.text)]
    parts = [
        source.text[start:end].strip()
        for start, end, (_, name) in zip(starts, ends, heads, strict=True)
        if name in BY_HAND
    ]
    return "\n\n".join(parts) + "\n" if parts else ""


def _above(text: str, head: int) -> int:
    """Returns where the comments begin that stand above a line, but for those that this program writes."""
    start = head
    while start:
        before = text.rfind("\n", 0, start - 1) + 1
        said = text[before:start].strip()
        if said and (not said.startswith("#") or said in {*HEAD.splitlines(), BY_HAND_HEAD}):
            break
        start = before
    return start


def place_of(source: SourceText, name: str) -> Span:
    """Returns the place at which a mutant is listed."""
    text, _ = parse_toml(source)
    return Span(source.path, 0, 1) if text is None else text.key(EQUIVALENT, name)


def _not_understood(message: str, span: Span, hint: str | None = None) -> Diagnostic:
    return Diagnostic("E0890", message, span, hint=hint)
