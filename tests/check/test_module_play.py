"""Random games in modules: what is rare is found, shrunk and told; what is not there is not told."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.bulk.lockstep import Lockstep, Mismatch
from refengine.check import module_play, play
from refengine.check.campaign import PlayResult, PlayTask, play_at_random
from refengine.check.full_page import game_lines
from refengine.check.module_play import AGAIN, Lot, asking_only, play_in_module
from refengine.check.plan import plan
from refengine.check.report import GameReport, Report
from refengine.check.run import Options, check
from refengine.check.short_page import short_lines
from refengine.check.to_json import to_json
from refengine.compiled import Compilation
from refengine.ir.game import Invariant
from refengine.ir.slack import StatementDigest
from refengine.loading import GENERATED
from refengine.pipeline import compile_folder
from refengine.program.from_ir import properties
from refengine.program.from_ir.unit import Unit
from refengine.program.unfit import Unfit
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.runtime.random_games import RandomGames
from refengine.source.cache import Cache
from refengine.testing.campaign import PlayPlan

INDEX = """[rulebook]
id = "lamps"
title = "Lamps"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Lamps are lit by luck."
status = "normative"
hash = "sha256:%064d"
"""
RULES = """game lamps from rulebook lamps
    players 2..3 per R1

variable lit: 0..{most} per R1
variable wrong: truth per R1

setup per R1
    repeat 6 times
        ask chance
            action lights per R1
                weight 1
                then add 1 to lit
            action stays_dark per R1
                weight 3
                then nothing
    ask 1
        action stop per R1
            then game over

invariant never_all_of_them per R1
    lit < {never}
"""
"""One game of 4,096 lights all six."""

OPTIONS = Options(traces=100, directed=0, parts=frozenset({"play"}), many=100, keep=Cache(None))

Compiles = Callable[..., Compilation]
Checked = Callable[..., GameReport]


@pytest.fixture
def compiles(tmp_path: Path) -> Compiles:
    (tmp_path / "rulebook.toml").write_text(INDEX % 0, "utf-8")

    def compiling(rules: str, most: int = 6, never: int = 6) -> Compilation:
        (tmp_path / "lamps.rules").write_text(rules.format(most=most, never=never), "utf-8")
        (folder,), wrong = find_games(tmp_path)
        assert wrong == ()
        compiled = compile_folder(folder)
        assert compiled.game is not None, compiled.diagnostics
        return compiled

    return compiling


@pytest.fixture
def checked(compiles: Compiles) -> Checked:
    def checks(rules: str = RULES, most: int = 6, never: int = 6, options: Options = OPTIONS) -> GameReport:
        compiled = compiles(rules, most, never)
        return check(compiled, options, Words(compiled.labels))

    return checks


def test_what_breaks_in_one_game_of_thousands_is_found_and_told_with_the_shortest_trace(checked: Checked) -> None:
    alone = checked(options=evolve(OPTIONS, many=0))
    assert (alone.verdict, alone.in_module, [each.games for each in alone.played]) == ("holds", (), [100, 100])
    report = checked()
    (failure,) = report.failures
    assert (report.verdict, failure.kind, failure.name) == ("violated", "invariant", "never_all_of_them")
    assert failure.moves == ("chance: lights",) * 6
    assert any("lit" in each and "6" in each for each in failure.position)
    assert failure.file is not None


def test_where_it_is_never_broken_it_holds_in_all_of_them(checked: Checked) -> None:
    report = checked(never=7)
    assert (report.verdict, report.failures) == ("holds", ())
    assert [(each.games, each.finished, each.steps) for each in report.in_module] == [(10_000, 10_000, 70_000)] * 2
    (known,) = (each for each in report.statements if each.name == "never_all_of_them")
    assert (known.evidence.games, known.evidence.steps) == (20_200, 141_400)
    assert "200 random games of 2..3 players in 2 settings, 1,400 steps, 20,000 more in a module" in "\n".join(
        short_lines(report)
    )
    assert sum("in a module" in each for each in game_lines(report)) == 2


def test_a_fault_as_rare_is_found_with_its_code(checked: Checked) -> None:
    report = checked(most=5, never=7)
    (failure,) = report.failures
    assert (report.verdict, failure.kind, failure.code) == ("violated", "fault", "E0506")
    assert failure.moves == ("chance: lights",) * 6


def test_what_breaks_already_is_played_no_further(checked: Checked) -> None:
    report = checked(never=1)
    assert report.verdict == "violated"
    assert report.in_module == ()


def test_of_what_breaks_often_few_games_are_played_again(compiles: Compiles) -> None:
    game = compiles(RULES, never=3).game  # one game in six
    assert game is not None
    planned = plan(game)[0][0]
    done = play_in_module(Lot(game, planned, RandomGames(range(10_000), 0, 100)))
    assert done is not None
    assert done.result.games - done.result.finished == AGAIN == sum(each.times for each in done.result.failures)
    assert AGAIN < done.result.games < 20 * AGAIN
    fewer = play_in_module(Lot(game, planned, RandomGames(range(done.result.games), 0, 100)))
    assert fewer == done


def test_executors_that_differ_are_told_and_nothing_else_of_the_setting(
    checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def differ(*_: object, **__: object) -> None:
        raise ExecutorsDiffer(executors_differ(17, 0, "`lit` is other"), 17)

    monkeypatch.setattr(module_play, "ended_by", differ)
    report = checked()
    assert report.verdict == "executors disagree"
    (failure,) = report.failures
    assert "game 17 of seed 0: `lit` is other" in failure.what
    assert len(failure.moves) == 7
    assert [each.games for each in report.in_module] == [0, 0]


def test_both_are_compared_at_every_step(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    both = evolve(OPTIONS, traces=3, both=True)
    report = checked(never=7, options=both)
    assert (report.verdict, [each.compared for each in report.in_module]) == ("holds", [3, 3])
    assert any("the same step by step in both executors: 6 games" in each for each in game_lines(report))
    short = " ".join(" ".join(short_lines(report)).split())
    assert "in a module, 6 of them compared with the reference engine at each step" in short

    def differ(lockstep: Lockstep, *_: object, **__: object) -> None:
        raise Mismatch("step 2: other")

    monkeypatch.setattr(Lockstep, "play", differ)
    report = checked(never=7, options=both)
    (failure,) = report.failures
    assert (report.verdict, failure.others) == ("executors disagree", 1)
    assert "game 0 of seed 0: step 2: other" in failure.what
    assert [each.compared for each in report.in_module] == [0, 0]
    assert checked(never=7, options=evolve(both, both=False)).verdict == "holds"


def test_what_no_module_plays_says_why(checked: Checked) -> None:
    rules = RULES.replace(
        "variable wrong: truth per R1\n",
        "component Bulb per R1\n    256 alike\n\nzone row holds at most 3 Bulb per R1\n",
    )
    report = checked(rules, never=7)
    assert report.verdict == "holds"
    assert [(each.games, each.because is None) for each in report.in_module] == [(0, False)] * 2
    assert ", none in a module (`--verbose` says why)" in " ".join(" ".join(short_lines(report)).split())
    page = " ".join(" ".join(game_lines(report)).split())
    assert "no more games of 2 settings: the reference engine plays, since not all of the game can be packed: " in page
    assert "more than 255 pieces that are alike" in page


def test_what_was_played_is_kept_and_says_the_same(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = evolve(OPTIONS, keep=Cache(tmp_path / "kept"))
    for never in (6, 7):
        first = checked(never=never, options=kept)
        with monkeypatch.context() as patched:
            patched.setattr(play, "play_in_module", lambda _: pytest.fail("it is known"))
            again = checked(never=never, options=kept)
            assert to_json_of(again) == to_json_of(first)
            with pytest.raises(BaseException, match="it is known"):
                checked(never=5, options=kept)


RISES = "\nstep invariant none_goes_out per R1\n    lit >= before(lit)\n"
HARDLY_ANY = "\ninvariant hardly_any per R1\n    lit < 6 or wrong\n"


@pytest.fixture
def lots(monkeypatch: pytest.MonkeyPatch) -> list[Lot]:
    """The lots that are played."""
    asked: list[Lot] = []

    def noted(lot: Lot) -> object:
        asked.append(lot)
        return play_in_module(lot)

    monkeypatch.setattr(play, "play_in_module", noted)
    return asked


def test_only_what_says_something_else_is_asked_of_games_in_which_all_held(
    checked: Checked, tmp_path: Path, lots: list[Lot]
) -> None:
    kept = evolve(OPTIONS, keep=Cache(tmp_path / "kept"))

    def asked(rules: str, never: int, most: int = 6) -> list[list[str]]:
        lots.clear()
        checked(rules, most, never, kept)
        return [_asked(lot) for lot in lots]

    every, own = ["never_all_of_them", "none_goes_out"], ["never_all_of_them"]
    assert asked(RULES + RISES, 7) == [every] * 2
    assert asked(RULES + RISES, 8) == [], "it is weaker than what held"
    assert asked(RULES + RISES, 6) == [own, every] * 2  # of what is broken nothing is concluded
    assert asked(RULES + RISES, 9, most=7) == [every] * 2
    assert asked(RULES + RISES, 8, most=7) == [own] * 2
    assert asked(RULES, 9, most=7) == [], "all that is left held"
    assert asked(RULES + RISES, 9, most=7) == [], "it is known as it was"


def test_what_is_taken_for_weaker_is_told_wrongly(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The false twin: where what is stronger is taken for weaker, something broken is said to hold."""
    kept = evolve(OPTIONS, players=2, keep=Cache(tmp_path / "kept"))
    assert checked(never=7, options=kept).verdict == "holds"
    with monkeypatch.context() as patched:
        patched.setattr(StatementDigest, "follows_from", lambda *_: True)
        assert checked(never=6, options=evolve(kept, keep=copied(kept.keep, tmp_path))).verdict == "holds"
    assert checked(never=6, options=kept).verdict == "violated"


def copied(keep: Cache, folder: Path) -> Cache:
    """The same things kept elsewhere, so that what is written there is not found here."""
    assert keep.folder is not None
    shutil.copytree(keep.folder, folder / "copied")
    return Cache(folder / "copied")


def test_games_that_are_asked_little_are_played_here(
    checked: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are handed out: what is not known how it goes, and what takes long however little is asked."""
    workers: list[int] = []

    @contextmanager
    def noted(
        do: Callable[[Lot], PlayResult], work: list[Lot], jobs: int, _: object, **_told: bool
    ) -> Iterator[Iterator[PlayResult]]:
        workers.append(jobs)
        yield map(do, work)

    monkeypatch.setattr(play, "in_order", noted)
    kept = evolve(OPTIONS, keep=Cache(tmp_path / "kept"), jobs=2)

    def asked(never: int, most: int = 6) -> int:
        workers.clear()
        checked(RULES + RISES, most, never, kept)
        return workers[-1]

    assert [asked(8), asked(7), asked(9, most=7), asked(8, most=7)] == [2, 1, 2, 1]
    assert asked(6) == 1
    assert asked(7) == 1, "all held in games before"
    monkeypatch.setattr(play, "LITTLE", 0)
    assert asked(7, most=7) == 2


def _asked(lot: Lot) -> list[str]:
    return [each.name for each in lot.game.invariants if lot.asked is None or ("invariants", each.name) in lot.asked]


def test_what_cannot_be_packed_is_refused_whether_or_not_it_is_asked(
    compiles: Compiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a check that knows of earlier games would say that a module played, and one that does not would not."""
    game = compiles(RULES + RISES, never=7).game
    assert game is not None
    whole = Lot(game, plan(game)[0][0], RandomGames(range(10), 0, 100))
    packed = properties._add_invariant

    def refusing(unit: Unit, each: Invariant, name: str) -> None:
        if each.name == "none_goes_out":
            raise Unfit("it is too large")
        packed(unit, each, name)

    monkeypatch.setattr(properties, "_add_invariant", refusing)
    for names in (set[str](), {"never_all_of_them"}, {"none_goes_out"}):
        done = play_in_module(asking_only(whole, frozenset(("invariants", each) for each in names)))
        assert done is not None
        assert done == play_in_module(whole)
        assert "it is too large" in str(done.because)


def test_what_is_not_asked_breaks_nothing(compiles: Compiles) -> None:
    game = compiles(RULES + RISES).game
    assert game is not None
    lot = Lot(game, plan(game)[0][0], RandomGames(range(10_000), 0, 100))
    for names, broken in (({"none_goes_out"}, False), ({"never_all_of_them"}, True), (set[str](), False)):
        done = play_in_module(asking_only(lot, frozenset(("invariants", each) for each in names)))
        assert done is not None
        assert bool(done.result.failures) is broken


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(1, 20))])
def test_after_edits_of_what_has_to_hold_modules_say_what_they_say_with_nothing_kept(
    checked: Checked, tmp_path: Path, seed: int
) -> None:
    kept, chance = evolve(OPTIONS, players=2, keep=Cache(tmp_path / "kept")), Random(seed)
    fresh, verdicts = evolve(OPTIONS, players=2), set[str]()
    for _ in range(6):
        stated = "".join(each for each in (RISES, HARDLY_ANY) if chance.random() < 0.5)
        told = (RULES + stated, chance.choice((6, 6, 6, 5)), chance.choice((6, 7, 8)))
        found = checked(*told, kept)
        assert to_json_of(found) == to_json_of(checked(*told, fresh))
        verdicts.add(found.verdict)
    assert seed or verdicts == {"holds", "violated"}


def to_json_of(report: GameReport) -> object:
    return to_json(Report(100, 0, (evolve(report, timing=None),)), "")


def test_whoever_has_no_module_has_it_played_here(checked: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a worker elsewhere may be without what runs modules."""
    asked: list[Lot] = []

    def first_nothing(lot: Lot) -> object:
        asked.append(lot)
        return None if len(asked) % 2 else play_in_module(lot)

    monkeypatch.setattr(play, "play_in_module", first_nothing)
    assert [each.games for each in checked(never=7).in_module] == [10_000] * 2
    assert len(asked) == 4


def test_incomplete_readings_are_not_played_in_modules(compiled: Callable[[str], Compilation]) -> None:
    game = compiled("goofspiel")
    report = check(game, evolve(OPTIONS, traces=2, players=3), Words(game.labels))
    assert report.verdict == "holds"
    assert {each.setting.label for each in report.in_module} == {each.setting.label for each in report.played}
    assert report.in_module
    assert not any("as_written" in dict(each.setting.readings).values() for each in report.in_module)


def test_engines_are_forgotten_when_their_games_are_played(compiles: Compiles) -> None:
    """A check makes two engines and a module for each setting: nobody needs those of the setting before."""
    game = compiles(RULES, 6, 7).game
    assert game is not None
    planned, _ = plan(game)
    begun = {each for each in sys.modules if each.startswith(GENERATED)}
    for each in planned:
        done = play_at_random(PlayTask(game, each, PlayPlan(RandomGames(range(20), seed=0))))
        assert done.result.games == 20
        assert play_in_module(Lot(game, each, RandomGames(range(4_000), 0, 100))) is not None
    assert {each for each in sys.modules if each.startswith(GENERATED)} <= begun
