"""Sentences that tell what a picture left open and the engine took, in the reader's words."""

from __future__ import annotations

from refengine.report.words import Scene, Words
from refengine.runtime.description import ExampleInfo, GivenOpen
from refengine.runtime.game import Game
from refengine.runtime.grids import cell_name, turned_name
from refengine.runtime.open_cells import chosen_pieces


def lines_of_open_cells(game: Game, example: ExampleInfo, words: Words) -> tuple[str, ...]:
    """Returns a line for each cell that a picture left open: its letter, the place and turn, and what lies there."""
    facts = example.given() if example.from_position else ()
    if not any(isinstance(each, GivenOpen) for each in facts):
        return ()
    scene, found = Scene.of(words, game), []
    zones = {each.name: each for each in game.description.zones}
    members = {each.name: each.members for each in game.description.kinds}
    for opened, laid in chosen_pieces(facts, game.example_facts(facts)):
        zone, cell = zones[opened.place.zone], opened.place.key
        sides = None if zone.turned is None else members[zone.turned]
        key = cell_name(cell) if sides is None or laid.turned is None else turned_name(cell, sides[laid.turned])
        found.append(f"`{opened.letter}`: {scene.place(zone.name, key)}: {scene.pieces([laid.piece.name])}")
    return tuple(found)
