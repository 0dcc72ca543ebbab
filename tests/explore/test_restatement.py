"""A scope of which only what has to hold has changed: what is found is what is found with nothing known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve

from refengine.engine.noting import Notes
from refengine.explore import memory, run
from refengine.explore.checkpoint import Checkpoints
from refengine.explore.memory import explore_unless_known
from refengine.explore.restatement import restated, sound
from refengine.explore.result import ExplorationResult
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir import game as model
from refengine.ir.bare import without_wording
from refengine.ir.claims import SmallScope
from refengine.ir.slices import Slices
from refengine.source.cache import Cache
from refengine.source.watch import Watch
from tests.prove.duel import RULES, compiled, write_game

TOLD = (
    RULES
    + """
scope two_ranks                                                 per R1
    2 players
    Card c with c.rank <= 2

claim few_in_the_pile                                           per R1
    in every reachable state of 2..3 players
    (number of c in pile) <= 6

invariant one_side                                              per R1
    takers <= 2

step invariant one_by_one                                       per R1
    round <= before(round) + 1
"""
)

ALL = frozenset({"everything"})
"""All that is said of the game, which is explored from the start."""

NOTED = frozenset({"nothing"})
"""What changed is asked of the states that were noted, and nothing is explored."""


@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("score of p <= 12", "score of p <= 13", NOTED),
        ("score of p <= 12", "score of p <= 12 and score of p >= 0", NOTED),
        ("round <= 3\n", "round <= 1\n", ALL),  # what is no weaker is asked, and this is broken
        ("score of p <= 12", "score of p <= 0", ALL),  # it is broken, and told from the start
        ("round <= 3\n", "round <= 4 and some player p has score of p >= 0\n", NOTED),
        ("round <= before(round) + 1", "round <= before(round) + 2", {"one_by_one"}),
        ("round <= before(round) + 1", "round <= before(round)", ALL),
        ("    number of c in hand\n", "    (number of c in hand) + 1\n", {"cards_left"}),
        ("    number of c in hand\n", "    number of c in pile\n", ALL),
        ("invariant one_side ", "invariant another_name ", {"another_name"}),
        ("takers <= 2\n", "10 div takers >= 0\n", ALL),
        # what it calls has changed, and it says what it said
        ("is number of c in field with best(c)", "is (number of c in field with best(c)) + 3", ALL),
        # it is not there any more, and nothing has to be asked
        ("invariant rounds_are_few                                        per R1\n    round <= 3\n", "", NOTED),
        ("(number of c in pile) <= 6", "(number of c in pile) <= 7", ALL),
    ],
)
def test_only_what_has_changed_is_asked_and_the_answer_is_that_of_who_knows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, asked: set[str] | frozenset[str]
) -> None:
    settings = ExplorationSettings(keep=Cache(tmp_path / "cache"))
    first = rules(tmp_path / "first", TOLD)
    assert explore_unless_known(first, first.scopes[0], None, settings).sound
    edited, games = rules(tmp_path / "edited", TOLD.replace(old, new)), list[model.Game]()

    def explored(
        game: model.Game,
        scope: SmallScope,
        watch: Watch | None,
        settings: ExplorationSettings,
        noting: Callable[[Notes], None] | None = None,
        checkpoints: Checkpoints | None = None,
    ) -> ExplorationResult:
        games.append(game)
        return explore_scope(game, scope, watch, settings, noting, checkpoints)

    monkeypatch.setattr(memory, "explore_scope", explored)
    found = explore_unless_known(edited, edited.scopes[0], None, settings)
    assert found == explore_scope(edited, edited.scopes[0])
    assert bool(games) == (asked is not NOTED)
    for last in games[-1:]:
        named = {*(i.name for i in last.invariants), *(m.name for m in last.measures), *(c.name for c in last.claims)}
        assert (named == asked) if asked is not ALL else (named > {"few_in_the_pile", "cards_left"})
    assert explore_unless_known(edited, edited.scopes[0], None, settings).known


def test_what_is_taken_for_what_it_was_is_told_wrongly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The false twin: where a hash leaves out what was edited, the answer is not that of who knows nothing."""
    settings = ExplorationSettings(keep=Cache(tmp_path / "cache"))
    first = rules(tmp_path / "first", TOLD)
    edited = rules(tmp_path / "edited", TOLD.replace("score of p <= 12", "score of p <= 0"))
    now = sound(ExplorationResult(), Slices(without_wording(edited))).said
    monkeypatch.setattr(memory, "sound", lambda found, of, notes: evolve(sound(found, of, notes), said=now))
    assert explore_unless_known(first, first.scopes[0], None, settings).sound
    assert explore_unless_known(edited, edited.scopes[0], None, settings).sound
    assert not explore_scope(edited, edited.scopes[0]).sound


def test_damaged_notes_are_no_notes_and_many_states_are_not_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = rules(tmp_path / "first", TOLD)
    edited = rules(tmp_path / "edited", TOLD.replace("score of p <= 12", "score of p <= 12 and score of p >= 0"))
    noted: list[Notes] = []
    found = explore_scope(first, first.scopes[0], None, None, noted.append)
    (notes,) = noted
    slices = Slices(without_wording(first))
    now, then = Slices(without_wording(edited)), sound(found, slices, notes)

    def never(_: model.Game) -> ExplorationResult:
        raise AssertionError

    again, anew = restated(then, now, edited.scopes[0], never), explore_scope(now.whole, edited.scopes[0])
    assert again is not None
    assert evolve(again, checked=()) == evolve(anew, checked=())
    assert [(sort, clause.path) for sort, clause in again.checked] == [
        (sort, clause.path) for sort, clause in anew.checked
    ]
    for wrong in (evolve(notes, answers=notes.answers[:-9]), evolve(notes, layout=notes.layout + " "), None):
        with pytest.raises(AssertionError):
            restated(evolve(then, notes=wrong), now, edited.scopes[0], never)
    monkeypatch.setattr(run, "MOST_NOTED", found.states - 1)
    explore_scope(first, first.scopes[0], None, None, noted.append)
    assert noted == [notes]


def rules(folder: Path, text: str) -> model.Game:
    assert text.count("scope two_ranks") == 1
    made = compiled(write_game(folder, text)).game
    assert made is not None
    return made


def test_what_was_asked_for_before_makes_no_difference(tmp_path: Path) -> None:
    """Whatever limits are asked for in whatever order, with and without force: the answer is that of who knows nothing."""
    keep, game = Cache(tmp_path / "cache"), rules(tmp_path / "first", TOLD)
    all_states = explore_unless_known(game, game.scopes[0], None, ExplorationSettings(keep=keep)).states
    limits = [all_states + 1, 1, all_states - 1, all_states, 5, all_states - 1, 1]
    for limit, force in product(limits, (False, True)):
        settings = ExplorationSettings(limit=limit, force=force, keep=keep)
        anew = explore_scope(game, game.scopes[0], None, settings)
        assert anew.complete == (limit >= all_states)
        for _ in range(2):
            assert evolve(explore_unless_known(game, game.scopes[0], None, settings), known=False) == anew
    edited = rules(tmp_path / "edited", TOLD.replace("(number of c in pile) <= 6", "(number of c in pile) <= 7"))
    few = ExplorationSettings(limit=all_states - 1, keep=keep)
    assert explore_unless_known(edited, edited.scopes[0], None, few) == explore_scope(
        edited, edited.scopes[0], None, few
    )
