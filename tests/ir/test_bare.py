"""What is only said of a game makes no other states, and what states there are depends on is left as it is."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from attrs import evolve

from refengine.engine.emit.description import version_of
from refengine.ir import game as model
from refengine.ir.bare import without_claims, without_statements, without_wording
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

SPEC = Path(__file__).parents[2] / "spec"

CLAIMS = {"claims", "dependences", "confinements", "audits", "scopes", "nestings"}
STATEMENTS = {*CLAIMS, "examples", "invariants", "measures"}

PLAYED = {
    "name", "players", "kinds", "records", "tables", "components", "tokens", "zones", "variables", "options", "questions",
    "editions", "laws", "values", "setup", "phases", "outcome", "clause", "relations", "parts", "texts", "counted",
}  # fmt: skip
"""The fields of a game that its states, or the printed data that are allowed, may depend on."""


@pytest.fixture(scope="module")
def games() -> tuple[model.Game, ...]:
    folders = (SPEC / "kaciri", SPEC / "palisades")
    found = [compile_folder(find_games(folder)[0][0]).game for folder in folders]
    return tuple(each for each in found if each is not None)


def test_every_field_is_known_to_be_played_or_only_said() -> None:
    """A new field of a game is either played or a statement, and `ir.bare` has to know the second."""
    assert {each.name for each in attrs.fields(model.Game)} == PLAYED | STATEMENTS


def test_statements_go_and_the_rest_stays(games: tuple[model.Game, ...]) -> None:
    said: set[str] = set()
    for game in games:
        for bare, gone in ((without_claims(game), CLAIMS), (without_statements(game), STATEMENTS)):
            before, after = attrs.asdict(game, recurse=False), attrs.asdict(bare, recurse=False)
            assert {name for name in before if before[name] != after[name]} == {name for name in gone if before[name]}
            said |= {name for name in gone if before[name]}
    assert said == STATEMENTS


def test_states_of_two_versions_mix_where_only_something_is_said(games: tuple[model.Game, ...]) -> None:
    for game in games:
        asked = evolve(game, questions=tuple(evolve(each, text="what?") for each in game.questions))
        assert asked != game
        assert without_wording(asked) == without_wording(game)
        assert version_of(asked) == version_of(without_statements(game)) == version_of(game)
        assert game.laws
        assert version_of(evolve(game, laws=game.laws[1:])) != version_of(game)
