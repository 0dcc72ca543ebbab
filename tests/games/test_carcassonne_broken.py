"""What is wrong in one place of the rules of Carcassonne is noticed by an example, and by which."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from refengine.check.examples import decide_examples
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from tests.games.carcassonne_laying import GAME

BROKEN = {
    "one is first where one tile finishes both": ("race", "when r in judged", "when false", "one_tile_finishes_both_beside"),
    "the loser stays": ("race", "is leaves_the_race(s)", "is false", "the_monk_is_first_across"),
    "only sides are beside": ("race", "spots of around(cell of s)", "spots of beside(cell of s)", "the_heretic_is_first_across"),
    "an empty shrine races": ("race", "normally is_manned(s) and is_manned(r)", "normally is_manned(s)", "a_monk_has_to_race"),
    "the winner takes nothing more": ("race", "when stakes is both_buildings", "when false", "the_winner_takes_both_beside"),
    "what is finished nearby waits": ("features", "with is_building(s.land))", "with false)", "a_shrine_scores_as_a_cloister"),
    "each part is a tile": ("features", "(all cell of s for s in F)\n\nvalue pennants", "F\n\nvalue pennants", "a_road_that_comes"),
    "open cities feed farms": ("features", "for r in towns(F)) with finished(C)", "for r in towns(F))", "a_farm_beside_a_city"),
    "nobody scores a tie": ("features", "(no player q has followers(q, F) >", "(no other player q has followers(q, F) >=", "as_many_followers"),
    "any field meets any": ("features", "= cell of r and p.faces in r.ports", "= cell of r", "a_farm_beside_a_city"),
    "whoever comes may stand": ("turn", "some r in feature of s has stand of r", "some r in {s} has stand of r", "somebody_stands_there"),
}  # fmt: skip
"""What is wrong: in which file, what stands there, what is written in its place, and an example that comes out otherwise."""


@pytest.mark.parametrize("what", BROKEN)
def test_an_example_notices(what: str, tmp_path: Path) -> None:
    file, text, other, example = BROKEN[what]
    folder = tmp_path / "carcassonne"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("properties.rules", "evidence.toml"))
    path = folder / f"{file}.rules"
    rules = path.read_text(encoding="utf-8")
    assert rules.count(text) == 1
    path.write_text(rules.replace(text, other), encoding="utf-8")
    (found,), _ = find_games(folder)
    made = compile_folder(found)
    assert made.game is not None, made.diagnostics
    named = tuple(each for each in made.game.examples if each.name.startswith(example))
    assert named
    decided = decide_examples(
        evolve(made.game, examples=named),
        partial(make_game, explain=True),
        Reader(made.rulebook, {}),
        Words(Labels()),
        {},
    )
    assert decided.failures != ()
