"""The questions that a rulebook leaves open: how each can be read, and which rules ask."""

from __future__ import annotations

from collections.abc import Iterator

from refengine.book.contents import Contents
from refengine.book.page import Page, code, link, place, plain
from refengine.ir import game as model
from refengine.report.anchors import QUESTIONS, RULES, STATEMENTS
from refengine.report.sentences import Sentences
from refengine.rulings.text import STATUSES


def questions_page(contents: Contents) -> Page:
    """Returns the page of all questions, with their editions behind them."""
    say = contents.sentences.say
    parts = [f"# {say('Questions that the rulebook leaves open')}\n"]
    if not contents.questions:
        parts.append(f"{say('There are none.')}\n")
    for each in contents.questions:
        parts += _question(contents, each)
    for edition in contents.game.editions:
        parts.append(f"## {say('Edition {name}', name=plain(contents.words.name(edition.name)))}\n")
        parts.append("".join(f"* {link(code(name), QUESTIONS, name)}: {code(how)}\n" for name, how in edition.readings))
    return Page(QUESTIONS, say("Questions"), "\n".join(parts))


def _question(contents: Contents, each: model.Question) -> Iterator[str]:
    yield f"{place(each.name)}\n\n## {plain(each.text)}\n"
    about = ", ".join(link(plain(one), STATEMENTS, one) for one in each.about)
    say = contents.sentences.say
    yield f"{say('{name}, about {statements}', name=code(each.name), statements=about)}\n"
    yield "".join(f"* {_reading(contents.sentences, one)}\n" for one in each.readings)
    asking = contents.asked_by.get(each.name, ())
    if asking:
        rules = ", ".join(link(code(one), RULES, one) for one in asking)
        yield f"{say('It is asked by {rules}.', rules=rules)}\n"
    else:
        yield f"{say('No rule asks it.')}\n"


def _reading(sentences: Sentences, each: model.Reading) -> str:
    marks = [sentences.say(STATUSES.get(status, status)) for status in each.statuses]
    if each.default:
        marks.append(sentences.say("default"))
    if each.incomplete:
        marks.append(sentences.say("says nothing there"))
    return f"{code(each.name)}: {plain(each.text)} ({plain(', '.join(marks))})"
