"""Boards that examples draw: what is taken where a picture leaves it open, and what is said where nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest

from refengine import RuleSetError
from refengine.check.examples import decide_examples
from refengine.check.full_page import failure_lines
from refengine.check.run import Options, check
from refengine.check.to_json import failure_data
from refengine.compiled import Compilation
from refengine.ir.configuration import configure
from refengine.loading import compile_cached, make_game
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.rulings.judge import Judge
from refengine.runtime import open_cells
from refengine.runtime.description import GivenPiece
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.engine.rules import rulebook
from tests.rulings.asking import ask

RULES = (Path(__file__).parents[1] / "corpus" / "cases" / "good" / "pictures.rules").read_text("utf-8")
SIDES = {"North": (0, -1), "East": (1, 0), "South": (0, 1), "West": (-1, 0)}


def compiled(folder: Path, *more: str) -> Compilation:
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook().replace('"tiny"', '"corpus"'), "utf-8")
    (folder / "labyrinth.rules").write_text("\n".join([RULES, *more]), "utf-8")
    (found,), _ = find_games(folder)
    made = compile_cached(found)
    assert made.game is not None, made.errors
    return made


def game_of(made: Compilation) -> Game:
    assert made.game is not None
    configuration, _ = configure(made.game, 2, {}, {}, None)
    assert configuration is not None
    return make_game(made.game, configuration)


def lying(game: Game, example: str) -> dict[str, list[str]]:
    (info,) = (each for each in game.description.examples if each.name == example)
    found: dict[str, list[str]] = game.to_json(game.example_position(info))["zones"]["maze"]
    return found


def drawn(*rows: str) -> str:
    head = "example drawn                                         per R1\n    given maze from (0, 0)\n"
    lines = [row if " is " in row else f"| {row}" for row in rows]
    return head + "".join(f"        {line}\n" for line in lines) + "    expect maze is not empty\n"


@pytest.fixture(scope="module")
def labyrinth(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    return compiled(tmp_path_factory.mktemp("labyrinth") / "labyrinth")


def test_the_examples_hold(labyrinth: Compilation) -> None:
    assert labyrinth.game is not None
    reader, explaining = Reader(labyrinth.rulebook, labyrinth.texts), partial(make_game, explain=True)
    decided = decide_examples(labyrinth.game, explaining, reader, Words(Labels()), {})
    assert (decided.failures, decided.expectations) == ((), 5)


_COPIES = {"i": 3, "l": 2, "d": 2}
_PRINTED = {"i": {"North", "South"}, "l": {"North", "East"}, "d": {"North"}}
_OPPOSITE = {"North": "South", "South": "North", "East": "West", "West": "East"}


def _first_way(may: dict[tuple[int, int], list[tuple[str, str]]]) -> dict[tuple[int, int], tuple[str, str]]:
    """The first way in which all doors meet, said without the engine: each cell by the sorts and turns it may have."""
    for way in product(*may.values()):
        used = [sort for sort, _ in way]
        lies = dict(zip(may, (_turned(_PRINTED[sort], turn) for sort, turn in way), strict=True))
        beside = [
            (mine, side, lies[column + over, row + down])
            for (column, row), mine in lies.items()
            for side, (over, down) in SIDES.items()
            if (column + over, row + down) in lies
        ]
        agree = all((side in mine) == (_OPPOSITE[side] in its) for mine, side, its in beside)
        if agree and all(used.count(sort) <= most for sort, most in _COPIES.items()):
            return dict(zip(may, way, strict=True))
    raise AssertionError


def _turned(doors: set[str], turn: str) -> set[str]:
    sides = list(SIDES)
    return {sides[(sides.index(each) + sides.index(turn)) % 4] for each in doors}


@pytest.mark.parametrize(
    "rows", [("l l", "i i"), ("x x", "x x"), ("d .", "l x", ". x"), ("i x l",), ("x", "x", "x", "x"), ("l i l",)]
)
def test_the_first_way_is_taken(tmp_path: Path, rows: tuple[str, ...]) -> None:
    may = {
        (column, row): [
            (sort, turn)
            for sort in ("i", "l", "d")
            if sign in {sort, *("x" if sort in "il" else "")}
            for turn in SIDES
            if sign != "d" or turn == "South"
        ]
        for row, signs in enumerate(rows)
        for column, sign in enumerate(signs.split())
        if sign != "."
    }
    found = lying(game_of(compiled(tmp_path / "labyrinth", drawn(*rows))), "drawn")
    read = {}
    for at, (name,) in found.items():
        cell, _, turn = at.partition(", turned ")
        column, row = cell.strip("()").split(", ")
        sort = next(each for each, printed in _PRINTED.items() if printed == {side for side in SIDES if side in name})
        read[int(column), int(row)] = sort, turn
    assert read == _first_way(may)


@pytest.mark.parametrize(
    ("rows", "cell", "hint"),
    [
        (
            ("d", "l", "k", "k is Room({North}), turned North"),
            "maze of (0, 1)",
            "in every way something would be broken: `doors_meet`",
        ),
        (("i i i i",), "maze of (3, 0)", "all such pieces lie elsewhere"),
        (("i k", "k is a Room r with West in r.doors"), "maze of (1, 0)", "no such piece is printed"),
        (
            ("i k", "k is a Room r with South in r.doors and East in r.doors"),
            "maze of (1, 0)",
            "no such piece is printed",
        ),
        (("d", "d"), None, None),
    ],
)
def test_where_nothing_fits_the_cell_is_named(
    tmp_path: Path, rows: tuple[str, ...], cell: str | None, hint: str
) -> None:
    """A picture that leaves nothing open is set up as it is drawn; that something is broken is told of the position."""
    game = game_of(compiled(tmp_path / "labyrinth", drawn(*rows)))
    if cell is None:
        assert [each.partition(", t")[0] for each in lying(game, "drawn")] == ["(0, 0)", "(0, 1)"]
        return
    with pytest.raises(BadData) as wrong:
        lying(game, "drawn")
    assert (wrong.value.code, wrong.value.hint) == ("E0732", hint)
    assert f"fits in `{cell}`" in wrong.value.message


def test_a_cell_that_is_full_already_is_told(tmp_path: Path) -> None:
    text = drawn("d i").replace("    expect", "    given Room({North}) in maze of (1, 0), turned South\n    expect")
    with pytest.raises(BadData, match=r"fits in `maze of \(1, 0\)`") as wrong:
        lying(game_of(compiled(tmp_path / "labyrinth", text)), "drawn")
    assert (wrong.value.code, wrong.value.hint) == ("E0732", "with it `maze of (1, 0)` holds too much")


def test_too_many_ways_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(compiled(tmp_path / "labyrinth", drawn("x x x", "x x d")))
    monkeypatch.setattr(open_cells, "MOST", 3)
    with pytest.raises(BadData, match="after 3 ways"):
        lying(game, "drawn")


@pytest.mark.parametrize(("aside", "taken"), [(2, "i"), (3, "l")])
def test_what_lies_elsewhere_is_not_taken(tmp_path: Path, aside: int, taken: str) -> None:
    """Though it is given below the picture."""
    rooms = ", ".join(["Room({North, South})"] * aside)
    text = drawn("x").replace("    expect", f"    given {{{rooms}}} in aside\n    expect")
    zone = "zone aside holds Room                                  per R1\n\n"
    ((name,),) = lying(game_of(compiled(tmp_path / "labyrinth", zone + text)), "drawn").values()
    assert {side for side in SIDES if side in name} == _PRINTED[taken]


def test_a_dispute_may_begin_in_a_picture(labyrinth: Compilation, tmp_path: Path) -> None:
    ruling = ask(Judge(labyrinth), "as a_way_about_a_corner", "ask doors((0, 3))")
    assert ruling[0].verdict == "Doors of (0, 3) is East and West."
    broken = Judge(compiled(tmp_path / "labyrinth", drawn("d", "l", "k", "k is Room({North}), turned North")))
    with pytest.raises(RuleSetError) as wrong:
        ask(broken, "as drawn", "ask doors((0, 0))")
    assert wrong.value.diagnostics[0].code == "E0905"


def test_what_is_open_is_filled_in_the_order_that_somebody_wants(tmp_path: Path) -> None:
    game = game_of(compiled(tmp_path / "open", drawn("o o", "o o", "o is a Room r with North in r.doors")))
    (info,) = (each for each in game.description.examples if each.name == "drawn")
    states = [game.example_position(info, partial(shuffled, seed)) for seed in range(8)]
    boards = {str(game.to_json(each)["zones"]["maze"]) for each in states}
    assert len(boards) > 4
    assert all(game.violations(None, each) == () for each in states)
    assert game.example_position(info, tuple) == game.example_position(info)


def shuffled(seed: int, pieces: Sequence[GivenPiece]) -> list[GivenPiece]:
    return Random(seed).sample(pieces, len(pieces))


def test_where_an_order_leads_nowhere_soon_the_first_way_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(compiled(tmp_path / "open", drawn("o o", "o o", "o is a Room r with North in r.doors")))
    (info,) = (each for each in game.description.examples if each.name == "drawn")
    monkeypatch.setattr(open_cells, "FEW", 1)
    assert game.example_position(info, partial(shuffled, 1)) == game.example_position(info)


def test_the_board_of_an_example_that_fails_is_drawn_and_listed_only_as_data(tmp_path: Path) -> None:
    made = compiled(tmp_path / "fails", drawn("i .").replace("expect maze is not empty", "expect maze is empty"))
    (failure,) = check(made, Options(parts=frozenset({"examples"})), Words(Labels())).failures
    assert failure.brief is not None
    assert any("+" in line for line in failure.brief.boards)
    lines = "\n".join(failure_lines(1, failure))
    assert all(line.strip() in lines for line in failure.brief.boards)
    whole = [line for line in failure.position if line.startswith("maze of")]
    assert len(whole) == 1
    assert whole[0] in failure_data(failure)["position"]
    assert whole[0] not in lines
    assert not {"stood", "brief"} & {*failure_data(failure)}
