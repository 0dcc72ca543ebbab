"""Emitters know what they write: they ask no text that they made what it is."""

import ast

import pytest

from tests.architecture.module import MODULES

ASKS = {
    "startswith", "endswith", "isidentifier", "isdigit", "isalnum", "find", "removeprefix", "removesuffix", "splitlines", "replace",
    "strip", "lstrip", "rstrip",
}  # fmt: skip
"""What a text is asked, or made another by what stands in it."""
STILL_ASKING = {
    "naming": "names of the rules become names of Python",
    "text": "long lines of a finished text are broken, which changes nothing but where lines end",
    "nesting": "functions nested too deep are taken apart by Python's own parser",
    "imports": "which names a module uses is found in its text",
}
"""The modules that may ask, and for what; the last would be spared it if an expression carried what it uses."""


def asked(tree: ast.AST) -> list[str]:
    """What is asked of texts in a module; `replace` of a node or a path takes no two texts."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                found += [f"import {each.name}" for each in names if each.name in {"re", "tokenize", "ast"}]
            case ast.Call(func=ast.Attribute(attr=name)) if name in ASKS:
                found.append(name)
            case ast.Compare(left=ast.Constant(value=str(text)), ops=[ast.In() | ast.NotIn()]):
                found.append(f"{text} in")
            case _:
                pass
    return found


def test_emitters_ask_no_text() -> None:
    emitters = {
        each.name.rpartition(".")[2]: asked(each.tree)
        for each in MODULES
        if each.name.startswith("refengine.engine.emit.")
    }
    assert len(emitters) > 30
    assert {name: found for name, found in emitters.items() if found and name not in STILL_ASKING} == {}
    assert [name for name in STILL_ASKING if not emitters[name]] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("line.startswith('for ')", ["startswith"]), ("key.text.isidentifier()", ["isidentifier"]), ("'| None' in kind", ["| None in"]),
        ("import re", ["import re"]), ("header.replace('a', 'b')", ["replace"]), ("option in scope.there", []), ("line.kind is Kind.LOOP", []),
    ],
)  # fmt: skip
def test_a_question_is_seen(code: str, found: list[str]) -> None:
    assert asked(ast.parse(code)) == found
