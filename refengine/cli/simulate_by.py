"""`refengine simulate --engine`: random games by one executor, or by both in lockstep."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

from refengine import __version__
from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.bulk.lockstep import Differ, Lockstep
from refengine.bulk.wasm import Wasm
from refengine.check.report import counted
from refengine.cli.errors import Refused
from refengine.cli.games import Opened
from refengine.cli.progress import Bar, progress
from refengine.report.envelope import head
from refengine.runtime.playouts import Playouts, Result, Tally, by_reference, played
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render

Engine = Literal["reference", "wasm", "both"]


def playouts_by(opened: Opened, engine: Engine, games: int, seed: int, limit: int) -> Playouts:
    """Plays games; where the executors differ the command is refused, with exit code 4."""
    try:
        return _played(opened, engine, games, seed, limit)
    except ExecutorsDiffer as found:
        raise Refused([found.diagnostic], opened.compiled.texts, 4) from found


def _played(opened: Opened, engine: Engine, games: int, seed: int, limit: int) -> Playouts:
    assert opened.compiled.game is not None
    game, bulk = opened.game(), Wasm(opened.compiled.game, opened.configuration)
    missing = None if engine == "reference" else bulk.missing()
    if missing is not None:
        _tell(missing)
    with progress() as bar:
        bar.start("simulate", games)
        if engine == "reference" or missing is not None:
            tally = by_reference(game, _along(bar, games), seed, limit=limit, checked=True)
            return tally.found(seed, "reference", None if missing is None else missing.message)
        if engine == "both":
            return _compared(opened, bulk, games, seed, limit, bar)
        tally_ = bulk.playouts(game, games, seed, limit=limit, checked=True)
        assert tally_ is not None
        return tally_.found(seed, "wasm")


def _along(bar: Bar, games: int) -> Iterator[int]:
    """The numbers of the games, the progress told as they are played."""
    for number in range(games):
        yield number
        bar.step()


def _tell(missing: Diagnostic) -> None:
    print(render([missing], {}), end="", file=sys.stderr)


def _compared(opened: Opened, bulk: Wasm, games: int, seed: int, limit: int, bar: Bar) -> Playouts:
    machine, tally = bulk.machine(), Tally()
    assert machine is not None
    game = opened.game()
    lockstep = Lockstep(machine, game)
    for number in _along(bar, games):
        try:
            found = lockstep.play(seed, number, limit=limit)
        except Differ as differ:
            raise ExecutorsDiffer(executors_differ(number, seed, str(differ))) from differ
        # Where the module stopped for want of room there is nothing to compare with, and the rest is played by one.
        ended = found.ended if found.left is None else played(game, seed, number, limit=limit)
        tally.add(number, ended)
    return tally.found(seed, "wasm")


# ---- TOLD


def told(opened: Opened, engine: Engine, found: Playouts, limit: int) -> str:
    """The statistics for people."""
    seats = opened.configuration.players
    played = f"{counted(found.games, 'game')} of {counted(seats, 'player')}"
    by = "both executors, step by step" if engine == "both" and found.engine == "wasm" else found.engine
    lines = [f"{opened.compiled.folder.name}: {played}, seed {found.seed}, by {by}", ""]
    cut = f"; cut after {limit:,} steps, and not finished: {found.cut:,}" if found.cut else ""
    lines.append(f"  finished  {found.finished:,}{cut}")
    if found.lengths:
        mean = sum(steps * times for steps, times in found.lengths.items()) / found.finished
        lines.append(f"  steps     {min(found.lengths):,} to {max(found.lengths):,}, mean {mean:,.2f}")
    won, scores = _by_seat(found, seats)
    if won:
        lines += ["", f"  {'player':<8}{'won':>18}   score"]
        for seat in range(1, seats + 1):
            share = f"{won[seat]:,} ({100 * won[seat] / found.finished:.1f} %)"
            low, high, total = scores[seat - 1]
            lines.append(f"  {seat:<8}{share:>18}   {low:,} to {high:,}, mean {total / found.finished:,.2f}")
    if found.breaches:
        lines += ["", "  broken:"]
        for (what, code), times in Counter((each.what, each.code) for each in found.breaches).items():
            first = next(each for each in found.breaches if each.what == what)
            name = f"fault {code} {what}" if code else what
            lines.append(f"    {name} in {counted(times, 'game')}, first in game {first.number} at step {first.step}")
    return "\n".join(lines)


def _by_seat(found: Playouts, seats: int) -> tuple[Counter[int], list[tuple[int, int, int]]]:
    """Counts how often each seat won, alone or with others, and its scores: least, greatest, sum."""
    won: Counter[int] = Counter()
    told: list[tuple[Result, int]] = [(each, times) for each, times in found.outcomes.items() if each is not None]
    for (_, winners), times in told:
        won.update(dict.fromkeys(winners, times))
    if not told:
        return won, []
    won.update(dict.fromkeys(range(1, seats + 1), 0))
    listed = [[(result[0][seat], times) for result, times in told] for seat in range(seats)]
    return won, [(min(each)[0], max(each)[0], sum(score * times for score, times in each)) for each in listed]


def head_of(opened: Opened) -> dict[str, Any]:
    """The head of all statistics: who says it, of which game under which configuration."""
    configuration = opened.configuration
    return {
        **head(__version__),
        "game": opened.compiled.folder.name,
        "players": configuration.players,
        "readings": dict(configuration.readings),
        "options": dict(configuration.options),
    }


def data_of(opened: Opened, found: Playouts) -> dict[str, Any]:
    """The statistics for programs."""
    return {
        **head_of(opened),
        "engine": found.engine,
        "seed": found.seed,
        "games": found.games,
        "finished": found.finished,
        "unfinished": found.cut,
        "steps": found.steps,
        "lengths": {str(steps): times for steps, times in found.lengths.items()},
        "outcomes": [
            {"games": times, "scores": result and result[0], "winners": result and result[1]}
            for result, times in found.outcomes.items()
        ],
        "breaches": [
            {"game": each.number, "step": each.step, "what": each.what, "code": each.code} for each in found.breaches
        ],
    }
