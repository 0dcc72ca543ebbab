"""States that are handed to a package: it takes those that the reference engine takes, and refuses others by the same page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.engine.rules import compiled
from tests.hostile.spoiling import by_data
from tests.web.test_package import HERE, NODE, run

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

Data = dict[str, Any]

RULES = """\
game mill from rulebook tiny
    players 2 per R1
kind Grain is Rye, Oat per R1
component Sack per R1
    grain: Grain
    2 alike of each grain
record Deal per R1
    seller: player
    price: 0..9
token Coin on each player and on each Grain, limit 300 per R1
zone barn holds at most 3 Sack per R1
zone cart of each player holds Sack, seen by owner per R1
variable ground: count per R1
variable height: -3..3 per R1
variable deal: Deal or none, starts none per R1
variable milled: set of Grain per R1
variable counted: set of 0..90000 per R1
variable owed of each player: 0..9 or none, starts none per R1
setup per R1
    move all s in box of Sack with s.grain is Rye to barn
    move all s in box of Sack to cart of 2
    add 70000 to counted
    move 3 Coin from supply to 1
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action grind per R1
            then add 1 to ground
    go Turn(next of p)
"""


def mill(folder: Path) -> Game:
    """The reference engine of the mill, of which a package is written to a folder."""
    rules = compiled(folder / "rules", RULES)
    configuration, wrong = configure(rules, 2, {}, {}, None)
    assert configuration is not None, wrong
    assert write_package(specialise(rules, configuration), Background(), folder / "built")[1] == ()
    return make_game(rules, configuration)


def by_engine(game: Game, data: Any) -> Any:
    """How the reference engine writes a state again, or the code with which it refuses it."""
    try:
        return game.to_json(game.from_json(data))
    except BadData as bad:
        return f"BadData {bad.code}"


def by_package(folder: Path, states: list[Any]) -> list[Any]:
    """What a package says of each of some states, as `by_engine`; where it has no room it is `Beyond`."""
    (folder / "states.json").write_text(json.dumps(states), "utf-8")
    told = run(str(HERE / "read.mjs"), str(folder / "built"), str(folder / "states.json"), cwd=folder)
    return [json.loads(line) for line in told.split("\n") if line]


def at(*path: str | int, value: Any) -> Callable[[Data], None]:
    """Puts something else at a place in data."""

    def edit(data: Any) -> None:
        for each in path[:-1]:
            data = data[each]
        data[path[-1]] = value

    return edit


EDITS: dict[str, tuple[Callable[[Data], None], str]] = {
    "a part that is none": (at("sacks", value=[]), "BadData E0712"),
    "a zone that is none": (at("zones", "shed", value=[]), "BadData E0712"),
    "a variable that is none": (at("variables", "found", value=1), "BadData E0712"),
    "a token that is none": (at("tokens", "Pin", value={}), "BadData E0712"),
    "a holder that is none": (at("tokens", "Coin", "Sack", value={}), "BadData E0712"),
    "a part of a frame that is none": (at("control", 0, "size", value=1), "BadData E0712"),
    "a thing that no frame holds": (at("control", 0, "data", "q", value=1), "BadData E0712"),
    "a field that is none": (
        at("variables", "deal", value={"seller": 1, "price": 2, "size": 3}), "BadData E0712",
    ),
    "a field too little": (at("variables", "deal", value={"seller": 1}), "BadData E0711"),
    "a key of a family that is none": (at("variables", "owed", "3", value=None), "BadData E0711"),
    "a family that is a list": (at("zones", "cart", value=[[], []]), "BadData E0711"),
    "fewer tokens than none": (at("tokens", "Coin", "player", "1", value=-1), "BadData E0711"),
    "a number of tokens that is none": (at("tokens", "Coin", "player", "1", value="3"), "BadData E0711"),
    "more tokens than there are": (at("tokens", "Coin", "player", "1", value=301), "BadData E0717"),
    "far more tokens than there are": (at("tokens", "Coin", "player", "1", value=10**17), "BadData E0717"),
    "more than fit": (at("zones", "barn", value=["Rye", "Rye", "Oat", "Oat"]), "BadData E0715"),
    "a number below its range": (at("variables", "height", value=-4), "BadData E0713"),
    "a number above its range": (at("variables", "height", value=2**60), "BadData E0713"),
    "half a letter": (at("variables", "milled", value=["\ud800"]), "BadData E0730"),
    "half a letter as a name": (at("zones", "\udc00", value=[]), "BadData E0730"),
}  # fmt: skip


def test_what_is_refused_is_refused_by_the_page_that_says_why(tmp_path: Path) -> None:
    game = mill(tmp_path)
    plain = json.dumps(game.to_json(game.initial()))
    states = []
    for edit, _ in EDITS.values():
        data = json.loads(plain)
        edit(data)
        states.append(data)
    assert by_package(tmp_path, [json.loads(plain)]) == [json.loads(plain)]
    answers = dict(zip(EDITS, by_package(tmp_path, states), strict=True))
    assert answers == {name: code for name, (_, code) in EDITS.items()}
    assert answers == {name: by_engine(game, data) for name, data in zip(EDITS, states, strict=True)}


def test_a_number_that_javascript_rounds_is_beyond_it_and_no_wrong_one(tmp_path: Path) -> None:
    """The reference engine takes it, as the rules do: to say that no such state can be would be false."""
    game = mill(tmp_path)
    for many, answer in [
        (2**32 - 1, None),
        (2**32, "Beyond"),
        (2**53, "Beyond"),
        (10**18, "Beyond"),
        (10**40, "Beyond"),
        (10**400, "Beyond"),
    ]:
        data = game.to_json(game.initial())
        data["variables"]["ground"] = many
        assert by_engine(game, data) == data
        assert by_package(tmp_path, [data]) == [answer or data]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(2, 40))])
def test_both_take_the_same_states(seed: int, tmp_path: Path) -> None:
    game, chance = mill(tmp_path), Random(seed)
    plain = game.to_json(game.initial())
    states: list[Any] = []
    while len(states) < 400:
        part = chance.choice(["zones", "variables", "tokens", "control"])
        spoilt = {**plain, part: by_data(plain[part], chance)}
        if _is_json(spoilt):
            states.append(spoilt)
    taken = 0
    for data, answer in zip(states, by_package(tmp_path, states), strict=True):
        expected = by_engine(game, data)
        if answer != "Beyond":
            is_taken = isinstance(expected, dict)
            assert (answer == expected) if is_taken else isinstance(answer, str), data
            taken += is_taken
    assert taken > 10


def _is_json(data: Any) -> bool:
    """Returns whether data are JSON, not too long to be told, in which all numbers are whole: both read the same."""
    try:
        text = json.dumps(data, allow_nan=False)
        json.loads(text, parse_float=int)  # refuses what has a point
    except (RecursionError, ValueError):
        return False
    return len(text) < 10_000
