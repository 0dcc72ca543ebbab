"""`refengine build`: a game as a package of its own, in Python or as a WebAssembly module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from refengine.cli.errors import Refused
from refengine.cli.games import GameAdditions, open_game
from refengine.cli.limits import limits_of
from refengine.cli.options import Integer, Pairs
from refengine.engine.build import write_package
from refengine.ir.specialise import specialise


def build(
    game: Path,
    *,
    output: Annotated[Path, Parameter(name=("--output", "-o"))],
    target: Literal["python", "wasm", "page"] = "python",
    players: Integer | None = None,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
) -> int:
    """Write a game as a package of its own, with its readings folded in.

    Args:
        game: The folder of the game.
        output: The folder to write; files that were not written by us are never replaced.
        target: A Python package that needs only attrs, a WebAssembly module with an ES module around it, or a page that
            plays the game in a browser.
        players: How many play; the fewest, if not given.
        edition: By an edition.
        reading: By a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: With an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
    """
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        beside=GameAdditions(texts, module),
        edition=edition,
        limits=limits_of(limit),
    )
    assert opened.compiled.game is not None
    specialised = specialise(opened.compiled.game, opened.configuration)
    if target != "python":
        from refengine.picture import drawing
        from refengine.web import package, play, reasons

        compiled = opened.compiled
        background = reasons.Background(compiled.labels, compiled.rulebook, compiled.texts)
        if target == "wasm":
            files, wrong = package.write_package(specialised, background, output)
        else:
            found, source, wrong = drawing.load_drawing(compiled.folder, specialised)
            if wrong:
                raise Refused(wrong, {} if source is None else {source.path: source})
            files, wrong = play.write_page(specialised, background, found, output)
    else:
        opened.game()  # what cannot be loaded here can be imported nowhere
        files, wrong = write_package(specialised, output)
    if wrong:
        raise Refused(wrong)
    print(f"{output.as_posix()}: {len(files)} files")
    return 0
