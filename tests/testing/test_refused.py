"""What stands in the way of actions is met near what is legal, and where an action has no legal form at all."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import refengine
from refengine.runtime.fault import Clause
from refengine.runtime.recording import Firing, recording
from refengine.testing.directed_play import direct
from refengine.testing.example_positions import exemplary
from refengine.testing.refusals import may_refuse, refusals

RULES = """
game shop from rulebook shop
    players 1                                                                           per S1

variable day: 1..5, starts 1                                                            per S1

setup                                                                                   per S1
    go Day

phase Day                                                                               per S1
    ask 1
        action buy(n in 1..3)                                                           per S1
            bar closed per S1
                when day = 5
            then add 1 to day
        action sleep                                                                    per S1
        action deliver                                                                  per S1
            then enter Delivery(day)
    go Day

phase Delivery(today: 1..5)                                                             per S1
    bar nobody_there per S2
        when today = 5
    set day to today

example the_last_day                                                                    per S2
    given 1 player, phase Day
    given day = 4
    1: sleep
    at a_night_later
    1: buy(2)
    expect illegal 1: buy(1) because closed

example a_day_later                                                                     per S2
    as the_last_day until a_night_later
    1: sleep
    1: buy(1)

example another_morning                                                                 per S2
    as a_day_later

example before_all_days                                                                 per S1
    given 1 player
    given day = 2
    expect day = 2
"""

RULEBOOK = """
[rulebook]
id = "shop"
title = "Shop"
language = "en"

[[statement]]
id = "S1"
lines = "1"
paraphrase = "A shop."
status = "normative"
hash = "sha256:aaaeb427250406cba6577b4520d070dd719b48840d617a4930c874bcacb775d1"

[[statement]]
id = "S2"
lines = "2"
paraphrase = "It closes on the fifth day."
status = "normative"
hash = "sha256:e46ea891b539c6ee4da3c626a6003dc2de90916cc89277d614bdabeb14dbe454"
"""


@pytest.fixture
def shop(tmp_path: Path) -> refengine.Game:
    (tmp_path / "shop.rules").write_text(RULES.lstrip(), "utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK.lstrip(), "utf-8")
    return refengine.load(tmp_path, players=1)


def test_an_action_without_any_legal_form_is_tried_when_its_bar_is_rare(shop: refengine.Game) -> None:
    state = shop.position({"variables": {"day": 5}, "phase": "Day"})
    assert {each.name for each in shop.legal(state)} == {"sleep"}
    assert may_refuse(shop.description, shop.legal(state), {"buy.closed"})
    assert not may_refuse(shop.description, shop.legal(state), {"buy.open"})
    assert refusals(shop, state, shop.legal(state), Random(1)) == ()
    assert refusals(shop, state, shop.legal(state), Random(1), {"buy.closed"}) == ("buy.closed",)


def test_an_action_that_chooses_nothing_is_tried_and_barred_by_the_phase_that_it_enters(shop: refengine.Game) -> None:
    state = shop.position({"variables": {"day": 5}, "phase": "Day"})
    assert refusals(shop, state, shop.legal(state), Random(1), {"Delivery.nobody_there"}) == ("Delivery.nobody_there",)
    state = shop.position({"variables": {"day": 4}, "phase": "Day"})
    assert refusals(shop, state, shop.legal(state), Random(1), {"Delivery.nobody_there"}) == ()


def test_nothing_is_in_the_way_of_what_is_legal(shop: refengine.Game) -> None:
    state = shop.position({"variables": {"day": 4}, "phase": "Day"})
    assert refusals(shop, state, shop.legal(state), Random(1), {"buy.closed"}) == ()


def test_examples_give_the_positions_in_which_somebody_decides(shop: refengine.Game) -> None:
    found = [posed for each in shop.description.examples for posed in exemplary(shop, each, Random(0))]
    days = [shop.to_json(each.state)["variables"]["day"] for each in found]
    assert days == [4, 4, 5, *(4, 4, 5), 5]  # what is taken over is not gone through again


def test_an_example_goes_on_from_each_of_its_positions_as_it_is_written(shop: refengine.Game) -> None:
    found = [exemplary(shop, each, Random(0)) for each in shop.description.examples]
    assert [[len(posed.onward) for posed in each] for each in found] == [[2, 1, 0], [2, 1, 0], [0], []]
    game: Any = shop
    for first, *_ in found[:2]:
        state = first.state
        for action in first.onward:
            state = game.apply(state, action)
        assert game.to_json(state)["variables"]["day"] == 5


VAULT = """
game shop from rulebook shop
    players 1                                                                           per S1

variable right: 0..5                                                                    per S1

setup                                                                                   per S1
    go Door

phase Door                                                                              per S1
    ask 1
        action turn(n in 1..6)                                                          per S1
            then if n = right + 1
                add 1 to right
            otherwise
                set right to 0
    if right = 5
        enter Vault
    go Door

phase Vault                                                                             per S2
    set right to 0
    ask 1
        action take(n in 1..2)                                                          per S2
            when n = 1
"""


def test_play_goes_back_to_where_something_rare_was_refused(tmp_path: Path) -> None:
    """Five numbers in a row open the vault, and the guard is met nowhere else: by chance about once in 7,776 turns."""
    (tmp_path / "shop.rules").write_text(VAULT.lstrip(), "utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK.lstrip(), "utf-8")
    vault = refengine.load(tmp_path, players=1, explain=True)
    found = direct(vault, rules=("take.when_1",), times=20, budget=50_000, patience=100_000)
    assert found.missing == ()
    assert found.coverage.refused["take.when_1"] >= 20


BEDS = """
game shop from rulebook shop
    players 1                                                                           per S1

kind Side is North, East, South, West in a ring                                         per S1
kind Half is Front, Back                                                                per S1

component Bed                                                                           per S1
    9 alike
    starts in store

component Peg                                                                           per S1
    9 alike
    starts in pocket

zone store holds Bed                                                                    per S1
zone pocket holds Peg                                                                   per S1
grid garden, squares, sides Side, holds at most one Bed                                 per S1
part Plot is Half of Bed on garden                                                      per S1
zone pegs of each Plot holds Peg                                                        per S1

setup                                                                                   per S1
    move 1 Bed from store to garden of (0, 0)
    go Lay

phase Lay                                                                               per S1
    if store is empty or pocket is empty
        game over
    ask 1
        action lay(c in edge of garden)                                                 per S1
            bar above per S2
                when garden of (c toward South) is not empty
            then move 1 Bed from store to garden of c
            then go Drive(c)

phase Drive(c: cell)                                                                    per S1
    ask 1
        action drive(s in spots of cells of garden)                                              per S1
            when cell of s in around(c) or cell of s = c
            bar pegged per S2
                when pegs of s is not empty
            bar far per S2
                when cell of s not in around(c) and cell of s != c
            then move 1 Peg from pocket to pegs of s
        action rest                                                                     per S1
    go Lay
"""


def test_cells_and_spots_are_tried_where_they_lie_and_a_bar_counts_where_it_stands_alone(tmp_path: Path) -> None:
    """`far` forbids what the guard forbids too, so it decides nothing."""
    (tmp_path / "shop.rules").write_text(BEDS.lstrip(), "utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK.lstrip(), "utf-8")
    beds = refengine.load(tmp_path, players=1, explain=True)
    rules = ("lay.above", "drive.pegged", "drive.when_1", "drive.far")
    found = direct(beds, rules=rules, times=20, budget=6_000, patience=6_000)
    assert found.missing == ("drive.far",)
    assert all(found.coverage.refused[path] >= 20 for path in rules[:3])
    assert found.coverage.count("drive.far") == 0


def test_what_a_bar_asks_is_asked_once_for_all_that_is_tried_in_a_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the plain build, which remembers nothing; nobody who listens outside is told of it."""
    value = "\nvalue last: truth                                    per S1\n    is day = 5\n\nsetup"
    rules = RULES.replace("\nsetup", value, 1).replace("when day = 5", "when last", 1)
    (tmp_path / "shop.rules").write_text(rules.lstrip(), "utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK.lstrip(), "utf-8")
    builds = [refengine.load(tmp_path, players=1, explain=each) for each in (True, False)]
    called: list[str] = []

    def counted(self: Firing, function: Callable[..., Any], clause: Clause, args: tuple[Any, ...]) -> object:
        called.append(clause.path)
        return kept(self, function, clause, args)

    kept = Firing.called
    monkeypatch.setattr(Firing, "called", counted)
    for seed, day in product(range(20), (4, 5)):
        found = []
        for shop in builds:
            state = shop.position({"variables": {"day": day}, "phase": "Day"})
            legal = shop.legal(state)
            with recording() as record:
                found.append(refusals(shop, state, legal, Random(seed), {"buy.closed"}))
            assert record.fired() == ()
        assert found == [("buy.closed",) if day == 5 else ()] * 2
    assert called == ["last"] * 40
