"""The pages about scopes and explorations show what is really said."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from refengine.cli.errors import Refused
from refengine.cli.scopes import chosen_scopes
from refengine.explore.run import explore_scope
from refengine.ir import expressions as ir, game as model
from refengine.ir.claims import Keep
from refengine.ir.domain import TRUTH, Piece, Range
from refengine.ir.scope import restrict, restrict_to
from refengine.pipeline import Compilation, compile_folder
from refengine.resolve.folder import find_games
from refengine.source.codes import TITLES
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from tests.engine.rules import CARDS, compiled
from tests.explore.small_games import TUTORIAL, scope

PAGES = Path(__file__).parents[2] / "docs" / "errors"
CODES = [code for code in TITLES if code.startswith("E087")]

Said = tuple[Diagnostic, ...]


def goofspiel() -> Compilation:
    (folder,), _ = find_games(TUTORIAL / "goofspiel")
    return compile_folder(folder)


def rules() -> model.Game:
    game = goofspiel().game
    assert game is not None
    return game


def cut(*keeps: Keep) -> Said:
    return restrict(rules(), scope(2, *keeps))[1]


def asks_a_value() -> Said:
    card = ir.Local("c", Piece("Card"))
    return cut(Keep("Card", card, ir.CallValue("bidder", (card,), TRUTH), None))


def names_a_piece(tmp_path: Path) -> Said:
    queen = CARDS.replace("Red, Blue", "Hearts, Spades").replace("1..3\n    one", "11..13\n    one", 1)
    queen += "\nvalue the_queen_counts_double: count per R1\n    is (Spades 12).rank * 2\n"
    queen += "\nsetup per R1\n    game over\n"
    card = ir.Local("c", Piece("Card"))
    low = ir.InRange(ir.FieldOf(card, "rank", None, Range(11, 13)), ir.Number(11), ir.Number(11))
    return restrict(compiled(tmp_path / "tiny", queen), scope(2, Keep("Card", card, low, None)))[1]


def chosen(name: str | None, *keep: str) -> Said:
    game = evolve(rules(), scopes=(scope(2),))
    with pytest.raises(Refused) as refused:
        chosen_scopes(evolve(goofspiel(), game=game), name, None, keep, alike=False)
    return refused.value.diagnostics


SAYING: dict[str, Callable[[Path], Said]] = {
    "E0870": lambda _: cut(Keep("Crad", None, None, 1)),
    "E0871": lambda _: cut(Keep("Card", None, None, 0)),
    "E0872": lambda _: asks_a_value(),
    "E0873": names_a_piece,
    "E0874": lambda _: restrict_to(rules(), (("Card", (("Hearts 14", 1),)),), "a.itf.json")[1],
    "E0875": lambda _: explore_scope(rules(), scope(2, alike=True)).problems,
    "E0876": lambda _: explore_scope(rules(), scope(2)).problems,
    "E0877": lambda _: chosen("smal"),
    "E0878": lambda _: chosen(None, "Card=few"),
}


@pytest.mark.parametrize("code", CODES)
def test_the_page_shows_what_is_said(code: str, tmp_path: Path) -> None:
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert "\n## How to mend it\n" in text
    (shown,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    said = [render([evolve(each, span=None, labels=())], {}) for each in SAYING[code](tmp_path)]
    assert shown in said
