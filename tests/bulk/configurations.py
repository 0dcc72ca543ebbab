"""Every configuration of every game here: for each number of players the defaults, and each other reading by itself."""

from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path

from attrs import frozen

from refengine.bulk.machine import Machine
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, allowed_values, configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules, make_game
from refengine.pipeline import compile_folder
from refengine.program.lowering import lowered
from refengine.runtime.game import Game
from tests.corpus.adapter import CORPUS, ONLY_PARSED, game_of

ROOT = Path(__file__).parents[2]
SPEC = ("spec/european_war", "spec/kaciri", "spec/pagan", "spec/palisades")
TUTORIAL = tuple(
    sorted(each.parent.relative_to(ROOT).as_posix() for each in ROOT.glob("docs/tutorial/*/rulebook.toml"))
)
BOARD_GAMES = ("tests/benchmarks/games/breakthrough", "tests/benchmarks/games/connect_four")
GOOD = tuple(
    sorted(
        each.relative_to(ROOT).as_posix()
        for each in CORPUS.glob("*/good/*.rules")
        if each.parent.parent.name not in ONLY_PARSED
    )
)


@frozen
class Configured:
    """One game under one configuration."""

    name: str
    game: model.Game
    configuration: Configuration

    def reference(self) -> Game:
        return make_game(self.game, self.configuration)

    def machine(self) -> Machine:
        found, reason = lowered(specialise(self.game, self.configuration))
        assert found is not None, reason
        return Machine(found)


@cache
def game_at(path: str) -> model.Game | None:
    """The IR of a folder, or of a file of the corpus."""
    if not path.endswith(".rules"):
        return load_rules(ROOT / path).game
    with chdir(CORPUS):
        return compile_folder(game_of((ROOT / path).relative_to(CORPUS))).game


def configurations(path: str) -> Iterator[Configured]:
    """The defaults for each number of players; for the fewest each other reading, and each other value of options."""
    game = game_at(path)
    assert game is not None
    answered = {
        each.name: each.readings[0].name for each in game.questions if not any(one.default for one in each.readings)
    }
    wanted: list[tuple[int, dict[str, str], dict[str, object]]] = [
        (players, answered, {}) for players in range(game.players[0], game.players[1] + 1)
    ]
    wanted += [
        (game.players[0], {**answered, question.name: reading.name}, {})
        for question in game.questions
        for reading in question.readings
        if not reading.default and answered.get(question.name) != reading.name
    ]
    for option in game.options:
        wanted += [(game.players[0], answered, {option.name: value}) for value in allowed_values(game, option)[:4]]
    for players, readings, options in wanted:
        found, wrong = configure(game, players, readings, options, None)
        assert found is not None, wrong
        said = [
            *(
                f"{name}={value}"
                for name, value in {**readings, **options}.items()
                if (name, value) not in answered.items()
            )
        ]
        yield Configured(" ".join([path, str(players), *said]), game, found)
