"""`refengine prove`: what holds in every state, and a position where it does not."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from attrs import evolve
from cyclopts import Parameter

from refengine import __version__
from refengine.check.counterexamples import seen_of
from refengine.check.proof_report import ProvedReport, proved_data, proved_report, proved_text
from refengine.cli.crews import HERE, hired_crew
from refengine.cli.errors import Refused
from refengine.cli.games import GameAdditions, compiled_game, pairs
from refengine.cli.limits import limits_of
from refengine.cli.options import Flag, Integer, Pairs, Positive
from refengine.cli.progress import progress
from refengine.cli.prover import prover
from refengine.compiled import Compilation
from refengine.evidence.exhaustive import ExhaustedScope
from refengine.ir.configuration import configure
from refengine.ir.game import Game
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.errors import nothing_called
from refengine.prove.run import Dump, ProofTask, Prover, prove as prove_goals
from refengine.report.envelope import as_text
from refengine.smt.goal import Goal, Kind, Limits
from refengine.source.files import write_file
from refengine.source.render import render
from refengine.source.watch import Watch

LIMITS = Limits()


def prove(
    game: Path,
    *names: str,
    jobs: Positive | None = None,
    workers: str = HERE,
    rlimit: Positive = LIMITS.rlimit,
    steps: Positive = LIMITS.steps,
    limit: Pairs = (),
    states: Positive | None = None,
    only: Annotated[tuple[Kind, ...], Parameter(negative="", show_default=False)] = (),
    players: Integer | None = None,
    any_readings: Flag = False,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    dump: Path | None = None,
    save_example: Path | None = None,
    fresh: Flag = False,
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
) -> int:
    """Prove what the rules claim and what they owe: for all states, or refuted with a position.

    Exit codes: 0 all hold, 1 refuted or not found, 2 bad input, 3 not decided, 4 engine and prover disagree, 5 internal
    error.

    Args:
        game: The folder of the game.
        names: What to prove: claims, invariants, clauses and so on by name; everything, if none is named.
        jobs: How many processes prove; as many as there are cores, if not given.
        workers: Who does it: `local` is this machine, `dask://HOST:PORT` the cluster of a Dask scheduler.
        rlimit: How many resource units the solver may spend on a query.
        steps: How many steps a search from the start goes.
        limit: Raise a limit on how much the rules may make, as in `--limit pieces=50000`; may be repeated.
        states: Where nothing can be proved, scopes of at most so many states are gone through; 200,000, if not given.
        only: Only statements of this kind; may be repeated.
        players: Only for this number of players.
        any_readings: Ask claims of every complete set of readings, and say under which they hold.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        dump: A folder for every query, in SMT-LIB 2.
        save_example: A rules file to which counterexamples (and witnesses that were named) are added as examples.
        fresh: Prove anew what is known from an earlier run.
        format: Text for people or JSON for programs.
    """
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    compiled = compiled_game(game, tables, limits_of(limit), GameAdditions(texts, module))
    if any_readings:
        compiled = _under_any_readings(compiled)
    found = prover()
    assert compiled.game is not None
    goals = _goals(compiled, found, names, frozenset(only), players)
    limits = Limits(rlimit=rlimit, steps=steps)
    answers = Answers(compiled.game, limits, fresh=fresh)
    with hired_crew(workers, jobs) as crew, progress() as bar:
        work = ProofTask(compiled.game, goals, limits, crew.most, None if dump is None else _dumper(dump), crew.crew)
        watch = Watch(bar.start, bar.step, clock=time.perf_counter)
        proved = prove_goals(work, found, answers, watch)
        engines = Engines(compiled.game)
        shown = seen_of(engines, proved, answers, witnesses=bool(names))
        scopes = partial(_wholes, compiled.game, players, states, watch)
        report = proved_report(compiled, proved, shown, limits, witnesses=bool(names), scopes=scopes)
    _print(report, compiled, format)
    if save_example is not None:
        from refengine.cli.save_example import save_examples

        own = {each.decision.goal.statement for each in proved.answers if each.decision.verdict == "refuted"}
        refuted = [(each.kind, each.name) for each in report.rows if each.verdict == "refuted"]
        by_scopes = [each for each in refuted if each not in own]
        save_examples(save_example, compiled, tables, engines, shown.values(), by_scopes, witnesses=bool(names))
    return report.exit_code


def _wholes(game: Game, players: int | None, states: int | None, watch: Watch) -> tuple[ExhaustedScope, ...]:
    """Returns the scopes that were gone through; what explores them is loaded only where it can say more."""
    from refengine.check.explorations import SMALL, Explorer

    return Explorer(game, players, states=SMALL if states is None else states).wholes(watch)


def _under_any_readings(compiled: Compilation) -> Compilation:
    """Returns the game with its claims about every complete set of readings, whatever they say of readings."""
    assert compiled.game is not None
    claims = tuple(
        each if each.witness else evolve(each, extent=evolve(each.extent, readings="any", under=()))
        for each in compiled.game.claims
    )
    return evolve(compiled, game=evolve(compiled.game, claims=claims))


def _goals(
    compiled: Compilation, found: Prover, names: tuple[str, ...], kinds: frozenset[str], players: int | None
) -> tuple[Goal, ...]:
    """Returns the goals that are asked for."""
    game = compiled.game
    assert game is not None
    if players is not None:
        _check_players(compiled, game, players)
    listed = found.goals(game)
    goals = [each for each in listed if players in {None, each.players} and (not kinds or each.kind in kinds)]
    known = {name for each in goals for name in _names(each)}
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    if unknown:
        left_out = {name: [each for each in listed if name in _names(each)] for name in unknown}
        raise Refused([nothing_called(name, known, left_out[name]) for name in unknown])
    return tuple(each for each in goals if not names or _names(each) & {*names})


def _names(goal: Goal) -> frozenset[str]:
    """Returns the names that select a goal: its own, that of its statement, and for what is owed that of its clause."""
    clause = (goal.name.partition(":")[0],) if goal.kind == "obligation" else ()
    return frozenset((goal.name, goal.statement[1], *clause))


def _check_players(compiled: Compilation, game: Game, players: int) -> None:
    answers = {each.name: each.readings[0].name for each in game.questions}
    configuration, wrong = configure(game, players, answers, {}, None)
    if configuration is None:
        raise Refused(wrong, compiled.texts)


def _dumper(folder: Path) -> Dump:
    def dump(name: str, text: str) -> None:
        unwritten = write_file(folder / name, text, own_folder=True)
        if unwritten is not None:
            raise Refused([unwritten])

    return dump


def _print(report: ProvedReport, compiled: Compilation, form: str) -> None:
    if form == "json":
        print(as_text(proved_data(report, compiled, __version__)))
        return
    sys.stdout.write(proved_text(report))
    if report.diagnostics:
        sys.stdout.flush()
        print(render(report.diagnostics, compiled.texts), end="", file=sys.stderr)
