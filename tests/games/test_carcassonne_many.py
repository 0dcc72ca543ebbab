"""Thousands of whole games, played in a module that asks in every state whether what has to hold does."""

import shutil
from pathlib import Path

import pytest

from refengine.loading import load
from tests.games.carcassonne_laying import GAME

pytest.importorskip("wasmtime")

DECLARED = {"race_is": "declared"}
FROM_AFAR = {**DECLARED, "who_declares": "whoever_is_sent"}
"""The same with portals, by which a follower comes to another tile than the one just laid."""

COMES_BESIDE = "is some r in rivals(s) has is_manned(r)"

MODULES = [(), ("abbey",), ("portal",), ("abbey", "portal")]


@pytest.mark.slow
def test_a_race_that_is_declared_is_one_that_is_derived() -> None:
    found = load(GAME, players=3, modules=("abbey", "portal"), readings=FROM_AFAR).playouts(200, seed=7, checked=True)
    assert (found.engine, found.finished, found.breaches) == ("wasm", 200, ())


@pytest.mark.slow
def test_and_is_none_where_nobody_declares(tmp_path: Path) -> None:
    folder = tmp_path / "carcassonne"
    shutil.copytree(GAME, folder)
    rules = (folder / "race.rules").read_text("utf-8")
    assert rules.count(COMES_BESIDE) == 1
    (folder / "race.rules").write_text(rules.replace(COMES_BESIDE, "is false"), "utf-8")
    found = load(folder, players=3, readings=DECLARED).playouts(200, seed=7, checked=True)
    assert found.engine == "wasm"
    assert {each.what for each in found.breaches} == {"races_are_declared"}


@pytest.mark.campaign
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("modules", MODULES, ids=lambda each: "and".join(each) or "alone")
@pytest.mark.parametrize("declared", [False, True], ids=["derived", "declared"])
def test_nothing_is_broken(modules: tuple[str, ...], players: int, declared: bool) -> None:
    readings = {} if not declared else FROM_AFAR if "portal" in modules else DECLARED
    found = load(GAME, players=players, modules=modules, readings=readings).playouts(5_000, seed=players, checked=True)
    assert (found.engine, found.finished, found.breaches) == ("wasm", 5_000, ())
