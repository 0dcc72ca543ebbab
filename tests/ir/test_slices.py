"""Slices hold what they say, nothing that is left out is read unnoticed, and places do not count."""

from __future__ import annotations

import io
import operator
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.footprint import footprint
from refengine.ir.left_out import LeftOut, OutsideSlice, is_left_out
from refengine.ir.slices import Slices
from refengine.ir.specialise import with_seats
from refengine.ir.traverse import rewrite, walk
from refengine.pipeline import compile_folder
from refengine.relocation import Places, Unplaced
from refengine.resolve.folder import find_games
from refengine.source.span import Span

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
CORPUS = Path(__file__).parents[1] / "corpus"

READING: dict[type, Callable[[Any], object]] = {
    ir.Contents: lambda node: node.zone,
    ir.Located: lambda node: node.zone,
    ir.CellsOf: lambda node: node.zone,
    ir.CellOf: lambda node: node.zone,
    ir.TurnAt: lambda node: node.zone,
    ir.SpotsOf: lambda node: node.zone,
    ir.SpotsTaken: lambda node: node.zone,
    ir.ReadVariable: lambda node: node.name,
    ir.TokensOn: lambda node: node.token,
    ir.Supply: lambda node: node.token,
    ir.Configured: lambda node: node.name,
    ir.CallValue: lambda node: node.name,
}
"""The nodes that look at something beside their parts, and the name of it."""

PLAIN = {
    ir.TruthLiteral, ir.Number, ir.Member, ir.Printed, ir.Nothing, ir.Local, ir.PlaceAt, ir.FieldOf, ir.MakeRecord,
    ir.Neighbour, ir.Around, ir.Unwrap, ir.Narrow, ir.Arith, ir.Equal, ir.Less, ir.Contains, ir.InRange, ir.IsEmpty,
    ir.Not, ir.And, ir.Or, ir.If, ir.SetLiteral, ir.AllMembers, ir.NumbersBetween, ir.SetArith, ir.First, ir.Rest,
    ir.Exists, ir.ForAll, ir.HowMany, ir.SumOf, ir.Extreme, ir.Filter, ir.Image, ir.The, ir.Before, ir.Under, ir.Replacing,
    ir.Exchanging, ir.Fails, ir.NonZero, ir.Among, ir.CellAt, ir.Toward, ir.CellsBy,
    ir.SpotAt, ir.CellOfSpot, ir.PartOfSpot, ir.TurnOfSpot,
}  # fmt: skip
"""The nodes that look at their parts alone."""


def compiled(path: Path) -> model.Game:
    (folder,), _ = find_games(path)
    game = compile_folder(folder).game
    assert game is not None
    return game


@pytest.fixture(scope="module")
def goofspiel() -> model.Game:
    return compiled(TUTORIAL / "goofspiel")


# ---- FOOTPRINTS


def test_every_node_is_known_to_read_something_or_nothing() -> None:
    assert set(get_args(ir.Expr)) == PLAIN | set(READING)
    assert PLAIN.isdisjoint(READING)


def test_what_a_node_reads_is_in_its_footprint(goofspiel: model.Game) -> None:
    seen = {type(node) for node in walk(goofspiel)}
    assert seen >= {ir.Contents, ir.Configured, ir.CallValue}
    assert_reads_by_nodes(goofspiel)


def test_what_is_read_of_a_grid_is_in_its_footprint(tmp_path: Path) -> None:
    for name in ("types/good/turned.rules", "rulebook.toml", "tables/ends.csv", "tables/leads.csv"):
        (tmp_path / Path(name).name).write_text((CORPUS / name).read_text("utf-8"), "utf-8")
    game = compiled(tmp_path)
    assert {type(node) for node in walk(game)} >= {ir.CellsOf, ir.CellOf, ir.TurnAt}
    assert_reads_by_nodes(game)


def test_what_is_read_of_spots_is_in_its_footprint(tmp_path: Path) -> None:
    for name in ("types/good/spots.rules", "tables/channels.csv", "rulebook.toml"):
        (tmp_path / Path(name).name).write_text((CORPUS / name).read_text("utf-8"), "utf-8")
    game = compiled(tmp_path)
    assert {type(node) for node in walk(game)} >= {ir.SpotsOf, ir.SpotsTaken}
    assert_reads_by_nodes(game)


def assert_reads_by_nodes(game: model.Game) -> None:
    """Asserts that a footprint holds what the nodes look at, and nothing else."""
    found = footprint(game)
    names = found.state | found.values | {name for _, name in found.configured}
    assert names == {READING[type(node)](node) for node in walk(game) if type(node) in READING}


# ---- WHAT IS LEFT OUT


@pytest.mark.parametrize(
    "read",
    [
        list, len, bool, sorted, tuple,
        lambda gone: gone[0],
        lambda gone: gone.points,
        lambda gone: 1 in gone,
        lambda gone: (*gone,),
        lambda gone: operator.add(gone, ()),
        lambda gone: operator.add((), gone),
        lambda gone: [each for each in gone if each],
    ],
)  # fmt: skip
def test_what_is_left_out_cannot_be_read_unnoticed(read: Callable[[Any], object]) -> None:
    with pytest.raises(OutsideSlice) as raised:
        read(LeftOut("laws"))
    assert raised.value.field == "laws"


def test_what_is_left_out_may_be_handed_on() -> None:
    gone = LeftOut("laws")
    assert pickle.loads(pickle.dumps(gone)) == gone != LeftOut("phases")  # noqa: S301 - our own
    assert is_left_out(gone)
    assert not is_left_out(())


def test_nobody_walks_over_what_is_left_out(goofspiel: model.Game) -> None:
    cut = Slices(goofspiel).without({"laws", "phases"}).game
    with pytest.raises(OutsideSlice):
        list(walk(cut))
    assert is_left_out(rewrite(cut, lambda node: node).phases)
    assert is_left_out(with_seats(cut, 2).phases)


# ---- SLICES


def test_a_slice_has_the_values_that_it_calls(goofspiel: model.Game) -> None:
    slices = Slices(goofspiel)
    whole = slices.without((), all_values=True)
    assert whole.game == goofspiel
    none = slices.without({"setup", "phases", "outcome", "invariants", "measures", "examples", "zones", "claims"})
    assert len(none.game.values) < len(goofspiel.values)
    for each in none.game.values:
        assert footprint(each).values <= {one.name for one in none.game.values}


def test_places_do_not_count_and_everything_else_does(tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    for file in (TUTORIAL / "goofspiel").iterdir():
        (tmp_path / "g" / file.name).write_bytes(file.read_bytes())
    before = compiled(tmp_path / "g")
    rules = tmp_path / "g" / "goofspiel.rules"
    text = rules.read_text("utf-8")
    rules.write_text(f"# moved down\n\n{text}", "utf-8")
    after = compiled(tmp_path / "g")
    assert after.digest != before.digest
    assert Slices(after).without(()).digest == Slices(before).without(()).digest
    changed = evolve(after, values=tuple(reversed(after.values)))
    assert Slices(changed).without(()).digest != Slices(before).without(()).digest
    cited = evolve(after, clause=evolve(after.clause, cites=()))
    assert Slices(cited).without(()).digest != Slices(before).without(()).digest


def test_a_game_that_shares_its_parts_otherwise_is_the_same(goofspiel: model.Game) -> None:
    """One that was read from a cache does. The false twin is a pickle, which tells them apart."""
    out = io.BytesIO()
    unshared = pickle.Pickler(out)
    unshared.fast = True  # it remembers nothing, so no part is one object in two places
    unshared.dump(goofspiel)
    again: model.Game = pickle.loads(out.getvalue())  # noqa: S301 - made here
    assert again == goofspiel
    assert pickle.dumps(again) != pickle.dumps(goofspiel)
    assert again.digest == goofspiel.digest
    assert evolve(again, values=tuple(reversed(again.values))).digest != goofspiel.digest


def test_wording_makes_another_slice(goofspiel: model.Game) -> None:
    asked = evolve(goofspiel, questions=tuple(evolve(each, text="what?") for each in goofspiel.questions))
    assert Slices(asked).without(()).digest != Slices(goofspiel).without(()).digest


# ---- PLACES


def test_what_is_kept_has_the_places_of_whoever_reads_it(goofspiel: model.Game) -> None:
    def moved(span: Span | None) -> Span | None:
        return None if span is None else Span("elsewhere.rules", span.start + 7, span.end + 7)

    def put(node: object) -> object:
        if isinstance(node, model.Value):
            return evolve(node, clause=_moved(node.clause))
        return node

    def _moved(clause: Clause) -> Clause:
        return evolve(clause, origin=evolve(clause.origin, span=moved(clause.origin.span)))

    there = rewrite(goofspiel, put)
    first, second = (Places(Slices(each).without((), all_values=True)) for each in (goofspiel, there))
    assert first.of.digest == second.of.digest
    for one, other in zip(goofspiel.values, there.values, strict=True):
        read = second.unpack(first.pack(one.clause))
        assert read.origin.span == other.clause.origin.span != one.clause.origin.span
    with pytest.raises(Unplaced):
        first.pack(Span("nowhere.rules", 1, 2))
