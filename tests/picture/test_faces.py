"""Faces: what is printed on pieces, as the tables of a game say it, and what a drawing says of it."""

import pytest
from attrs import evolve

from refengine.ir import game as model
from refengine.picture.blocks import at_side, block
from refengine.picture.board import LyingPiece
from refengine.picture.drawing import parse_drawing
from refengine.picture.faces import FacePart, Faces, places_of
from refengine.picture.layout import Layout
from refengine.picture.plane import SidePlace, point
from refengine.source.text import SourceText
from tests.picture.drawn_games import Drawable, laying_in

OUT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The way that somebody looks who looks out of a side."""


@pytest.fixture(scope="module")
def laying(tmp_path_factory: pytest.TempPathFactory) -> Drawable:
    return laying_in(tmp_path_factory.mktemp("laying"))


def grid(drawn: Drawable) -> model.Zone:
    return next(each for each in drawn.rules.zones if each.sides is not None)


def drawn_by(laying: Drawable, text: str) -> Faces:
    drawing, wrong = parse_drawing(SourceText("drawing.toml", text), laying.rules)
    assert not wrong
    return Faces(laying.rules, grid(laying), drawing)


def test_ports_lie_as_somebody_sees_them_who_looks_outwards(laying: Drawable) -> None:
    """The table says so in words: a port whose name ends in L is on the left hand, R on the right."""
    kinds = {each.name: each for each in laying.rules.kinds}
    places = places_of(kinds, kinds["Side"], "Port")
    assert places is not None
    for port, reach in places.items():
        x, y = point(reach.place)
        across, down = OUT[port[0]]
        hand = (x - 0.5) * -down + (y - 0.5) * across  # how far to the right
        assert (x - 0.5) * across + (y - 0.5) * down == pytest.approx(0.5)
        assert hand == pytest.approx({"L": -1 / 3, "M": 0, "R": 1 / 3}[port[1]])


def test_a_part_looks_as_what_is_printed_on_it(laying: Drawable) -> None:
    face = Faces(laying.rules, grid(laying), laying.drawing).face("BA_RCr")
    assert {each.look for each in face.parts} == {"line", "area", "ground"}
    assert next(each for each in face.parts if each.look == "area") == FacePart(
        "BA_RCr_c0", "area", "#", "#b98850", (SidePlace(0, 1, 3),)
    )


def test_what_is_said_of_a_part_itself_goes_before_what_is_printed_on_it(laying: Drawable) -> None:
    faces = drawn_by(laying, '[grid.board]\nparts = "Segment"\n[looks]\nCity = "area"\nBA_RCr_c0 = "mark"\n')
    assert [each.look for each in faces.face("BA_RCr").parts if each.name == "BA_RCr_c0"] == ["mark"]
    assert [each.look for each in faces.face("BA_C").parts if each.letter == "B" and each.reaches[0].side == 0][:1] == [
        "area"
    ]


def test_without_a_word_of_its_parts_what_is_printed_of_each_side_is_shown(laying: Drawable) -> None:
    plain = drawn_by(laying, "").face("BA_RCr")
    assert (plain.parts, plain.signs) == ((), ("C", "R", "F", "R"))
    some = drawn_by(laying, '[looks]\nCity = "area"\n[letters]\nField = ","\n').face("BA_RCr")
    assert [(each.name, each.reaches) for each in some.parts] == [("City", (SidePlace(0),))]
    assert some.signs == ("", "R", ",", "R")


def test_a_piece_that_is_not_printed_has_the_face_of_its_fields(laying: Drawable) -> None:
    faces = Faces(laying.rules, grid(laying), laying.drawing)
    unprinted = faces.face({"component": "Tile", "fields": {"sort": "BA_C"}})
    assert unprinted == evolve(faces.face("BA_C"), colour=None)


@pytest.mark.parametrize("sort", ["BA_RCr", "BA_CcRr", "CU_SCFR"])
def test_signs_turn_along_as_the_rules_say(laying: Drawable, sort: str) -> None:
    face, state, sides = drawn_by(laying, "").face(sort), laying.game.initial(), "NESW"
    for turn, name in enumerate(sides):
        seen = tuple(laying.game.value(state, "shown", sort, name, side)[0] for side in sides)
        assert Layout(face, turn).signs == seen
        letters = block(LyingPiece("", face, turn, ()))
        assert tuple(letters[at_side(SidePlace(side))].letter for side in range(4)) == seen
