"""`refengine ask`: a question about a position, and the ruling on it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from refengine.cli.games import ENGLISH
from refengine.cli.inquiry import Inquiry, inquire
from refengine.cli.options import Flag, Integer, Pairs


def ask(
    game: Path,
    *question: str,
    players: Integer | None = None,
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
    return inquire(
        Inquiry(
            game, question, players, edition, reading, option, table, texts, module, limit, format, save, confirmed_by,
            book, verbose, lang,
        )
    )  # fmt: skip
