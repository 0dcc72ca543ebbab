"""What is said where there is no module, where a game does not fit, and where the executors differ."""

from pathlib import Path

import pytest
from attrs import evolve, frozen

from refengine.bulk import wasm
from refengine.bulk.errors import ExecutorsDiffer, executors_differ, no_more_games, not_installed, not_packed
from refengine.bulk.machine import Machine, Trapped
from refengine.bulk.results import PackedResults
from refengine.bulk.wasm import by_module
from refengine.program.from_ir.unit import TrapSite
from refengine.runtime.playouts import Draws
from refengine.runtime.random_games import RandomGames
from refengine.source.codes import TITLES
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render
from tests.bulk.configurations import configurations
from tests.bulk.side_by_side import too_many_alike

PAGES = Path(__file__).parents[2] / "docs" / "errors"


@pytest.mark.parametrize(
    "said",
    [
        not_installed(),
        no_more_games(),
        not_packed("record `Note`: more than 62 bits"),
        executors_differ(3, 7, "`takes` is a fault in one of them (no case applies)"),
    ],
    ids=lambda said: said.message,
)
def test_the_page_shows_what_is_said(said: Diagnostic) -> None:
    page = (PAGES / f"{said.code}.md").read_text("utf-8")
    assert page.startswith(f"# {said.code}: {TITLES[said.code]}\n")
    assert "\n## How to mend it\n" in page
    assert f"```text\n{render([said], {}).rstrip()}\n```" in page


def test_without_wasmtime_the_reference_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    game = next(configurations("docs/tutorial/tictactoe")).reference()
    found = game.playouts(5, 2)
    assert found.engine == "reference"
    assert found.because == not_installed().message
    assert evolve(found, because=None) == game.playouts(5, 2, engine="reference")


def test_what_does_not_fit_is_played_by_the_reference_engine(tmp_path: Path) -> None:
    found = too_many_alike(tmp_path).playouts(2, limit=5)
    assert found.engine == "reference"
    assert "more than 255 pieces that are alike" in str(found.because)


def test_a_fault_in_the_module_alone_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    first = next(configurations("docs/tutorial/tictactoe"))
    machine = first.machine()
    site = TrapSite(first.game.clause, "no case applies", fault=True)
    monkeypatch.setattr(Machine, "games", lambda *_, **__: (PackedResults(b"", 40), Trapped(site)))
    with pytest.raises(ExecutorsDiffer, match="disagree on game 0 of seed 4"):
        by_module(machine, first.reference(), RandomGames(range(3), 4, 100), checked=True)


def test_what_does_not_fit_in_a_module_is_played_again() -> None:
    first = next(configurations("docs/tutorial/tictactoe"))
    machine, game = first.machine(), first.reference()
    site = TrapSite(first.game.clause, "the stack is deeper than is packed", fault=False)
    wanted = game.playouts(3, 4, engine="reference")
    patched = pytest.MonkeyPatch()
    patched.setattr(Machine, "games", lambda *_, **__: (PackedResults(b"", 40), Trapped(site)))
    try:
        found = by_module(machine, game, RandomGames(range(3), 4, 100), checked=True).found(4, "reference")
    finally:
        patched.undo()
    assert found == wanted


def test_draws_are_as_they_are_written_down() -> None:
    draws = Draws(7, 0)
    assert [draws.below(1000) for _ in range(6)] == [182, 668, 288, 612, 274, 746]


@frozen
class Weighed:
    weight: int | None


def test_chance_never_takes_what_weighs_nothing() -> None:
    taken = {Draws(seed, 0).choose((Weighed(0), Weighed(2))) for seed in range(20)}
    assert taken == {1}
    assert {Draws(seed, 0).choose((Weighed(0), Weighed(0))) for seed in range(20)} == {0, 1}
