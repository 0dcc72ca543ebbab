"""Drawings of boards that are none: each mistake has its diagnostic, at its place."""

import pytest

from refengine.picture.drawing import parse_drawing
from refengine.source.text import SourceText
from tests.picture.drawn_games import Drawable, laying_in


@pytest.fixture(scope="module")
def laying(tmp_path_factory: pytest.TempPathFactory) -> Drawable:
    return laying_in(tmp_path_factory.mktemp("laying"))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("[grid.bord]\n", "E0803"),
        ('[grid.board]\npart = "Segment"\n', "E0803"),
        ('[grid.board]\nparts = "Segments"\n', "E0804"),
        ('[grid.board]\nparts = "Segment"\nreaches = "touches"\n', "E0804"),
        ('[grid.board]\nparts = "Land"\nreaches = "ports"\n', "E0804"),
        ('[zones]\nboard = "nowhere"\n', "E0804"),
        ('[looks]\nCity = "town"\n', "E0804"),
        ('[looks]\nTown = "area"\n', "E0803"),
        ('[letters]\nCity = "##"\n', "E0804"),
        ('[letters]\nCity = "\\u0301"\n', "E0804"),
        ('[letters]\nCity = "城"\n', "E0804"),
        ('[colours]\nCity = "red"\n', "E0804"),
    ],
)
def test_a_drawing_that_is_none_is_a_diagnostic(laying: Drawable, said: str, code: str) -> None:
    drawing, (wrong,) = parse_drawing(SourceText("drawing.toml", said), laying.rules)
    assert (drawing, wrong.code) == ({}, code)
    assert wrong.span is not None
    assert wrong.span.path == "drawing.toml"
