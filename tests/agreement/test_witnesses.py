"""Every witness that the prover finds is played again in the engine, and every counterexample; a disagreement is exit 4."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.cli.main import main
from refengine.engine.emit import expressions as emit_expressions
from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.smt import plan, prove
from refengine.smt.encode import values as encode_values
from refengine.smt.goal import SOMEWHERE, Decision, Goal, Limits
from refengine.source.cache import Cache
from tests.agreement.campaigns import GAMES, ROOT, rules_of

KACIRI = Path("spec/kaciri")


def replayed(folder: Path, wanted: Callable[[Goal], bool], rlimit: int, cache: Path) -> list[tuple[Decision, Any]]:
    """What comes of goals, each with what the engine makes of it."""
    rules = rules_of(folder)
    engines = Engines(rules, Cache(cache))
    goals = [each for each in plan.goals(rules) if wanted(each)]
    decisions = [each for batch in plan.batches(goals) for each in prove.decide(rules, batch, Limits(rlimit=rlimit))]
    return [(each, replay(engines, each)) for each in decisions if each.counterexample is not None]


def sparing(folder: Path) -> object:
    """A game, or the one whose witnesses take most as a campaign: each check replays them as well, and so does that of CI."""
    return pytest.param(folder, marks=pytest.mark.campaign) if folder.name == "palisades" else folder


@pytest.mark.parametrize("folder", [*map(sparing, GAMES)], ids=str)
def test_every_witness_replays(folder: Path, tmp_path: Path) -> None:
    found = replayed(folder, lambda goal: goal.kind in SOMEWHERE and goal.players != 3, 2_000_000, tmp_path)
    assert_confirmed(found)
    if folder == KACIRI:
        assert len(found) > 6


@pytest.mark.campaign
def test_every_witness_with_three_players_replays(tmp_path: Path) -> None:
    found = replayed(KACIRI, lambda goal: goal.kind in SOMEWHERE and goal.players == 3, 5_000_000, tmp_path)
    assert_confirmed(found)
    assert found


def assert_confirmed(found: list[tuple[Decision, Any]]) -> None:
    for decision, told in found:
        assert decision.verdict == "found"
        assert (told.verdict, told.differences) == ("confirmed", ()), decision.goal.title


@pytest.mark.campaign
@pytest.mark.parametrize("folder", GAMES, ids=str)
def test_every_counterexample_replays(folder: Path, tmp_path: Path) -> None:
    """Also those of audits, and of inductions that fail: positions that no game may come to."""
    for decision, told in replayed(folder, lambda goal: goal.players == 2, 3_000_000, tmp_path):
        assert told.verdict not in {"disagrees", "impossible"}, (decision.goal.title, told.differences)


def unequal(real: Any) -> Any:
    """What emits `=` emits `!=`, and the other way round."""

    def emit(left: Any, right: Any, scope: Any, *, negated: bool) -> Any:
        return real(left, right, scope, negated=not negated)

    return emit


def backwards(real: Any) -> Any:
    """The last case that applies decides, where the first should."""

    def encode(world: Any, value: Any, applies: list[Any], results: list[Any]) -> Any:
        return real(world, value, applies[::-1], results[::-1])

    return encode


WITNESS, CLAIM = "strength_lost_by_a_seven", "the_victor_goes_home"

SEEDED = {
    "engine": (emit_expressions, "_equality", unequal, WITNESS),
    "prover": (encode_values, "_first", backwards, CLAIM),
}


@pytest.mark.parametrize("name", [WITNESS, CLAIM])
def test_without_a_fault_nothing_disagrees(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proved(name, tmp_path, monkeypatch) == 0
    assert "disagree" not in capsys.readouterr().out


@pytest.mark.parametrize("executor", SEEDED)
def test_a_disagreement_is_exit_4(
    executor: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where, attribute, make, name = SEEDED[executor]
    monkeypatch.setattr(where, attribute, make(getattr(where, attribute)))
    assert proved(name, tmp_path, monkeypatch) == 4
    said = capsys.readouterr()
    assert "disagree" in said.out
    assert "Traceback" not in said.out + said.err


def proved(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of `refengine prove`, in this process; what an executor with a fault makes is kept for nobody."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setattr("refengine.cli.crews.cores", lambda: 0)
    return main(["prove", str(ROOT / KACIRI), name])
