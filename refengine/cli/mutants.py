"""`refengine mutants`: which rule could be wrong without anybody noticing?"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.cli.crews import HERE, hired_crew
from refengine.cli.errors import Refused
from refengine.cli.games import GameAdditions, compiled_game, pairs
from refengine.cli.options import Flag, Natural, Pairs, Positive, Seed
from refengine.cli.progress import progress
from refengine.cli.prover import prover
from refengine.evidence.mutation import Mutation, read_mutation
from refengine.evidence.promises import EVIDENCE
from refengine.mutants.bench import MutantTools, bench
from refengine.mutants.candidates import candidates
from refengine.mutants.errors import no_such_mutant, rules_broken
from refengine.mutants.memory import Judgements
from refengine.mutants.report import MutantsReport, mutants_report
from refengine.mutants.run import Draw, UnsoundRules, rehearse, run
from refengine.mutants.text import mutants_text
from refengine.mutants.to_json import mutants_data
from refengine.report.envelope import as_text
from refengine.smt.goal import Limits
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText, read_source
from refengine.source.watch import Watch

COUNT = 300
LIMITS = Limits()
MEANS = MutantTools()


def mutants(
    game: Path,
    *ids: str,
    count: Positive | None = None,
    seed: Seed | None = None,
    jobs: Positive | None = None,
    workers: str = HERE,
    games: Natural = MEANS.games,
    rlimit: Positive = LIMITS.rlimit,
    unproved: Flag = False,
    fresh: Flag = False,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
) -> int:
    """Change one thing in the rules at a time, and see whether anything notices.

    Each mutant is put to the examples, the laws, what is claimed and has to hold, and random play, until something
    objects. Exit codes: 0 all caught, or as many as promised, 1 fewer, 2 bad input, 3 not decided, 4 engine and prover
    disagree, 5 internal error.

    Args:
        game: The folder of the game.
        ids: Look at these mutants and no others, and say who catches them.
        count: How many mutants; as many as are promised, or else 300.
        seed: The same seed and count give the same mutants; the one of the promise, or else 0.
        jobs: How many processes judge; as many as there are cores, if not given.
        workers: Who does it: `local` is this machine, `dask://HOST:PORT` the cluster of a Dask scheduler.
        games: How many random games are played in each setting; with 0 none.
        rlimit: How many resource units the solver may spend on a query.
        unproved: Leave out what needs the prover.
        fresh: Judge anew what was judged in an earlier run.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        format: Text for people or JSON for programs.
    """
    replaced = {name: Path(file) for name, file in pairs("--table", table).items()}
    compiled = compiled_game(game, replaced, beside=GameAdditions(texts, module))
    evidence, mutation, wrong = _promised(compiled.folder.path)
    told = mutation.promise
    drawn = Draw(
        count=count or (COUNT if told is None else told.count),
        seed=seed if seed is not None else 0 if told is None else told.seed,
        only=frozenset(ids),
        apart=frozenset(mutation.equivalent),
    )
    means = MutantTools(None if unproved else prover(), Limits(rlimit=rlimit), games, seed=drawn.seed)
    made = bench(compiled, means, replaced)
    known = {each.id for each in candidates(made.rules)}
    if unknown := [each for each in dict.fromkeys(ids) if each not in known]:
        raise Refused([no_such_mutant(each, known) for each in unknown])
    with hired_crew(workers, jobs) as crew, progress() as bar:
        ready = rehearse(made, crew.most, crew.crew)
        if isinstance(ready, UnsoundRules):
            raise Refused([rules_broken(ready.name, ready.what)], exit_code=1)
        kept = Judgements() if fresh else Judgements.of(ready)
        found = run(ready, drawn, crew.most, Watch(bar.start, bar.step), crew.crew, kept)
    report = mutants_report(ready, drawn, found, mutation, evidence, wrong)
    _print(report, format)
    return report.exit_code


def _promised(folder: Path) -> tuple[SourceText | None, Mutation, tuple[Diagnostic, ...]]:
    """Returns what `evidence.toml` promises of mutants, with its diagnostics; without such a file that is nothing."""
    path = folder / EVIDENCE
    if not os.path.lexists(path):
        return None, Mutation(), ()
    source, wrong = read_source(path, path.as_posix())
    if source is None or wrong:
        return source, Mutation(), wrong
    mutation, wrong = read_mutation(source)
    return source, mutation, wrong


def _print(report: MutantsReport, form: str) -> None:
    if form == "json":
        print(as_text(mutants_data(report, __version__)))
    else:
        sys.stdout.write(mutants_text(report))
