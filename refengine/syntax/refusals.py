"""The way out of a declaration that cannot be read, and all that can be wrong with one.

INVARIANT: a refusal never leaves this package; `parse` makes a diagnostic of it. Its places are counted in characters
from where the text of the declaration begins.
"""

from typing import TypeAlias

from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span

Range: TypeAlias = tuple[int, int]
"""The begin and the end of something in the text of the declaration."""


class RefusalError(Exception):
    """An error in one declaration, raised to leave it."""

    def __init__(
        self,
        code: str,
        message: str,
        place: Range,
        *,
        label: tuple[Range, str] | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place
        self.label = label
        self.hint = hint

    def diagnostic(self, path: str, base: int) -> Diagnostic:
        """Returns the same for the user; `base` is where the text of the declaration begins in the file."""

        def span(place: Range) -> Span:
            return Span(path, base + place[0], base + place[1])

        labels = () if self.label is None else (Label(span(self.label[0]), self.label[1]),)
        return Diagnostic(self.code, self.message, span(self.place), labels=labels, hint=self.hint)


def unreadable(
    message: str, place: Range, *, label: tuple[Range, str] | None = None, hint: str | None = None
) -> RefusalError:
    """Something stands where the grammar does not allow it."""
    return RefusalError("E0110", message, place, label=label, hint=hint)


def ill_indented(message: str, place: Range, *, hint: str | None = None) -> RefusalError:
    """A line that belongs to no block."""
    return RefusalError("E0111", message, place, hint=hint)


def indented_for_nothing(text: str, place: Range) -> RefusalError:
    """A line that is indented more than the one above, which opens no block."""
    above = text[: text.rfind("\n", 0, place[0]) + 1].rstrip().rpartition("\n")[2]
    column = len(above) - len(above.lstrip(" "))
    hint = f"begin it in column {column + 1}, as the line above" if column else "begin it in the first column"
    return ill_indented("the line is indented, but nothing above it opens a block", place, hint=hint)


def too_deep(message: str, place: Range, *, hint: str | None = None) -> RefusalError:
    """More levels of something than anybody would write."""
    return RefusalError("E0112", message, place, hint=hint)


def said_of_pairs(start: int, end: int) -> RefusalError:
    """A chain of quantifiers in which one but the last is neither `every` nor `some`, so that it can be read twice."""
    hint = "write `has` for the comma if it is said of each of them, and name what is counted if it is said of pairs"
    return unreadable("only `every` and `some` go on with a comma", (start, end), hint=hint)


def no_default(field: str, place: Range) -> RefusalError:
    """A field that a module adds to what is printed without it."""
    hint = "say what it is there, as in `, default 0`"
    return unreadable(f"what the base prints has no `{field}`, and nothing says what it is there", place, hint=hint)


def reserved(word: str, place: Range) -> RefusalError:
    """A word of the language where a name is wanted."""
    hint = f"take another name; a longer one that begins with it will do, such as `{word}_2`"
    return RefusalError("E0113", f"`{word}` is a word of the language, so it can not be a name", place, hint=hint)


def too_long(letters: int, most: int, place: Range) -> RefusalError:
    """A name that no line has room for."""
    hint = "take a shorter one; what it is to say can stand behind `#`"
    return RefusalError("E0116", f"the name has {letters:,} letters, and {most} at most are read", place, hint=hint)


def too_large(most: int, place: Range) -> RefusalError:
    """A number with more digits than any game needs."""
    hint = f"the largest that can be written is {10**most - 1}"
    return RefusalError("E0114", f"the number has more than {most} digits", place, hint=hint)


def said_twice(what: str, first: Range, second: Range) -> RefusalError:
    """Something that can be said once; the grammar does not count."""
    label = (first, "it is said here already")
    return RefusalError("E0115", f"{what} can be said only once", second, label=label, hint="leave one of the two out")
