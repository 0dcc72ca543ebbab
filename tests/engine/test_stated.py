"""A build that plays nothing, but can be asked what states break: it says what the build says by which they came."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from refengine.engine.noting import NotingGame, answers_of, layout_of, notes_of
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from tests.engine.rules import CARDS, rulebook

RULES = (
    CARDS
    + """
variable turns: 0..99, starts 1                               per R1

variable met: 0..99                                           per R1

setup                                                           per R1
    move all c in box of Card with c.rank > 0 to pile           per R1
    go Turn(1)

value worth(p: player): 0..99                                   per R1
    normally (number of c in hand of p)

phase Turn(p: player)                                           per R1
    ask p
        action lay(c in pile)                                   per R1
            then move c to hand of p
            then add 1 to turns
            then set met to worth(p)
    if turns >= 5
        game over
    go Turn(next of p)

invariant few_turns                                             per R1
    turns <= 3

invariant few_met                                               per R1
    met <= 1 or turns = 99

invariant at_a_turn in Turn                                     per R1
    turns >= 1

invariant of_the_turn during Turn(p)                            per R1
    (number of c in hand of p) <= 1

step invariant one_by_one                                       per R1
    turns = before(turns) + 1

measure to_come in Turn                                         per R1
    4 - turns
"""
)


def compiled(folder: Path, text: str) -> model.Game:
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "tiny.rules").write_text(text, "utf-8")
    made = compile_folder(find_games(folder)[0][0])
    assert made.game is not None, made.diagnostics
    return made.game


@pytest.mark.parametrize("explain", [False, True])
def test_states_break_the_same_in_a_build_that_plays_nothing(tmp_path: Path, explain: bool) -> None:
    rules = compiled(tmp_path, RULES)
    configuration, wrong = configure(rules, 2, {}, {}, None)
    assert configuration is not None, wrong
    whole = NotingGame(make_game(rules, configuration, explain=explain))
    for seed in range(3):
        random, state = Random(seed), whole.initial()
        whole.violations(None, state)
        while legal := whole.legal(state):
            after = whole.apply(state, random.choice(legal))
            whole.violations(state, after)
            state = after
    (notes,) = notes_of(whole) or ()
    stated = make_game(rules, configuration, explain=explain, stated=True)
    assert layout_of(stated) == notes.layout
    answers = answers_of(notes, stated)
    found = [stated.stated_violations(each.before, each.after) for each in answers]
    assert [tuple((one.kind, one.name) for one in each) for each in found] == [each.broken for each in answers]
    assert len({one for each in answers for one in each.broken}) > 2
    otherwise = compiled(tmp_path, RULES.replace("turns <= 3", "turns <= 2"))
    other = make_game(otherwise, configuration, explain=explain, stated=True)
    assert [len(other.stated_violations(each.before, each.after)) for each in answers_of(notes, other)] != [
        len(each) for each in found
    ]
    with pytest.raises(NameError):
        stated.initial()
