"""The precedents of a game: rulings that are kept, and what they rest on."""

from __future__ import annotations

import html
from collections.abc import Iterator

from refengine.book.contents import Contents
from refengine.book.page import Page, code, link, place, plain
from refengine.report.anchors import RULES
from refengine.rulings.precedents import Precedent

PRECEDENTS = "precedents"


def precedents_page(contents: Contents) -> Page:
    """Returns the page of all precedents."""
    say = contents.sentences.say
    parts = [f"# {say('Precedents')}\n"]
    if not contents.precedents:
        parts.append(f"{say('There are none.')}\n")
    for each in contents.precedents:
        parts += _precedent(contents, each)
    return Page(PRECEDENTS, say("Precedents"), "\n".join(parts))


def _precedent(contents: Contents, each: Precedent) -> Iterator[str]:
    yield f"{place(each.name)}\n\n## {plain(each.title or each.name.replace('_', ' '))}\n"
    yield f"<pre>{html.escape(chr(10).join(each.lines), quote=False)}</pre>\n"
    yield f"**{plain(each.verdict)}**\n"
    if each.confirmed is not None:
        who, day = plain(each.confirmed.by), plain(each.confirmed.on)
        yield f"{contents.sentences.say('Confirmed by {who} on {day}.', who=who, day=day)}\n"
    if each.reasons:
        there = {one.path for listed in contents.citing.values() for one in listed if one.rule}
        told = (link(code(path), RULES, path) if path in there else code(path) for path in each.reasons)
        yield f"{contents.sentences.say('It rests on {rules}.', rules=', '.join(told))}\n"
