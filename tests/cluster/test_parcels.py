"""Tasks as parcels: what is opened is what was packed, and what many tasks have travels once."""

from pathlib import Path

from refengine.cluster.parcels import HEAVY, Packer, task_result
from refengine.ir import game as model
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "tictactoe"


def rules() -> model.Game:
    (folder,), _ = find_games(TUTORIAL)
    game = compile_folder(folder).game
    assert game is not None
    return game


def pair(*given: object) -> tuple[object, ...]:
    return given


def test_what_a_task_comes_to_is_the_same_wherever_it_is_done() -> None:
    given = (rules(), b"x" * HEAVY, b"light", {"seed": 3})
    parcel = Packer().pack(pair, given)
    assert task_result(parcel.light, tuple(parcel.heavy), *parcel.heavy.values()) == given


def test_what_many_tasks_have_travels_apart_and_by_its_content() -> None:
    packer, game, twin = Packer(), rules(), rules()
    one = packer.pack(pair, (game, 1, b"a" * HEAVY))
    other = packer.pack(pair, (twin, 2, b"a" * HEAVY))
    assert game is not twin
    assert one.heavy == other.heavy
    assert len(one.heavy) == 2
    assert max(len(one.light), len(other.light)) < 400
    assert sum(map(len, one.heavy.values())) > 10 * len(one.light)


def test_what_is_light_travels_with_its_task() -> None:
    parcel = Packer().pack(pair, (b"a" * (HEAVY - 1), "b" * 2 * HEAVY))
    assert parcel.heavy == {}
