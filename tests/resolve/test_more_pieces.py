"""Modules that add pieces like those of their base, or like them but for one field: what the base calls a piece stays so."""

from pathlib import Path

import pytest

from tests.resolve.test_modules import INDEX, compiled, decided, game_of, module as written

BASE = """
game deck from rulebook deck
    players 2                                       per R1

kind Suit is Red, Blue                              per R1

open component Card                                 per R1
    suit: Suit
    rank: 0..3
    2 alike of each suit with rank 1
    starts in heap

open component Star                                 per R1
    suit: Suit
    size: 1..9
    one of each suit and size

zone heap holds Card                                per R1
zone hand of each player holds Card                 per R1
zone sky holds Star                                 per R1

variable wanted: Suit, starts Red                   per R1

setup                                               per R1
    move 1 Card(Red) from heap to hand of 1
    move 1 Card(wanted) from heap to hand of 1
    move Red 9 from box of Star to sky
    ask 1
        action take(c in heap)                      per R1
            when Card(Red) in hand of 1
            then move c to hand of 2
    game over

example as_it_lies                                  per R1
    given Card(Blue) in hand of 2, Red 9 in sky
    expect Card(Blue) in hand of 2, Card(wanted) not in hand of 2, Star(Red, 9) in sky, Red 9 in sky
"""

FIELD = """
add foil: truth, default false to Card              per R1
add 1 alike with suit Red and rank 1 and foil true to Card  per R1
add 2 alike with suit Red and rank 3 to Card        per R1
add points: -1..9, default 0 to Star                per R1
add 1 alike with suit Red and size 9 and points 5 to Star  per R1

example all_of_them                                 per R1
    given Card(Red) in hand of 1, Card(Red, 1, true) in hand of 2, Card(Red, 3) in hand of 2, Star(Red, 9, 5) in sky
    expect Card(wanted, 1, true).foil, not Card(wanted, 3).foil, Card(wanted).rank = 1, Card(Red, 1, false) = Card(Red)
    expect Card(Red) not in hand of 2, Red 9 not in sky, Star(Red, 9, 0) = Red 9, (number of c in hand of 2) = 2
"""

MORE = """
add 3 alike with suit Blue and rank 1 to Card       per R1
"""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "deck"
    folder.mkdir()
    (folder / "deck.rules").write_text(BASE, "utf-8")
    (folder / "rulebook.toml").write_text(INDEX.format("deck"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pieces(folder: Path, component: str) -> list[tuple[str, int]]:
    (found,) = (each for each in game_of(folder).components if each.name == component)
    return [(each.name, each.copies) for each in found.pieces]


def test_pieces_of_the_base_are_called_as_before_where_others_differ_by_a_field(deck: Path) -> None:
    this = written(deck, "foils", FIELD, "deck")
    assert pieces(Path("deck"), "Card") == [("Red", 2), ("Blue", 2)]
    assert pieces(this, "Card") == [("Red", 2), ("Blue", 2), ("Red 1 true", 1), ("Red 3", 2)]
    assert [name for name, _ in pieces(this, "Star")] == [
        *(name for name, _ in pieces(Path("deck"), "Star")),
        "Red 9 5",
    ]
    found = decided(compiled(this))
    assert (found.examples, found.failures, found.changed) == (2, (), ())


def test_more_of_a_piece_of_the_base_are_counted_with_it(deck: Path) -> None:
    assert pieces(written(deck, "more", MORE, "deck"), "Card") == [("Red", 2), ("Blue", 5)]
    assert pieces(written(deck, "evermore", MORE, "more"), "Card") == [("Red", 2), ("Blue", 8)]


def test_a_module_says_how_many_of_a_piece_it_has_in_one_line(deck: Path) -> None:
    twice = "add 1 alike with suit Blue and rank 2 to Card per R1\n" * 2
    assert [each.code for each in compiled(written(deck, "twice", twice, "deck")).diagnostics] == ["E0202"]
