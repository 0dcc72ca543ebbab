"""The table as a player sees it: what he has, what lies open, and neither spare pieces nor what is as at the start."""

import random
from pathlib import Path

import pytest

import refengine
from refengine.report.table import TableView
from refengine.report.words import Scene, Words
from refengine.resolve.labels import Labels
from tests.check.test_words import LAMPS, RULEBOOK

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"


def rows(game: refengine.Game, state: object, seat: int) -> tuple[str, ...]:
    scene = Scene.of(Words(Labels()), game, most=None)
    return TableView(scene, seat).rows(game.view(state, seat))


def test_who_looks_comes_first_and_others_are_counted() -> None:
    game = refengine.load(TUTORIAL / "goofspiel", players=2, options={"size": 3})
    first, second, *rest = rows(game, game.initial(), 2)
    assert first == "player 2 (you): hand: Hearts 1, Hearts 2, Hearts 3"
    assert second == "player 1: hand: 3 hidden"
    assert [line for line in rest if line.startswith("box")] == []


@pytest.mark.parametrize("name", ["goofspiel", "tictactoe", "spy"])
def test_every_piece_that_is_seen_and_in_play_is_shown_and_no_other(name: str) -> None:
    """Told again from the views: what a row holds is what the view has of it."""
    game, rng = refengine.load(TUTORIAL / name), random.Random(4)
    scene = Scene.of(Words(Labels()), game, most=None)
    boxes = {each.name for each in game.description.zones if each.name == f"box of {each.component}"}
    state = game.initial()
    while actions := game.legal(state):
        for seat in range(1, game.description.players + 1):
            view, told = game.view(state, seat), "\n".join(rows(game, state, seat))
            for zone, held in view["zones"].items():
                for content in held.values() if isinstance(held, dict) else (held,):
                    if content and zone not in boxes:
                        assert scene.content(content) in told
            assert not any(line.startswith("box") for line in told.splitlines())
        state = game.apply(state, rng.choice(actions))


def test_what_is_as_at_the_start_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (tmp_path / "lamps.rules").write_text(LAMPS, encoding="utf-8")
    game = refengine.load(tmp_path, players=2)
    assert rows(game, game.position({}), 1) == ()
    told = rows(game, game.position({"variables": {"oil": {"Lantern": 1}, "points": {"2": 4}}}), 1)
    assert told == ("player 1 (you): points: 0", "player 2: points: 4", "oil – Lantern: 1")


def test_what_the_engine_counts_for_itself_is_no_row() -> None:
    """Palisades asks of whom a phase is running, so that its state counts it: players never heard of that."""
    game = refengine.load(TUTORIAL.parents[1] / "spec" / "palisades", players=2)
    own = {each.name for each in game.description.variables} - {each.name for each in game.description.declared}
    assert {each.rpartition(" ")[2] for each in own} == {"told", "waits"}
    state, seen = game.initial(), False
    random_ = random.Random(5)
    for _ in range(60):
        data = game.to_json(state)["variables"]
        seen |= any(data[name] if not isinstance(data[name], dict) else any(data[name].values()) for name in own)
        told = "\n".join((*rows(game, state, 1), *rows(game, state, 2)))
        assert "running" not in told
        assert "waits" not in told
        state = game.apply(state, random_.choice(game.legal(state)))
    assert seen
