"""TOML files with the places of their keys and values, which the library that reads TOML does not tell.

The library decides what is TOML. The places are found by a scan of its own, which may be simple because it sees only
texts that the library has accepted.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.text import SourceText

Keys = tuple[str | int, ...]
"""The way from the top of a file to one of its values: keys, and numbers (from 0) in lists of tables."""

TOKEN = re.compile(
    r'''
      (?P<comment> \#[^\n]* )
    | (?P<string> """ (?: [^"\\] | \\. | "(?!"") )*+ """ "{0,2}
                | \'\'\' (?: [^'] | '(?!'') )*+ \'\'\' '{0,2}
                | " (?: [^"\\\n] | \\. )*+ "
                | ' [^'\n]*+ ' )
    | (?P<newline> \n )
    | (?P<open> [\[{] )
    | (?P<close> [\]}] )
    | (?P<equals> = )
    | (?P<word> [^\s\#"'\[\]{}=]+ )
    ''',
    re.VERBOSE | re.DOTALL,
)

MAX_DEPTH = 64
"""The greatest depth of a file of ours."""

PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")

TROUBLES: tuple[tuple[str, str], ...] = (
    (r"Expected '=' after a key", "a key is followed by `=` and its value"),
    (r"Expected newline", "a key and its value have a line of their own"),
    (r"Expected '\]", "the brackets around the name of a table are not closed"),
    (r"Unclosed", "a bracket is not closed"),
    (r"Unterminated|Illegal character '\\n'|Expected \"'\"", "a text is not closed by a quote"),
    (r"Unescaped '\\'|Invalid hex", "a backslash between double quotes has to be doubled"),
    (r"Cannot (overwrite|declare|mutate|redefine)|Duplicate", "the same is given twice"),
    (r"Invalid value", "this is no value; a text stands in quotes"),
)
"""The patterns of what the library says, with our own words for it, since its words change and speak of Python."""


@frozen
class TomlText:
    """A TOML file: its data, and where each part of them is written."""

    source: SourceText
    data: Mapping[str, Any]
    _keys: Mapping[Keys, Span]
    _values: Mapping[Keys, Span]

    def key(self, *path: str | int) -> Span:
        """Returns the place of a key, or of a table's header; what has no place of its own has that of its table."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._keys:
                return self._keys[path[:length]]
        return Span(self.source.path, 0, 1)

    def value(self, *path: str | int) -> Span:
        """Returns the place of a value, or else of its key."""
        return self._values[path] if path in self._values else self.key(*path)

    def element(self, index: int, *path: str | int) -> Span:
        """Returns the place of an element of a list of texts."""
        whole = self.value(*path)
        matches = TOKEN.finditer(self.source.text, whole.start, whole.end)
        strings = [match for match in matches if match.lastgroup == "string"]
        return _span(self.source, strings[index], strings[index]) if index < len(strings) else whole

    def line(self, *path: str | int) -> int:
        """Returns the line of a key."""
        return self.source.position(self.key(*path).start)[0]


def parse_toml(source: SourceText) -> tuple[TomlText | None, tuple[Diagnostic, ...]]:
    """Returns the file as TOML."""
    deep = _too_deep(source)
    if deep is not None:
        return None, (_not_toml(deep, "it is nested too deep"),)
    try:
        data = tomllib.loads(source.text)
    except RecursionError:
        return None, (_not_toml(Span(source.path, 0, 1), "it is nested too deep"),)
    except tomllib.TOMLDecodeError as error:
        return None, (_not_toml(_place(source, str(error)), _trouble(str(error))),)
    except ValueError:  # a number of thousands of digits
        return None, (_not_toml(Span(source.path, 0, 1), "a number in it is too long"),)
    return TomlText(source, data, *_places(source)), ()


def _too_deep(source: SourceText) -> Span | None:
    """Returns the place where brackets nest, or a name has parts, as no file of ours does; else None.

    The library would need for ever for such a file.
    """
    depth = dots = most = 0
    for found in TOKEN.finditer(source.text):
        match found.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth = max(0, depth - 1)
            case "newline" | "equals":
                dots = 0
            case "word":
                first, *rest = (part.count(".") for part in found[0].split(","))
                most = max(dots + first, *rest, 0)
                dots = rest[-1] if rest else most
            case _:
                pass
        if max(depth, most) > MAX_DEPTH:
            return _span(source, found, found)
    return None


def _trouble(said: str) -> str:
    return next((ours for theirs, ours in TROUBLES if re.match(theirs, said)), "here it stops making sense")


def _place(source: SourceText, said: str) -> Span:
    """Returns the place that the library names: a line and a column, or the end of the text."""
    found = PLACE.search(said)
    if found is None:
        end = len(source.text.rstrip())
        return Span(source.path, end, end + 1)
    line, column = int(found[1]), int(found[2])
    start = sum(len(source.line(number)) + 1 for number in range(1, line)) + column - 1
    return Span(source.path, start, start + 1)


def _places(source: SourceText) -> tuple[Mapping[Keys, Span], Mapping[Keys, Span]]:
    """Returns the places of all keys and of all values, line by line."""
    keys: dict[Keys, Span] = {}
    values: dict[Keys, Span] = {}
    lengths: dict[Keys, int] = {}
    table: Keys = ()
    for tokens in _lines(source.text):
        if tokens[0].lastgroup == "open":
            whole = _span(source, tokens[0], tokens[-1])
            header = source.text[whole.start : whole.end]
            table = _through(_parts(header.strip("[]")), lengths, is_list=header.startswith("[["))
            keys[table] = whole
            if isinstance(table[-1], int):
                keys.setdefault(table[:-1], whole)
            continue
        equals = next(index for index, token in enumerate(tokens) if token.lastgroup == "equals")
        name = _span(source, tokens[0], tokens[equals - 1])
        path = (*table, *_parts(source.text[name.start : name.end]))
        keys[path] = name
        values[path] = _span(source, tokens[equals + 1], tokens[-1])
    return keys, values


def _lines(text: str) -> Iterator[list[re.Match[str]]]:
    """Yields the tokens of each header and of each key with its value; a value may go over several lines."""
    tokens: list[re.Match[str]] = []
    depth = 0
    for token in TOKEN.finditer(text):
        match token.lastgroup:
            case "comment":
                continue
            case "newline":
                if depth == 0 and tokens:
                    yield tokens
                    tokens = []
                continue
            case "open":
                depth += 1
            case "close":
                depth -= 1
            case _:
                pass
        tokens.append(token)
    if tokens:
        yield tokens


def _through(parts: tuple[str, ...], lengths: dict[Keys, int], *, is_list: bool) -> Keys:
    """Returns the way to the table of a header; a list of tables on the way is entered at its last table."""
    path: Keys = ()
    for part in parts[:-1]:
        path = (*path, part)
        if path in lengths:
            path = (*path, lengths[path] - 1)
    path = (*path, parts[-1])
    if not is_list:
        return path
    lengths[path] = lengths.get(path, 0) + 1
    return (*path, lengths[path] - 1)


def _parts(key: str) -> tuple[str, ...]:
    """Returns a dotted key in its parts, without quotes."""
    inner: Any = tomllib.loads(f"{key} = 0")
    parts = []
    while isinstance(inner, dict):
        ((part, inner),) = inner.items()
        parts.append(part)
    return tuple(parts)


def _span(source: SourceText, first: re.Match[str], last: re.Match[str]) -> Span:
    return Span(source.path, first.start(), last.end())


def _not_toml(span: Span, trouble: str) -> Diagnostic:
    return Diagnostic("E0801", f"the file is not valid TOML: {trouble}", span)


# ---- WRITING

BARE = re.compile(r"[A-Za-z0-9_-]+")


def bare_or_quoted(key: str) -> str:
    """Returns a key as a file has it."""
    return key if BARE.fullmatch(key) else quoted(key)


def quoted(text: str) -> str:
    """Returns a text as a file has it; what cannot be printed is written by its number."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08X}" for char in escaped) + '"'
