"""`refengine book`: the rulebook of a game as pages, statement by statement, with the rules that carry it out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from refengine.book.binding import book_files, pages_of
from refengine.book.contents import Contents
from refengine.cli.errors import Refused
from refengine.cli.games import ENGLISH, GameAdditions, compiled_game, pairs, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Pairs
from refengine.cli.rulebooks import texts_of
from refengine.evidence.promises import promises_in
from refengine.rulings.precedents import Precedent, precedents_of, read_precedent
from refengine.source.files import write_folder
from refengine.source.text import read_source


def book(
    game: Path,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    format: Literal["html", "markdown"] = "html",  # noqa: A002 - what users type
    rulebook_text: Path | None = None,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    lang: str = ENGLISH,
) -> int:
    """Write the book of a game: its rulebook, statement by statement, and the rules that carry it out.

    Args:
        game: The folder of the game.
        output: The folder to write; files that were not written by us are never replaced.
        format: Pages of HTML that need no server, or Markdown.
        rulebook_text: The text of the rulebook, or a folder of such texts (`ID.txt` or `ID.md`, after the index), to
            stand beside each statement.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        lang: The language of the book, as far as the game has labels in it.
    """
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    compiled = compiled_game(game, tables, limits_of(limit), GameAdditions(texts, module))
    source, promised, wrong = promises_in(compiled.folder.path)
    if wrong:
        raise Refused(wrong, {} if source is None else {source.path: source})
    wording = {} if rulebook_text is None else texts_of((compiled,), rulebook_text)
    contents = Contents(
        compiled, promised, wording, _precedents(compiled.folder.path), words_in(lang, [compiled]).language
    )
    pages = pages_of(contents)
    in_the_way = write_folder(output, book_files(pages, lang, format))
    if in_the_way is not None:
        raise Refused((in_the_way,))
    ending = "md" if format == "markdown" else "html"
    print(f"{(output / f'index.{ending}').as_posix()}: {len(pages)} pages")
    return 0


def _precedents(folder: Path) -> tuple[Precedent, ...]:
    found: list[Precedent] = []
    for path in precedents_of(folder):
        source, wrong = read_source(path, path.as_posix())
        kept, wrong = (None, wrong) if source is None or wrong else read_precedent(path.stem, source)
        if kept is None:
            raise Refused(wrong, {} if source is None else {source.path: source})
        found.append(kept)
    return tuple(found)
