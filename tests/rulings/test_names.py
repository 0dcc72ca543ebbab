"""The names of a game are words that its rules declare, and nothing that the rules only imply."""

import re
import shutil
from pathlib import Path

import pytest

from refengine.loading import load_rules
from refengine.report.words import Words
from refengine.rulings.names import names_of

FOOLED = Path(__file__).parents[1] / "fooled"


@pytest.mark.parametrize("name", ["texts_and_standing_rules", "joined_through_others", "let_changed", "chain_lasting"])
def test_values_and_variables_are_those_that_are_declared(name: str, tmp_path: Path) -> None:
    """How often a phase is running, what is joined with what, and what waits its turn have no names to ask for."""
    folder = Path(shutil.copytree(FOOLED / name, tmp_path / name))
    shutil.copy(FOOLED / "rulebook.toml", folder)
    compiled = load_rules(folder)
    found = {each.name for each in names_of(compiled, Words(compiled.labels)) if each.sort in {"value", "variable"}}
    text = (folder / "x.rules").read_text("utf-8")
    assert found == {*re.findall(r"^(?:value|variable|region) (\w+)", text, re.MULTILINE)}
