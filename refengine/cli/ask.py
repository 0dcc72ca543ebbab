"""`refengine ask`: a question about a position, and the ruling on it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.cli.errors import Refused, bad_usage
from refengine.cli.games import ENGLISH, Beside, compiled_game, pairs, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Flag, Pairs
from refengine.cli.proving import prove_open
from refengine.report.anchors import RULES, Shelf
from refengine.rulings.bench import DisagreementError
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.lines import DISPUTE, Lines
from refengine.rulings.questions import Agreed, Dispute
from refengine.rulings.reading import of_file, of_words
from refengine.rulings.ruling import Ruling
from refengine.rulings.text import ruling_text
from refengine.source.text import read_source, source_of

PAGES = ("html", "md")
"""The endings of the pages of a book."""

UNDETERMINED = 3
DISAGREE = 4


def ask(
    game: Path,
    *question: str,
    players: int | None = None,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    format: Literal["text", "json", "markdown", "receipt"] = "text",  # noqa: A002 - the name of the option
    save: str | None = None,
    confirmed_by: str | None = None,
    book: str | None = None,
    verbose: Flag = False,
    lang: str = ENGLISH,
) -> int:
    """Ask about a position: the verdict, the rules that decide it, and on which readings it hangs.

    Without a question, on a terminal, lines are asked for one by one.

    Exit codes: 0 every question is decided, 2 bad input, 3 something is undetermined, or not every way to fill what
    is open was looked at, 4 executors disagree.

    Args:
        game: The folder of the game.
        question: Lines of a dispute, each one word of the command: what is given, what happens, and questions; or the
            file of disputes.
        players: How many play, where nothing that is given says so; else the fewest.
        edition: By an edition.
        reading: By a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: With an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit NAME=N`; may be repeated.
        format: Text or Markdown for people, JSON for programs, or a receipt for `refengine verify`.
        save: Keep the ruling on a single question beside the game, under this name, so that `check` decides it again.
        confirmed_by: Who has confirmed the ruling that is kept, today.
        book: Where the book of the game is, a folder that `refengine book` has written, or an address: what decides is
            linked to its place there.
        verbose: Tell every rule with its name and place, and every way to read the rules.
        lang: The language of names and sentences.
    """
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    compiled = compiled_game(game, tables, limits_of(limit), Beside(texts, module))
    words_in(lang, [compiled])
    agreed = Agreed(edition, tuple(pairs("--reading", reading).items()), tuple(pairs("--option", option).items()))
    judge = Judge(compiled, tables, players, agreed, lang, prove_open)
    shelf = None if book is None else shelf_at(book)
    if save is not None or confirmed_by is not None:
        from refengine.cli.precedents import look_at_keeping

        look_at_keeping(judge, save, confirmed_by, changed=bool(tables or limit) or texts is not None)
    if not question and save is None and format == "text" and sys.stdin.isatty() and sys.stdout.isatty():
        from refengine.cli.history import history_file
        from refengine.cli.prompt import converse, session_of

        return converse(judge, session_of(judge, history_file()), print, verbose=verbose)
    lines = Lines()
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
    if lines.wrong:
        raise Refused(lines.wrong, lines.texts)
    try:
        rulings = judge.decide(disputes, lines)
    except DisagreementError as error:
        raise Refused([disagreement(str(error))], exit_code=DISAGREE) from error
    if save is not None:
        from refengine.cli.precedents import keep_ruling

        keep_ruling(save, judge, disputes, lines, rulings, confirmed_by)
    if format in {"json", "receipt"}:
        print(_for_programs(judge, disputes, lines, rulings, is_receipt=format == "receipt"))
    else:
        written = _writer(format)
        print("\n".join(written(each, judge.words.sentences, verbose=verbose, shelf=shelf) for each in rulings), end="")
    return UNDETERMINED if any(each.outcome in {"undetermined", "partly"} for each in rulings) else 0


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
