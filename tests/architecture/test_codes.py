"""The codes of diagnostics: registered, explained, and raised in one place each."""

import ast
import re
from collections import defaultdict

from refengine.source.codes import TITLES
from tests.architecture.module import MODULES, ROOT

CODE = re.compile(r"[EW]\d{4}")


def raised() -> dict[str, list[str]]:
    """Where each code stands as a literal outside the registry."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in MODULES:
        if module.name == "refengine.source.codes":
            continue
        for node in module.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                places[node.value].append(module.at(node.lineno))
    return places


def test_every_code_is_registered() -> None:
    assert {code: places for code, places in raised().items() if code not in TITLES} == {}


def test_every_code_is_raised_in_one_place() -> None:
    places = raised()
    assert {code: places[code] for code in TITLES if len(places[code]) != 1} == {}


def test_every_code_has_a_page() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "errors").glob("[EW]*.md")}
    assert pages == set(TITLES)
