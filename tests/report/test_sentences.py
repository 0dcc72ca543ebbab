"""Sentences: every one is in each catalogue, with the same slots, and none is there that nobody says."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from refengine.report.phrases import Phrase, form_of
from refengine.report.sentences import DECIMAL, FAULT, PLAIN, THOUSANDS, Sentences, sentences_in
from refengine.report.words import Words
from refengine.resolve.labels import CASES, Labels

PACKAGE = Path(__file__).parents[2] / "refengine"
CATALOGUES = sorted((PACKAGE / "report" / "catalogues").glob("*.po"))

FAULTS = PACKAGE / "runtime" / "fault.py"
ILLEGAL = "E0701"
OTHER = {THOUSANDS, DECIMAL, FAULT}

Said = tuple[str, ...]
"""A sentence, or its two forms for one and for many."""


def said_in(module: Path) -> Iterator[tuple[int, Said | None]]:
    """Yields the sentences of a module with their lines; None for one that is put together where it is said."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr="say" | "phrase") | ast.Name(id="sentence" | "say" | "phrase")):
                match node.args[:1]:
                    case [ast.Constant(value=str(text))]:
                        yield node.lineno, (text,)
                    case [ast.JoinedStr() | ast.BinOp()]:
                        yield node.lineno, None
                    case _:
                        pass  # a sentence that is marked where it is written
            case ast.Call(func=ast.Attribute(attr="count") | ast.Name(id="count"), args=[_, one, many]):
                match one, many:
                    case ast.Constant(value=str(singular)), ast.Constant(value=str(plural)):
                        yield node.lineno, (singular, plural)
                    case _:
                        yield node.lineno, None
            case _:
                pass


# ---- WHAT IS SAID PAST THE CATALOGUES

FOR_PLAYERS = ("report", "rulings", "book", "cli")
"""The rooms in which what players read is put into words; `check`, `prove` and `mutants` speak to authors, of rules."""

SAYS = {"say", "phrase", "sentence", "count"}
FOR_AUTHORS = {"Diagnostic", "bad_usage", "_ForeignLogError"}
"""Calls that make diagnostics, which speak of files and have codes."""

TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:;]? [A-Za-z]{2,}")
A_WORD = re.compile(r"[A-Za-z]{2,}")

NO_SENTENCES = {
    "book/contents.py: : says": "a key of labels",
    "book/terms.py: by construction": "a name of a level, which has its sentence beside it",
    "book/terms.py: step invariant": "a name of a sort, which has its sentence beside it",
    "cli/audit.py: not asked": "a name of a sort, which has its sentence beside it",
    "cli/diff.py: positions compared": "a bar on the other stream, gone when there is an answer",
    "cli/diff.py: name two folders, or give `--reading`, `--option` or `--edition` twice, or `--since COMMIT`": (
        "told in a diagnostic"
    ),
    "cli/odds.py: every case": "told in a diagnostic",
    "cli/odds.py:  of cases": "told in a diagnostic",
    "cli/odds.py:  decides, in ": "told in a diagnostic",
    "cli/odds.py: example `": "told in a diagnostic",
    "cli/odds.py: the trace `": "told in a diagnostic",
    "cli/positions.py: example `": "told in a diagnostic",
    "cli/save_example.py: a scope refutes it, and `refengine explore` shows the moves": "told in a diagnostic",
    "cli/positions.py: the trace `": "told in a diagnostic",
    "cli/positions.py: the start": "told in a diagnostic",
    "cli/show.py:  on ": "a style",
    "cli/prompt.py: who acts": "words of questions",
    "cli/prompt.py: legal actions of": "words of questions",
    "cli/prompt.py: why not": "words of questions",
    "cli/prompt.py: odds of": "words of questions",
    "cli/save_example.py: : example ": "for authors",
    "cli/save_example.py: : there already: an example of ": "for authors",
    "cli/save_example.py: its text cannot be read": "for authors",
    "cli/statistics.py: `refengine check`": "a command",
    "report/citations.py: : says": "a key of labels",
    "report/words.py: : asks": "a key of labels",
    "rulings/no_answer.py: `given phase Inner in Outer`": "a line of a dispute",
    "rulings/audit.py: ` has ": "told in a diagnostic",
    "rulings/audit.py:  arguments, and not ": "told in a diagnostic",
    "rulings/chances.py: this position": "told in a diagnostic",
    "rulings/diff_text.py: `--format json`": "a command",
    "rulings/speech.py: : yes": "a key of labels",
    "rulings/speech.py: : is": "a key of labels",
}
"""Texts with words in them that are no sentences of ours, and why."""


def is_said(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in SAYS | FOR_AUTHORS


def unsaid_in(tree: ast.AST) -> Iterator[str]:
    """Yields texts with words in them that no catalogue is asked for; docstrings, types and patterns are none."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call() if is_said(node):
                passed |= {id(each) for part in node.args for each in ast.walk(part)}
            case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Subscript() | ast.Compare() | ast.MatchValue():
                passed |= {id(each) for each in ast.walk(node)}
            case ast.FunctionDef(returns=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
                passed |= {id(each) for each in ast.walk(annotation)}
            case _:
                pass
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in passed:
                if (A_WORD if id(node) in parts else TWO_WORDS).search(text):
                    yield text
            case _:
                pass


def speaks(text: str) -> bool:
    return "report.sentences" in text or "report.words" in text


@cache
def unsaid() -> set[str]:
    return {
        f"{module.relative_to(PACKAGE).as_posix()}: {text}"
        for room in FOR_PLAYERS
        for module in (PACKAGE / room).rglob("*.py")
        if speaks(written := module.read_text("utf-8"))
        for text in unsaid_in(ast.parse(written))
    }


@cache
def found() -> tuple[tuple[Path, int, Said | None], ...]:
    """What all modules say; looked for by who asks, since every worker imports this file."""
    return tuple((module, at, said) for module in PACKAGE.rglob("*.py") for at, said in said_in(module))


def all_said() -> set[Said]:
    return {said for _, _, said in found() if said is not None}


def messages(catalogue: Path) -> list[Message]:
    return [each for each in read_po(BytesIO(catalogue.read_bytes())) if each.id]


def as_said(message: Message) -> Said:
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def slots(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def cases(text: str) -> set[str]:
    return {spec for _, name, spec, _ in Formatter().parse(text) if name and spec}


def test_there_are_sentences_and_catalogues() -> None:
    assert len(all_said()) > 100
    assert CATALOGUES


def test_no_sentence_is_put_together_where_it_is_said() -> None:
    assert [f"{module}:{at}" for module, at, said in found() if said is None] == []


def test_nothing_is_said_to_players_past_the_catalogues() -> None:
    assert sorted(unsaid() - set(NO_SENTENCES)) == []
    assert sorted(set(NO_SENTENCES) - unsaid()) == []


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ('print("they part at the start")', ["they part at the start"]),
        ('f"{n} moves"', [" moves"]),
        ('say("they part at the start")', []),
        ('count(n, "{n} move of it", "{n} moves of it")', []),
        ("f\"  {say('also {these}', these=some)}; {n}\"", []),
        ('raise Refused([bad_usage("both sides are the same")])', []),
        ('def f() -> None:\n    """It says nothing at all."""', []),
    ],
)
def test_what_is_said_past_the_catalogues_is_seen(code: str, seen: list[str]) -> None:
    assert [*unsaid_in(ast.parse(code))] == seen


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda each: each.stem)
def test_every_sentence_is_translated_and_nothing_else(catalogue: Path) -> None:
    there = {as_said(each) for each in messages(catalogue) if not each.context}
    assert there == all_said()
    assert {as_said(each) for each in messages(catalogue) if each.context and each.context not in OTHER} <= all_said()


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda each: each.stem)
def test_every_fault_of_rules_is_translated(catalogue: Path) -> None:
    named = {ast.literal_eval(each) for each in re.findall(r'"E\d{4}"', FAULTS.read_text("utf-8"))}
    assert "E0501" in named
    assert {each.id for each in messages(catalogue) if each.context == FAULT} == named - {ILLEGAL}


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda each: each.stem)
def test_a_translation_has_the_slots_of_its_sentence(catalogue: Path) -> None:
    wrong = []
    for each in messages(catalogue):
        said = as_said(each)
        told = (each.string,) if isinstance(each.string, str) else tuple(each.string or ())
        loose = {"n"} if len(said) == 2 else set()  # that it is one need not be said in a number
        right = slots(told[0]) | loose == slots(said[0]) | loose and all(
            slots(text) == slots(said[-1]) for text in told[1:]
        )
        if not right or not all(told):
            wrong.append(said)
    assert wrong == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda each: each.stem)
def test_what_asks_for_a_case_is_said_without_it_too(catalogue: Path) -> None:
    plain = {as_said(each): each for each in messages(catalogue) if each.context == PLAIN}
    asking = {as_said(each) for each in messages(catalogue) if not each.context and cases(str(each.string))}
    assert asking == set(plain)
    assert [each.id for each in plain.values() if cases(str(each.string))] == []
    named = {each.context for each in messages(catalogue) if each.context} - {PLAIN, *OTHER}
    assert named <= set(CASES)
    assert {spec for each in messages(catalogue) for spec in cases(str(each.string))} <= set(CASES)


def test_numbers_have_the_forms_of_the_language() -> None:
    czech = sentences_in("cs")
    assert [czech.count(n, "{n} piece", "{n} pieces") for n in (0, 1, 2, 4, 5, 22, 1200)] == [
        "0 kusů", "1 kus", "2 kusy", "4 kusy", "5 kusů", "22 kusů", "1\u00a0200 kusů",
    ]  # fmt: skip
    assert [sentences_in("en").count(n, "{n} piece", "{n} pieces") for n in (1, 1200)] == ["1 piece", "1,200 pieces"]


def test_a_case_that_nobody_gave_is_not_needed() -> None:
    labels = Labels(
        {"cs": {"army": "vojsko", "Britain": "Británie", "Britain: genitive": "Británie", "Spain": "Španělsko"}}
    )
    words = Words(labels, "cs")
    assert words.name("army of Britain") == "vojsko Británie"
    assert words.name("army of Spain") == "vojsko: Španělsko"
    assert form_of(words.name("army of Britain"), "genitive") is None


def test_a_name_that_is_printed_is_not_taken_apart() -> None:
    words = Words(Labels({"cs": {"army": "vojsko"}}), "cs")
    assert words.name("Circle of Light (0001)") == "Circle of Light (0001)"
    assert words.name("army of Circle of Light") == "vojsko: Circle of Light"


def test_a_phrase_has_the_cases_of_its_parts() -> None:
    czech = sentences_in("cs")
    hand = Phrase("ruka", {"genitive": "ruky"})
    held = czech.phrase("{what} of {whose}", what=hand, whose=czech.phrase("player {n}", n=2))
    assert (held, form_of(held, "genitive")) == ("ruka hráče 2", "ruky hráče 2")


def test_words_of_a_name_have_its_cases_together() -> None:
    labels = Labels({"cs": {"Hussites": "Husité", "Hussites: genitive": "Husitů", "Red": "červený"}})
    words = Words(labels, "cs")
    assert form_of(words.name("Hussites 7"), "genitive") == "Husitů 7"
    assert form_of(words.name("Red Hussites"), "genitive") is None


@pytest.mark.parametrize("language", ["en", "xx", "../cs", "", "cs\0"])
def test_without_a_catalogue_it_is_english(language: str) -> None:
    assert sentences_in(language).say("player {n}", n=2) == "player 2"


def test_a_word_of_a_name_has_its_label_before_a_comma_too() -> None:
    words = Words(Labels({"cs": {"tunnel": "tunel", "Up": "nahoru"}}), "cs")
    assert words.name("(0, -1) tunnel, turned Up") == "(0, -1) tunel, turned nahoru"


def test_alike_names_are_counted_and_numbers_are_told_from_names() -> None:
    words = Words(Labels({}))
    assert words.public(["Plum", "Plum", "Ash"]) == "2 Plum, Ash"
    assert words.public(["1", "1", "1", "2"]) == "3 × 1, 2"


def test_what_a_name_says_is_never_a_slot() -> None:
    assert Sentences().say("{what} of {whose}", what="{whose}", whose="{0}") == "{whose} of {0}"
