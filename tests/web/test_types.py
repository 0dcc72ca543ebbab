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
