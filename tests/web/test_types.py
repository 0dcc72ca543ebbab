"""The types of a package: no name of the rules stands for a type that the declarations need for something else."""

import re
from collections.abc import Iterable
from pathlib import Path

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.web.package import package_files
from refengine.web.reasons import Background
from tests.engine.rules import compiled

TAKEN = ("Record", "Fault", "Beyond", "Promise", "Error", "View", "Damaged", "turn")


def declarations(folder: Path, kinds: Iterable[str]) -> str:
    """The declarations of a game with some kinds, each of two members, and a variable of each."""
    rules = (
        "game named from rulebook tiny\n    players 2 per R1\n"
        + "".join(
            f"""
kind {name} is {name}_one, {name}_two per R1
variable v{name} of each {name}: {name} or none per R1
"""
            for name in kinds
        )
        + """
setup per R1
    ask 1
        action stop per R1
            then game over
"""
    )
    game = compiled(folder / "named", rules)
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    files, wrong = package_files(specialise(game, configuration), Background())
    assert not wrong
    return str(files["game.d.ts"])


def test_a_kind_is_not_called_what_the_declarations_name_themselves(tmp_path: Path) -> None:
    text = declarations(tmp_path, TAKEN)
    declared = re.findall(r"^export (?:type|interface|class) (\w+)", text, re.MULTILINE)
    assert len(declared) == len({*declared})
    assert not {"Record", "Promise", "Error"} & {*declared}
    assert 'Record_ = "Record_one" | "Record_two"' in text
    assert "vRecord: Record<Record_, Record_ | null>;" in text


def test_a_type_has_the_letters_of_its_kind(tmp_path: Path) -> None:
    text = declarations(tmp_path, ("čestná_výzva", "Город", "x２"))
    assert "export type ČestnáVýzva =" in text
    assert "export type Город =" in text
    names = re.findall(r"^export (?:type|interface|class) (\S+)", text, re.MULTILINE)
    assert all(map(str.isidentifier, names))


BOARD = """game laid from rulebook tiny
    players 2 per R1
kind Side is Up, Right, Down, Left in a ring per R1
kind {kind} is Nest, Hole per R1
component Tile per R1
    2 alike
    starts in bag
component Mouse per R1
    3 alike
    starts in nest
zone bag holds Tile per R1
zone nest holds Mouse per R1
grid board, squares, sides Side, holds at most one Tile{turned} per R1
part Corner is {kind} of Tile on board per R1
zone mice of each Corner holds Mouse per R1
variable home: cell or none, starts none per R1
variable known: set of Corner per R1
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action look(c in edge of board) per R1
            then set home to c
        action stop per R1
            then game over
"""


def of_board(folder: Path, kind: str, turned: str) -> str:
    game = compiled(folder / "laid", BOARD.format(kind=kind, turned=turned))
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    files, wrong = package_files(specialise(game, configuration), Background())
    assert not wrong
    return str(files["game.d.ts"])


def test_cells_and_spots_are_types_of_their_own(tmp_path: Path) -> None:
    """As data name them: with a turn where pieces are turned, and beside a kind that is called Cell."""
    plain = of_board(tmp_path, "Kind", "")
    assert "export type Cell = `(${number}, ${number})`;" in plain
    assert "export type Corner = `${Cell} ${Kind}`;" in plain
    assert 'name: "look"; arguments: [c: Cell]' in plain
    assert plain.count("board: Record<string, Tile[]>;") == plain.count("mice: Record<string, Mouse[]>;") == 2
    assert "home: Cell | null;" in plain
    assert "known: Corner[];" in plain
    assert "| `board of ${string}` | `mice of ${string}`;" in plain
    turned = of_board(tmp_path, "Cell", ", turned")
    assert "export type Cell = `(${number}, ${number})`;" in turned
    assert "export type Corner = `${Cell} ${Cell_}, turned ${Side}`;" in turned
    assert 'export type Cell_ = "Nest" | "Hole";' in turned
