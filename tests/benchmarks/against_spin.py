"""How fast states are searched, against Spin's compiled verifier, in one run: `python -m tests.benchmarks.against_spin`.

Both go through Goofspiel for two as `docs/tutorial/goofspiel` has it, with all that has to hold looked at; `goofspiel.pml`
says the same in Promela, and a run in which the two count different states or steps is no comparison. Spin and a C compiler
are no part of the environment (`spin` and `gcc` of a distribution). Runs take turns, in processor time, the median of each
is taken, and nothing is asserted of it: a clock is no test.
"""

from __future__ import annotations

import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from attrs import evolve, frozen

from refengine.explore.module_search import ModuleSearch
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached, make_game
from refengine.program.lowering import lowered
from refengine.resolve.folder import find_games

GOOFSPIEL = Path(__file__).parents[2] / "docs" / "tutorial" / "goofspiel"
PROMELA = Path(__file__).parent / "goofspiel.pml"
MOST = 8
"""The most cards a hand that the Promela model has room for; with them there are 4,748,364 states."""

FLAGS = ("-O3", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000")
"""Nothing but safety is asked, and no partial order is reduced: the model takes its two answers in one order already."""

TABLE = ("-m1000", "-w24")
"""A depth that is enough, and a table with room for all states."""

WINDOWS = 3


@frozen
class Counted:
    """The states and steps of a search, and its processor time in seconds."""

    states: int
    steps: int
    seconds: float


def by_module(cards: int) -> Counted:
    """What a search inside a module counts, beginning where the module is loaded."""
    (folder,), _ = find_games(GOOFSPIEL)
    rules = compile_cached(folder).game
    assert rules is not None
    rules = evolve(rules, examples=())  # which would be looked at as claims
    configuration, wrong = configure(rules, 2, {}, {"size": str(cards), "order": "Descending"}, None)
    assert configuration is not None, wrong
    program, reason = lowered(specialise(rules, configuration), search=True)
    assert program is not None, reason
    most = 12**cards
    search = ModuleSearch(make_game(rules, configuration), program, min(most, 6_000_000))
    started = time.process_time()
    search.run(most)
    taken = time.process_time() - started
    assert not search.breaches
    return Counted(search.states, search.transitions, taken)


def verifier(room: Path, cards: int) -> Path:
    """Compiles Spin's verifier of the model."""
    shutil.copy(PROMELA, room)
    subprocess.run(["spin", f"-DN={cards}", "-a", PROMELA.name], cwd=room, check=True, capture_output=True)
    subprocess.run(["gcc", *FLAGS, "-o", "pan", "pan.c"], cwd=room, check=True, capture_output=True)
    return room / "pan"


def by_spin(pan: Path) -> Counted:
    """What Spin's verifier counts; its first state is a step there."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = subprocess.run([pan, *TABLE], cwd=pan.parent, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "errors: 0" in said, said
    numbers = [re.search(rf"^\s*(\d+) {word}", said, re.MULTILINE) for word in ("states, stored", "transitions")]
    states, steps = (int(each[1]) for each in numbers if each is not None)
    return Counted(states, steps - 1, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main() -> None:
    """Prints the rates of both and their ratio; a number of cards may be given."""
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else MOST
    if cards not in range(2, MOST + 1):
        sys.exit(f"a hand has 2 to {MOST} cards here")
    if missing := [each for each in ("spin", "gcc") if shutil.which(each) is None]:
        sys.exit(f"not installed here: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as room:
        pan = verifier(Path(room), cards)
        pairs = [(by_module(cards), by_spin(pan)) for _ in range(WINDOWS)]
    for ours, theirs in pairs:
        assert (ours.states, ours.steps) == (theirs.states, theirs.steps), (ours, theirs)
    rows = [(ours.states / ours.seconds, theirs.states / theirs.seconds) for ours, theirs in pairs]
    counted, _ = pairs[0]
    module, spin = (statistics.median(column) for column in zip(*rows, strict=True))
    sys.stdout.write(
        f"{counted.states:,} states, {counted.steps:,} steps: a module {module:,.0f} states/s, "
        f"spin {spin:,.0f} states/s, {module / spin:.2f} times\n"
    )


if __name__ == "__main__":
    main()
