"""Boards of the positions in which something failed: drawn, so that what lies on them need not be listed.

INVARIANT: what a failure says as data stays whole; a board is drawn for people only.
"""

from __future__ import annotations

from attrs import evolve

from refengine.check.report import Brief, Failure
from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.domain import CELLS
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.picture.blocks import is_told_whole
from refengine.picture.board import Board, boards_of, with_names
from refengine.picture.drawing import drawing_data, load_drawing
from refengine.picture.terminal import has_room, picture, plain
from refengine.report.words import Scene, Words
from refengine.smt.goal import Position


def with_boards(compiled: Compilation, game: model.Game, failure: Failure, words: Words) -> Failure:
    """Returns the failure with the boards of its position drawn, if something lies on one that has room."""
    stood = failure.stood
    if stood is None or not any(each.index == CELLS for each in game.zones):
        return failure
    configuration, _ = configure(game, stood.players, dict(stood.readings), dict(stood.options), None)
    if configuration is None:
        return failure
    playable, seated = make_game(game, configuration, explain=True), specialise(game, configuration)
    drawing, _, wrong = load_drawing(compiled.folder, seated)

    def boards(position: Position) -> list[Board]:
        drawings = drawing_data(seated, {}) if wrong else drawing
        found = boards_of(seated, playable.description, drawings, position.data["zones"], {})
        return [each for each in with_names(found, words.public) if has_room(each)]

    def lines(shown: list[Board]) -> tuple[str, ...]:
        if not any(each.cells for each in shown):
            return ()
        return tuple(plain(picture(shown, words.name)).rstrip("\n").lstrip("\n").split("\n"))

    shown, zones = boards(stood), stood.data["zones"]
    if not lines(shown):
        return failure
    if failure.brief is not None:
        earlier = () if failure.earlier is None else lines(boards(failure.earlier))
        return evolve(failure, brief=evolve(failure.brief, boards=lines(shown), earlier=earlier))
    told = {each.grid for each in shown if all(map(is_told_whole, each.cells.values()))}
    rest = {name: {} if name in told else held for name, held in zones.items()}
    elsewhere = Scene.of(words, playable).position({**stood.data, "zones": rest})
    listed = failure.position if failure.kind not in LISTED else elsewhere
    return evolve(failure, brief=Brief(failure.found, listed, lines(shown)))


LISTED = frozenset({"example", "invariant", "step invariant", "measure", "fault", "conservation", "refused"})
"""The kinds of failures whose position is told in words, and not as it would be given."""
