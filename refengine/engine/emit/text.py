"""Python text in the making: lines with their depth, expressions with their binding strength, long lines broken.

INVARIANT: a line is added without indentation and broken, when it is too long, only where the text is complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import Enum, auto
from typing import NamedTuple

from attrs import define, field, frozen

WIDTH = 120

TERNARY, OR, AND, NOT, COMPARE, SUM, PRODUCT, UNARY, ATOM, NUMBER, NAME = range(11)


@frozen
class Py:
    """An expression; `level` is how strongly its outermost operator binds, and whether it is a number or a name."""

    text: str
    level: int = ATOM

    @classmethod
    def name(cls, name: str) -> Py:
        """Returns a name, or None, True or False."""
        return cls(name, NAME)

    @classmethod
    def number(cls, number: int) -> Py:
        """Returns a number; one below 0 is an expression."""
        return cls(str(number), NUMBER if number >= 0 else SUM)

    def at(self, level: int) -> str:
        """Returns the text, in brackets where its operator binds less strongly than asked."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def is_name(self) -> bool:
        """Returns whether it is a name, which may be asked again without a cost."""
        return self.level == NAME

    @property
    def is_settled(self) -> bool:
        """Returns whether it is a name or a number, and so the same wherever it is written."""
        return self.level >= NUMBER

    def __str__(self) -> str:
        return self.text


def joined(operator: str, parts: list[Py], level: int) -> Py:
    """Returns the parts with an operator between them."""
    if len(parts) == 1:
        return parts[0]
    return Py(f" {operator} ".join(part.at(level) for part in parts), level)


def quoted(text: str) -> str:
    """Returns a string display in double quotes, on one line, of characters that every encoding of ours has."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    if not plain.isprintable():
        plain = "".join(char if char.isprintable() else _escape(char) for char in plain)
    return f'"{plain}"'


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def tuple_of(items: list[str]) -> str:
    """Returns a tuple display."""
    if len(items) == 1:
        return f"({items[0]},)"
    return f"({', '.join(items)})"


class Kind(Enum):
    """The kind of a line, as far as a later step of emitting asks for it."""

    PLAIN = auto()
    COMMENT = auto()
    DOCSTRING = auto()
    BRANCH = auto()
    """An `if`."""
    ANOTHER = auto()
    """An `elif` or an `else`, which goes on with what stands before it."""


class Line(NamedTuple):
    """A line without its indentation."""

    depth: int
    text: str
    kind: Kind = Kind.PLAIN


@define
class Text:
    """Lines of a module, or of a part of it."""

    lines: list[Line] = field(factory=list)
    depth: int = 0
    loops: int = 0
    """The number of loops that are open, which go round what is added."""

    def add(self, line: str = "", kind: Kind = Kind.PLAIN) -> None:
        """Adds a line at the present depth."""
        self.lines.append(Line(self.depth, line, kind))

    def comment(self, text: str) -> None:
        """Adds a comment."""
        self.add(f"# {text}", Kind.COMMENT)

    def docstring(self, summary: str) -> None:
        """Adds a docstring of one line."""
        self.add(f'"""{summary}"""', Kind.DOCSTRING)

    @contextmanager
    def block(self, header: str, kind: Kind = Kind.PLAIN) -> Iterator[None]:
        """Writes a header around what stands in it, which may be nothing: effects are folded away."""
        self.add(f"{header}:", kind)
        start = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == start:
            self.add("pass")
        self.depth -= 1

    @contextmanager
    def loop(self, target: str, source: Py | str) -> Iterator[None]:
        """Writes a `for` around its body."""
        with self.block(f"for {target} in {source}"):
            self.loops += 1
            yield
            self.loops -= 1

    def branch(self, test: Py | str, *, another: bool = False) -> AbstractContextManager[None]:
        """Writes an `if`, or an `elif` to `another`, around what is done where the test holds."""
        return self.block(f"{'elif' if another else 'if'} {test}", Kind.ANOTHER if another else Kind.BRANCH)

    def otherwise(self) -> AbstractContextManager[None]:
        """Writes an `else` around what is done there."""
        return self.block("else", Kind.ANOTHER)

    def part(self) -> Text:
        """Returns an empty text at the present depth, to be added later or not at all."""
        return Text([], self.depth, self.loops)

    def take_over(self, other: Text) -> None:
        """Adds the lines of a part."""
        self.lines.extend(other.lines)

    def take_over_otherwise(self, part: Text) -> None:
        """Adds a part one deeper than this as an `else`, or as an `elif` where it is one `if` and nothing else."""
        top = [line.kind for line in part.lines if line.depth == part.depth]
        if top[:1] != [Kind.BRANCH] or {*top[1:]} - {Kind.ANOTHER}:
            self.add("else:", Kind.ANOTHER)
            self.take_over(part)
            return
        first, *rest = part.lines
        self.lines.append(Line(first.depth - 1, f"el{first.text}", Kind.ANOTHER))
        self.lines.extend(line._replace(depth=line.depth - 1) for line in rest)

    def without_gaps(self) -> Text:
        """Returns the lines without those blank ones that follow two others, or that come last."""
        kept: list[Line] = []
        for line in self.lines:
            if line.text or [each.text for each in kept[-2:]] != ["", ""]:
                kept.append(line)
        while kept and not kept[-1].text:
            kept.pop()
        return Text(kept, self.depth)

    def unbroken(self) -> str:
        """Returns the text with its long lines as they are: what nobody reads need not look well, and comes sooner."""
        return "\n".join("    " * line.depth + line.text if line.text else "" for line in self.lines) + "\n"

    def __str__(self) -> str:
        out: list[str] = []
        for depth, text, kind in self.lines:
            if kind in {Kind.COMMENT, Kind.DOCSTRING}:
                out.append(("    " * depth + text).rstrip())
            else:
                out.extend(broken(text, depth))
        return "\n".join(out) + "\n"


def broken(line: str, depth: int) -> list[str]:
    """Returns the line with its indentation, over several lines when it is too long and has a bracket to break at."""
    indent = "    " * depth
    if len(indent) + len(line) <= WIDTH:
        return [(indent + line).rstrip()]
    found = _last_bracket(line)
    if found is None:
        return [indent + line]
    start, end = found
    clauses = _split_outside(line[start + 1 : end], " for ")
    if len(clauses) > 1:
        inside = [clauses[0], *(f"for {each}" for each in clauses[1:])]
        ending = ""
    else:
        inside = _split_outside(line[start + 1 : end], ",")
        ending = "," if len(inside) > 1 or line[end - 1] == "," or _is_call(line, start) else ""
    out = [indent + line[: start + 1]]
    for part in inside:
        out.extend(broken(part + ending, depth + 1))
    out.extend(broken(line[end:], depth))
    return out


def _is_call(line: str, start: int) -> bool:
    """Returns whether the bracket takes arguments; in one that takes an index, a comma would make a tuple of it."""
    return line[start] == "(" and start > 0 and (line[start - 1].isalnum() or line[start - 1] == "_")


def _last_bracket(line: str) -> tuple[int, int] | None:
    """Returns the last pair of brackets that stands in no other and has something in it."""
    found: tuple[int, int] | None = None
    stack: list[int] = []
    for index, char in _outside_strings(line):
        if char in "([{":
            stack.append(index)
        elif char in ")]}" and stack:  # what a broken line ends with may begin with brackets that close
            start = stack.pop()
            if not stack and index - start > 1:
                found = (start, index)
    return found


def _split_outside(text: str, separator: str) -> list[str]:
    """Returns the parts between separators that stand in no bracket."""
    parts: list[str] = []
    depth = start = 0
    for index, char in _outside_strings(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif not depth and index >= start and text.startswith(separator, index):
            parts.append(text[start:index].strip())
            start = index + len(separator)
    rest = text[start:].strip()
    return [*parts, rest] if rest else parts


def _outside_strings(text: str) -> Iterator[tuple[int, str]]:
    quote = ""
    skip = False
    for index, char in enumerate(text):
        if skip:
            skip = False
        elif quote:
            if char == "\\":
                skip = True
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        else:
            yield index, char
