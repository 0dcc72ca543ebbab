"""`refengine simulate`: many random games and their statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from refengine import __version__
from refengine.check.report import counted
from refengine.check.text import clause_lines, explain_line
from refengine.cli.games import Opened, open_game
from refengine.cli.limits import limits_and
from refengine.cli.options import Pairs, Positive
from refengine.cli.progress import progress
from refengine.report.cited import Reader
from refengine.testing.campaign import Plan, campaign
from refengine.testing.choices import DEFAULT_LIMIT
from refengine.testing.failure import FAULT, Failure
from refengine.testing.result import CampaignResult, Spread


def simulate(
    game: Path,
    *,
    players: int | None = None,
    games: Positive = 1000,
    limit: Pairs = (),
    seed: int = 0,
    edition: str | None = None,
    reading: Pairs = (),
    option: Pairs = (),
    table: Pairs = (),
    texts: Path | None = None,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
) -> int:
    """Play many random games: lengths, winners, scores, how often each rule fired.

    Args:
        game: The folder of the game.
        players: How many play; the fewest, if not given.
        games: How many games.
        limit: A game that has not ended after so many steps is cut; it never counts as finished. As
            `--limit NAME=N` it raises a limit on how much the rules may make; may be repeated.
        seed: The same seed gives the same games.
        edition: Play by an edition.
        reading: Play by a reading, as in `--reading QUESTION=READING`; may be repeated.
        option: Choose an option, as in `--option NAME=VALUE`; may be repeated.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        format: Text for people or JSON for programs.
    """
    limits, steps = limits_and(limit, DEFAULT_LIMIT)
    opened = open_game(
        game,
        players=players,
        readings=reading,
        options=option,
        tables=table,
        edition=edition,
        limits=limits,
        texts=texts,
    )
    plain, explaining = opened.game(), opened.game(explain=True)
    with progress() as bar:
        bar.start("simulate", games)
        found = campaign(plain, Plan(games=games, seed=seed, limit=steps, looks=0, covered=1), explaining, bar.step)
    if format == "json":
        print(json.dumps(_data(opened, found, seed), ensure_ascii=False, indent=2))
    elif (failure := _not_begun(found)) is not None:
        print(_broken_setup(opened, failure))
    else:
        print(_text(opened, found, seed, steps))
    return 1 if found.failures else 0


def _not_begun(found: CampaignResult) -> Failure | None:
    """The failure that keeps every game from its beginning."""
    return next((each for each in found.failures if each.sort == FAULT and not each.trace.states), None)


def _broken_setup(opened: Opened, failure: Failure) -> str:
    reader = Reader(opened.compiled.rulebook, opened.compiled.texts)
    code = [] if failure.code is None else [explain_line(failure.code)]
    said = f"{opened.compiled.folder.name}: no game can begin, the rules break off: {failure.message}"
    return "\n".join([said, *clause_lines(reader.clause(failure.clause)), *code])


def _data(opened: Opened, found: CampaignResult, seed: int) -> dict[str, Any]:
    configuration = opened.configuration
    return {
        "schemaVersion": 1,
        "tool": {"name": "refengine", "version": __version__},
        "game": opened.compiled.folder.name,
        "players": configuration.players,
        "readings": dict(configuration.readings),
        "options": dict(configuration.options),
        "seed": seed,
        "games": found.games,
        "finished": found.finished,
        "unfinished": found.cut,
        "steps": found.steps,
        "lengths": {**_spread_data(found.length), "median": found.median},
        "nobodyWon": found.nobody,
        "seats": [
            {"seat": seat, "wonAlone": each.alone, "wonWithOthers": each.shared, "scores": _spread_data(each.scores)}
            for seat, each in enumerate(found.seats, start=1)
        ],
        "fired": dict(found.coverage.played),
        "failures": [
            {
                "kind": each.sort,
                "clause": each.clause.path,
                "message": each.message,
                "code": each.code,
                "games": each.times,
            }
            for each in found.failures
        ],
    }


def _spread_data(spread: Spread) -> dict[str, float]:
    return {"least": spread.fewest, "mean": round(spread.mean, 6), "greatest": spread.most}


def _text(opened: Opened, found: CampaignResult, seed: int, limit: int) -> str:
    seats = opened.configuration.players
    played = f"{counted(found.games, 'game')} of {counted(seats, 'player')}"
    lines = [f"{opened.compiled.folder.name}: {played}, seed {seed}", ""]
    cut = f"; cut after {limit:,} steps, and not finished: {found.cut:,}" if found.cut else ""
    lines.append(f"  finished  {found.finished:,}{cut}")
    if found.finished:
        lines += [f"  steps     {_spread(found.length)}, median {found.median:,}", "", *_seats(found)]
    actions = _actions(opened)
    fired = dict(found.coverage.played)
    lines += _counts("action", {name: fired[path] for path, name in actions.items() if path in fired})
    lines += _counts("rule", {path: times for path, times in fired.items() if path not in actions})
    if found.failures:
        lines += ["", "  broken:"]
        for each in found.failures:
            told = f": {each.message}" if each.message else ""
            code = f" {each.code}" if each.code else ""
            lines.append(f"    {each.sort}{code} {each.clause.path} in {counted(each.times, 'game')}{told}")
        lines.append("  `refengine check` shows how")
    return "\n".join(lines)


def _seats(found: CampaignResult) -> list[str]:
    lines = [f"  {'player':<8}{'won alone':>18}{'with others':>18}   score"]
    for seat, each in enumerate(found.seats, start=1):
        alone, shared = _share(each.alone, found.finished), _share(each.shared, found.finished)
        lines.append(f"  {seat:<8}{alone:>18}{shared:>18}   {_spread(each.scores)}")
    if found.nobody:
        lines.append(f"  {'nobody':<8}{_share(found.nobody, found.finished):>18}")
    return lines


def _actions(opened: Opened) -> dict[str, str]:
    """The names of actions by the path of their clause."""
    description = opened.game(explain=True).description
    return {each.clause.path: each.name for frame in description.frames for each in frame.actions}


def _counts(heading: str, counts: dict[str, int]) -> list[str]:
    if not counts:
        return []
    width = max(len(name) for name in (heading, *counts))
    return [
        "",
        f"  {heading:<{width}}  {'steps':>10}",
        *(f"  {name:<{width}}  {number:>10,}" for name, number in counts.items()),
    ]


def _spread(spread: Spread) -> str:
    return f"{spread.fewest:,} to {spread.most:,}, mean {spread.mean:,.2f}"


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:.1f} %)" if part else "0"
