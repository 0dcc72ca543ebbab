"""What is too much is refused at once and with a place, before anything recurses into it."""

import pytest

from refengine.syntax.parser import parse
from refengine.syntax.printer import print_file
from tests.syntax.reading import diagnostics_of, source_of, tree_of


def refused(text: str) -> str:
    (diagnostic,) = diagnostics_of(text)
    assert diagnostic.span is not None
    assert diagnostic.span.end <= len(text) + 1
    return diagnostic.code


def law(expression: str) -> str:
    return f"law l per R1\n    {expression}\n"


@pytest.mark.parametrize("levels", [101, 10_000])
def test_brackets(levels: int) -> None:
    assert refused(law("(" * levels + "1" + ")" * levels)) == "E0112"
    assert refused(law("f(" * levels + "1" + ")" * levels)) == "E0112"
    assert refused(law("{" * levels + "1" + "}" * levels)) == "E0112"
    assert refused(law("(" * levels)) == "E0112"


def test_brackets_up_to_the_limit() -> None:
    tree_of(law("(" * 100 + "1" + ")" * 100))


def test_blocks() -> None:
    assert refused(ifs(500)) == "E0112"
    assert refused(ifs(40)) == "E0112"
    tree_of(ifs(39))


def ifs(levels: int) -> str:
    lines = [
        "setup per R1",
        *("    " * level + "if x" for level in range(1, levels + 1)),
        "    " * (levels + 1) + "done",
    ]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "expression",
    [
        "- " * 5000 + "1",
        "not " * 5000 + "x",
        "x of " * 5000 + "y",
        "x implies " * 5000 + "y",
        "1 + " * 5000 + "1",
        "x or " * 5000 + "y",
        "x" + ".y" * 5000,
        "if x then y else " * 5000 + "z",
        "some c in " + "next of " * 5000 + "d has x",
        "every c in d has " * 5000 + "x",
    ],
    ids=lambda text: text[:12],
)
def test_chains(expression: str) -> None:
    assert refused(law(expression)) == "E0112"


def test_types() -> None:
    assert refused(f"variable v: {'set of ' * 5000}K per R1\n") == "E0112"


def test_numbers() -> None:
    tree_of(law("x = 999999999"))
    assert refused(law("x = 1000000000")) == "E0114"
    assert refused(law("x = " + "9" * 100_000)) == "E0114"


def test_a_long_file_is_read() -> None:
    assert len(tree_of(law("x = 1") * 5_000).declarations) == 5_000


@pytest.mark.parametrize(
    "chain", ["not ", "- ", "x of ", "x implies ", "1 + ", "if x then y else ", "every c in d has "]
)
def test_a_chain_up_to_the_limit_is_read_compared_and_printed(chain: str) -> None:
    source = source_of(law(chain * 190 + "x"))
    file, diagnostics = parse(source)
    assert diagnostics == ()
    assert file is not None
    assert tree_of(print_file(file, source)) == file
