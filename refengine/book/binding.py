"""The binding of the book: its pages as files of HTML with one stylesheet, or of Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Literal

from markdown_it import MarkdownIt

from refengine.book.contents import Contents
from refengine.book.listing import Listing
from refengine.book.overview import FIRST, first_page, known_page, missing_page, names_page
from refengine.book.page import Page
from refengine.book.precedents import precedents_page
from refengine.book.questions import questions_page
from refengine.book.statements import Statements

Form = Literal["html", "markdown"]

_TO_A_PAGE = re.compile(r"(\]\(<|<a href=\")([a-z]+)(?=[#>\"])")
"""A link to a page of the book: all links of ours are written so, and no text of a game can be taken for one."""


def pages_of(contents: Contents) -> tuple[Page, ...]:
    """Returns all pages of the book, the first one first."""
    listing = Listing(contents)
    rest = (
        Statements(contents, listing).page(),
        questions_page(contents),
        precedents_page(contents),
        listing.page(),
        known_page(contents),
        missing_page(contents),
        names_page(contents),
    )
    return (first_page(contents, rest), *rest)


def book_files(pages: Sequence[Page], language: str, form: Form) -> Mapping[str, str]:
    """Returns the files of a book by their names; `language` is that of its sentences."""
    if form == "markdown":
        return {f"{each.name}.md": _with_endings(each.text, "md") for each in pages}
    style = files(__package__).joinpath("style.css").read_text("utf-8")
    return {"style.css": style} | {f"{each.name}.html": _html(each, pages, language) for each in pages}


def _html(page: Page, pages: Sequence[Page], language: str) -> str:
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    others = " · ".join(
        f'<a href="{each.name}.html">{html.escape(each.title)}</a>' for each in pages if each.name != page.name
    )
    title = page.title if page.name == FIRST else f"{page.title} – {pages[0].title}"
    return f"""<!doctype html>
<html lang="{html.escape(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav>{others}</nav>
{reader.render(_with_endings(page.text, "html"))}</body>
</html>
"""


def _with_endings(text: str, ending: str) -> str:
    return _TO_A_PAGE.sub(rf"\g<1>\g<2>.{ending}", text)
