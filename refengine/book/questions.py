"""The questions that a rulebook leaves open: how each can be read, and which rules ask."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.book.contents import Contents
from refengine.book.listing import RULES, STATEMENTS
from refengine.book.page import Page, code, link, place, plain
from refengine.book.statements import QUESTIONS
from refengine.ir import game as model


def questions_page(contents: Contents) -> Page:
    """Returns the page of all questions, with their editions behind them."""
    parts = ["# Questions that the rulebook leaves open\n"]
    if not contents.game.questions:
        parts.append("There are none.\n")
    for each in contents.game.questions:
        parts += _question(contents, each)
    for edition in contents.game.editions:
        parts.append(f"## Edition {plain(edition.name.replace('_', ' '))}\n")
        parts.append("".join(f"* {link(code(name), QUESTIONS, name)}: {code(how)}\n" for name, how in edition.readings))
    return Page(QUESTIONS, "Questions", "\n".join(parts))


def _question(contents: Contents, each: model.Question) -> Iterator[str]:
    yield f"{place(each.name)}\n\n## {plain(each.text)}\n"
    about = ", ".join(link(plain(one), STATEMENTS, one) for one in each.about)
    yield f"{code(each.name)}, about {about}\n"
    yield "".join(f"* {_reading(one)}\n" for one in each.readings)
    asking = contents.asked_by.get(each.name, ())
    if asking:
        yield f"It is asked by {', '.join(link(code(one), RULES, one) for one in asking)}.\n"
    else:
        yield "No rule asks it.\n"


def _reading(each: model.Reading) -> str:
    marks = list(each.statuses)
    if each.default:
        marks.append("default")
    if each.incomplete:
        marks.append("says nothing there")
    return f"{code(each.name)}: {plain(each.text)} ({plain(', '.join(marks))})"
