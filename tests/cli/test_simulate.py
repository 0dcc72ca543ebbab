"""Simulations: their statistics add up, hang on the seed alone, and own up to what breaks."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import refengine
from refengine.bulk import wasm
from refengine.cli import simulation
from refengine.cli.kept_games import KeptGames, data_of, tally_of
from refengine.runtime.playouts import EndedGame, FailedPlayout, Tally
from refengine.source.cache import home_of_caches
from refengine.testing import drawn_games
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
Spoil = Callable[[str, str, str], None]

INVARIANT = "\ninvariant three_at_most per R2\n    marks(2) < 4\n"


@pytest.fixture
def simulated(run: Run) -> Callable[..., Any]:
    """The statistics for programs of a simulation in which nothing breaks, or something does."""

    def simulates(*argv: object, code: int = 0) -> Any:
        ran = run("simulate", *argv, "--format", "json")
        assert ran.code == code, ran.err
        return json.loads(ran.out)

    return simulates


def test_it_is_what_playouts_say_added_up_by_hand(simulated: Callable[..., Any], games: Path) -> None:
    data = simulated("spec/tictactoe", "--games", 300, "--seed", 3)
    played = refengine.load("spec/tictactoe").playouts(300, seed=3)
    alone: Counter[int] = Counter()
    nobody = 0
    for result, times in played.outcomes.items():
        assert result is not None
        alone.update(dict.fromkeys(result[1], times))
        nobody += times * (not result[1])
    assert [each["wonAlone"] for each in data["seats"]] == [alone[1], alone[2]]
    assert [each["scores"]["counts"].get("1", 0) for each in data["seats"]] == [alone[1], alone[2]]
    assert (data["nobodyWon"], data["finished"]) == (nobody, 300)
    assert nobody
    assert data["lengths"]["counts"] == {str(steps): times for steps, times in played.lengths.items()}
    in_order = sorted(steps for steps, times in played.lengths.items() for _ in range(times))
    assert (data["lengths"]["median"], data["lengths"]["greatest"]) == (in_order[149], in_order[-1])
    assert data["lengths"]["mean"] == round(sum(in_order) / 300, 6)


def test_rules_are_counted_in_the_first_games(simulated: Callable[..., Any], games: Path, run: Run) -> None:
    first = refengine.load("spec/tictactoe").playouts(7, seed=3).steps
    data = simulated("spec/tictactoe", "--games", 40, "--seed", 3, "--rules", 7)
    assert (data["rulesCountedIn"], data["fired"]["take"]) == (7, first)
    assert data["steps"] > data["fired"]["take"]
    whole = simulated("spec/tictactoe", "--games", 40, "--seed", 3)
    assert (whole["rulesCountedIn"], whole["fired"]["take"]) == (40, whole["steps"])
    assert simulated("spec/tictactoe", "--games", 4, "--rules", 0)["fired"] == {}
    told = {each: run("simulate", "spec/tictactoe", "--games", 40, "--rules", each).out for each in (1, 7, 40)}
    assert "in the first game:\n" in told[1]
    assert "in the first 7 games:\n" in told[7]
    assert "in the first" not in told[40]


def test_a_line_for_each_seat_shows_how_scores_are_spread(simulated: Callable[..., Any], run: Run, games: Path) -> None:
    asked = ("spec/goofspiel", "--games", 200, "--seed", 1)
    spreads = [each["scores"] for each in simulated(*asked)["seats"]]
    head, *lines = run("simulate", *asked).out.split("\n\n")[3].splitlines()
    name, least, _ = head.split()
    assert (name, int(least)) == ("score", min(each["least"] for each in spreads))
    assert [each.split()[0] for each in lines] == ["1", "2"]
    assert sum("█" in each for each in lines) >= 1
    one = run("simulate", "spec/goofspiel", "--games", 1, "--seed", 1).out
    assert not any(block.startswith("  steps ") for block in one.split("\n\n")[3:]), "one length is no distribution"


def test_the_same_seed_is_the_same_text(run: Run, games: Path) -> None:
    one, two, other = (run("simulate", "spec/goofspiel", "--games", "5", "--seed", seed).out for seed in (1, 1, 2))
    assert one == two != other
    assert "goofspiel: 5 games of 2 players, seed 1\n" in one


@pytest.mark.parametrize(
    "engine", ["both", *(pytest.param(each, marks=pytest.mark.campaign) for each in ("reference", "wasm"))]
)
def test_it_is_the_same_in_several_processes(simulated: Callable[..., Any], games: Path, engine: str) -> None:
    """By both engines, side by side; by each alone behind the mark."""
    one, three = (
        simulated("spec/goofspiel", "--games", 50, "--rules", 2, "--engine", engine, "--jobs", jobs) for jobs in (1, 3)
    )
    assert one == three


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_that_was_stopped_goes_on_where_it_was(
    simulated: Callable[..., Any], games: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("spec/goofspiel", "--games", 50, "--rules", 2, "--seed", 5, "--engine", "wasm", "--jobs", jobs)
    whole = simulated(*asked)
    monkeypatch.setattr(simulation, "SHARED", dict.fromkeys(simulation.SHARED, 50))
    written, dropped = KeptGames.write, KeptGames.drop
    done: list[range] = []

    def stopping(self: KeptGames, numbers: range, tally: Tally) -> None:
        written(self, numbers, tally)
        done.append(numbers)
        if len(done) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(KeptGames, "write", stopping)
    with pytest.raises(json.JSONDecodeError):
        simulated(*asked, code=3)
    assert len(done) == 3
    monkeypatch.setattr(KeptGames, "drop", lambda *_: None)
    assert simulated(*asked) == whole
    assert len(done) == len(set(done)) == {1: 8, 2: 13}[jobs]  # each share once, of seven games or of four
    file = max(home_of_caches().rglob("*.games"))
    file.write_bytes(b"damaged")
    assert simulated(*asked) == whole
    assert len(done) == len(set(done)) + 1
    monkeypatch.setattr(KeptGames, "drop", dropped)
    assert simulated(*asked) == whole
    assert not list(home_of_caches().rglob("*.games"))


def test_what_is_kept_of_games_is_what_was_played(games: Path) -> None:
    tally = Tally()
    tally.over(3, None, 2)
    tally.over(5, ((-1, 10**20), (2,)))
    tally.cut_after(7)
    tally.breaches = [FailedPlayout(4, 2, "a.b", "E0511", True), FailedPlayout(5, 0, "c", None)]
    assert vars(tally_of(json.loads(json.dumps(data_of(tally))))) == vars(tally)


def test_bad_input(run: Run, games: Path) -> None:
    assert run("simulate", "spec/tictactoe", "--games", "0").code == 2
    assert run("simulate", "spec/tictactoe", "--rules", "-1").code == 2
    assert run("simulate", "spec/tictactoe", "--jobs", "0").code == 2
    assert run("simulate", "spec/tictactoe", "--workers", "nowhere").code == 2
    assert run("simulate", "spec/goofspiel", "--players", "5").code == 2
    assert run("simulate", "spec/goofspiel", "--reading", "ties").code == 2
    assert run("simulate", "nowhere").code == 2


def test_a_setup_that_breaks_off_is_told_once(run: Run, games: Path) -> None:
    rules = Path("spec/tictactoe/tictactoe.rules")
    text = rules.read_text("utf-8").replace("\nsetup ", "\nvariable n: 0..3 per R2\n\nsetup ", 1)
    head, setup, rest = text.partition("\nsetup ")
    line, _, body = rest.partition("\n")
    rules.write_text(f"{head}{setup}{line}\n    add 5 to n per R2\n{body}", "utf-8")
    ran = run("simulate", "spec/tictactoe", "--games", "3")
    assert ran.code == 1
    assert ran.out.startswith(
        "tictactoe: no game can begin, the rules break off: 5 leaves the range 0..3\n   rule `setup`"
    )
    assert ran.out.endswith("   see `refengine explain E0506`\n")
    told = run("simulate", "spec/tictactoe", "--games", "3", "--format", "json")
    (failure,) = json.loads(told.out)["failures"]
    assert (told.code, failure["code"], failure["games"]) == (1, "E0506", 3)
    many = run("simulate", "spec/tictactoe", "--games", "9000000", "--rules", "4", "--format", "json")
    (failure,) = json.loads(many.out)["failures"]
    assert (many.code, failure["games"], json.loads(many.out)["games"]) == (1, 4, 4)


@pytest.mark.parametrize("engine", ["reference", "wasm", "both"])
def test_what_breaks_is_told_with_the_first_game_that_shows_it(
    simulated: Callable[..., Any], run: Run, games: Path, spoil: Spoil, engine: str
) -> None:
    spoil("tictactoe/tictactoe.rules", "\n# ---- what must hold\n", f"\n# ---- what must hold\n{INVARIANT}")
    data = simulated("spec/tictactoe", "--games", 60, "--rules", 5, "--engine", engine, code=1)
    (failure,) = data["failures"]
    breaches = refengine.load("spec/tictactoe").playouts(60, seed=0).breaches
    assert (failure["kind"], failure["clause"], failure["games"]) == ("invariant", "three_at_most", len(breaches))
    assert (failure["firstGame"], failure["step"]) == (breaches[0].number, breaches[0].step)
    assert data["finished"] + len(breaches) == 60
    text = run("simulate", "spec/tictactoe", "--games", 60, "--engine", engine).out
    assert f"invariant three_at_most in {len(breaches)} games, first in game {breaches[0].number}, step" in text


def test_a_fault_that_only_the_counting_build_looks_for_is_told(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "        when not has_three(p)\n        when full\n", "        when full\n")
    ran = run("simulate", "spec/tictactoe", "--games", 300, "--seed", 1)
    assert ran.code == 1
    assert "fault E0503 Judge" in ran.out


def test_builds_that_part_are_a_fault_of_ours(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = drawn_games.play_counting

    def other(*given: Any) -> EndedGame:
        ended = counted(*given)
        return evolve(ended, winners=()) if given[2] == 4 else ended

    for spread in ((), ("--engine", "wasm"), ("--rules", 5)):
        with monkeypatch.context() as patched:
            assert run("simulate", "spec/tictactoe", "--games", 6, *spread).code == 0
            patched.setattr(simulation, "play_counting", other)
            ran = run("simulate", "spec/tictactoe", "--games", 6, *spread)
        assert ran.code == 4
        assert "E0895" in ran.err
        assert "on game 4 of seed 0" in ran.err


def test_games_that_are_cut_are_not_finished(run: Run, games: Path) -> None:
    out = run("simulate", "spec/tictactoe", "--games", "3", "--limit", "4").out
    assert "finished  0; cut after 4 steps, and not finished: 3\n" in out


def test_whoever_plays_the_games_are_the_same(simulated: Callable[..., Any], run: Run, games: Path) -> None:
    told = {
        engine: simulated("spec/tictactoe", "--games", "20", "--engine", engine)
        for engine in ("reference", "wasm", "both")
    }
    assert [each["engine"] for each in told.values()] == ["reference", "wasm", "both"]
    assert all({**each, "engine": ""} == {**told["both"], "engine": ""} for each in told.values())
    assert told["wasm"]["finished"] == 20
    text = run("simulate", "spec/tictactoe", "--games", "20", "--engine", "wasm").out
    assert text.startswith("tictactoe: 20 games of 2 players, seed 0, in a WebAssembly module\n")


def test_many_games_are_played_in_a_module_unasked(simulated: Callable[..., Any], games: Path) -> None:
    assert simulated("spec/tictactoe", "--games", 20, "--rules", 19)["engine"] == "wasm"
    assert simulated("spec/tictactoe", "--games", 20, "--rules", 20)["engine"] == "reference"


def test_without_wasmtime_it_is_said_once(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    ran = run("simulate", "spec/tictactoe", "--games", "3", "--engine", "wasm")
    assert ran.code == 0
    assert ran.err.count("warning[W0804]") == 1
    assert ran.out.startswith("tictactoe: 3 games of 2 players, seed 0\n")
