"""Questions about the ends of chance: expressions from the command line, and what an example expects.

An expression is read as part of an example beside the rules, so that it means what it would mean there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from refengine.cli.errors import Refused
from refengine.ir import game as model
from refengine.ir.domain import TRUTH
from refengine.ir.lines import Expect
from refengine.odds.ahead import spoken_of
from refengine.odds.questions import OddsQuestion, of_line
from refengine.pipeline import Compilation, compile_folder
from refengine.runtime.description import ExampleInfo
from refengine.runtime.game import Game
from refengine.source.text import SourceText

ASKED = "asked_on_the_command_line"
"""The example in which the expressions stand."""


def with_question(
    compiled: Compilation, players: int, asked: tuple[str, ...], tables: Mapping[str, Path]
) -> Compilation:
    """Returns the game with an example beside it that works out what is asked; what is no expression is refused."""
    assert compiled.game is not None
    head = f"example {ASKED} per {compiled.game.clause.cites[0]}"
    lines = [head, f"    given {players} players", *(f"    expect fault {each}" for each in asked)]
    made = compile_folder(compiled.folder, tables, (SourceText("--of", "\n".join([*lines, ""])),), compiled.limits)
    if made.game is None:
        raise Refused(made.errors, made.texts)
    return made


def questions_of(game: Game, rules: model.Game, asked: tuple[str, ...]) -> tuple[OddsQuestion, ...]:
    """Returns the questions of the example that `with_question` put there."""
    if not asked:
        return ()
    (example,) = (each for each in rules.examples if each.name == ASKED)
    (info,) = (each for each in game.description.examples if each.name == ASKED)
    found: list[OddsQuestion] = []
    for text, line, told in zip(asked, example.lines, info.lines, strict=True):
        assert isinstance(line, Expect)
        assert line.condition is not None
        reads = spoken_of(rules, line.condition)
        found.append(of_line(text, told, line.condition.domain, game.description, reads))
    return tuple(found)


def expected_questions(game: Game, example: ExampleInfo, texts: Mapping[str, SourceText]) -> tuple[OddsQuestion, ...]:
    """Returns the questions that an example asks of chance, without how likely it expects each answer to be."""
    found: dict[str, OddsQuestion] = {}
    for line in example.lines:
        if line.what == "chance" and line.clause.span is not None:
            path, start, end = line.clause.span
            written = " ".join(texts[path].text[start:end].split())
            text = written.partition(" of ")[2]
            found.setdefault(text, of_line(text, line, TRUTH, game.description))
    return tuple(found.values())
