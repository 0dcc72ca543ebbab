"""What a game noted of what it was asked, read by games of the same layout: the same states, and the same answers."""

from __future__ import annotations

import gc
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from refengine.engine.noting import MOST, NotingGame, answers_of, layout_of, notes_of
from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import CARDS, rulebook

RULES = (
    CARDS
    + """
variable turns: 0..99                                           per R1

setup                                                           per R1
    move all c in box of Card with c.rank > 0 to pile           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action lay(c in pile)                                   per R1
            then move c to hand of p
            then add 1 to turns
    if turns >= 4
        game over
    go Turn(next of p)

invariant few_turns                                             per R1
    turns <= 3

invariant few_cards                                             per R1
    every player p has (number of c in hand of p) <= 1

invariant nobody_divides                                        per R1
    10 div (2 - turns) >= 0
"""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    made = tmp_path_factory.mktemp("tiny")
    (made / "rulebook.toml").write_text(rulebook(), "utf-8")
    return str(made)


def made(folder: str, text: str, players: int = 2, *, explain: bool = False) -> Game:
    (Path(folder) / "tiny.rules").write_text(text, "utf-8")
    compiled = compile_folder(find_games(Path(folder))[0][0])
    assert compiled.game is not None, compiled.diagnostics
    configuration, wrong = configure(compiled.game, players, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(compiled.game, configuration, explain=explain)


def play(game: Game, seed: int) -> None:
    random = Random(seed)
    state = game.initial()
    game.violations(None, state)
    while legal := game.legal(state):
        after = game.apply(state, random.choice(legal))
        game.violations(state, after)
        state = after


WITHOUT_FAULT = RULES.replace("10 div (2 - turns) >= 0", "turns >= 0")


def test_what_was_read_is_gone_when_it_is_let_go(folder: str) -> None:
    """No state that was read is part of a circle, which only the collector would find; it looks through all there is."""
    game = NotingGame(made(folder, WITHOUT_FAULT))
    play(game, 1)
    (notes,) = notes_of(game) or ()
    answers_of(notes, game)
    gc.collect()
    gc.disable()
    try:
        assert len(answers_of(notes, game)) > 1
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("explain", [False, True])
def test_what_was_noted_is_read_by_another_module_of_the_same_layout(folder: str, explain: bool) -> None:
    noting = NotingGame(made(folder, WITHOUT_FAULT, explain=explain))
    play(noting, 1)
    assert noting.noted is not None
    told = [each.broken for each in noting.noted]
    assert ("invariant", "few_turns") in told[-1]
    assert told[0] == ()
    (notes,) = notes_of(noting) or ()
    other = made(folder, WITHOUT_FAULT.replace("turns <= 3", "turns <= 2"), explain=explain)
    assert layout_of(other) == notes.layout
    read = answers_of(notes, other)
    assert [each.broken for each in read] == told
    for asked, found in zip(noting.noted, read, strict=True):
        assert noting.to_json(asked.after)["zones"] == other.to_json(found.after)["zones"]
        assert (asked.before is None) == (found.before is None)
        assert not asked.whether
        assert not found.whether
        assert type(found.after) is type(other.initial())
        assert found.after == other.from_json({**noting.to_json(asked.after), "version": other.description.version})
    for one, then in pairwise(read):
        assert then.before is one.after  # a step begins where the last one ended
    broken = [[each.name for each in other.violations(one.before, one.after)] for one in read]
    assert sum("few_turns" in each for each in broken) == 1 + sum(("invariant", "few_turns") in each for each in told)


def test_whether_anything_is_broken_is_noted_as_such(folder: str) -> None:
    noting = NotingGame(made(folder, WITHOUT_FAULT))
    state = noting.initial()
    assert noting.is_sound(None, state) is not bool(noting.violations(None, state))
    (notes,) = notes_of(noting) or ()
    assert [each.whether for each in answers_of(notes, noting)] == [True, False]


def test_other_pieces_zones_or_seats_are_another_layout(folder: str) -> None:
    layout = layout_of(made(folder, WITHOUT_FAULT))
    assert layout == layout_of(made(folder, WITHOUT_FAULT.replace("add 1 to turns", "add 2 to turns")))
    assert layout != layout_of(made(folder, WITHOUT_FAULT.replace("rank: 1..3", "rank: 1..4")))
    assert layout != layout_of(made(folder, WITHOUT_FAULT.replace("turns", "rounds")))


def test_a_question_that_has_no_answer_leaves_nothing_noted(folder: str) -> None:
    noting = NotingGame(made(folder, RULES))
    with pytest.raises(Fault):
        play(noting, 1)
    assert noting.noted is None
    assert notes_of(noting) is None
    noting.violations(None, noting.initial())
    assert noting.noted is None


def test_of_too_many_questions_nothing_is_noted(folder: str) -> None:
    noting = NotingGame(made(folder, WITHOUT_FAULT))
    state = noting.initial()
    for _ in range(MOST):
        noting.violations(None, state)
    assert noting.noted is not None
    noting.violations(None, state)
    assert noting.noted is None
