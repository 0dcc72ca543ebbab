"""A cursor goes where the reference engine goes, says what that says where the rules break off, and stays then."""

import copy
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refengine import load
from refengine.bulk import calls, wasm
from refengine.bulk.errors import ExecutorsDiffer
from refengine.bulk.machine import Machine, Trapped
from refengine.program.from_ir.unit import TrapSite
from refengine.runtime.batches import NoModule
from refengine.runtime.cursors import Cursor, Mark
from refengine.runtime.fault import BadData, Fault
from refengine.runtime.game import Game
from tests.bulk.configurations import configurations
from tests.bulk.side_by_side import too_many_alike
from tests.bulk.test_batch import ROOT, WIDE, little
from tests.bulk.test_from_a_state import middle

PATHS = (
    "docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "spec/kaciri", "spec/european_war", "spec/palisades",
    "tests/benchmarks/games/connect_four", "tests/benchmarks/games/breakthrough",
)  # fmt: skip


def reference(path: str) -> Game:
    return next(configurations(path)).reference()


def walked(cursor: Cursor, game: Game, state: Any, steps: int, random: Random) -> Any:
    """Leads a cursor on beside the reference engine, and compares all that both say."""
    for _ in range(steps):
        actions = game.legal(state)
        assert cursor.legal == len(actions)
        assert cursor.state == state
        assert cursor.outcome() == game.outcome(state)
        if not actions:
            break
        assert [cursor.actor(place) for place in range(cursor.legal)] == [each.actor for each in actions]
        assert [cursor.weight(place) for place in range(cursor.legal)] == [each.weight or 1 for each in actions]
        place = random.randrange(len(actions))
        assert cursor.action(place) == actions[place]
        state = game.apply(state, actions[place])
        assert cursor.take(place) == cursor.legal
    return state


@pytest.mark.parametrize("path", PATHS)
def test_it_goes_where_the_reference_engine_goes(path: str) -> None:
    game = reference(path)
    for seed in range(2):
        walked(game.cursor(), game, game.initial(), 60, Random(seed))


@pytest.mark.parametrize("path", ["docs/tutorial/goofspiel", "spec/kaciri"])
def test_it_begins_in_a_state_and_comes_back_to_a_mark(path: str) -> None:
    game, random = reference(path), Random(4)
    start = middle(game, 9)
    cursor = game.cursor(start)
    first = cursor.mark()
    assert first.held == game.cursor(start).mark().held
    end = walked(cursor, game, start, 7, random)
    assert cursor.mark() != first
    assert cursor.mark() == cursor.mark()
    assert cursor.back(first) == len(game.legal(start))
    walked(cursor, game, start, 7, random)
    assert end != start


def test_cursors_of_one_game_do_not_move_each_other() -> None:
    game = reference("docs/tutorial/tictactoe")
    one, other = game.cursor(), game.cursor()
    one.take(3)
    game.playouts(5, 1)
    assert (one.legal, other.legal) == (8, 9)
    assert other.state == game.initial()
    with pytest.raises(BadData, match="one of this cursor"):
        one.back(other.mark())
    for wrong in (None, b"", Mark(b"", object())):
        with pytest.raises(BadData):
            one.back(wrong)  # type: ignore[arg-type]
    assert one.legal == 8


@pytest.mark.parametrize("place", [9, -1, 10**30, True, 1.0, "0", None, [0]])
def test_no_other_place_is_taken(place: Any) -> None:
    cursor = reference("docs/tutorial/tictactoe").cursor()
    before = cursor.mark()
    for ask in (cursor.take, cursor.actor, cursor.weight, cursor.action):
        with pytest.raises(BadData, match="is no value of the place of an action"):
            ask(place)
    assert (cursor.mark(), cursor.legal) == (before, 9)


class _Number:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 4


def test_a_number_of_another_library_is_a_place() -> None:
    game = reference("docs/tutorial/tictactoe")
    cursor, other = game.cursor(), game.cursor()
    cursor.take(_Number())  # type: ignore[arg-type]
    other.take(4)
    assert cursor.state == other.state


def test_nothing_is_taken_where_the_game_is_over() -> None:
    cursor = reference("docs/tutorial/tictactoe").cursor()
    while cursor.legal:
        cursor.take(0)
    with pytest.raises(BadData, match="the game is over"):
        cursor.take(0)


# ---- WHERE IT STOPS


def refused(cursor: Cursor, place: int, error: type[Exception], match: str) -> Exception:
    """What a cursor raises, which stays where it was."""
    before, legal = cursor.mark(), cursor.legal
    with pytest.raises(error, match=match) as found:
        cursor.take(place)
    assert (cursor.mark(), cursor.legal) == (before, legal)
    return found.value


def test_a_fault_of_the_rules_is_told_as_the_reference_engine_tells_it(tmp_path: Path) -> None:
    text = WIDE.format(numbers="0..9").replace("set last to 3", "set last to 5 div last", 1)
    game = little(tmp_path, text)
    cursor = game.cursor()
    state = game.initial()
    wanted = [each.name for each in game.legal(state)].index("press")
    with pytest.raises(Fault) as there:
        game.apply(state, game.legal(state)[wanted])
    found = refused(cursor, wanted, Fault, "div")
    assert isinstance(found, Fault)
    assert (found.code, found.path) == (there.value.code, there.value.path)
    assert cursor.state == state
    walked(cursor, game, state, 1, Random(1))


def test_a_next_decision_without_an_answer_is_told(tmp_path: Path) -> None:
    text = WIDE.format(numbers="0..(if last = 3 then 5 div (last - 3) else 0)")
    game = little(tmp_path, text)
    refused(game.cursor(), 1, Fault, "div")


def test_it_says_where_the_module_has_no_room(tmp_path: Path) -> None:
    game = little(tmp_path, WIDE.format(numbers="0..(if last = 3 then 5000 else 0)"))
    cursor = game.cursor()
    refused(cursor, 1, NoModule, "no room in it")
    assert cursor.take(0) == 2


def test_a_setup_that_faults_is_told(tmp_path: Path) -> None:
    text = WIDE.format(numbers="0..0").replace("    go Turn(1)\n", "    set last to 5 div last\n    go Turn(1)\n", 1)
    with pytest.raises(Fault):
        little(tmp_path, text).cursor()


def test_a_fault_of_the_module_alone_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    game = reference("docs/tutorial/tictactoe")
    cursor = game.cursor()
    cursor.take(4)

    def stop(_: int) -> int:
        raise cursor._traps("stopped")  # type: ignore[attr-defined]

    cursor._advance = stop  # type: ignore[attr-defined]
    first = next(configurations("docs/tutorial/tictactoe"))
    for site in (None, TrapSite(first.game.clause, "no case applies", fault=True)):
        monkeypatch.setattr(Machine, "stopped", lambda _, site=site: Trapped(site))
        with pytest.raises(ExecutorsDiffer, match="where a cursor goes on"):
            cursor.take(0)


def test_where_there_is_no_module_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoModule, match="more than 255 pieces that are alike") as packed:
        too_many_alike(tmp_path).cursor()
    game = load(ROOT / "docs" / "tutorial" / "tictactoe")
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    with pytest.raises(NoModule, match="no WebAssembly here") as missing:
        game.cursor()
    assert not any("the reference engine" in str(each.value) for each in (packed, missing))  # it leads no cursor
    with pytest.raises(NoModule, match="makes no modules"):
        load(ROOT / "docs" / "tutorial" / "tictactoe", explain=True).cursor()


def test_a_state_of_another_game_is_none() -> None:
    with pytest.raises(BadData):
        reference("docs/tutorial/tictactoe").cursor(reference("spec/kaciri").initial())


@pytest.mark.parametrize("done", [False, True])
def test_a_step_that_was_interrupted_is_gone_back_from(done: bool) -> None:
    game = reference("docs/tutorial/tictactoe")
    cursor = game.cursor()
    begin, advance = cursor.mark(), cursor._advance  # type: ignore[attr-defined]

    def interrupted(place: int) -> int:
        if done:
            advance(place)
        raise KeyboardInterrupt

    cursor._advance = interrupted  # type: ignore[attr-defined]
    with pytest.raises(KeyboardInterrupt):
        cursor.take(4)
    cursor._advance = advance  # type: ignore[attr-defined]
    for ask in (lambda: cursor.legal, lambda: cursor.take(0), lambda: cursor.state, cursor.outcome, cursor.mark,
                lambda: cursor.actor(0), lambda: cursor.weight(0), lambda: cursor.action(0)):  # fmt: skip
        with pytest.raises(BadData, match="led back to a mark"):
            ask()
    assert cursor.back(begin) == 9
    walked(cursor, game, game.initial(), 20, Random(3))


# ---- CALLS


def test_the_public_way_of_the_library_finds_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = "docs/tutorial/goofspiel"
    wanted = reference(path).playouts(20, 3)
    monkeypatch.setattr(calls, "_inside", lambda **_: None)
    game = reference(path)
    assert game.playouts(20, 3) == wanted
    walked(game.cursor(), game, game.initial(), 20, Random(2))
    faulty = little(tmp_path, WIDE.format(numbers="0..9").replace("set last to 3", "set last to 5 div last", 1))
    refused(faulty.cursor(), 10, Fault, "div")


@pytest.mark.parametrize("missing", ["dll", "wasmtime_val_raw_t", "_wasmtime_func_call_unchecked"])
def test_where_the_library_is_otherwise_inside_its_public_way_is_taken(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    bindings = pytest.importorskip(calls.INTERNAL)
    assert calls._inside(alone=True) is not None
    monkeypatch.delattr(bindings, missing)
    assert calls._inside(alone=True) is None


def test_threads_may_play_with_one_game() -> None:
    game = reference("docs/tutorial/tictactoe")
    wanted = {seed: game.playouts(3000, seed) for seed in range(4)}
    found: list[object] = []

    def play(seed: int) -> None:
        found.extend(game.playouts(3000, seed) == wanted[seed] for _ in range(5))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in wanted]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [True] * 20


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_neither_a_cursor_nor_a_batch_is_copied(again: Callable[[object], object]) -> None:
    """A copy led on the machine of the first, and took what was legal there at another time."""
    game = reference("docs/tutorial/tictactoe")
    cursor, batch = game.cursor(), game.batch(4)
    with pytest.raises(BadData, match=r"made by `game\.cursor\(cursor\.state\)`"):
        again(cursor)
    with pytest.raises(BadData, match=r"made by `game\.batch`"):
        again(batch)
    assert (cursor.take(4), repr(batch)) == (8, f"<4 games of {game}>")


def test_the_page_about_cursors_is_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "cursors.md").read_text(encoding="utf-8")
    exec(compile(page.split("```python\n")[1].split("```")[0], "page", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == page.split("```text\n")[1].split("```")[0]
