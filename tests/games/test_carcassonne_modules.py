"""The modules of Carcassonne: what is wrong in one is noticed by an example, and whole games keep what has to hold."""

import random
import shutil
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

import refengine
from refengine.check.examples import decide_examples
from refengine.cli.main import main
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from tests.games.carcassonne_laying import GAME

SPEC = GAME.parent
MODULES = {
    "abbey": ["abbey"],
    "portal": ["portal"],
    "both": ["abbey", "portal"],
    "the other way round": ["portal", "abbey"],
}
GAMES = 2

SETS = ("BaseOnly", "Cult", "CultSiege", "Spielbox")

BROKEN = {
    "an abbey lies between two shrines": ("abbey", "when next_to_several(AB_A, c)", "when false", "an_abbey_across_from_two_shrines"),
    "an abbey is a second cloister": ("abbey", "when gives_a_neighbour_several(AB_A, c)", "when false", "an_abbey_beside_a_shrine_that_has_a_cloister"),
    "an abbey lies anywhere": ("abbey", "every d in beside(c) has board of d is not empty\n\n#", "true\n\n#", "an_abbey_goes_into_a_hole"),
    "what ends at an abbey waits": ("abbey", " + ends_at(c)", "", "a_road_and_a_city_end_at_an_abbey"),
    "what lies around an abbey waits": ("abbey", " + (all s in spots of around(c) with is_building(s.land))", "", "an_abbey_finishes_both_beside"),
    "abbeys are laid in the end": ("abbey", "if bag is not empty and abbey", "if abbey", "nobody_lays_an_abbey_when_the_bag_is_empty"),
    "the portal leads nowhere": ("portal", "when is_portal(c)", "when false", "a_portal_starts_a_race_across"),
    "the portal leads into what is finished": ("portal", "normally not finished(feature of s)", "normally true", "a_portal_mans_the_emptied_shrine_again_beside"),
    "the portal leads to what its tile finishes": ("portal", "when portal_into_finished is just_finished", "when true", "a_portal_does_not_lead_into_what_it_finishes_beside"),
    "what the tile finishes is not new": ("portal", "when s in finished_by(c)", "when false", "until_2014_it_was_a_draw_across"),
    "every tile is a portal": ("portal", "is some t in board of c has t.sort.has_portal", "is true", "a_tile_without_a_portal_leads_nowhere"),
}  # fmt: skip
"""What is wrong: in which module, what stands there, what is written in its place, and an example that comes out otherwise."""


def copied(room: Path, module: str, text: str, other: str) -> Path:
    """The game and one module with something else written in it."""
    for name in ("carcassonne", module):
        shutil.copytree(SPEC / name, room / name, ignore=shutil.ignore_patterns("evidence.toml"))
    path = room / module / "game.rules"
    rules = path.read_text(encoding="utf-8")
    assert rules.count(text) == 1
    path.write_text(rules.replace(text, other), encoding="utf-8")
    return room / module


@pytest.mark.parametrize("what", BROKEN)
def test_an_example_notices(what: str, tmp_path: Path) -> None:
    module, text, other, example = BROKEN[what]
    (folder,), _ = find_games(copied(tmp_path, module, text, other))
    made = compile_folder(folder)
    assert made.game is not None, made.diagnostics
    game = evolve(made.game, examples=tuple(each for each in made.game.examples if each.name == example))
    found = decide_examples(game, partial(make_game, explain=True), Reader(made.rulebook, {}), Words(Labels()), {})
    assert found.examples == 1
    assert found.failures != ()


@pytest.mark.campaign
def test_without_its_ban_an_abbey_is_proved_nothing_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The false twin: what one bar keeps from happening is proved no longer, and what the other one does still is."""
    folder = copied(tmp_path, "abbey", "when gives_a_neighbour_several(AB_A, c)", "when false")
    names = ["one_opponent", "only_abbeys_are_kept"]
    assert main(["prove", str(folder), *names, "--players", "2"]) != 0
    said = [line.split() for line in capsys.readouterr().out.splitlines()]
    verdicts = {line[1]: line[2] for line in said if line[:1] == ["invariant"]}
    assert verdicts == dict(zip(names, ("unknown", "proved"), strict=True))


def play(modules: list[str], seed: int) -> tuple[int, int]:
    """Play a game at random but for abbeys, and return how many were laid and how often a portal led somewhere else."""
    answers = {"portal_into_finished": "just_finished"} if "portal" in modules and seed % 3 == 0 else {}
    options = {"tile_set": SETS[seed % 4]}
    game = refengine.load(GAME, modules=modules, players=2 + seed % 4, options=options, readings=answers)
    state, rng, laid, led = game.initial(), random.Random(seed), 0, 0
    while actions := game.legal(state):
        abbeys = [each for each in actions if each.name == "lay_abbey"]
        action = rng.choice(abbeys or actions)
        laid += action in abbeys
        led += sum(each.name == "deploy" for each in actions) > 9  # more than there are on one tile
        after = game.apply(state, action)
        assert game.violations(state, after) == ()
        state = after
    found = game.outcome(state)
    assert found is not None
    assert len(found.scores) == 2 + seed % 4
    return laid, led


@pytest.mark.parametrize("modules", ["abbey", "portal", "both"])
@pytest.mark.parametrize("games", [GAMES, pytest.param(20, marks=pytest.mark.campaign)])
def test_games_hold_whatever_has_to(modules: str, games: int) -> None:
    laid, led = (sum(each) for each in zip(*(play(MODULES[modules], seed) for seed in range(games)), strict=True))
    assert (laid > 0, led > 0) == ("abbey" in MODULES[modules], "portal" in MODULES[modules])


def test_in_which_order_they_are_named_is_in_nothing() -> None:
    assert play(MODULES["both"], 1) == play(MODULES["the other way round"], 1)
