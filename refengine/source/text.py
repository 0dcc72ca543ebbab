"""Source texts, and the only door through which a file becomes one.

INVARIANT: a `SourceText` made here is in NFC, its lines end in a single line feed, and it has no byte order mark;
so two names that look the same are the same, and an offset means one thing.
"""

import hashlib
import re
import unicodedata
from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import define, field, frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean

MAX_BYTES = 1024 * 1024
"""A rules file of a thousand pages is a mistake or an attack."""

MAX_RECORDED_BYTES = 32 * MAX_BYTES
"""The greatest size of a trace, which a program writes, step for step."""

BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The characters that make a text read differently from what it says (CVE-2021-42574)."""

BYTE_ORDER_MARK = "\ufeff"

MISSING = "there is no such file"

LISTED = 5
"""The number of files that are named beside one that is missing."""

TABS = re.compile("\t")

CONTROLS = re.compile(
    f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{BYTE_ORDER_MARK}{''.join(sorted(BIDI_CONTROLS))}]"
)
"""The characters of the categories Cc, Cs, Zl and Zp but for tabs and line ends, and those that turn a text round."""


@frozen
class SourceText:
    """A text that spans point into; `path` is what the user calls it."""

    path: str
    text: str

    @cached_property
    def _line_starts(self) -> tuple[int, ...]:
        return (0, *(index + 1 for index, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Returns line and column of an offset, both from 1, columns in characters.

        An offset past the end is the end: the parser adds a last newline that the text does not have.
        """
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Returns a line of the text, counted from 1, without its end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end == -1 else self.text[start:end]


@define
class Files:
    """Files as they were when each was first asked for: saved meanwhile, they are the same to whoever asks again.

    They may have at `most` so many bytes.
    """

    most: int = MAX_BYTES
    _contents: dict[Path, bytes | OSError | ValueError] = field(factory=dict)

    @property
    def read(self) -> frozenset[Path]:
        """The paths of the files that were asked for."""
        return frozenset(self._contents)

    def content(self, path: Path) -> bytes:
        """Returns a file's bytes, at most one more than allowed; raises `OSError` or `ValueError` if there are none."""
        if path not in self._contents:
            try:
                self._contents[path] = _content(path, self.most)
            except (OSError, ValueError) as error:
                self._contents[path] = error
        found = self._contents[path]
        if isinstance(found, bytes):
            return found
        raise found

    def digest(self, path: Path) -> str:
        """Returns a hash of what reading a file gives, which is told by name why there is nothing."""
        try:
            return hashlib.sha256(self.content(path)).hexdigest()
        except (OSError, ValueError) as error:
            return _reason(error)


def read_source(path: Path, shown: str, files: Files | None = None) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    """Returns the text of a file, as it is now or as some `files` have it.

    The text may be there although it is refused, so that the diagnostics can show the place; it is good only when there
    are no diagnostics.
    """
    content, wrong = read_content(path, shown, files)
    return (None, wrong) if content is None else source_of(content, shown)


def read_content(path: Path, shown: str, files: Files | None = None) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """Returns the content of a file, or None with a diagnostic if it cannot be read, or is more than it may have."""
    files = files or Files()
    try:
        content = files.content(path)
    except (OSError, ValueError) as error:
        reason = _reason(error)
        return None, (unreadable(shown, reason, _beside(path) if reason == MISSING else None),)
    if len(content) > files.most:
        return None, (_too_large(shown, files.most),)
    return content, ()


def source_of(content: bytes, shown: str) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    """Returns the text of what a file holds; there although it is refused, as with `read_source`."""
    try:
        decoded = content.decode("utf-8")
    except UnicodeDecodeError as error:
        broken = SourceText(shown, _normalised(content.decode("utf-8", errors="replace")))
        before = len(_normalised(content[: error.start].decode("utf-8")))
        return broken, (_not_utf8(Span(shown, before, before + 1), error.start, content[error.start]),)
    source = SourceText(shown, _normalised(decoded))
    return source, _refused_characters(source)


def printed_text(content: bytes, shown: str) -> tuple[SourceText | None, tuple[Diagnostic, ...]]:
    """Returns the text in a file of prose: as `source_of`, but with the tabs and marks that rules may not have."""
    source, wrong = source_of(content, shown)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return None, wrong
    return source, ()


def _beside(path: Path) -> str | None:
    """Returns what is in the folder in which a file is missing: the name that was meant, or some of all."""
    try:
        names = sorted(each.name for each in path.parent.iterdir() if each.name.isprintable() and each.name[0] != ".")
    except OSError:
        return f"there is no folder `{path.parent.name}` to look in"
    meant = did_you_mean(path.name, names)
    listed = ", ".join(f"`{each}`" for each in names[:LISTED]) + (", ..." if len(names) > LISTED else "")
    return f"did you mean `{meant}`?" if meant else f"beside it there are {listed}" if names else "the folder is empty"


def unreadable(shown: str, reason: str, hint: str | None = None) -> Diagnostic:
    """A file or folder that cannot be read."""
    return Diagnostic("E0101", f"cannot read `{shown}`: {reason}", None, hint=hint)


def no_rules(shown: str) -> Diagnostic:
    """A folder in which nothing is written in the rules language."""
    return Diagnostic(
        "E0106",
        f"the folder `{shown}` holds no rules",
        None,
        hint="rules are read from files whose name ends in `.rules`",
    )


def no_texts(shown: str) -> Diagnostic:
    """A folder of texts in which there is none."""
    hint = "bodies of texts are read from files whose name ends in `.rules`"
    return Diagnostic("E0107", f"the folder `{shown}` holds no texts", None, hint=hint)


def _content(path: Path, most: int) -> bytes:
    """Reads at most one byte more than is allowed, so that a file without an end is refused too."""
    if path.exists() and not path.is_file():
        raise IsADirectoryError
    with path.open("rb") as file:
        return file.read(most + 1)


def _reason(error: OSError | ValueError) -> str:
    """Returns the reason in our own words: those of the operating system differ from one to the next."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return MISSING
        case IsADirectoryError():
            return "it is not a file"
        case PermissionError():
            return "it may not be read by you"
        case ValueError():
            return "no file can have this name"
        case _:
            return "the system refuses to read it"


def _normalised(text: str) -> str:
    unmarked = text.removeprefix(BYTE_ORDER_MARK)
    return unicodedata.normalize("NFC", unmarked.replace("\r\n", "\n").replace("\r", "\n"))


def _refused_characters(source: SourceText) -> tuple[Diagnostic, ...]:
    """Returns at most one diagnostic for tabs and one for controls: a file full of them is one mistake."""
    tabs = [found.start() for found in TABS.finditer(source.text)]
    controls = [found.start() for found in CONTROLS.finditer(source.text)]
    found: list[Diagnostic] = []
    if tabs:
        found.append(_tab(_at(source, tabs[0]), len(tabs)))
    if controls:
        found.append(_control(_at(source, controls[0]), source.text[controls[0]], len(controls)))
    return tuple(found)


def is_control(char: str) -> bool:
    """Returns whether a character would act on what is around it instead of being seen.

    Tabs and line ends are not meant.
    """
    return CONTROLS.fullmatch(char) is not None


def _at(source: SourceText, offset: int) -> Span:
    return Span(source.path, offset, offset + 1)


def _too_large(shown: str, most: int) -> Diagnostic:
    hint = "split the rules over several files" if shown.endswith(".rules") else None
    return Diagnostic("E0103", f"`{shown}` is larger than {most // 1024} KiB", None, hint=hint)


def _not_utf8(span: Span, offset: int, byte: int) -> Diagnostic:
    return Diagnostic(
        "E0102",
        f"the text is not UTF-8: byte {offset} is 0x{byte:02x}",
        span,
        hint="save the file in the encoding UTF-8",
    )


def _tab(span: Span, count: int) -> Diagnostic:
    return Diagnostic("E0104", f"the text has a tab{_and_more(count)}", span, hint="indent with spaces")


def _control(span: Span, char: str, count: int) -> Diagnostic:
    message = f"the text has the invisible character `U+{ord(char):04X}`{_and_more(count)}"
    return Diagnostic("E0105", message, span, hint="remove it; it can make a text read differently from what it says")


def _and_more(count: int) -> str:
    return f", and {count - 1} more" if count > 1 else ""
