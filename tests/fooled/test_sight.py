"""What a player sees, in those of the games made to fool a prover that are about nothing else: `sight_...`.

`sight` of a phase is what is legal, and who is asked, while it asks. Each is stated, for every number of players. What is
refuted the engine confirms, and random play finds it too; of what is proved it finds nothing.
"""

import re
from pathlib import Path
from random import Random

import pytest

from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.runtime.game import Game
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from refengine.testing.sight import leak
from tests.types.front_end import compile_texts, texts_of

HERE = Path(__file__).parent
FOLDERS = sorted(each.parent for each in HERE.glob("sight_*/x.rules"))
STATED = re.compile(r"^# says: sight (\w+) ([a-z ]+)$", flags=re.MULTILINE)
GAMES = 40
STEPS = 60


def game_of(folder: Path) -> model.Game:
    made, diagnostics = compile_texts(*texts_of(folder))
    assert made is not None, [(each.code, each.message) for each in diagnostics]
    return made


def stated(folder: Path) -> dict[str, str]:
    found = STATED.findall((folder / "x.rules").read_text("utf-8"))
    assert len(dict(found)) == len(found)
    return dict(found)


def seats(folder: Path) -> range:
    fewest, most = game_of(folder).players
    return range(fewest, most + 1)


EVERY = [(folder, players) for folder in FOLDERS for players in seats(folder)]
NAMES = [f"{folder.name}-{players}" for folder, players in EVERY]


def decided(rules: model.Game, players: int) -> tuple[Decision, ...]:
    wanted = tuple(each for each in goals(rules) if (each.kind, each.players) == ("sight", players))
    return decide(rules, wanted, Limits())


def test_there_are_false_ones_and_true_ones() -> None:
    verdicts = [verdict for folder in FOLDERS for verdict in stated(folder).values()]
    assert verdicts.count("refuted") >= 30
    assert verdicts.count("proved") >= 30
    assert verdicts.count("vacuous") >= 3


@pytest.mark.parametrize(("folder", "players"), EVERY, ids=NAMES)
def test_the_prover_says_what_is_stated(folder: Path, players: int, tmp_path: Path) -> None:
    rules = game_of(folder)
    decisions = decided(rules, players)
    assert {each.goal.name: each.verdict for each in decisions} == stated(folder)
    engines = Engines(rules, Cache(tmp_path))
    for each in decisions:
        if each.verdict == "refuted":
            told = replay(engines, each)
            assert told is not None
            assert (told.verdict, told.differences) == ("confirmed", ()), each
            assert len(told.stood) == 2
        else:
            assert each.counterexample is None


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_random_play_says_the_same(folder: Path, tmp_path: Path) -> None:
    game = played(game_of(folder), Cache(tmp_path))
    said = stated(folder)
    leaking, met = leaks(game)
    assert leaking == {name for name, verdict in said.items() if verdict == "refuted"}
    assert met & said.keys() == {name for name, verdict in said.items() if verdict != "vacuous"}


def played(rules: model.Game, keep: Cache) -> Game:
    whole, wrong = configure(rules, rules.players[0], {}, {}, None)
    assert whole is not None, wrong
    return make_game(rules, whole, explain=False, keep=keep)


def leaks(game: Game) -> tuple[set[str], set[str]]:
    """The phases in which some pair of states gives a secret away, and all in which somebody was asked."""
    random = Random(1)
    leaking: set[str] = set()
    met: set[str] = set()
    for _ in range(GAMES):
        state = game.initial()
        for _ in range(STEPS):
            actions = game.legal(state)
            if not actions:
                break
            phase = state.control[-1].phase
            met.add(phase)
            if any(leak(game, state, seat, random) for seat in range(1, game.description.players + 1)):
                leaking.add(phase)
            state = game.apply(state, random.choice(actions))
    return leaking, met
