"""Relations: which pairs come of a table, and that nothing but the relation reads them."""

from __future__ import annotations

import pytest

from refengine.ir import expressions as ir
from refengine.ir.domain import TRUTH, Enum
from refengine.ir.game import Game
from refengine.ir.relations import pairs_of, replaced, transitive_closure
from refengine.ir.traverse import walk
from refengine.ir.wellformedness import faults_of_form
from refengine.source.diagnostic import Diagnostic
from tests.types.front_end import compile_texts

HEAD = """
game small from rulebook corpus
    players 2                                       per R1

kind Good is Corn, Salt, Wine                       per R1
kind Town is Ash, Birk, Cole, Dorn                  per R1
table pairs                                         per R1

setup                                               per R1
    game over
"""


def compiled(declared: str, table: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return compile_texts({"game.rules": f"{HEAD}\n{declared}, from table pairs per R1\n"}, {"pairs": table})


def made(declared: str, table: str) -> Game:
    game, _ = compiled(declared, table)
    assert game is not None
    assert faults_of_form(game) == ()
    return game


def pairs(declared: str, table: str) -> set[str]:
    game = made(declared, table)
    members = {each.name: each.members for each in game.kinds}
    (relation,) = game.relations
    found = pairs_of(game, relation)
    return {f"{members[relation.one][one]}-{members[relation.other][other]}" for one, other in found}


def test_without_a_mark_a_pair_holds_one_way() -> None:
    assert pairs("relation path between Town and Town", "x,y\nAsh,Birk\nBirk,Ash\nCole,Ash\nDorn,Dorn\n") == {
        "Ash-Birk", "Birk-Ash", "Cole-Ash", "Dorn-Dorn",
    }  # fmt: skip


@pytest.mark.parametrize("table", ["x,y\nAsh,Birk\nCole,Birk\n", "x,y\nAsh,Birk\nCole,Birk\nBirk,Ash\nBirk,Cole\n"])
def test_symmetric_pairs_hold_both_ways_however_they_are_listed(table: str) -> None:
    assert pairs("relation path between Town and Town, symmetric", table) == {
        "Ash-Birk", "Birk-Ash", "Cole-Birk", "Birk-Cole",
    }  # fmt: skip


def test_a_pair_of_a_thing_with_itself_is_listed_both_ways_by_being_there() -> None:
    assert pairs("relation path between Town and Town, symmetric", "x,y\nAsh,Ash\nAsh,Birk\n") == {
        "Ash-Ash", "Ash-Birk", "Birk-Ash",
    }  # fmt: skip


def test_the_columns_stand_for_the_kinds_in_their_order() -> None:
    assert pairs("relation sells between Town and Good", "good,town\nAsh,Salt\nDorn,Corn\n") == {
        "Ash-Salt", "Dorn-Corn",
    }  # fmt: skip
    _, found = compiled("relation sells between Town and Good", "town,good\nSalt,Ash\n")
    assert [each.code for each in found if each.severity == "error"] == ["E0820", "E0820"]


@pytest.mark.parametrize(
    ("declared", "table", "line"),
    [
        ("symmetric", "x,y\nAsh,Birk\nBirk,Ash\nBirk,Cole\n", "the row for `Cole` and `Birk` is missing"),
        ("symmetric", "x,y\nAsh,Birk\nAsh,Birk\n", "that `Ash` and `Birk` are a pair"),
        ("irreflexive", "x,y\nAsh,Birk\nCole,Cole\n", "`Cole` cannot be a pair with itself"),
    ],
)
def test_a_table_is_held_against_the_marks(declared: str, table: str, line: str) -> None:
    game, found = compiled(f"relation path between Town and Town, {declared}", table)
    assert game is None
    (error,) = (each for each in found if each.severity == "error")
    assert error.message.startswith(line)
    assert error.span is not None
    assert error.span.path == "pairs.csv"


def test_a_relation_that_is_asked_is_a_field_with_a_key() -> None:
    asks = "invariant anything per R1\n    path(Ash, Birk)\n\n"
    game = made(f"{asks}relation path between Town and Town", "x,y\nAsh,Birk\n")
    (found,) = (node for node in walk(game.invariants[0]) if isinstance(node, ir.FieldOf))
    assert found == ir.FieldOf(ir.Member("Town", 0), "path: holds", ir.Member("Town", 1), TRUTH)
    assert found.of.domain == Enum("Town")


def test_other_pairs_take_the_place_of_those_printed_and_nothing_else() -> None:
    game = made("relation path between Town and Town, symmetric", "x,y\nAsh,Birk\n")
    other = replaced(game, {"path": {(2, 3), (3, 2)}})
    assert pairs_of(other, other.relations[0]) == {(2, 3), (3, 2)}
    assert faults_of_form(other) == ()
    assert replaced(other, {"path": {(0, 1), (1, 0)}}) == game


def test_what_is_reached_is_itself_and_whatever_pairs_lead_to() -> None:
    assert transitive_closure(4, {(0, 1), (1, 2)}) == {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2), (3, 3)}
    assert transitive_closure(3, {(0, 1), (1, 0)}) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)}


def test_how_pairs_are_kept_is_never_suggested_and_what_is_declared_is() -> None:
    """A name of the rules may hold letters that Python has not."""
    game, found = compile_texts(
        {"game.rules": f"{HEAD}\ntable ways per R1\nkind City from table ways per R1\n    area²: 1..3\n"
         "relation pair between City and Town, from table pairs per R1\n"
         "law small per R1\n    every City c has c.aera² = 1\n"},
        {"pairs": "a,b\nElm,Ash\n", "ways": "id,area²\nElm,1\n"},
    )  # fmt: skip
    assert game is None
    assert [each.hint for each in found] == ["did you mean `area²`?"]
    law = "law small per R1\n    every Good g has g.hold"
    _, told = compile_texts(
        {"game.rules": f"{HEAD}\nrelation pair between Good and Town, from table pairs per R1\n{law}\n"},
        {"pairs": "a,b\nSalt,Ash\n"},
    )
    assert [each.hint for each in told] == ["its fields: none"]
