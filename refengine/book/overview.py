"""The first page of the book, the page of what is known, the page of what is missing, and the page of names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.book.contents import Contents
from refengine.book.listing import RULES, STATEMENTS
from refengine.book.page import Page, code, counted, link, plain, table
from refengine.book.statements import QUESTIONS
from refengine.ir import game as model
from refengine.resolve.rulebook import Statement

FIRST, KNOWN, MISSING, NAMES = "index", "known", "missing", "names"


def first_page(contents: Contents, pages: Sequence[Page]) -> Page:
    """Returns the page that leads to all others."""
    rulebook = contents.rulebook
    parts = [
        f"# {plain(rulebook.title)}\n",
        _sum(contents),
        "".join(f"* {link(plain(each.title), each.name)}\n" for each in pages),
        "## The statements\n",
        "".join(
            f"* {_line(each)}{'' if each.normative else ' *(no rule)*'}\n" for each in rulebook.statements.values()
        ),
    ]
    return Page(FIRST, rulebook.title, "\n".join(parts))


def _sum(contents: Contents) -> str:
    normative = [each for each in contents.rulebook.statements.values() if each.normative]
    carried = [each for each in normative if _rules_of(contents, each.id)]
    game = contents.game
    return (
        f"Rules carry out {len(carried)} of {counted(len(normative), 'statement')} of the rulebook; it leaves"
        f" {counted(len(game.questions), 'question')} open. {counted(len(game.examples), 'example')} decide"
        f" cases, and it is promised how {counted(len(contents.known), 'statement')} about all games are known.\n"
    )


def known_page(contents: Contents) -> Page:
    """Returns the page of what is promised of the game, by kinds."""
    parts = ["# What is known of all games\n"]
    if not contents.known:
        parts.append("Nothing is promised: the game has no `evidence.toml`.\n")
    kinds = dict.fromkeys(kind for kind, _ in contents.known)
    anchors = {each.path for listed in contents.citing.values() for each in listed if not each.rule}
    for kind in kinds:
        rows = [(name, level) for (of, name), level in contents.known.items() if of == kind]
        parts.append(f"## {plain(kind.capitalize())}\n")
        cells = tuple(
            (link(code(name), RULES, f"{name}-said") if name in anchors else code(name), plain(str(level)))
            for name, level in rows
        )
        parts.append(table(("what", "how it is known"), cells))
    return Page(KNOWN, "What is known", "\n".join(parts))


def missing_page(contents: Contents) -> Page:
    """Returns the page of what no rule carries out, what rests on rulings alone, and what the sources do not give."""
    statements = contents.rulebook.statements.values()
    parts = ["# What is missing\n", "## Statements that no rule carries out\n"]
    parts.append(_listed([_line(each) for each in statements if each.normative and not _rules_of(contents, each.id)]))
    parts.append("## Statements that are no rules\n")
    parts.append(_listed([f"{_line(each)} ({plain(each.reason or '')})" for each in statements if not each.normative]))
    parts.append("## Rules that rest on no statement, but on a ruling\n")
    parts.append(_listed(list(_on_rulings_alone(contents))))
    parts.append("## What the sources do not give\n")
    parts.append(_listed(list(_reconstructed(contents.game))))
    return Page(MISSING, "What is missing", "\n".join(parts))


def names_page(contents: Contents) -> Page:
    """Returns the page of all names that have a label, in every language that has labels."""
    languages = tuple(contents.compiled.labels.languages)
    names = dict.fromkeys(name for each in contents.compiled.labels.languages.values() for name in each)
    rows = tuple(
        (code(name), *(plain(contents.compiled.labels.languages[each].get(name, "")) for each in languages))
        for name in names
    )
    text = table(("in the rules", *(plain(each) for each in languages)), rows) if rows else "There are no labels.\n"
    return Page(NAMES, "Names", f"# Names\n\n{text}")


def _rules_of(contents: Contents, cite: str) -> bool:
    return any(each.rule for each in contents.citing.get(cite, ()))


def _line(each: Statement) -> str:
    return f"{link(plain(each.id), STATEMENTS, each.id)}: {plain(each.paraphrase)}"


def _on_rulings_alone(contents: Contents) -> Iterator[str]:
    grounds: dict[str, list[str]] = {}
    for each in contents.compiled.cited:
        if each.rule:
            grounds.setdefault(each.path, []).append(str(each.citation))
    for path, cites in grounds.items():
        if all(each.startswith("ruling ") for each in cites):
            listed = ", ".join(link(plain(each), STATEMENTS, each.replace(" ", "-")) for each in dict.fromkeys(cites))
            yield f"{link(code(path), RULES, path)}: {listed}"


def _reconstructed(game: model.Game) -> Iterator[str]:
    for each in game.questions:
        for reading in each.readings:
            if "reconstructed" in reading.statuses:
                yield f"{link(plain(each.text), QUESTIONS, each.name)} {plain(reading.text)}"
    for table_ in game.tables:
        if table_.reconstructed:
            yield f"the table {code(table_.name)}"


def _listed(lines: list[str]) -> str:
    return "".join(f"* {each}\n" for each in lines) or "None.\n"
