"""A position that is told in `given` lines is read back as it was: at any step of a random game, of every game here."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.counting import is_declared
from refengine.loading import make_game, parse_cached
from refengine.pipeline import compile_folder
from refengine.prove.engines import EnginePosition
from refengine.prove.facts import Fact, lines
from refengine.prove.narrative import position_facts
from refengine.resolve.folder import GameFolder, game_in
from refengine.runtime.game import Game
from refengine.smt.goal import Position
from refengine.source.cache import Cache
from refengine.source.text import SourceText
from refengine.testing.drawn_games import play_drawn_game
from tests.bulk.configurations import BOARD_GAMES, GOOD, ROOT, TUTORIAL, Configured, configurations
from tests.corpus.adapter import CORPUS, game_of
from tests.engine.rules import rulebook

REMEMBERS = """
game memory from rulebook tiny
    players 2..2                                                per R1

kind Colour is Red, Blue                                        per R1

component Stone                                                 per R1
    colour: Colour
    rank: 1..2
    one of each colour and rank

component Coin                                                  per R1
    4 alike

token Point on each player, limit 5                             per R1

zone heap of each player holds Stone                            per R1
zone mark of each Stone holds at most one Coin                  per R1
zone row holds Stone, ordered                                   per R1

variable goal: place of Stone or none                           per R1
variable aims: set of place of Stone                            per R1
variable favourite: Stone or none                               per R1
variable chosen: set of Stone                                   per R1
variable first: player or nobody                                per R1
variable known of each Stone: Colour or none                    per R1
variable told: truth, starts true                               per R1
variable total: -9..9                                             per R1

value colour_of(s: Stone): Colour                               per R1
    is s.colour

setup                                                           per R1
    go Play

phase Play                                                      per R1
    ask 1
        action take(s in box of Stone, player p)               per R1
            then move s to heap of p
            then set goal to heap of p
            then set favourite to s
            then set first to p
            then set chosen to chosen + {s}
            then set aims to aims + {heap of p}
            then set total to total - 1
            then move 1 Point from supply to p
        action line(s in box of Stone)                         per R1
            then move s to row
            then set goal to row
            then set known of s to colour_of(s)
            then set told to not told
            then move 1 Coin from box of Coin to mark of s
        action forget                                           per R1
            then set goal to none
            then set favourite to none
            then set first to nobody
            then set aims to {}
    go Play
"""
"""A game that remembers something of every kind there is."""

GAMES = (*(f"spec/{name}" for name in ("kaciri", "european_war", "pagan", "carcassonne")), *TUTORIAL, *BOARD_GAMES)
"""`spec/palisades` is a module of one of these."""

BESIDE = "read_back.rules"
STEPS = 60
EVERY = 12


@frozen
class Told:
    """A position of a game under a configuration: its data, and the lines that give it."""

    configuration: Configuration
    data: Mapping[str, Any]
    given: tuple[str, ...]


def told(configured: Configured, number: int = 0, every: int = EVERY) -> list[Told]:
    """Some positions of a random game."""
    asked = configured.configuration
    game = make_game(configured.game, asked)
    seats = Fact(f"{asked.players} player{'' if asked.players == 1 else 's'}")
    found: list[Told] = []
    for state in play_drawn_game(game, 1, number, STEPS).states[::every]:
        data = game.to_json(state)
        stood = EnginePosition(Position(asked.players, asked.readings, asked.options, data), game, state)
        facts = (seats, *position_facts(configured.game, stood))
        found.append(Told(asked, data, lines(facts, together=True)))
    return found


def folder_at(path: str) -> GameFolder:
    """A folder, or that of a file of the corpus."""
    if path.endswith(".rules"):
        with chdir(CORPUS):
            return game_of((ROOT / path).relative_to(CORPUS))
    folder, wrong = game_in(ROOT / path)
    assert folder is not None, wrong
    return folder


def read(folder: GameFolder, cites: str, positions: list[Told]) -> list[tuple[Game, Mapping[str, Any]]]:
    """The same positions as examples give them that say these lines, each with its engine."""
    texts = [
        "".join([f"example read_back_{number} per {cites}\n", *(f"    given {line}\n" for line in each.given)])
        for number, each in enumerate(positions)
    ]
    with chdir(CORPUS):
        beside = SourceText(BESIDE, "".join(f"{text}    expect true\n\n" for text in texts))
        compiled = compile_folder(folder, beside=(beside,), parsed=partial(parse_cached, Cache()))
    assert compiled.game is not None, compiled.errors
    names = {f"read_back_{number}": each for number, each in enumerate(positions)}
    rules = evolve(compiled.game, examples=tuple(each for each in compiled.game.examples if each.name in names))
    engines = {each.configuration: make_game(rules, each.configuration) for each in positions}
    found = []
    for name, each in names.items():
        game = engines[each.configuration]
        (example,) = (one for one in game.description.examples if one.name == name)
        found.append((game, game.to_json(game.example_position(example))))
    return found


def lies(game: Game, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """What of a state can be given: not where its play has come to, nor what the language keeps for itself."""
    declared = {each.name for each in game.description.variables if is_declared(each)}
    variables = {name: value for name, value in data["variables"].items() if name in declared}
    return {"zones": data["zones"], "tokens": data.get("tokens", {}), "variables": variables}


def are_read_back(folder: GameFolder, rules: model.Game, positions: list[Told]) -> None:
    assert positions
    cites = str(rules.clause.cites[0])
    for was, (game, back) in zip(positions, read(folder, cites, positions), strict=True):
        assert lies(game, back) == lies(game, was.data), was.given


@pytest.mark.parametrize("path", [*GAMES, *GOOD])
def test_a_position_told_is_read_back(path: str) -> None:
    first = next(configurations(path))
    are_read_back(folder_at(path), first.game, told(first))


def test_whatever_is_remembered_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text(rulebook(), "utf-8")
    (tmp_path / "game.rules").write_text(REMEMBERS, "utf-8")
    folder, wrong = game_in(tmp_path)
    assert folder is not None, wrong
    rules = compile_folder(folder).game
    assert rules is not None
    asked, _ = configure(rules, 2, {}, {}, None)
    assert asked is not None
    configured = Configured("memory", rules, asked)
    positions = list({each.given: each for number in range(3) for each in told(configured, number, 1)}.values())
    goals = {each.data["variables"]["goal"] for each in positions}
    assert {None, "row", "heap of 1", "heap of 2"} <= goals
    are_read_back(folder, rules, positions)
