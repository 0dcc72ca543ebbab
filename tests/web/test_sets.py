"""Sets in packages: numbers below zero in long lists, and pieces as often as they are printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.bulk.ordered_zones import ROWS
from tests.engine.rules import compiled
from tests.web.test_package import HERE, NODE, lockstep, played, run

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

RULES = """\
game heap from rulebook tiny
    players 2                                                   per R1
component Stone                                                 per R1
    size: 1..3
    {copies} alike of each size
zone pit holds Stone                                            per R1
variable pile: set of Stone                                     per R1
variable depths: set of -4000..4000                             per R1
variable depth: -4000..4000                                     per R1
setup                                                           per R1
    move all s in box to pit
    go Turn(1)
phase Turn(p: player)                                           per R1
    ask p
        action rise                                             per R1
            when depth < 0
            then add 700 to depth
        action sink                                             per R1
            when depth > -3000
            then subtract 900 from depth
            then add depth to depths
        action forget(n in depths)                              per R1
            then remove n from depths
        action pile_up                                          per R1
            then set pile to pit
    go Turn(next of p)
"""


def package(folder: Path, copies: int) -> Game:
    """The reference engine of these rules, and a package of them in a folder."""
    game = compiled(folder / "rules", RULES.format(copies=copies))
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    assert write_package(specialise(game, configuration), Background(), folder / "built")[1] == ()
    return make_game(game, configuration)


def test_numbers_below_zero_are_told_as_they_are(tmp_path: Path) -> None:
    game = package(tmp_path, 3)
    lines = list(played(tmp_path / "built", 3, 2, 40))
    assert lockstep(game, iter(lines)) == 80
    assert len({each for line in lines for each in line["state"]["variables"]["depths"]}) > 5


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 16])
def test_a_set_holds_no_more_copies_than_are_printed(copies: int, tmp_path: Path) -> None:
    """In a variable as on the table, also where there is room to count more."""
    game = package(tmp_path, copies)
    data = game.to_json(game.initial())
    stone = data["zones"]["pit"][0]
    edited = []
    for many in (1, copies, copies + 1, 300):
        edited += [
            {**data, "variables": {**data["variables"], "pile": [stone] * many}},
            {**data, "zones": {**data["zones"], "pit": [*data["zones"]["pit"], *[stone] * (many - 1)]}},
        ]
    (tmp_path / "states.json").write_text(json.dumps(edited), "utf-8")
    told = run(str(HERE / "read.mjs"), str(tmp_path / "built"), str(tmp_path / "states.json"), cwd=tmp_path)
    for state, answer in zip(edited, map(json.loads, told.splitlines()), strict=True):
        try:
            expected = game.to_json(game.from_json(state))
        except BadData as bad:
            expected = f"BadData {bad.code}"
        assert answer == expected


def rows(folder: Path) -> Game:
    """The reference engine of a game with zones that keep an order, and its package in a folder."""
    game = compiled(folder / "rules", ROWS)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    assert write_package(specialise(game, configuration), Background(), folder / "built")[1] == ()
    return make_game(game, configuration)


def test_what_lies_in_order_is_told_in_order(tmp_path: Path) -> None:
    """`lockstep` compares views, too: of an order that is hidden they have nothing, and equal ones are equal bytes."""
    game = rows(tmp_path)
    lines = list(played(tmp_path / "built", 3, 6, 80))
    assert lockstep(game, iter(lines)) > 200
    listed = [line["state"]["zones"]["row"] for line in lines]
    assert sum(each != sorted(each) for each in listed) > 20


def test_orders_are_read_as_the_engine_reads_them(tmp_path: Path) -> None:
    game = rows(tmp_path)
    data = next(
        line["state"]
        for line in played(tmp_path / "built", 3, 6, 80)
        if "state" in line and len(line["state"]["zones"]["row"]) > 1
    )
    row, queue = data["zones"]["row"], data["zones"]["queue"]

    def with_zones(**zones: object) -> dict[str, object]:
        return {**data, "zones": {**data["zones"], **zones}}

    def with_variables(**variables: object) -> dict[str, object]:
        return {**data, "variables": {**data["variables"], **variables}}

    edited = [
        with_zones(row=row[::-1]),
        with_zones(row=[*row, row[0]]),
        with_zones(row=row[1:]),
        with_zones(row=[row[0], row[0], *row[2:]]),
        with_zones(row=[*row[1:], 7]),
        with_zones(queue={**queue, "1": ["Red", "Blue", "Red", "Red", "Red", "Red", "Blue", "Blue"]}),
        with_variables(kept=["Red 3", "Red 1", "Blue 2"]),
        with_variables(kept=["Red 3", "Red 1", "Red 3"]),
        with_variables(liked={"1": ["Red", "Blue", "Red"], "2": []}),
        with_variables(liked={"1": ["Red", "Blue", "Red", "Red", "Red"], "2": []}),
        with_variables(kept="Red 1"),
    ]
    (tmp_path / "states.json").write_text(json.dumps(edited), "utf-8")
    told = run(str(HERE / "read.mjs"), str(tmp_path / "built"), str(tmp_path / "states.json"), cwd=tmp_path)
    for state, answer in zip(edited, map(json.loads, told.splitlines()), strict=True):
        try:
            expected = game.to_json(game.from_json(state))
        except BadData as bad:
            expected = f"BadData {bad.code}"
        assert answer == expected
