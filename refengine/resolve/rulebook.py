"""The index of a rulebook: what it states, in our paraphrase, and what we rule where it is silent.

Nothing here reads the rulebook itself: the wording stays with whoever owns it, the index keeps its hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen

from refengine.resolve.errors import there_are
from refengine.resolve.toml_form import DATE, NAME, NAMES, TABLE, TABLES, TEXT, Form, ValueForm, check_form, choice
from refengine.resolve.toml_text import TomlText, parse_toml
from refengine.source.citation import Citation
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText, read_source


@frozen
class Statement:
    """A statement of the rulebook; what is not normative (a picture, flavour, an example) needs no rule."""

    id: str
    lines: str
    paraphrase: str
    normative: bool
    reason: str | None
    hash: str
    span: Span = field(eq=False)


@frozen
class Ruling:
    """A decision of ours, about statements that are silent or contradict each other."""

    id: str
    about: tuple[str, ...]
    decision: str
    reason: str
    date: date
    span: Span = field(eq=False)


@frozen
class Rulebook:
    """The index of one rulebook, in the order of the file; with those of its bases it is that of a module.

    In a module the ids of `inherited` statements and rulings begin with the name of the base: `farm.F3`.
    """

    id: str
    title: str
    language: str
    statements: Mapping[str, Statement]
    rulings: Mapping[str, Ruling]
    span: Span | None = field(default=None, eq=False)
    inherited: frozenset[str] = frozenset()

    @property
    def labelled(self) -> frozenset[str]:
        """The names under which labels may have the texts of statements and rulings: `R17: says`, `ruling A6: says`."""
        return frozenset(
            {f"{each}: says" for each in self.statements} | {f"ruling {each}: says" for each in self.rulings}
        )

    @property
    def own(self) -> Rulebook:
        """The index without those of the bases."""
        statements = {name: each for name, each in self.statements.items() if name not in self.inherited}
        rulings = {name: each for name, each in self.rulings.items() if name not in self.inherited}
        return evolve(self, statements=statements, rulings=rulings, inherited=frozenset())


@frozen
class RulebookCoverage:
    """The normative statements that rules rest on, those that none does, and rulings without rules; ids in order."""

    cited: tuple[str, ...]
    uncited: tuple[str, ...]
    uncited_rulings: tuple[str, ...]


def _matching(pattern: str, wanted: str, hint: str | None = None, source: str | None = None) -> ValueForm:
    def accepts(value: object) -> bool:
        return isinstance(value, str) and re.fullmatch(pattern, value) is not None

    return ValueForm(wanted, accepts, hint=hint, source=source)


LINES = _matching(r"[1-9][0-9]*(, [1-9][0-9]*)*", "numbers of lines, as in `9, 11`", 'write `lines = "9, 11"`')
HASH = _matching(
    r"sha256:[0-9a-f]{64}",
    "`sha256:` and 64 hexadecimal digits in small letters",
    source="`refengine hash GAME TEXT` writes the hashes, made from the text of the rulebook",
)
LANGUAGE = _matching(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", "the code of a language, as in `en`", 'write `language = "en"`')

FILE = Form({"rulebook": TABLE, "statement": TABLES}, {"ruling": TABLES})
HEAD = Form({"id": NAME, "title": TEXT, "language": LANGUAGE}, {"edition": TEXT, "source": TEXT})
STATEMENT = Form(
    {"id": NAME, "lines": LINES, "paraphrase": TEXT, "status": choice("normative", "not normative"), "hash": HASH},
    {"reason": TEXT},
)
RULING = Form({"id": NAME, "about": NAMES, "decision": TEXT, "reason": TEXT, "date": DATE})


def load_rulebook(path: Path, shown: str) -> tuple[Rulebook | None, tuple[Diagnostic, ...]]:
    """Returns the index in a file; none if anything is wrong with it."""
    source, diagnostics = read_source(path, shown)
    return (None, diagnostics) if source is None or diagnostics else parse_rulebook(source)


def parse_rulebook(source: SourceText) -> tuple[Rulebook | None, tuple[Diagnostic, ...]]:
    """Returns the index in a text; none if anything is wrong with it."""
    text, broken = parse_toml(source)
    if text is None:
        return None, broken
    malformed = tuple(check_form(text, (), text.data, FILE)) or tuple(_malformed(text))
    if malformed:
        return None, malformed
    diagnostics = (
        *_duplicates(text, "statement"),
        *_duplicates(text, "ruling"),
        *_set_aside_in_silence(text),
        *_about_nothing(text),
    )
    return (None, diagnostics) if diagnostics else (_rulebook(text), ())


def with_base(rulebook: Rulebook, name: str, base: Rulebook) -> Rulebook:
    """Returns the index of a module with that of its base, whose statements are cited by the name of the base."""

    def called(word: str) -> str:
        return word if word in base.inherited else f"{name}.{word}"

    statements = {called(word): evolve(each, id=called(word)) for word, each in base.statements.items()}
    rulings = {
        called(word): evolve(each, id=called(word), about=tuple(map(called, each.about)))
        for word, each in base.rulings.items()
    }
    return evolve(
        rulebook,
        statements={**rulebook.statements, **statements},
        rulings={**rulebook.rulings, **rulings},
        inherited=frozenset((*statements, *rulings)),
    )


def coverage(rulebook: Rulebook, cited: Iterable[Citation]) -> RulebookCoverage:
    """Returns which part of the rulebook the citations reach."""
    reached = {(citation.kind, citation.id) for citation in cited}
    normative = [statement.id for statement in rulebook.statements.values() if statement.normative]
    return RulebookCoverage(
        cited=tuple(each for each in normative if ("statement", each) in reached),
        uncited=tuple(each for each in normative if ("statement", each) not in reached),
        uncited_rulings=tuple(each for each in rulebook.rulings if ("ruling", each) not in reached),
    )


def check_citations(rulebook: Rulebook, citations: Iterable[Citation]) -> tuple[Diagnostic, ...]:
    """Citations of what does not exist, and what exists and is never cited."""
    citations = tuple(citations)
    covered = coverage(rulebook, citations)
    return (
        *(_unknown(rulebook, each) for each in citations if each.id not in _ids(rulebook, each.kind)),
        *(_uncited_statement(rulebook.statements[each]) for each in covered.uncited),
        *(_uncited_ruling(rulebook.rulings[each]) for each in covered.uncited_rulings),
    )


def _ids(rulebook: Rulebook, kind: Literal["statement", "ruling"]) -> Iterable[str]:
    return rulebook.statements if kind == "statement" else rulebook.rulings


def _unknown(rulebook: Rulebook, citation: Citation) -> Diagnostic:
    return (
        _unknown_statement(rulebook, citation) if citation.kind == "statement" else _unknown_ruling(rulebook, citation)
    )


def _malformed(text: TomlText) -> Iterator[Diagnostic]:
    yield from check_form(text, ("rulebook",), text.data["rulebook"], HEAD)
    for kind, form in (("statement", STATEMENT), ("ruling", RULING)):
        for index, entry in enumerate(text.data.get(kind, ())):
            yield from check_form(text, (kind, index), entry, form)


def _duplicates(text: TomlText, kind: Literal["statement", "ruling"]) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for index, entry in enumerate(text.data.get(kind, ())):
        span = text.value(kind, index, "id")
        if entry["id"] in first:
            yield _duplicate_id(span, kind, entry["id"], first[entry["id"]])
        first.setdefault(entry["id"], span)


def _set_aside_in_silence(text: TomlText) -> Iterator[Diagnostic]:
    for index, entry in enumerate(text.data["statement"]):
        if entry["status"] == "not normative" and "reason" not in entry:
            yield _no_reason(text.value("statement", index, "status"), entry["id"])


def _about_nothing(text: TomlText) -> Iterator[Diagnostic]:
    known = {entry["id"] for entry in text.data["statement"]}
    for index, entry in enumerate(text.data.get("ruling", ())):
        for number, name in enumerate(entry["about"]):
            if name not in known:
                span = text.element(number, "ruling", index, "about")
                yield _about_unknown(span, entry["id"], name, did_you_mean(name, known))


def _rulebook(text: TomlText) -> Rulebook:
    head = text.data["rulebook"]
    statements = [_statement(text, index, entry) for index, entry in enumerate(text.data["statement"])]
    rulings = [_ruling(text, index, entry) for index, entry in enumerate(text.data.get("ruling", ()))]
    return Rulebook(
        head["id"],
        head["title"],
        head["language"],
        {each.id: each for each in statements},
        {each.id: each for each in rulings},
        text.value("rulebook", "id"),
    )


def _statement(text: TomlText, index: int, entry: Mapping[str, Any]) -> Statement:
    return Statement(
        id=entry["id"],
        lines=entry["lines"],
        paraphrase=entry["paraphrase"],
        normative=entry["status"] == "normative",
        reason=entry.get("reason"),
        hash=entry["hash"],
        span=text.value("statement", index, "id"),
    )


def _ruling(text: TomlText, index: int, entry: Mapping[str, Any]) -> Ruling:
    return Ruling(
        id=entry["id"],
        about=tuple(entry["about"]),
        decision=entry["decision"],
        reason=entry["reason"],
        date=entry["date"],
        span=text.value("ruling", index, "id"),
    )


def _unknown_statement(rulebook: Rulebook, citation: Citation) -> Diagnostic:
    meant = did_you_mean(citation.id, rulebook.statements)
    hint = f"did you mean `{meant}`?" if meant else _to_add("statement", citation.id)
    if citation.id in rulebook.rulings:
        hint = f"`{citation.id}` is a ruling: write `ruling {citation.id}`"
    return Diagnostic("E0601", f"the rulebook has no statement `{citation.id}`", citation.span, hint=hint)


def _to_add(sort: str, word: str) -> str:
    module, dot, own = word.rpartition(".")
    where = f"the `rulebook.toml` of `{module}`" if dot else "`rulebook.toml`"
    return f'add a `[[{sort}]]` with `id = "{own}"` to {where}, or cite another one'


def _unknown_ruling(rulebook: Rulebook, citation: Citation) -> Diagnostic:
    meant = did_you_mean(citation.id, rulebook.rulings)
    hint = f"did you mean `{meant}`?" if meant else there_are(rulebook.rulings) or _to_add("ruling", citation.id)
    if citation.id in rulebook.statements:
        hint = f"`{citation.id}` is a statement: leave out `ruling`"
    return Diagnostic("E0602", f"there is no ruling `{citation.id}`", citation.span, hint=hint)


def _duplicate_id(span: Span, kind: str, name: str, first: Span) -> Diagnostic:
    labels = (Label(first, "it is here"),)
    return Diagnostic("E0603", f"there is a {kind} `{name}` already", span, labels, "give one of the two another `id`")


def _about_unknown(span: Span, ruling: str, name: str, meant: str | None) -> Diagnostic:
    hint = f"did you mean `{meant}`?" if meant else None
    return Diagnostic(
        "E0604", f"the ruling `{ruling}` is about a statement `{name}` that is not there", span, hint=hint
    )


def _no_reason(span: Span, name: str) -> Diagnostic:
    message = f"the statement `{name}` is not normative, and nothing says why"
    return Diagnostic("E0605", message, span, hint="add a `reason`")


def _uncited_statement(statement: Statement) -> Diagnostic:
    message = f"no rule cites the statement `{statement.id}`"
    hint = (
        f"cite it where it is followed, with `per {statement.id}`, or give it the status `not normative` and a reason"
    )
    return Diagnostic("W0601", message, statement.span, hint=hint)


def _uncited_ruling(ruling: Ruling) -> Diagnostic:
    hint = f"cite it where it is followed, with `per ruling {ruling.id}`, or remove it"
    return Diagnostic("W0602", f"nothing cites the ruling `{ruling.id}`", ruling.span, hint=hint)
