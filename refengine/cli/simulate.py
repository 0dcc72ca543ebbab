"""`refengine simulate`: many random games and their statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from refengine.cli.crews import HERE, hired_crew
from refengine.cli.games import ENGLISH, GameAdditions, open_game
from refengine.cli.limits import limits_and
from refengine.cli.options import Integer, Natural, Pairs, Positive, Seed
from refengine.cli.progress import progress
from refengine.cli.simulation import Engine, WantedGames, simulate_games
from refengine.cli.statistics import statistics_data, statistics_text
from refengine.report.envelope import as_text
from refengine.runtime.random_games import MOST_STEPS, RandomGames
from refengine.source.watch import Watch

COUNTED = 1000


def simulate(
    game: Path,
    *,
    players: Integer | None = None,
    games: Positive = COUNTED,
    rules: Natural = COUNTED,
    limit: Pairs = (),
    seed: Seed = 0,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    engine: Engine | None = None,
    jobs: Positive | None = None,
    workers: str = HERE,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
    lang: str = ENGLISH,
) -> int:
    """Play many random games: lengths, winners, scores, how often each rule fired.

    The games are those of docs/random-choices.md, everything that has to hold looked at. Of very many games what is
    done is kept until all are played: the same command goes on where it was stopped.

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        games: How many games.
        rules: Count how often each rule fires in so many of them, the first ones.
        limit: A game that has not ended after so many steps is cut; it never counts as finished. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        seed: The same seed gives the same games, whoever plays them, in however many processes.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        engine: Who plays: the reference engine, a module of WebAssembly (far more games in the same time), or both,
            compared at each step (exit code 4 where they differ). If not given, a module where more games are played
            than rules are counted in, and there is one.
        jobs: How many processes play; as many as there are cores, if there is much to play.
        workers: Who does it: `local` is this machine, `dask://HOST:PORT` the cluster of a Dask scheduler.
        format: Text for people or JSON for programs.
        lang: The language of names and sentences.
    """
    limits, steps = limits_and(limit, MOST_STEPS)
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        edition=edition,
        limits=limits,
        beside=GameAdditions(texts, module),
        lang=lang,
    )
    wanted = WantedGames(RandomGames(range(games), seed, steps), rules, engine)
    with hired_crew(workers, jobs) as crew, progress() as bar:
        found = simulate_games(opened, wanted, crew, jobs, Watch(bar.start, bar.step))
    print(as_text(statistics_data(opened, found)) if format == "json" else statistics_text(opened, found, steps))
    return 1 if found.failures else 0
