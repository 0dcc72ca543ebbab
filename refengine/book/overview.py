"""The first page of the book, the page of what is known, the page of what is missing, and the page of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.book.contents import Contents
from refengine.book.page import Page, code, link, plain, table
from refengine.book.terms import kind_in, level_in
from refengine.report.anchors import QUESTIONS, RULES, STATEMENTS
from refengine.resolve.labels import CASES
from refengine.resolve.rulebook import Statement

FIRST, KNOWN, MISSING, NAMES = "index", "known", "missing", "names"

NO_NAMES = (": says", *(f": {case}" for case in CASES))
"""The ends of labels that are no names, but texts and cases of names."""


def first_page(contents: Contents, pages: Sequence[Page]) -> Page:
    """Returns the page that leads to all others."""
    rulebook, say = contents.rulebook, contents.sentences.say
    no_rule = say("no rule")
    parts = [
        f"# {plain(rulebook.title)}\n",
        _sum(contents),
        "".join(f"* {link(plain(each.title), each.name)}\n" for each in pages),
        f"## {say('The statements')}\n",
        "".join(
            f"* {_line(contents, each)}{'' if each.normative else f' *({no_rule})*'}\n"
            for each in rulebook.statements.values()
        ),
    ]
    return Page(FIRST, rulebook.title, "\n".join(parts))


def _sum(contents: Contents) -> str:
    normative = [each for each in contents.rulebook.statements.values() if each.normative]
    carried = [each for each in normative if _rules_of(contents, each.id)]
    told, game = contents.sentences, contents.game
    parts = (
        told.count(
            len(normative),
            "Rules carry out {carried} of {n} statement of the rulebook.",
            "Rules carry out {carried} of {n} statements of the rulebook.",
            carried=len(carried),
        ),
        told.count(len(game.questions), "It leaves {n} question open.", "It leaves {n} questions open."),
        told.count(len(game.examples), "{n} example decides a case.", "{n} examples decide cases."),
        told.count(
            len(contents.known),
            "It is promised how {n} statement about all games is known.",
            "It is promised how {n} statements about all games are known.",
        ),
    )
    return f"{' '.join(parts)}\n"


def known_page(contents: Contents) -> Page:
    """Returns the page of what is promised of the game, by kinds."""
    told = contents.sentences
    parts = [f"# {told.say('What is known of all games')}\n"]
    if not contents.known:
        parts.append(f"{told.say('Nothing is promised: the game has no {file}.', file='`evidence.toml`')}\n")
    kinds = dict.fromkeys(kind for kind, _ in contents.known)
    anchors = {each.path for listed in contents.citing.values() for each in listed if not each.rule}
    for kind in kinds:
        rows = [(name, level) for (of, name), level in contents.known.items() if of == kind]
        parts.append(f"## {plain(kind_in(told, kind).capitalize())}\n")
        cells = tuple(
            (link(code(name), RULES, f"{name}-said") if name in anchors else code(name), plain(level_in(told, level)))
            for name, level in rows
        )
        parts.append(table((told.say("what"), told.say("how it is known")), cells))
    return Page(KNOWN, told.say("What is known"), "\n".join(parts))


def missing_page(contents: Contents) -> Page:
    """Returns the page of what no rule carries out, what rests on rulings alone, and what the sources do not give."""
    statements, say = contents.rulebook.statements.values(), contents.sentences.say
    left = [_line(contents, each) for each in statements if each.normative and not _rules_of(contents, each.id)]
    others = [f"{_line(contents, each)} ({plain(each.reason or '')})" for each in statements if not each.normative]
    parts = [f"# {say('What is missing')}\n"]
    for heading, lines in (
        (say("Statements that no rule carries out"), left),
        (say("Statements that are no rules"), others),
        (say("Rules that rest on no statement, but on a ruling"), list(_on_rulings_alone(contents))),
        (say("What the sources do not give"), list(_reconstructed(contents))),
    ):
        listed = "".join(f"* {each}\n" for each in lines) or f"{say('None.')}\n"
        parts += [f"## {heading}\n", listed]
    return Page(MISSING, say("What is missing"), "\n".join(parts))


def names_page(contents: Contents) -> Page:
    """Returns the page of all names that have a label, in every language that has labels."""
    languages, say = tuple(contents.compiled.labels.languages), contents.sentences.say
    texts = tuple(f"{each.name}: " for each in contents.questions)
    names = dict.fromkeys(
        name
        for each in contents.compiled.labels.languages.values()
        for name in each
        if not name.endswith(NO_NAMES) and not name.startswith(texts)
    )
    rows = tuple(
        (code(name), *(plain(contents.compiled.labels.languages[each].get(name, "")) for each in languages))
        for name in names
    )
    heading = (say("in the rules"), *(plain(each) for each in languages))
    text = table(heading, rows) if rows else f"{say('There are no labels.')}\n"
    return Page(NAMES, say("Names"), f"# {say('Names')}\n\n{text}")


def _rules_of(contents: Contents, cite: str) -> bool:
    return any(each.rule for each in contents.citing.get(cite, ()))


def _line(contents: Contents, each: Statement) -> str:
    return f"{link(plain(each.id), STATEMENTS, each.id)}: {plain(contents.text_of(each.id, each.paraphrase))}"


def _on_rulings_alone(contents: Contents) -> Iterator[str]:
    grounds: dict[str, list[str]] = {}
    for each in contents.compiled.cited:
        if each.rule:
            grounds.setdefault(each.path, []).append(str(each.citation))
    for path, cites in grounds.items():
        if all(each.startswith("ruling ") for each in cites):
            listed = ", ".join(link(plain(each), STATEMENTS, each.replace(" ", "-")) for each in dict.fromkeys(cites))
            yield f"{link(code(path), RULES, path)}: {listed}"


def _reconstructed(contents: Contents) -> Iterator[str]:
    for each in contents.questions:
        for reading in each.readings:
            if "reconstructed" in reading.statuses:
                yield f"{link(plain(each.text), QUESTIONS, each.name)} {plain(reading.text)}"
    for table_ in contents.game.tables:
        if table_.reconstructed:
            yield contents.sentences.say("the table {name}", name=code(table_.name))
