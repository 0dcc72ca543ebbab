"""What came of mutants is kept, by all that it hangs on: a run that was stopped goes on where it was."""

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from refengine.mutants.bench import Bench, MutantTools, bench
from refengine.mutants.judge import Task, judge
from refengine.mutants.memory import Judgements
from refengine.mutants.run import Draw, run
from refengine.mutants.verdicts import MutantVerdict
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.source.cache import Cache
from refengine.source.watch import Watch
from tests.mutants.conftest import Changed, ready

WANTED = Draw(count=6)
TICTACTOE = Path(__file__).parents[2] / "docs" / "tutorial" / "tictactoe"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The mutants that are judged, and not remembered."""
    found: list[str] = []

    def judging(task: Task) -> MutantVerdict:
        found.append(task.mutant.id)
        return judge(task)

    monkeypatch.setattr("refengine.mutants.run.judge", judging)
    return found


def test_a_run_that_was_stopped_goes_on_where_it_was(heap: Bench, tmp_path: Path, asked: list[str]) -> None:
    done: list[int] = []

    def step(number: int) -> None:
        done.append(number)
        if len(done) == 2:
            raise KeyboardInterrupt

    kept = Judgements.of(heap, Cache(tmp_path))
    assert run(heap, WANTED, 1, Watch(step=step), kept=kept).interrupted
    before = len(asked)
    whole = run(heap, WANTED, 1, kept=kept)
    assert len(asked) == len({*asked}) > before
    asked.clear()
    assert run(heap, WANTED, 1, kept=kept) == whole == run(heap, WANTED, 1, kept=Judgements.of(heap, Cache(tmp_path)))
    assert asked == []
    assert run(heap, WANTED, 1) == whole
    assert len(asked) > before


def test_another_text_or_other_means_share_nothing(heap: Bench, changed: Changed, tmp_path: Path) -> None:
    folder = Cache(tmp_path)
    whole = run(heap, WANTED, 1, kept=Judgements.of(heap, folder))
    others = [
        ready(changed("expect leads(1), leads(2), illegal", "expect leads(1), illegal"), heap.means),
        evolve(heap, means=evolve(heap.means, seed=heap.means.seed + 1)),
        evolve(heap, means=evolve(heap.means, games=heap.means.games + 1)),
        evolve(heap, means=MutantTools(games=heap.means.games, patience=3)),
    ]
    for each in others:
        kept = Judgements.of(each, folder)
        assert [kept.read(one.mutant) for one in whole.judged] == [None] * len(whole.judged)


def test_tables_that_have_changed_places_share_nothing(heap: Bench, tmp_path: Path) -> None:
    def with_tables(one: str, other: str) -> Bench:
        return evolve(heap, compiled=evolve(heap.compiled, tables={"trees": Path(one), "bushes": Path(other)}))

    folder = Cache(tmp_path)
    (found,) = run(heap, Draw(count=1), 1).judged
    Judgements.of(with_tables("a.csv", "b.csv"), folder).write(found)
    assert Judgements.of(with_tables("a.csv", "b.csv"), folder).read(found.mutant) == found
    assert Judgements.of(with_tables("b.csv", "a.csv"), folder).read(found.mutant) is None


def test_what_is_damaged_or_says_something_of_us_is_not_kept(heap: Bench, tmp_path: Path) -> None:
    kept = Judgements.of(heap, Cache(tmp_path))
    (one, other, *_) = run(heap, WANTED, 1, kept=kept).judged
    assert kept.read(one.mutant) == one
    for file in tmp_path.iterdir():
        Cache(tmp_path).write(file.name, b"nothing of the kind")
    assert kept.read(one.mutant) is None
    kept.write(MutantVerdict(other.mutant, "internal error", what="KeyError: 3"))
    assert kept.read(other.mutant) is None


def test_without_a_memory_nothing_is_kept(heap: Bench) -> None:
    kept = Judgements()
    kept.write(run(heap, Draw(count=1), 1, kept=kept).judged[0])
    assert kept.read(run(heap, Draw(count=1), 1).judged[0].mutant) is None


def test_a_table_that_is_saved_meanwhile_is_on_no_bench(tmp_path: Path) -> None:
    """What comes of mutants is kept under the texts that were compiled, so no other is to be looked at."""
    folder = Path(shutil.copytree(TICTACTOE, tmp_path / "tictactoe"))
    (found,), _ = find_games(folder)
    compiled = compile_folder(found)
    squares = folder / "squares.csv"
    squares.write_text(squares.read_text("utf-8").replace("b2,2,2", "b2,1,1"), "utf-8")
    assert bench(compiled, MutantTools()).game == compiled.game
    squares.unlink()
    assert bench(compiled, MutantTools()).game == compiled.game
