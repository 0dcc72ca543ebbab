"""The games of the repository keep the invariants of the IR, before and after `specialise`; broken ones are told."""

from itertools import product
from pathlib import Path

import attrs
import pytest

from refengine.ir import control
from refengine.ir.configuration import configure
from refengine.ir.domain import PLAYER, TRUTH, SetOf
from refengine.ir.expressions import Binding, Filter, Local, TruthLiteral
from refengine.ir.game import Game
from refengine.ir.obligations import Owed, obligations
from refengine.ir.specialise import specialise
from refengine.ir.traverse import rewrite
from refengine.ir.wellformedness import faults_of_form
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

ROOT = Path(__file__).parents[2]
FOLDERS = [folder for place in ("spec", "docs/tutorial") for folder in find_games(ROOT / place)[0]]


def rules_of(name: str) -> Game:
    (folder,) = (each for each in FOLDERS if each.name == name)
    game = compile_folder(folder).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", [folder.name for folder in FOLDERS])
def test_every_pass_keeps_the_form(name: str) -> None:
    rules = rules_of(name)
    assert faults_of_form(rules) == ()
    editions = [None, *(edition.name for edition in rules.editions)]
    for players, edition in product(range(rules.players[0], rules.players[1] + 1), editions):
        configuration, wrong = configure(rules, players, {}, {}, edition)
        assert configuration is not None, wrong
        assert faults_of_form(specialise(rules, configuration), specialised=True) == ()


def test_an_unbound_local_is_told() -> None:
    rules = rules_of("tictactoe")
    stray = control.LetIn(Local("x", TRUTH), Local("y", TRUTH))
    start, *others = rules.setup.points
    broken = attrs.evolve(start, effects=(*start.effects, stray))
    setup = attrs.evolve(rules.setup, points=(broken, *others))
    assert any("reads ['y']" in each for each in faults_of_form(attrs.evolve(rules, setup=setup)))


def test_what_is_chosen_and_bound_meanwhile_is_told() -> None:
    rules = rules_of("tictactoe")
    (place, ask), *_ = (
        (place, each.exit)
        for place, phase in enumerate(rules.phases)
        for each in phase.points
        if isinstance(each.exit, control.Ask) and each.exit.actions[0].choices
    )
    choice = ask.actions[0].choices[0]
    assert isinstance(choice.domain.domain, SetOf)
    among = Filter(Binding(choice.var, choice.domain, TruthLiteral(value=True)), choice.domain.domain)
    asked = attrs.evolve(ask.actions[0], choices=(attrs.evolve(choice, domain=among),))
    broken = rewrite(rules.phases[place], lambda node: asked if node == ask.actions[0] else node)
    phases = (*rules.phases[:place], broken, *rules.phases[place + 1 :])
    found = faults_of_form(attrs.evolve(rules, phases=phases))
    assert any("where it is chosen" in each for each in found), found


def test_a_value_before_what_it_calls_is_told() -> None:
    rules = rules_of("kaciri")
    assert faults_of_form(attrs.evolve(rules, values=rules.values[::-1]))


def test_the_battle_owes_what_its_text_leaves_to_proof() -> None:
    owed = {(each.owed, each.path) for each in obligations(rules_of("kaciri"))}
    assert {(Owed.COVERAGE, "takes"), (Owed.OVERLAP, "takes"), (Owed.AGREEMENT, "stands")} <= owed
    assert {(Owed.UNIQUE, "city"), (Owed.UNIQUE, "sender"), (Owed.ROOM, "Reveal"), (Owed.ANSWER, "Choose")} <= owed


def test_a_bound_name_is_not_free() -> None:
    rules = rules_of("kaciri")
    points = next(value for value in rules.values if value.name == "points")
    assert {local.domain for local in points.params} == {PLAYER}
