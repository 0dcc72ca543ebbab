"""Games cut down to a scope: which pieces are left, and that the rules still mean the same of them."""

from pathlib import Path

import pytest

from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Keep, SmallScope
from refengine.ir.configuration import configure
from refengine.ir.control import Clause
from refengine.ir.domain import TRUTH, Piece
from refengine.ir.scope import kept_pieces, restrict, restrict_to
from refengine.ir.wellformedness import faults_of_form
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from tests.engine.rules import CARDS, compiled

RULES = (
    CARDS
    + """
setup                                                           per R1
    go Wait

value strong(c: Card): truth                                    per R1
    is c.rank > 2

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over

example blue_two_lies_there                                     per R1
    given 2 players
    expect legal 1: stop
"""
)

NAMED = RULES.replace("    go Wait\n", "    move Blue 2 from box of Card to pile\n    go Wait\n", 1)
"""The setup names a piece."""

SCOPE = """
scope small                                                     per R1
    3 players
    {}
"""


def scoped(folder: Path, keep: str, rules: str = RULES) -> tuple[model.Game | None, tuple[Diagnostic, ...]]:
    """The game cut down to a scope that its own text declares."""
    game = compiled(folder, rules + SCOPE.format(keep))
    return restrict(game, game.scopes[0])


def pieces(game: model.Game | None, component: str = "Card") -> list[str]:
    assert game is not None
    (found,) = (each for each in game.components if each.name == component)
    return [row.name for row in found.pieces]


def playable(game: model.Game | None) -> Game:
    assert game is not None
    configuration, wrong = configure(game, None, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(game, configuration, keep=Cache(None))


@pytest.mark.parametrize(
    ("keep", "left"),
    [
        ("Card c with c.rank = 2", ["Red 2", "Blue 2"]),
        ("Card c with c.rank in 2..3 and c.colour is Blue", ["Blue 2", "Blue 3"]),
        ("Card c with c.colour is Blue or c.rank < 2", ["Red 1", "Blue 1", "Blue 2", "Blue 3"]),
        ("Card c with not (c.rank in {1, 3})", ["Red 2", "Blue 2"]),
        ("Card c with c.rank + 1 = 3", ["Red 2", "Blue 2"]),
        ("Card c with c.colour > Red", ["Blue 1", "Blue 2", "Blue 3"]),
        ("Card c with (if c.colour is Red then c.rank = 1 else c.rank = 2)", ["Red 1", "Blue 2"]),
        ("at most 5 Card", ["Red 1", "Red 2", "Red 3", "Blue 1", "Blue 2"]),
        ("at most 3 Card c with c.rank > 1", ["Red 2", "Red 3", "Blue 2"]),
        ("Card c with c = Blue 2", ["Blue 2"]),
    ],
)
def test_what_is_kept(tmp_path: Path, keep: str, left: list[str]) -> None:
    game, wrong = scoped(tmp_path / "tiny", keep)
    assert wrong == ()
    assert pieces(game) == left


def test_a_rule_still_means_the_piece_that_it_names(tmp_path: Path) -> None:
    game, _ = scoped(tmp_path / "tiny", "Card c with c.colour is Blue", NAMED)
    assert game is not None
    assert faults_of_form(game) == ()
    state = playable(game).initial()
    assert [each.name for each in state.pile] == ["Blue 2"]
    assert [each.name for each in state.box_of_Card] == ["Blue 1", "Blue 3"]


def test_the_scope_says_how_many_play_and_what_is_about_the_whole_is_gone(tmp_path: Path) -> None:
    game, _ = scoped(tmp_path / "tiny", "Card c with c.colour is Blue")
    assert game is not None
    assert (game.players, game.examples, game.scopes) == ((3, 3), (), ())


def test_copies_count_one_by_one(tmp_path: Path) -> None:
    game, _ = scoped(tmp_path / "tiny", "at most 2 Coin")
    assert game is not None
    (coins,) = (each for each in game.components if each.name == "Coin")
    assert [row.copies for row in coins.pieces] == [2]
    assert pieces(game) == ["Red 1", "Red 2", "Red 3", "Blue 1", "Blue 2", "Blue 3"]  # not named, so not cut


def test_what_was_kept_can_be_written_down(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", NAMED + SCOPE.format("at most 4 Card c with c.rank > 1"))
    cut, _ = restrict(game, game.scopes[0])
    assert cut is not None
    kept = kept_pieces(game.scopes[0], cut)
    assert kept == (("Card", (("Red 2", 1), ("Red 3", 1), ("Blue 2", 1), ("Blue 3", 1))),)
    again, wrong = restrict_to(game, kept, "a.itf.json")
    assert wrong == ()
    assert again is not None
    assert (again.components, again.setup) == (cut.components, cut.setup)


def test_without_cuts_the_rules_are_the_same(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", RULES)
    cut, wrong = restrict(game, SmallScope("small", 2, (), alike=False, clause=game.clause))
    assert wrong == ()
    assert cut is not None
    assert playable(cut).description.version == playable(game).description.version


# ---- WHAT CAN BE WRONG


def codes(wrong: tuple[Diagnostic, ...]) -> list[str]:
    return [each.code for each in wrong]


def test_a_rule_that_names_a_piece_left_out_is_told(tmp_path: Path) -> None:
    game, wrong = scoped(tmp_path / "tiny", "Card c with c.colour is Red", NAMED)
    assert game is None
    assert codes(wrong) == ["E0873"]
    assert wrong[0].message == "`setup` names `Blue 2`, which scope `small` leaves out"
    assert wrong[0].span is not None
    assert len(wrong[0].labels) == 1


def test_nothing_left_is_told(tmp_path: Path) -> None:
    game, wrong = scoped(tmp_path / "tiny", "Card c with c.rank > 2 and c.rank < 3")
    assert game is None
    assert codes(wrong) == ["E0871"]


def test_a_condition_on_more_than_what_is_printed_is_told(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", RULES)
    card = ir.Local("c", Piece("Card"))
    asks = ir.CallValue("strong", (card,), TRUTH)
    clause = Clause("small", (), game.clause.origin)
    cut, wrong = restrict(game, SmallScope("small", 2, (Keep("Card", card, asks, None),), alike=False, clause=clause))
    assert cut is None
    assert codes(wrong) == ["E0872"]


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", RULES)
    keeps = (Keep("Crad", None, None, 1), Keep("Coin", None, None, 0))
    cut, wrong = restrict(game, SmallScope("small", 2, keeps, alike=False, clause=game.clause))
    assert cut is None
    assert sorted(codes(wrong)) == ["E0870", "E0871"]
    assert wrong[0].hint == "did you mean `Card`?"


def test_pieces_that_are_no_more_are_told(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", RULES)
    kept = (("Card", (("Blue 2", 1), ("Green 1", 1))), ("Coin", (("Coin", 99),)), ("Stone", (("Stone", 1),)))
    cut, wrong = restrict_to(game, kept, "a.itf.json")
    assert cut is None
    assert [(each.code, each.message) for each in wrong] == [
        ("E0874", "the trace was played with `Green 1`, and no `Card` is called so"),
        ("E0874", "the trace was played with 99 `Coin`, and the game has 3"),
        ("E0870", "the game has no component `Stone`"),
    ]
    assert {each.span.path for each in wrong if each.span is not None} == {"a.itf.json"}


def test_a_trace_that_leaves_out_what_a_rule_names_is_none_of_this_game(tmp_path: Path) -> None:
    cut, (wrong,) = restrict_to(compiled(tmp_path / "tiny", NAMED), (("Card", (("Red 1", 1),)),), "a.itf.json")
    assert cut is None
    assert wrong.code == "E0873"
    assert wrong.message.endswith(", which the trace leaves out")
