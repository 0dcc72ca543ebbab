"""The examples of a game are a part of its module that is made when somebody asks for them, with these very rules."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copytree

import pytest

from refengine.engine.emit.module import EmittedModule, emit_apart
from refengine.engine.in_parts import InParts
from refengine.engine.load import load_module
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules, make_game
from refengine.runtime.game import Game
from refengine.source.cache import Cache

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec"
GOOFSPIEL = ROOT / "docs" / "tutorial" / "goofspiel"


def configured(folder: Path) -> tuple[model.Game, Configuration]:
    rules = load_rules(folder).game
    assert rules is not None
    configuration, _ = configure(rules, None, {}, {}, None)
    assert configuration is not None
    return rules, configuration


def made(folder: Path, keep: Cache, *, explain: bool = False) -> Game:
    return make_game(*configured(folder), explain=explain, keep=keep)


def names(folder: Path) -> list[str]:
    """The names of the examples that run under the configuration."""
    return [each.name for each in specialise(*configured(folder)).examples]


def kept(folder: Path, end: str) -> list[Path]:
    return sorted(folder.glob(f"*.{end}"))


def looked_at(game: Game) -> list[object]:
    """All that examples say: their names and places, their positions, and what their lines ask there and do."""
    found: list[object] = []
    for each in game.description.examples:
        state = game.example_position(each)
        found += [each.name, each.clause, game.to_json(state)]
        found += [(line.what, line.clause, line.play and repr(line.play(state))) for line in each.lines[:1]]
    return found


def never() -> EmittedModule:
    raise AssertionError("what is kept is not emitted")


def test_no_example_is_made_until_one_is_asked_for(tmp_path: Path) -> None:
    game = made(GOOFSPIEL, Cache(tmp_path))
    state = game.initial()
    assert game.apply(state, game.legal(state)[0]) != state
    assert (len(kept(tmp_path, "code")), kept(tmp_path, "examples")) == (1, [])
    examples = game.description.examples
    assert [each.name for each in examples] == names(GOOFSPIEL)
    assert len(kept(tmp_path, "examples")) == 1
    assert game.description.examples is examples


@pytest.mark.parametrize("explain", [False, True])
def test_kept_examples_are_those_that_were_made(tmp_path: Path, explain: bool) -> None:
    first, alone = (made(GOOFSPIEL, keep, explain=explain) for keep in (Cache(tmp_path), Cache(None)))
    said = looked_at(first)
    assert said == looked_at(alone)
    (code,) = kept(tmp_path, "code")
    again = Game(InParts("kept_again", Cache(tmp_path), code.stem, never).module())
    assert looked_at(again) == said


def test_examples_that_are_made_later_know_the_rules_that_were_kept(tmp_path: Path) -> None:
    """In another process, where texts have other hashes, the same names are given to the same things."""
    program = (
        "from pathlib import Path; from refengine.source.cache import Cache; from tests.engine.test_examples_apart import *\n"
        f"game = made(Path({str(SPEC / 'kaciri')!r}), Cache(Path({str(tmp_path)!r})))\n"
    )
    for seed, then in (("1", ""), ("2", "print(len(looked_at(game)))")):
        told = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", program + then], capture_output=True, text=True, check=False, env=told, cwd=ROOT
        )
        assert ran.returncode == 0, ran.stderr
        assert len(kept(tmp_path, "examples")) == (1 if then else 0)


def test_kept_examples_of_other_rules_are_not_taken(tmp_path: Path) -> None:
    """Whoever put them there: names of the rules may mean something else in them."""
    keep, game = Cache(tmp_path / "own"), made(GOOFSPIEL, Cache(tmp_path / "own"))
    made(ROOT / "docs" / "tutorial" / "tictactoe", Cache(tmp_path / "other")).description.examples  # noqa: B018
    (code,), (other,) = kept(tmp_path / "own", "code"), kept(tmp_path / "other", "examples")
    (tmp_path / "own" / f"{code.stem}.examples").write_bytes(other.read_bytes())
    assert looked_at(game) == looked_at(made(GOOFSPIEL, Cache(None)))
    assert keep.read(f"{code.stem}.examples") != Cache(tmp_path / "other").read(other.name)


@pytest.mark.parametrize("spoilt", [b"", b"spoilt", b"\xe3"])
def test_spoilt_examples_are_made_again(tmp_path: Path, spoilt: bytes) -> None:
    game = made(GOOFSPIEL, Cache(tmp_path))
    (code,) = kept(tmp_path, "code")
    Cache(tmp_path).write(f"{code.stem}.examples", spoilt)
    assert looked_at(game) == looked_at(made(GOOFSPIEL, Cache(None)))


def test_rules_that_were_edited_have_examples_of_their_own(tmp_path: Path) -> None:
    """And those of the rules as they were stay what they were, also where they are asked for only now."""
    before, after = tmp_path / "before", tmp_path / "after"
    for each in (before, after):
        copytree(GOOFSPIEL, each / "goofspiel")
    rules = after / "goofspiel" / "examples.rules"
    text = rules.read_text(encoding="utf-8")
    name = names(GOOFSPIEL)[0]
    rules.write_text(text.replace(f"example {name} ", f"example {name}_anew "), encoding="utf-8")
    keep = Cache(tmp_path / "kept")
    old = made(before / "goofspiel", keep)
    new = made(after / "goofspiel", keep)
    assert new.description.examples[0].name == f"{name}_anew"
    assert old.description.examples[0].name == name
    assert made(before / "goofspiel", keep).description.examples[0].name == name


def test_examples_are_of_the_game_that_was_asked(tmp_path: Path) -> None:
    """Not of another that was loaded since from what is kept of it: a state of one is none of the other."""
    first = made(GOOFSPIEL, Cache(tmp_path))
    second = made(GOOFSPIEL, Cache(tmp_path))
    for game in (first, second):
        for each in game.description.examples:
            game.view(game.example_position(each), 1)


def test_threads_that_share_a_game_are_given_the_same_examples() -> None:
    game = made(SPEC / "kaciri", Cache(None))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: [each.name for each in game.description.examples], range(4)))
    assert found == [names(SPEC / "kaciri")] * 4


def test_rules_that_were_loaded_alone_do_not_say_that_there_are_no_examples() -> None:
    parts = emit_apart(specialise(*configured(GOOFSPIEL)), explain=False, read=False)
    with pytest.raises(LookupError, match="were not loaded"):
        load_module(parts.rules, "rules_alone").description.examples  # noqa: B018
