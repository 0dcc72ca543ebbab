"""Games side by side: the same as in the reference engine at every step, and what goes wrong is told by it."""

import gc
import itertools
import random
from array import array
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.bulk import wasm
from refengine.bulk.batch import ModuleBatch
from refengine.ir.simplify import negation
from refengine.loading import load
from refengine.program.from_ir.batches import ENDED_BROKEN, ENDED_CUT, ENDED_OVER, FAULTY, LEFT, RUNNING
from refengine.runtime.batches import FREE, Batch, NoModule, Stand
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import Game
from refengine.runtime.playouts import Draws, play_game
from tests.bulk.configurations import GOOD, configurations, game_at
from tests.bulk.side_by_side import too_many_alike

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "tests" / "fooled" / "rulebook.toml"
GAMES = (
    "docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "tests/benchmarks/games/connect_four", "spec/kaciri",
    "spec/european_war", "spec/pagan",
)  # fmt: skip


def of(path: str) -> Game:
    return next(configurations(path)).reference()


def row(array: memoryview, game: int) -> list[int]:
    listed: Any = array.tolist()[game]
    return listed if isinstance(listed, list) else [listed]


def by_chance(game: Game, state: Any, draws: Draws, steps: int, limit: int) -> tuple[Any, int]:
    """Goes on as long as chance decides."""
    while steps < limit and (legal := game.legal(state)) and legal[0].actor == "chance":
        state, steps = game.apply(state, legal[draws.choose(legal)]), steps + 1
    return state, steps


def same_legal(game: Game, batch: Batch, number: int, state: Any) -> None:
    """The mask is what is legal, no more and no less, and who decides is known."""
    legal = game.legal(state)
    columns = {batch.column(each.name, each.arguments, each.actor) for each in legal}
    mask = row(batch.masks, number)
    assert {column for column, is_legal in enumerate(mask) if is_legal} == columns
    assert row(batch.legal, number) == [len(columns)] == [len(legal)]
    for column in columns:
        told = batch.action(column)
        assert batch.column(told.name, told.arguments, told.actor) == column
    seats = {each.actor for each in legal if isinstance(each.actor, int)}
    assert {seat for seat, decides in enumerate(row(batch.deciding, number), start=1) if decides} == seats


def counted(held: bytes, bits: int) -> list[int]:
    """How often each thing is in a set of which so many bits each count it, as far as its bytes go."""
    word = int.from_bytes(held, "little")
    return [word >> lane & (1 << bits) - 1 for lane in range(0, 8 * len(held), bits)]


def same_view(game: Game, batch: Batch, number: int, state: Any, player: int) -> None:
    """What the bytes of a view say is what the reference engine shows: of what is hidden nothing, and how much lies."""
    view, shown = game.view(state, player), bytes(row(batch.observe(player), number))
    told: dict[tuple[str, str | None], dict[str, bytes]] = {}
    for each in batch.fields:
        told.setdefault((each.name, each.key), {})[each.tells] = shown[each.offset : each.offset + each.size]
    bits = {each.name: each.bits for each in batch.fields if each.tells == "held"}
    pieces = {each.name: [str(piece) for piece in each.pieces] for each in game.description.components}
    holds = {each.name: each.component for each in game.description.zones}
    for sort in ("zones", "variables"):
        for name, held in view[sort].items():
            for key, cell in held.items() if isinstance(held, dict) else [(None, held)]:
                parts = told[name, key]
                seen = isinstance(cell, list) if sort == "zones" else parts["seen"] == b"\1"
                assert parts["seen"] == bytes([seen])
                if not seen:
                    assert cell is None or isinstance(cell, int)
                    assert not any(parts["held"])
                    assert not any(parts.get("order", b""))
                elif sort == "zones":
                    if "order" in parts:
                        numbers = [len(cell), *(pieces[holds[name]].index(each) for each in cell)]
                        assert parts["order"] == bytes(numbers).ljust(len(parts["order"]), b"\0")
                    copies = [cell.count(each) for each in pieces[holds[name]]]
                    lanes = counted(parts["held"], bits[name])
                    assert lanes == copies + [0] * (len(lanes) - len(copies))
                if sort == "zones":
                    lie = len(cell) if isinstance(cell, list) else cell
                    assert int.from_bytes(parts["count"], "little") == lie


@pytest.mark.parametrize("path", GAMES)
def test_each_step_is_that_of_the_reference_engine(path: str) -> None:
    game, games, limit, rng = of(path), 3, 45, random.Random(5)
    batch = game.batch(games, 7, limit=limit)
    assert isinstance(batch, ModuleBatch)
    draws = [Draws(7, number) for number in range(games)]
    known = [by_chance(game, game.initial(), each, 0, limit) for each in draws]
    for _ in range(limit):
        for number, (state, steps) in enumerate(known):
            assert batch.state(number) == state
            assert row(batch.steps, number) == [steps]
            legal = game.legal(state)
            stand = Stand.OVER if not legal else Stand.CUT if steps >= limit else Stand.RUNNING
            assert batch.stands[number] == stand
            if stand is Stand.RUNNING:
                same_legal(game, batch, number, state)
                assert batch.told(number) is None
            else:
                assert not any(row(batch.masks, number))
                assert row(batch.legal, number) == [0]
            if steps % 9 < 2:
                same_view(game, batch, number, state, 1 + steps % 2)
            outcome = game.outcome(state) if stand is Stand.OVER else None
            if outcome is not None:
                assert tuple(row(batch.scores, number)) == outcome.scores
                assert tuple(seat for seat, won in enumerate(row(batch.winners, number), 1) if won) == outcome.winners
        if not any(stand == Stand.RUNNING for stand in batch.stands):
            break
        choices = []
        for number, (state, steps) in enumerate(known):
            if batch.stands[number] != Stand.RUNNING:
                choices.append(17)  # which nobody looks at
                continue
            action = rng.choice(game.legal(state))
            choices.append(batch.column(action.name, action.arguments, action.actor))
            known[number] = by_chance(game, game.apply(state, action), draws[number], steps + 1, limit)
        batch.step(choices)


@pytest.mark.parametrize("path", ["docs/tutorial/goofspiel", "spec/kaciri"])
def test_equal_views_are_equal_bytes(path: str) -> None:
    game = of(path)
    batch = game.batch(30, 4)
    for _ in range(3):
        shown = batch.observe(1).tolist()
        views = [game.view(batch.state(number), 1) for number in range(30)]
        equal = [[one == other for other in views] for one in views]
        assert equal == [[one == other for other in shown] for one in shown]
        batch.step([FREE] * 30)


def ends(batch: Batch) -> list[Any]:
    return [batch.told(number) for number in range(batch.games)]


@pytest.mark.parametrize("path", ["docs/tutorial/goofspiel", "spec/kaciri", "docs/tutorial/tictactoe"])
def test_free_choices_are_the_games_of_the_seed(path: str) -> None:
    game, many, limit = of(path), 12, 40
    wanted = [play_game(game, 9, number, limit=limit) for number in range(many)]
    stepped, finished = game.batch(many, 9, limit=limit), game.batch(many, 9, limit=limit)
    while Stand.RUNNING in stepped.stands.tolist():
        stepped.step([FREE] * many)
    finished.step([FREE] * many)
    finished.finish()
    for batch in (stepped, finished):
        assert ends(batch) == wanted
        assert batch.steps.tolist() == [each.steps for each in wanted]
    stepped.restart()
    for new in (stepped.scores, stepped.winners):
        assert not any(new.tobytes())
    stepped.finish()
    following = [play_game(game, 9, number, limit=limit) for number in range(many, 2 * many)]
    assert ends(stepped) == following
    stepped.begin()
    stepped.finish()
    assert ends(stepped) == wanted


@pytest.mark.campaign
@pytest.mark.parametrize("path", [*GOOD, *GAMES])
def test_every_game_goes_the_same_way_side_by_side(path: str) -> None:
    if game_at(path) is None:
        return
    for configured in configurations(path):
        game = configured.reference()
        try:
            batch = game.batch(10, 3, limit=100)
        except NoModule:
            continue
        while Stand.RUNNING in batch.stands.tolist():
            batch.step([FREE] * 10)
        for number, end in enumerate(ends(batch)):
            assert batch.stands[number] == Stand.LEFT or end == play_game(game, 3, number, limit=100)


def test_games_begin_from_states() -> None:
    game = of("docs/tutorial/tictactoe")
    middle = game.apply(game.initial(), game.legal(game.initial())[4])
    batch = game.batch(3)
    batch.begin([middle, game.initial(), middle])
    assert [batch.state(number) for number in range(3)] == [middle, game.initial(), middle]
    assert sum(row(batch.masks, 0)) == 8
    with pytest.raises(BadData, match="the number of states has to be 3"):
        batch.begin([middle])


# ---- WHAT GOES WRONG


def test_a_fault_is_told_by_the_reference_engine() -> None:
    for configured in configurations("spec/kaciri"):
        if configured.name.endswith("weaker_equal=as_written"):
            game = configured.reference()
            stepped, finished = game.batch(12, 3), game.batch(12, 3)
            while Stand.RUNNING in stepped.stands.tolist():
                stepped.step([FREE] * 12)
            finished.finish()
            wanted = [play_game(game, 3, number) for number in range(12)]
            faults = {each.fault.path for each in wanted if each.fault is not None}
            assert faults == {"takes"}
            for batch in (stepped, finished):
                assert ends(batch) == wanted
                assert not any(batch.legal)
                told = [each.fault and each.fault.path for each in ends(batch)]
                assert told == [each.fault and each.fault.path for each in wanted]
                stands = [Stand.FAULT if each.fault else Stand.OVER for each in wanted]
                assert batch.stands.tolist() == stands
            return
    pytest.fail("there is such a reading")


@pytest.mark.parametrize("path", ["docs/tutorial/tictactoe", "spec/kaciri"])
def test_what_is_broken_is_told_by_the_reference_engine(path: str) -> None:
    first = next(configurations(path))
    found: Counter[str] = Counter()
    for each in first.game.invariants:
        alone = evolve(each, condition=negation(each.condition))
        configured = evolve(first, game=evolve(first.game, invariants=(alone,), measures=()))
        game = configured.reference()
        batch, unchecked = game.batch(3, 5, limit=60), game.batch(3, 5, limit=60, checked=False)
        while Stand.RUNNING in batch.stands.tolist():
            batch.step([FREE] * 3)
        finished = game.batch(3, 5, limit=60)
        finished.finish()
        unchecked.finish()
        wanted = [play_game(game, 5, number, limit=60) for number in range(3)]
        assert ends(batch) == ends(finished) == wanted
        assert Stand.BROKEN not in unchecked.stands.tolist()
        found.update(name for end in wanted for name in end.broken)
    assert sorted(found) == sorted(each.name for each in first.game.invariants)


def little(tmp_path: Path, text: str) -> Game:
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(RULEBOOK.read_text("utf-8"), encoding="utf-8")
    return load(tmp_path)


WIDE = """\
game wide from rulebook fooled
    players 2                                                                       per R1

variable last: 0..5000, starts 0                                                    per R1

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action say(n in {numbers})                                                  per R1
            then set last to n
        action press                                                                per R1
            then set last to 3
    go Turn(next of p)
"""


def test_a_number_beyond_the_columns_leaves_the_batch(tmp_path: Path) -> None:
    game = little(tmp_path, WIDE.format(numbers="0..(if last = 3 then 2000 else 0)"))
    batch = game.batch(2)
    assert batch.columns == 2  # there are no pieces, so no number but 0
    batch.step([batch.column("press"), batch.column("say", [0])])
    assert batch.stands.tolist() == [Stand.LEFT, Stand.RUNNING]
    told = batch.told(0)
    assert told is not None
    assert (told.how, told.steps) == ("cut", 0)
    assert not any(row(batch.masks, 0))
    assert not any(row(batch.observe(1), 0))
    batch.step([FREE, FREE])
    batch.restart()
    assert batch.stands.tolist() == [Stand.RUNNING, Stand.RUNNING]


def test_a_setup_that_faults_is_told(tmp_path: Path) -> None:
    text = WIDE.format(numbers="0..0").replace("    go Turn(1)\n", "    set last to 5 div last\n    go Turn(1)\n", 1)
    game = little(tmp_path, text)
    batch = game.batch(2)
    assert batch.stands.tolist() == [Stand.FAULT, Stand.FAULT]
    with pytest.raises(Fault) as fault:
        game.initial()
    told = batch.told(1)
    assert told is not None
    assert told.fault is not None
    assert (told.fault.code, told.fault.path) == (fault.value.code, fault.value.path)


def test_what_is_not_legal_is_refused_and_nothing_is_done() -> None:
    game = of("docs/tutorial/tictactoe")
    batch = game.batch(2)
    corner = batch.column("take", ["a1"])
    batch.step([corner, FREE])
    before = [batch.state(number) for number in range(2)]
    with pytest.raises(IllegalAction) as refused:
        batch.step([corner, FREE])
    assert refused.value.paths == ("take.occupied",)
    for wrong, said in [
        ([1], "the number of choices has to be 2"),
        ([99, 0], "no column"),
        ([-2, 0], "no column"),
        (["a", 1], "a column"),
    ]:
        with pytest.raises(BadData, match=said):
            batch.step(wrong)
    assert [batch.state(number) for number in range(2)] == before
    for ask in (lambda: batch.column("fly"), lambda: batch.column("take"), lambda: batch.column("take", ["z9"]),
                lambda: batch.action(9), lambda: batch.observe(3), lambda: batch.state(2), lambda: game.batch(0)):  # fmt: skip
        with pytest.raises(BadData):
            ask()
    nonsense: list[Any] = ["1", 1.0, True, None]
    for number in nonsense:
        for call in (batch.action, batch.observe, batch.state, batch.told):
            with pytest.raises(BadData, match="a whole number"):
                call(number)
    with pytest.raises(TypeError):
        batch.masks[0, 0] = 1


@pytest.mark.parametrize("path", [*GAMES, "tests/benchmarks/games/breakthrough"])
def test_what_is_taken_at_a_place_is_what_stands_there(path: str) -> None:
    """A place is counted among the ones of a mask, in several rows of which each has as many bytes as there are columns."""
    game, games, limit, rng = of(path), 5, 30, random.Random(3)
    placed, chosen = (game.batch(games, 7, limit=limit) for _ in range(2))
    taken = 0
    for _ in range(limit):
        columns = [[at for at, one in enumerate(row(chosen.masks, number)) if one] for number in range(games)]
        assert placed.legal.tolist() == [len(each) for each in columns]
        places = [rng.choice([FREE, *range(len(each))]) if each else 10**9 for each in columns]
        wanted = [FREE if at == FREE or not each else each[at] for at, each in zip(places, columns, strict=True)]
        placed.take(places)
        chosen.step(wanted)
        running = [number for number, each in enumerate(columns) if each]
        assert [placed.choices[number] for number in running] == [wanted[number] for number in running]
        for number in range(games):
            assert placed.state(number) == chosen.state(number)
        taken += len(running)
        if not any(placed.legal):
            placed.restart()
            chosen.restart()
    assert taken > 40


def test_a_place_where_nothing_stands_is_refused_and_nothing_is_done() -> None:
    batch = of("docs/tutorial/tictactoe").batch(2)
    batch.take([8, 0])
    before = [batch.state(number) for number in range(2)]
    for wrong, said in [
        ([1], "the number of choices has to be 2"),
        ([0, 8], "from 0 to 7, or -1 for a free choice"),
        ([0, -2], "from 0 to 7"),
        ([2**62, 0], "from 0 to 7"),
        ([2**63, 0], "a place, or -1"),
        (["a", 1], "a place, or -1"),
        ([0.0, 1.0], "a place, or -1"),
    ]:
        with pytest.raises(BadData, match=said):
            batch.take(wrong)
    assert [batch.state(number) for number in range(2)] == before
    assert batch.legal.tolist() == [8, 8]
    batch.choices[0], batch.choices[1] = 7, FREE
    batch.take()
    assert batch.legal.tolist() == [7, 7]


def test_numbers_of_eight_bytes_are_taken_as_they_are() -> None:
    """And others number by number, as are those that lie apart in memory."""
    game = of("docs/tutorial/tictactoe")
    batches = [game.batch(3) for _ in range(4)]
    wide = array("q", [2, 9, 5, 9, 0, 9])
    given: list[Any] = [[2, 5, 0], array("q", [2, 5, 0]), array("b", [2, 5, 0]), memoryview(wide)[::2]]
    for batch, each in zip(batches, given, strict=True):
        batch.take(each)
        assert [batch.state(number) for number in range(3)] == [batches[0].state(number) for number in range(3)]
        assert batch.choices.tolist() == [2, 5, 0]


def test_an_action_of_another_phase_is_refused() -> None:
    game = of("spec/pagan")
    batch = game.batch(1)
    legal = {batch.action(column).name for column, on in enumerate(row(batch.masks, 0)) if on}
    other = next(column for column in range(batch.columns) if batch.action(column).name not in legal)
    with pytest.raises(BadData, match="not offered"):
        batch.step([other])


def test_where_there_is_no_module_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoModule, match="more than 255 pieces that are alike"):
        too_many_alike(tmp_path).batch(2)
    game = load(ROOT / "docs" / "tutorial" / "tictactoe")
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    with pytest.raises(NoModule, match="no WebAssembly here") as refused:
        game.batch(2)
    assert str(refused.value) in (ROOT / "docs" / "errors" / "E0897.md").read_text("utf-8")


# ---- ARRAYS


def test_arrays_outlive_their_batch_and_are_no_copies() -> None:
    game = of("docs/tutorial/tictactoe")
    batch = game.batch(4)
    stands, choices, masks = batch.stands, batch.choices, batch.masks
    assert (masks.shape, masks.format, masks.readonly) == ((4, 9), "B", True)
    assert (batch.scores.shape, batch.scores.format) == ((4, 2), "q")
    choices[:] = memoryview(choices.tobytes()).cast("q")
    for number, column in enumerate((4, 5, 6, 7)):
        choices[number] = column
    batch.step()
    assert [masks[number, column] for number, column in enumerate((4, 5, 6, 7))] == [0, 0, 0, 0]
    batch.finish()
    del batch
    gc.collect()
    assert stands.tolist() == [Stand.OVER] * 4


def test_both_sides_mean_the_same_numbers() -> None:
    assert list(Stand) == [RUNNING, ENDED_OVER, ENDED_CUT, ENDED_BROKEN, FAULTY, LEFT]


def test_the_page_about_batches_is_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "batches.md").read_text(encoding="utf-8")
    exec(compile(page.split("```python\n")[1].split("```")[0], "page", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == page.split("```text\n")[1].split("```")[0]


def test_games_do_not_hang_on_their_neighbours() -> None:
    game = of("spec/kaciri")
    few, many = game.batch(2, 6), game.batch(5, 6)
    for _ in range(4):
        few.step([FREE] * 2)
        many.step([FREE] * 5)
    for number, player in itertools.product(range(2), (1, 2)):
        assert few.state(number) == many.state(number)
        assert row(few.observe(player), number) == row(many.observe(player), number)
