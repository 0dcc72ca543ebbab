"""A built package holds whatever of ours it may import, whatever game it is of."""

import re
from pathlib import Path

import refengine
from refengine.engine.build import CARRIED, COPIED
from refengine.engine.emit.imports import _OURS

PACKAGE = Path(refengine.__file__).parent
IMPORTS = re.compile(r"^from (refengine(?:\.\w+)*) import", re.MULTILINE)


def test_all_that_a_package_may_import_of_ours_is_copied_into_it() -> None:
    carried = {f"refengine.{CARRIED}.{each.stem}" for each in (PACKAGE / CARRIED).glob("*.py")}
    copied = carried - {f"refengine.{CARRIED}.__init__"}
    copied |= {f"refengine.{folder}.{name}" for folder, names in COPIED.items() for name in names}
    assert {*_OURS} <= copied
    wanting = {}
    for module in copied:
        text = (PACKAGE.parent / f"{module.replace('.', '/')}.py").read_text("utf-8")
        head, _, _ = text.partition("\nif TYPE_CHECKING:")
        wanting[module] = set(IMPORTS.findall(head)) - copied
    assert {module: found for module, found in wanting.items() if found} == {}
