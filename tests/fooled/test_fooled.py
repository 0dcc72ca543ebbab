"""Tiny games with one false statement each that a sloppy prover would pass, and a true one of the same shape.

The first line of `<name>/x.rules` says which shortcut it stands for; each line `# says: KIND NAME VERDICT` what has to be
said of a statement. What is called `false_...` is never proved; what is called `true_...` always is, so that knowing
nothing is no way out. Nowhere do engine and prover contradict each other.
"""

import re
import shutil
from pathlib import Path

import pytest

from refengine.check.counterexamples import answers_that_stand, contradicted_goals, shown_of
from refengine.evidence.ledger import Entry, GoalAnswer, entries
from refengine.evidence.support import supported
from refengine.pipeline import compile_folder
from refengine.prove.decide import decide
from refengine.prove.engines import Engines
from refengine.resolve.folder import find_games
from refengine.smt.goal import Limits
from refengine.smt.plan import batches, goals
from refengine.source.cache import Cache

HERE = Path(__file__).parent
GAMES = sorted(path.parent.name for path in HERE.glob("*/x.rules"))
OTHERS = [name for name in GAMES if not name.startswith("sight_")]
"""The games that are about something else than sight; those that are about nothing else have a test of their own."""

SAYS = re.compile(
    r"^# says: (claim|witness|gap|dependence|confinement|audit|invariant|step invariant|measure|conservation|sight|obligation)"
    r" (.+?) (by construction|proved|bounded|refuted|found|not found|vacuous|unknown|unsupported)$",
    re.MULTILINE,
)
LIMITS = Limits(rlimit=10_000_000, steps=6)
HOLDS = {"proved", "by construction", "found"}


def said_of(name: str, folder: Path) -> dict[tuple[str, str], Entry]:
    """Every statement of a game with what the prover and the engine together say of it."""
    here = folder / "spec" / name
    shutil.copytree(HERE / name, here)
    if not (here / "rulebook.toml").exists():
        shutil.copy(HERE / "rulebook.toml", here)
    games, _ = find_games(here)
    compiled = compile_folder(games[0])
    assert compiled.game is not None, [each.message for each in compiled.diagnostics]
    game = compiled.game
    answers = supported([GoalAnswer(each) for batch in batches(goals(game)) for each in decide(game, batch, LIMITS)])
    shown = shown_of(Engines(game, Cache(folder / "cache")), (each.decision for each in answers))
    assert contradicted_goals(shown) == frozenset()
    found = entries(answers_that_stand(answers, shown), LIMITS.steps)
    return {each.statement: each for each in found}


@pytest.mark.parametrize("name", OTHERS)
def test_nobody_is_fooled(name: str, tmp_path: Path) -> None:
    text = (HERE / name / "x.rules").read_text(encoding="utf-8")
    said = [((kind, named), verdict) for kind, named, verdict in SAYS.findall(text)]
    found = said_of(name, tmp_path)
    assert {statement: found[statement].verdict for statement, _ in said} == dict(said)
    stated = {statement for statement, _ in said}
    named = {each for each in found if each[0] != "obligation" and each[1].startswith(("false_", "true_"))}
    assert named <= stated  # nothing of the kind goes unsaid
    assert not any(verdict in HOLDS for (_, called), verdict in said if called.startswith("false_"))
    assert all(verdict in HOLDS for (_, called), verdict in said if called.startswith("true_"))


def test_every_game_says_something_false_and_something_true() -> None:
    for name in GAMES:
        said = SAYS.findall((HERE / name / "x.rules").read_text(encoding="utf-8"))
        assert any(verdict not in HOLDS for _, _, verdict in said), name
        assert any(verdict in HOLDS for _, _, verdict in said) or name in {"leaning2", "w2_fault"}, name
