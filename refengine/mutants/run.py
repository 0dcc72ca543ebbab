"""A run: the rules themselves first, then so many of their mutants, in whatever number of processes.

INVARIANT: which mutants are taken, and what comes of each, depends on the rules, the seed and the means; not on the
number of processes. A mutant keeps its place in the draw when another rule is changed.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from refengine.check.examples import answer, runs_of
from refengine.check.plan import PlannedSetting
from refengine.check.pool import in_order
from refengine.ir.configuration import Configuration, open_answers
from refengine.loading import make_game
from refengine.mutants.bench import Bench, RunKey
from refengine.mutants.candidates import candidates
from refengine.mutants.judge import Task, judge, key_of, play_setting, settings
from refengine.mutants.memory import Judgements
from refengine.mutants.mutant import Mutant
from refengine.mutants.verdicts import MutantVerdict
from refengine.runtime.random_games import MOST_STEPS
from refengine.source.watch import Watch
from refengine.source.workers import LOCAL, Crew
from refengine.testing.result import CampaignResult

if TYPE_CHECKING:
    from refengine.runtime.game import Game


@frozen
class Draw:
    """A draw of mutants: the first `count` that are rule sets, in an order that the `seed` gives.

    `only` are ids of mutants; then these are taken, and no others. `apart` are names of mutants that do not count.
    """

    count: int = 300
    seed: int = 0
    only: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()

    def order(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        """Returns all mutants that may be drawn, in their order."""
        wanted = [each for each in mutants if not self.only or each.id in self.only]
        return sorted(
            wanted, key=lambda each: (hashlib.sha256(f"{self.seed} {each.name}".encode()).digest(), each.name)
        )


@frozen
class MutantsRun:
    """The results of the mutants that were drawn, in the order of the draw, out of all that are `possible`.

    `not_compiled` of those that were looked at are no rule sets, or say the same as the rules.
    """

    judged: tuple[MutantVerdict, ...]
    possible: int
    not_compiled: int = 0
    interrupted: bool = False


@frozen
class UnsoundRules:
    """A breach by the rules themselves; of such rules no mutant says anything."""

    name: str
    what: str


# ---- THE RULES THEMSELVES


def rehearse(bench: Bench, jobs: int, crew: Crew = LOCAL) -> Bench | UnsoundRules:
    """Returns the bench with what the examples and games of the rules come to, or what they break."""
    reader, words = bench.reader(), bench.words()

    def explaining(configuration: Configuration) -> Game:
        return make_game(bench.game, configuration, explain=True)

    made = cache(explaining)
    fired: dict[RunKey, frozenset[str]] = {}
    for asked in runs_of(bench.game, open_answers(bench.game)):
        found = answer(asked, made(asked.configuration), reader, words)
        if found.failures:
            return UnsoundRules(f"example {found.failures[0].name}", found.failures[0].what)
        fired[key_of(asked)] = frozenset(found.fired)
    longest: dict[str, int | None] = {}
    pieces = [_Piece(pickle.dumps(bench), each) for each in settings(bench.game)] if bench.means.games else []
    with in_order(_rehearse, pieces, jobs, crew) as results:
        for piece, result in zip(pieces, results, strict=True):
            if result.failures:
                failure = result.failures[0]
                return UnsoundRules(
                    f"{failure.sort} {failure.clause.path}", failure.message or "it does not hold in play"
                )
            longest[piece.planned.setting.label] = None if result.cut else result.longest
    return evolve(bench, fired=fired, longest=longest)


@frozen
class _Piece:
    bench: bytes
    planned: PlannedSetting


def _rehearse(piece: _Piece) -> CampaignResult:
    bench: Bench = pickle.loads(piece.bench)  # noqa: S301 - made by the process that asks
    return play_setting(bench, bench.game, piece.planned, MOST_STEPS)


# ---- THE MUTANTS


def run(
    bench: Bench,
    draw: Draw,
    jobs: int,
    watch: Watch | None = None,
    crew: Crew = LOCAL,
    kept: Judgements | None = None,
) -> MutantsRun:
    """Judges the mutants that are drawn, but for those `kept`. An interruption leaves what was done until then."""
    watch, kept = watch or Watch(), kept or Judgements()
    everything = candidates(bench.rules)
    drawn = draw.order(everything)
    most = len(drawn) if draw.only else min(draw.count, len(drawn))
    pickled = pickle.dumps(bench)
    known = {each: kept.read(each) for each in drawn}
    left = [Task(pickled, each) for each in drawn if known[each] is None]
    found: list[MutantVerdict] = []
    counted = not_compiled = 0
    watch.start(f"{bench.game.name}: mutants", most)
    try:
        with in_order(judge, left, jobs, crew) as results:
            for mutant in drawn:
                each = known[mutant]
                if each is None:
                    each = next(results)
                    kept.write(each)
                if not each.counts:
                    not_compiled += 1
                    continue
                found.append(each)
                if draw.only or each.mutant.name not in draw.apart:
                    counted += 1
                    watch.step(1)
                if counted >= most:
                    break
    except KeyboardInterrupt:
        return MutantsRun(tuple(found), len(everything), not_compiled, interrupted=True)
    return MutantsRun(tuple(found), len(everything), not_compiled)
