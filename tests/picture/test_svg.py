"""Boards as SVG: well-formed whatever things are called, everything that lies there once, the same each time."""

from collections import Counter
from xml.etree import ElementTree as ET

from hypothesis import given, strategies as st

from refengine.picture.board import Board, Figure, LyingPiece
from refengine.picture.faces import LOOKS, Face, FacePart, Look
from refengine.picture.plane import SidePlace
from refengine.picture.svg import svg_of
from tests.picture.drawn_games import LAYING, drawable

TEXTS = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
LETTERS = st.sampled_from(["<", "&", '"', "é", "x"])
REACHES = st.builds(
    lambda side, of, number: SidePlace(side, number % of, of), st.integers(0, 3), st.integers(1, 3), st.integers(0, 5)
)
LOOK: st.SearchStrategy[Look] = st.sampled_from(LOOKS)
PARTS = st.builds(
    FacePart,
    TEXTS,
    LOOK,
    LETTERS,
    st.sampled_from([None, "#c0ffee"]),
    st.sets(REACHES, max_size=5).map(lambda some: tuple(sorted(some))),
)
FACES = st.builds(
    Face,
    st.lists(PARTS, max_size=4, unique_by=lambda each: each.name).map(tuple),
    st.tuples(LETTERS, LETTERS, LETTERS, LETTERS),
)


def titles(svg: str) -> Counter[str]:
    root = ET.fromstring(svg)  # noqa: S314 - it is ours
    return Counter(each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}title"))


@given(st.lists(st.tuples(FACES, TEXTS, st.integers(0, 3), TEXTS), min_size=1, max_size=3), TEXTS)
def test_what_lies_is_in_the_picture_once_whatever_it_is_called(
    pieces: list[tuple[Face, str, int, str]], title: str
) -> None:
    cells = {}
    for number, (face, name, turn, figure) in enumerate(pieces):
        part = face.parts[0].name if face.parts else None
        cells[number, -number] = LyingPiece(
            f"{name}{number}", face, turn, (Figure(f"{figure}/{number}", part, "<", None),)
        )
    found = titles(svg_of([Board("g", cells, {(9, 9): (title, "&")})], title))
    for number, lying in enumerate(cells.values()):
        assert found[f"({number}, {-number}): {lying.name}"] == 1
        (standing,) = lying.figures
        assert found[f"{standing.name} – {standing.part}" if standing.part else str(standing.name)] == 1
    assert sum(found.values()) == 2 * len(cells) + 2


def test_a_turn_turns_the_whole_of_what_is_printed() -> None:
    """What lies turned has the points of what lies so by itself, moved a quarter round."""
    laying = drawable(LAYING)
    north, east = (
        laying.boards(laying.game.position({"zones": {"board": {f"(0, 0), turned {side}": ["BA_CRr"]}}}))
        for side in ("N", "E")
    )
    one, other = svg_of(north, ""), svg_of(east, "")
    assert 'd="M 0 0 L 100 0 Q 50 50 0 0 Z"' in one
    assert 'd="M 100 0 L 100 100 Q 50 50 100 0 Z"' in other


def test_what_lies_a_billion_away_costs_no_room() -> None:
    cells = {(column, 0): LyingPiece("x", Face(()), 0, ()) for column in (0, 10**9)}
    root = ET.fromstring(svg_of([Board("g", cells, {})], ""))  # noqa: S314 - it is ours
    assert int(root.attrib["width"]) < 400
