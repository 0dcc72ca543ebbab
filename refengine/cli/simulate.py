"""`refengine simulate`: many random games and their statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from refengine import __version__
from refengine.check.report import as_data
from refengine.check.statistics import Simulation, Spread, simulate as run_games
from refengine.cli.games import Opened, open_game
from refengine.cli.progress import progress


def simulate(
    game: Path,
    *,
    players: int | None = None,
    games: Annotated[int, Parameter(validator=Number(gte=1))] = 1000,
    seed: int = 0,
    edition: str | None = None,
    reading: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    option: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    table: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
) -> int:
    """Play many random games: lengths, winners, scores, how often each rule fired.

    Examples:

        refengine simulate spec/GAME --players 4 --games 1000 --seed 7

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        games: How many games.
        seed: The same seed gives the same games.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        format: Text for people or JSON for programs.
    """
    opened = open_game(game, players=players, readings=reading, options=option, tables=table, edition=edition)
    playable = opened.game(explain=True)
    with progress() as bar:
        bar.start("simulate", games)
        found = run_games(playable, games, seed, bar.step)
    print(json.dumps(_data(opened, found, seed), ensure_ascii=False, indent=2) if format == "json" else _text(opened, found, seed))
    return 1 if found.faults else 0


def _data(opened: Opened, found: Simulation, seed: int) -> dict[str, Any]:
    configuration = opened.configuration
    return {
        "schemaVersion": 1,
        "tool": {"name": "refengine", "version": __version__},
        "game": opened.compiled.folder.name,
        "players": configuration.players,
        "readings": dict(configuration.readings),
        "options": dict(configuration.options),
        "seed": seed,
        **as_data(found),
    }


def _text(opened: Opened, found: Simulation, seed: int) -> str:
    configuration = opened.configuration
    lines = [
        f"{opened.compiled.folder.name}: {found.games:,} games of {configuration.players}, seed {seed}",
        "",
        f"  finished    {found.finished:,}",
    ]
    if found.lengths is not None:
        lines.append(f"  steps       {_spread(found.lengths)}")
    if found.scores:
        lines += ["", f"  {'player':<10}{'won':>8}{'':>8}   score"]
        for seat, (won, score) in enumerate(zip(found.winners, found.scores, strict=True), start=1):
            lines.append(f"  {seat:<10}{won:>8,}{_share(won, found.finished):>8}   {_spread(score)}")
        for told, number in (("several", found.shared), ("nobody", found.nobody)):
            if number:
                lines.append(f"  {told:<10}{number:>8,}{_share(number, found.finished):>8}")
    for heading, counts in (("action", found.actions), ("rule", found.fired), ("fault", found.faults)):
        if counts:
            width = max(len(name) for name in counts)
            lines += ["", f"  {heading:<{width}}  {'times' if heading != 'rule' else 'steps':>10}"]
            lines += [f"  {name:<{width}}  {number:>10,}" for name, number in counts.items()]
    return "\n".join(lines)


def _spread(spread: Spread) -> str:
    return f"{spread.least:,} to {spread.greatest:,}, mean {spread.mean:,.2f}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""
