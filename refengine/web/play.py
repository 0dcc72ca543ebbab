"""The folder of a page that plays a game in a browser: its package, the page, how things are drawn, what is said."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from refengine.ir import game as model
from refengine.report.sentences import Sentences, sentences_in
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import write_folder
from refengine.web.drawn_boards import with_boards
from refengine.web.package import package_files
from refengine.web.reasons import Background

PAGE: Final = ("index.html", "play.css", "play.js", "board.js", "map.js", "pieces.js", "overheard.js", "search.js")


def write_page(
    game: model.Game, background: Background, drawing: Mapping[str, Any], directory: Path
) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Writes the page of a specialised game; gives the files, or what stands in the way."""
    found, wrong = package_files(game, background)
    if wrong is None:
        page = files(__package__).joinpath("page")
        found |= {each: page.joinpath(each).read_text("utf-8") for each in PAGE}
        found["drawing.js"] = _drawing(game, with_boards(game, drawing), background)
        wrong = write_folder(directory, found)
    return ((), (wrong,)) if wrong is not None else (tuple(directory / name for name in found), ())


def _drawing(game: model.Game, drawing: Mapping[str, Any], background: Background) -> str:
    words = {language: dict(_words(sentences_in(language))) for language in background.languages}
    title = game.name.replace("_", " ") if background.rulebook is None else background.rulebook.title
    told = {"DRAWING": {"title": title, **drawing}, "WORDS": words}
    return "".join(
        f"export const {name} = JSON.parse({json.dumps(json.dumps(each, ensure_ascii=False))});\n"
        for name, each in told.items()
    )


def _words(sentences: Sentences) -> Iterator[tuple[str, str]]:
    """Yields the words of the page, with slots left in braces."""
    yield "player", sentences.say("player {n}", n="{n}")
    yield "you", sentences.say("{who} (you)", who="{who}")
    yield "who", sentences.say("who")
    yield "seat_label", sentences.say("your seat")
    yield "opponents_label", sentences.say("opponents")
    yield "language_label", sentences.say("language")
    yield "chance", sentences.say("chance")
    yield "table", sentences.say("table")
    yield "nothing", sentences.say("nothing")
    yield "nobody", sentences.say("nobody")
    yield "yes", sentences.say("yes")
    yield "no", sentences.say("no")
    yield "again", sentences.say("new game")
    yield "by_chance", sentences.say("opponents who choose by chance")
    yield "search", sentences.say("opponents who search")
    yield "choose", sentences.say("What do you do?")
    yield "cell", sentences.say("which cell")
    yield "illegal", sentences.say("This may not be done")
    yield "own_turn", sentences.say("It is your turn.")
    yield "thinks", sentences.say("{who} is thinking.", who="{who}")
    yield "stopped", sentences.say("The rules do not say how to go on.")
    yield "beyond", sentences.say("There is no room for what comes next, though the rules may go on.")
    yield "over", sentences.say("The game is over.")
    yield "won", sentences.say("Winners: {who}.", who="{who}")
