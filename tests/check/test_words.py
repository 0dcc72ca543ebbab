"""Names, moves and positions in words."""

from pathlib import Path

import refengine
from refengine.report.words import Scene, Words
from refengine.resolve.labels import Labels
from tests.check.conftest import TUTORIAL

LABELS = Labels({"en": {"send": "send a card", "Red": "red", "nine": "9th"}, "de": {"Red": "rot"}})


def test_names_are_translated_whole_or_word_by_word() -> None:
    assert Words(LABELS, "de").name("Red 9") == "rot 9"
    assert Words(LABELS).name("Blue 9") == "Blue 9"


def test_a_move() -> None:
    words = Words(LABELS)
    assert words.move(2, "send", ["Red 9"]) == "player 2: send a card: red 9"
    assert words.move("chance", "turn_up", ["Red 9", 3]) == "chance: turn up red 9, 3"
    assert words.move("table", "go_on", []) == "table: go on"


def test_values() -> None:
    words = Words(LABELS)
    assert [words.public(each) for each in (None, True, 3, "Red", ["Red", "Red", 2], [])] == [
        "nothing", "yes", "3", "red", "2 red, 2", "none",
    ]  # fmt: skip
    piece = {"component": "Card", "fields": {"suit": "Red", "rank": 3}}
    assert words.public(piece) == "Card with suit red, rank 3"


def test_a_position_says_what_lies_where_and_no_more() -> None:
    game = refengine.load(TUTORIAL / "goofspiel", players=2, options={"size": 3})
    scene = Scene.of(Words(Labels()), game)
    state = game.initial()
    lines = scene.position(game.to_json(state))
    assert "hand of player 1: Clubs 1, Clubs 2, Clubs 3" in lines
    assert not [line for line in lines if line.startswith("bid")]
    assert any("43 pieces" in line for line in lines)
    seen = scene.position(game.view(state, 2))
    assert "hand of player 1: 3 hidden" in seen
    assert "hand of player 2: Hearts 1, Hearts 2, Hearts 3" in seen


def test_a_variable_of_many_things_is_told_where_it_is_not_as_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    (tmp_path / "lamps.rules").write_text(LAMPS, encoding="utf-8")
    game = refengine.load(tmp_path, players=2)
    scene = Scene.of(Words(Labels()), game)
    assert scene.position(game.to_json(game.position({"variables": {"oil": {"Lantern": 1}}}))) == (
        "oil: Lantern 1",
        "points: player 1 0, player 2 0",
    )


RULEBOOK = """[rulebook]
id = "lamps"
title = "Lamps"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Lamps burn oil."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""

LAMPS = """game lamps from rulebook lamps
    players 2                                               per R1

kind Lamp is Lantern, Candle, Torch                         per R1

variable oil of each Lamp: 0..5, starts 3                   per R1
variable points of each player: 0..5                        per R1

setup                                                       per R1
    go Turn

phase Turn                                                  per R1
    ask 1
        action burn(Lamp l)                                 per R1
            when oil of l > 0
            then subtract 1 from oil of l

outcome                                                     per R1
    scores are points of p for player p
    winners are all player p
"""
