"""What is kept until one of several parts of a state is written is good no longer, whichever part it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.runtime.playouts import by_reference
from refengine.runtime.random_games import RandomGames
from tests.engine.rules import rulebook

RULES = """\
game shelves from rulebook tiny
    players 2                                                                       per R1

component Book                                                                      per R1
    pages: 1..70
    one of each pages

component Lamp                                                                      per R1
    light: 1..3
    one of each light

zone table_top holds Book                                                           per R1
zone shelf of each player holds Book                                                per R1
zone dark holds Lamp                                                                per R1
zone lit holds Lamp                                                                 per R1

variable eyes of each player: 1..4, starts 2                                        per R1
variable tired: 0..3, starts 0                                                      per R1

variable turns: 0..40, starts 0                                                     per R1

value bright: count                                                                 per R1
    is sum of l.light for l in lit

value readable(p: player): count                                                    per R1
    is number of b in shelf of p with b.pages + tired <= 12 * eyes of p + bright

value all_readable: truth                                                           per R1
    is every player p has readable(p) = (number of b in shelf of p)

setup                                                                               per R1
    move all b in box of Book with b.pages > 60 to shelf of 1                               per R1
    move all b in box of Book with b.pages < 50 to shelf of 2                               per R1
    move all b in box of Book to table_top                                                  per R1
    move all l in box of Lamp to dark                                                       per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action read(b in shelf of p)                                                per R1
            when readable(p) > 20 and b.pages > 30 or readable(next of p) < 7
            then move b to table_top
        action buy(b in table_top)                                                  per R1
            when not all_readable
            then move b to shelf of p
        action light(l in dark)                                                     per R1
            when readable(p) < 30
            then move l to lit
        action snuff(l in lit)                                                      per R1
            when readable(next of p) > 2 or all_readable
            then move l to dark
        action rest                                                                 per R1
            when tired > 0
            when readable(p) < 40
            then set tired to tired - 1
        action read_on                                                              per R1
            when tired < 3
            then set tired to tired + 1
        action see(n in 1..4)                                                       per R1
            when readable(p) > 3 * n or n = 4
            then set eyes of p to n
    go Next(next of p)

phase Next(p: player)                                                               per R1
    case another                                                                     per R1
        when turns < 40
        then set turns to turns + 1
        then go Turn(p)
    case the_last                                                                 per R1
        when turns = 40
        then game over

outcome                                                                             per R1
    scores are (10 * turns + readable(p)) for player p
    winners are all player p with readable(p) > readable(next of p)

invariant somebody_sees                                                             per R1
    some player p has readable(p) > 5 or tired < 3

step invariant nobody_goes_blind                                                    per R1
    every player p has readable(p) + 30 > before(readable(p))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shelves.rules").write_text(RULES, "utf-8")
    (tmp_path / "rulebook.toml").write_text(rulebook(), "utf-8")
    return tmp_path


@pytest.mark.parametrize("checked", [False, True])
def test_games_end_as_in_the_reference_engine(folder: Path, *, checked: bool) -> None:
    game: Any = refengine.load(folder, players=2)
    many, seed, limit = 60, 11, 60
    found = game.playouts(many, seed, limit=limit, checked=checked)
    assert found.engine == "wasm", found.because
    told = by_reference(game, RandomGames(range(many), seed, limit), checked=checked).found(seed, "reference")
    assert (found.steps, found.lengths, found.outcomes, found.cut) == (
        told.steps,
        told.lengths,
        told.outcomes,
        told.cut,
    )
    assert found.breaches == told.breaches
    assert len(told.outcomes) > 10
