"""A question as the command line puts it: the position is set up, and the rulings are printed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from refengine import __version__
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import ENGLISH, GameAdditions, compiled_game, pairs, words_in
from refengine.cli.limits import limits_of
from refengine.cli.proving import prove_open
from refengine.report.anchors import RULES, Shelf
from refengine.rulings.bench import DisagreementError
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.lines import DISPUTE, Lines
from refengine.rulings.questions import Dispute, TableAgreement
from refengine.rulings.reading import of_file, of_words
from refengine.rulings.ruling import Ruling
from refengine.rulings.text import ruling_text
from refengine.source.text import read_source, source_of

PAGES = ("html", "md")
"""The endings of the pages of a book."""

UNDETERMINED = 3
DISAGREE = 4


@frozen
class Inquiry:
    """An inquiry: the question to a game, and how the answer is to be told, as `refengine ask` describes it."""

    game: Path
    question: tuple[str, ...] = ()
    players: int | None = None
    edition: str | None = None
    reading: tuple[str, ...] = ()
    option: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    texts: Path | None = None
    module: tuple[str, ...] = ()
    limit: tuple[str, ...] = ()
    format: str = "text"
    save: str | None = None
    confirmed_by: str | None = None
    book: str | None = None
    verbose: bool = False
    lang: str = ENGLISH


def inquire(asked: Inquiry) -> int:
    """Prints the rulings on what is asked, or takes lines one by one on a terminal; the result is the exit code.

    Raises `Refused` and `RuleSetError` for what is wrong with the words, the game or the position.
    """
    tables = {name: Path(file) for name, file in pairs("--table", asked.table).items()}
    only = bool(asked.question) and asked.save is None and asked.confirmed_by is None
    beside = GameAdditions(asked.texts, asked.module)
    compiled = compiled_game(asked.game, tables, limits_of(asked.limit), beside, asked_only=only)
    words_in(asked.lang, [compiled])
    readings, options = (
        tuple(pairs(*each).items()) for each in (("--reading", asked.reading), ("--option", asked.option))
    )
    agreed = TableAgreement(asked.edition, readings, options)
    judge = Judge(compiled, asked.players, agreed, asked.lang, prove_open)
    shelf = None if asked.book is None else shelf_at(asked.book)
    if asked.save is not None or asked.confirmed_by is not None:
        from refengine.cli.precedents import look_at_keeping

        look_at_keeping(
            judge, asked.save, asked.confirmed_by, changed=bool(tables or asked.limit) or asked.texts is not None
        )
    if (
        not asked.question
        and asked.save is None
        and asked.format == "text"
        and sys.stdin.isatty()
        and sys.stdout.isatty()
    ):
        from refengine.cli.history import history_file
        from refengine.cli.prompt import converse, session_of

        return converse(judge, session_of(judge, history_file()), print, verbose=asked.verbose)
    lines = Lines()
    disputes = _read(asked.question, lines)
    if lines.wrong:
        raise Refused(lines.wrong, lines.texts)
    try:
        rulings = judge.decide(disputes, lines)
    except DisagreementError as error:
        raise Refused([disagreement(str(error))], exit_code=DISAGREE) from error
    if asked.save is not None:
        from refengine.cli.precedents import keep_ruling

        keep_ruling(asked.save, judge, disputes, lines, rulings, asked.confirmed_by)
    if asked.format in {"json", "receipt"}:
        print(_for_programs(judge, disputes, lines, rulings, is_receipt=asked.format == "receipt"))
    else:
        written = _writer(asked.format)
        print(
            "\n".join(written(each, judge.words.sentences, verbose=asked.verbose, shelf=shelf) for each in rulings),
            end="",
        )
    return UNDETERMINED if any(each.outcome in {"undetermined", "partly"} for each in rulings) else 0


def _read(question: tuple[str, ...], lines: Lines) -> list[Dispute]:
    """Returns the disputes in the words of a question; raises `Refused` for a file that cannot be read."""
    disputes: list[Dispute] = []
    words = []
    for number, word in enumerate(question, start=1):
        if word.endswith(DISPUTE):
            source, wrong = read_source(Path(word), word)
        else:
            source, wrong = source_of(word.encode("utf-8", "surrogateescape"), f"question {number}")
        if source is None or wrong:
            raise Refused(wrong, {} if source is None else {source.path: source})
        if word.endswith(DISPUTE):
            disputes += of_file(source, lines)
        else:
            words.append(source)
    if words or not question:
        disputes.append(of_words(words, lines))
    return disputes


def _for_programs(
    judge: Judge, disputes: list[Dispute], lines: Lines, rulings: tuple[Ruling, ...], *, is_receipt: bool
) -> str:
    """Returns rulings as JSON, or their receipts, one on a line."""
    from refengine.report.envelope import as_text
    from refengine.rulings.receipts import receipts
    from refengine.rulings.to_json import rulings_data

    kept = receipts(judge, tuple(disputes), lines, rulings, __version__)
    if is_receipt:
        return "\n".join(each.text for each in kept)
    return as_text(rulings_data(judge.rules.name, rulings, __version__, [each.carried for each in kept]))


def _writer(form: str) -> Callable[..., str]:
    """Returns who writes a ruling for people."""
    if form == "text":
        return ruling_text
    from refengine.rulings.markdown import ruling_markdown

    return ruling_markdown


def shelf_at(where: str) -> Shelf:
    """Returns the shelf of a book, which is an address or a folder; a folder without a book is refused."""
    if "://" in where:
        return Shelf(where, PAGES[0])
    for ending in PAGES:
        if os.path.isfile(Path(where, f"{RULES}.{ending}")):  # noqa: PTH113 - a path that is too long is none
            return Shelf(Path(where).as_posix(), ending)
    raise Refused([bad_usage(f"there is no book in `{where}`", f"write it with `refengine book GAME -o {where}`")])
