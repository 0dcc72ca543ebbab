"""A game has a module that looks at what has to hold, and one that only plays: both play the same games."""

import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from refengine.bulk.wasm import Wasm
from refengine.ir.bare import without_unused_values
from refengine.ir.footprint import footprints_of
from refengine.ir.simplify import negation
from refengine.ir.specialise import specialise
from tests.bulk.configurations import Configured, configurations
from tests.bulk.test_batch import little

TOO_LARGE = """\
game large from rulebook fooled
    players 2                                                                       per R1

variable last: 0..9, starts 0                                                       per R1

component Die                                                                       per R1
    pips: 1..2
    4 alike of each pips

zone cup of each player holds Die                                                   per R1

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action say(n in {1, 2, 3})                                                  per R1
            then set last to n
    if last = 3
        done
    go Turn(next of p)

outcome                                                                             per R1
    scores are (if p is 1 then last else 0) for player p
    winners are all player p with p is 1

invariant last_is_small                                                             per R1
    (number of s in (all (all d in cup of p with d.pips < 3) for player p)) < 9
"""


def of(path: str) -> Configured:
    return next(configurations(path))


@pytest.mark.parametrize(
    "path", ["docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "spec/kaciri", "spec/european_war"]
)
def test_both_play_the_same_games(path: str) -> None:
    first = of(path)
    alone, both = first.reference().playouts(20, 3, checked=False), first.reference().playouts(20, 3)
    assert (alone.engine, both.engine) == ("wasm", "wasm")
    assert alone == both
    wanted = first.reference().playouts(5, 3, checked=False, engine="reference")
    assert evolve(wanted, engine="wasm") == first.reference().playouts(5, 3, checked=False)


def test_what_only_plays_knows_nothing_of_what_has_to_hold() -> None:
    first = of("spec/kaciri")
    bulk = Wasm(first.game, first.configuration)
    alone = bulk.machine(checked=False)
    assert alone is not None
    assert not alone.lowered.properties
    whole = bulk.machine()
    assert whole is not None
    assert whole.lowered.properties
    assert bulk.machine(checked=False) is whole, "one is enough where it is there"


def test_what_was_played_alone_is_looked_at_where_that_is_asked_later() -> None:
    first = of("docs/tutorial/tictactoe")
    never = tuple(evolve(each, condition=negation(each.condition)) for each in first.game.invariants)
    game = evolve(first, game=evolve(first.game, invariants=never)).reference()
    assert not game.playouts(4, 1, checked=False).breaches
    assert len(game.playouts(4, 1).breaches) == 4
    assert not game.playouts(4, 1, checked=False).breaches


def test_what_no_module_looks_at_is_played_by_one(tmp_path: Path) -> None:
    game = little(tmp_path, TOO_LARGE)
    alone, looked_at = game.playouts(4, 1, checked=False), game.playouts(4, 1)
    assert (alone.engine, alone.because) == ("wasm", None)
    assert looked_at.engine == "reference"
    assert str(looked_at.because).endswith(": a set of sets of many, with copies, or in an order")
    assert alone.outcomes == looked_at.outcomes
    assert game.cursor().legal == len(game.legal(game.initial()))


def test_a_value_that_only_examples_ask_is_not_in_a_module() -> None:
    """Of the values of the game of cards some are asked by what has to hold, and some by nothing that is played."""
    first = of("spec/kaciri")
    specialised = specialise(evolve(first.game, examples=()), first.configuration)
    used = without_unused_values(specialised, footprints_of(specialised))
    left_out = {each.name for each in specialised.values} - {each.name for each in used.values}
    assert "rank" in left_out
    assert "strength" not in left_out
    whole = without_unused_values(first.game, footprints_of(first.game))
    assert {each.name for each in whole.values} == {each.name for each in first.game.values}


def test_each_machine_has_the_codec_of_its_own_layout() -> None:
    first = of("docs/tutorial/tictactoe")
    bulk = Wasm(first.game, first.configuration)
    alone, whole = bulk.machine(checked=False), bulk.machine()
    assert alone is not None
    assert whole is not None
    for machine in (alone, whole, alone.another()):
        assert machine.codec("1").packed is machine.lowered.packed
        assert machine.codec("1") is machine.codec("1")
        assert machine.codec("2").version == "2"


IN_SMALL_FILES = """\
import resource
from refengine import load
game = load("docs/tutorial/tictactoe", players=2)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
found = game.playouts(3, 1)
print(found.engine, found.steps)
"""


def test_a_process_that_may_write_no_large_file_has_modules() -> None:
    """What the memory of a module begins with was put into a file, and where that is not allowed a command broke off."""
    told = subprocess.run([sys.executable, "-c", IN_SMALL_FILES], capture_output=True, text=True, check=False)
    wanted = of("docs/tutorial/tictactoe").reference().playouts(3, 1)
    assert (told.stdout.split(), told.stderr) == (["wasm", str(wanted.steps)], "")
