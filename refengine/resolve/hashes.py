"""The hashes of an index written anew: nothing else of the file changes, neither comments nor layout.

INVARIANT: the new text holds the same data as the old one, but for hashes; or there is none, and the file stays.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from attrs import frozen

from refengine.resolve.rulebook import HEAD, STATEMENT
from refengine.resolve.toml_form import TABLE, TABLES, Form, ValueForm, check_form
from refengine.resolve.toml_text import Keys, TomlText, parse_toml
from refengine.resolve.wording import hash_of
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText

_ANY = ValueForm("anything", lambda _: True)
_FILE = Form({"rulebook": TABLE, "statement": TABLES}, {"ruling": _ANY})
_HEAD = Form({"id": HEAD.values["id"]}, dict.fromkeys(HEAD.values.keys() - {"id"}, _ANY))
_NEEDED = ("id", "lines")
_STATEMENT = Form(
    {key: STATEMENT.values[key] for key in _NEEDED}, dict.fromkeys(STATEMENT.values.keys() - {*_NEEDED}, _ANY)
)
"""The form that statements need so that hashes can be made; the rest is looked at when the game is."""


@frozen
class HashMismatch:
    """A statement whose hash is not the one of the text: it had another, or none yet."""

    statement: str
    lines: str
    had: Literal["another", "none"]


@frozen
class HashedIndex:
    """An index as it is written, with what is needed to hash it."""

    text: TomlText

    @property
    def id(self) -> str:
        """The id of the rulebook."""
        return str(self.text.data["rulebook"]["id"])


def parse_index(source: SourceText) -> tuple[HashedIndex | None, tuple[Diagnostic, ...]]:
    """Returns the index in a text, whatever its hashes are; the text has its line ends as they stand in the file."""
    text, broken = parse_toml(source)
    if text is None:
        return None, broken
    wrong = tuple(check_form(text, (), text.data, _FILE)) or tuple(_malformed(text))
    return (None, wrong) if wrong else (HashedIndex(text), ())


def hashed_anew(
    index: HashedIndex, wording: SourceText
) -> tuple[str | None, tuple[HashMismatch, ...], tuple[Diagnostic, ...]]:
    """Returns the text of the index with the hashes of a wording, and what has changed; or no text, and why."""
    text = index.text
    edits: list[tuple[int, int, str]] = []
    changed: list[HashMismatch] = []
    wrong: list[Diagnostic] = []
    hashes: list[str] = []
    for number, entry in enumerate(text.data["statement"]):
        made = hash_of(wording, entry["lines"])
        if made is None:
            span = text.value("statement", number, "lines")
            wrong.append(_nothing_there(entry["id"], entry["lines"], wording.path, span))
            continue
        hashes.append(made)
        if entry.get("hash") == made:
            continue
        changed.append(HashMismatch(entry["id"], entry["lines"], "another" if "hash" in entry else "none"))
        edits.append(_replaced(text, number, made) if "hash" in entry else _added(text, number, entry, made))
    if wrong:
        return None, (), tuple(wrong)
    written = _edited(text.source.text, edits)
    if not _same_but_for_hashes(text.data, written, hashes):
        return None, (), (_not_safely(text.source.path),)
    return written, tuple(changed), ()


def _malformed(text: TomlText) -> Iterator[Diagnostic]:
    yield from check_form(text, ("rulebook",), text.data["rulebook"], _HEAD)
    for number, entry in enumerate(text.data["statement"]):
        yield from check_form(text, ("statement", number), entry, _STATEMENT)


# ---- EDITS


def _replaced(text: TomlText, number: int, made: str) -> tuple[int, int, str]:
    span = text.value("statement", number, "hash")
    return span.start, span.end, f'"{made}"'


def _added(text: TomlText, number: int, entry: Mapping[str, Any], made: str) -> tuple[int, int, str]:
    """Returns a line of its own behind the last key of the statement, indented as that is."""
    paths: list[Keys] = [("statement", number, key) for key in entry]
    last = max(paths, key=lambda path: text.value(*path).end)
    whole = text.source.text
    line = whole.rfind("\n", 0, text.key(*last).start) + 1
    lead = whole[line : text.key(*last).start]
    indent = lead if lead.isspace() else ""
    end = whole.find("\n", text.value(*last).end)
    if end == -1:
        return len(whole), len(whole), f'\n{indent}hash = "{made}"'
    line_end = "\r\n" if whole[:end].endswith("\r") else "\n"
    return end + 1, end + 1, f'{indent}hash = "{made}"{line_end}'


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _same_but_for_hashes(data: Mapping[str, Any], written: str, hashes: list[str]) -> bool:
    statements = [{**entry, "hash": made} for entry, made in zip(data["statement"], hashes, strict=True)]
    try:
        return tomllib.loads(written) == {**data, "statement": statements}
    except tomllib.TOMLDecodeError:
        return False


# ---- WHAT CAN BE WRONG


def _nothing_there(statement: str, lines: str, text: str, span: Span) -> Diagnostic:
    where = f"line{'s' if ',' in lines else ''} {lines}"
    hint = "`lines` are the numbers of lines of that text, from 1"
    return Diagnostic("E0608", f"nothing stands on {where} of `{text}` for `{statement}`", span, hint=hint)


def _not_safely(path: str) -> Diagnostic:
    message = f"`{path}` is left as it is: its statements are not tables of their own"
    return Diagnostic("E0609", message, None, hint="write each under a header `[[statement]]`")
