"""A page of the book, and the signs it is written with: Markdown, which HTML is made from.

Every text of a game goes through `plain` or `preformatted`, so that nothing that stands in rules, labels or rulebooks
is ever taken for a sign of the page.
"""

from __future__ import annotations

import html
import re

from attrs import frozen

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~!&])")


@frozen
class Page:
    """A page: the `name` of its file without an ending, its title, and its text in Markdown, links without endings.

    A link to another page is written `name` or `name#anchor`; how the pages are put on a disk decides its ending.
    """

    name: str
    title: str
    text: str


def plain(text: str) -> str:
    """Returns Markdown that shows a text as it is, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Returns Markdown that shows a name of the rules."""
    return f"<code>{html.escape(text, quote=False)}</code>"


def link(text: str, page: str, anchor: str = "") -> str:
    """Returns a link to a page of the book, or to a place on it; `text` is Markdown."""
    return f"[{text}](<{page}{'#' + anchor if anchor else ''}>)"


def place(anchor: str) -> str:
    """Returns a place that a link may lead to."""
    return f'<a id="{html.escape(anchor)}"></a>'


def table(head: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    """Returns a table; its cells are Markdown without line breaks."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines)
