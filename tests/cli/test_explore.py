"""`refengine explore`: scopes from the rules and on the spot, what is said, exit codes."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from refengine.explore import module_search, run as exploring
from refengine.explore.checkpoint import Checkpoints
from refengine.explore.result import ExplorationResult
from refengine.explore.search import Search
from tests.cli.conftest import Ran

Run = Callable[..., Ran]
Spoil = Callable[[str, str, str], None]

SCOPE = """

scope four_cards                                                                    per R1
    2 players
    Card c with c.rank <= 4

scope three_of_three                                                                per R1
    3 players
    Card c with c.rank <= 3
"""


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered is remembered for one test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def scoped(games: Path) -> Path:
    rules = games / "spec" / "goofspiel" / "goofspiel.rules"
    rules.write_text(rules.read_text("utf-8") + SCOPE, "utf-8")
    return games


def test_whoever_searches_the_text_is_the_same(run: Run, games: Path) -> None:
    told = [
        run("explore", "spec/goofspiel", "--keep", "Card.rank=1..3", "--engine", engine, "--fresh")
        for engine in ("reference", "wasm", "both")
    ]
    assert [each.code for each in told] == [0, 0, 0]
    assert told[0].out == told[1].out == told[2].out
    assert not any("W080" in each.err for each in told)
    assert "MB" in told[1].err  # said before anything is done


def test_without_a_module_it_is_said_who_searches(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "is_installed", lambda: False)
    ran = run("explore", "spec/goofspiel", "--keep", "Card.rank=1..3", "--engine", "wasm", "--fresh")
    assert ran.code == 0
    assert ran.err.count("warning[W0804]") == 1


def test_a_search_that_was_interrupted_goes_on(
    run: Run, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("explore", "spec/tictactoe", "--players", "2", "--engine", "wasm", "--format", "json", "--jobs", "1")
    wanted = run(*command, "--fresh").out
    monkeypatch.setattr(exploring, "PROBE", 50)
    monkeypatch.setattr(module_search, "SLICE", 100)
    own, searched = module_search.ModuleSearch._add_up, list[int]()

    def interrupted(search: module_search.ModuleSearch) -> None:
        own(search)
        searched.append(search.states)
        if len(searched) == 9:
            raise KeyboardInterrupt

    monkeypatch.setattr(module_search.ModuleSearch, "_add_up", interrupted)
    part = run(*command, "--fresh")
    assert part.code == 3
    assert "warning[W0806]: interrupted: " in part.err
    assert "the same command goes on from there" in part.err
    for each in tmp_path.rglob("*.explored"):  # it was known before
        each.unlink()
    searched.clear()
    monkeypatch.setattr(module_search, "SLICE", 10_000)
    ran = run(*command)
    assert (ran.code, ran.out) == (0, wanted)
    assert 100 < searched[0] < 1000


def test_executors_that_differ_are_no_answer(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_module = exploring._Exploration.by_module

    def lying(self: exploring._Exploration, checkpoints: Checkpoints | None = None) -> ExplorationResult | None:
        found = by_module(self, checkpoints)
        return None if found is None else evolve(found, states=17)

    monkeypatch.setattr(exploring._Exploration, "by_module", lying)
    ran = run("explore", "spec/goofspiel", "--keep", "Card.rank=1..3", "--engine", "both")
    assert ran.code == 4
    assert "error[E0895]: the executors disagree on what there is in scope" in ran.err


def test_a_scope_on_the_spot(run: Run, games: Path) -> None:
    ran = run("explore", "spec/tictactoe", "--players", "2")
    assert ran.code == 0
    assert "5,478; the game is over in 958 of them" in ran.out
    assert "16,167; 9 steps to the furthest state" in ran.out
    assert "6 of 6 properties hold" in ran.out


def test_pieces_are_kept_by_number_and_by_field(run: Run, games: Path) -> None:
    ran = run(
        "explore", "spec/goofspiel", "--keep", "Card.rank=1..4", "--option", "order=Descending", "--format", "json"
    )
    (found,) = json.loads(ran.out)["scopes"]
    assert ran.code == 0
    assert (found["states"], found["finished"], found["complete"], found["players"]) == (918, 51, True, 2)
    assert len(found["kept"]["Card"]) == 16
    by_suit = ["--keep", "Card.rank=2", "--keep", "Card.suit=Hearts"]
    ran = run("explore", "spec/goofspiel", *by_suit, "--format", "json")
    (found,) = json.loads(ran.out)["scopes"]
    assert found["kept"] == {"Card": {"Hearts 2": 1}}
    assert ran.code == 1  # nobody but the second player has a card, there is no prize, and so they are not as many
    assert {each["kind"] for each in found["broken"]} == {"fault", "invariant"}


def test_all_scopes_that_are_declared_or_one(run: Run, scoped: Path) -> None:
    ran = run("explore", "spec/goofspiel", "--format", "json")
    assert ran.code == 0
    both = json.loads(ran.out)["scopes"]
    assert [(each["scope"], each["players"]) for each in both] == [("four_cards", 2), ("three_of_three", 3)]
    ran = run("explore", "spec/goofspiel", "--scope", "four_cards", "--format", "json")
    assert json.loads(ran.out)["scopes"] == [{**both[0], "known": True}]
    assert both[0]["states"] == 8_524


def test_what_was_explored_whole_is_remembered(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("explore", "spec/tictactoe", "--players", "2")
    assert "explored     whole\n" in run(*words).out

    def never(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_run", never)
    again = run(*words)
    assert again.code == 0
    assert "5,478; the game is over" in again.out
    assert "explored     whole, known from an earlier run\n" in again.out
    assert run(*words, "--fresh").code == 3
    assert run(*words).code == 0  # what was whole is not forgotten for something less
    assert run(*words, "--all-orders").code == 3  # that was not asked before


def test_that_a_scope_is_too_large_is_remembered_too(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("explore", "spec/goofspiel", "--players", "2", "--limit", "3000")
    first = run(*words)
    monkeypatch.setattr(Search, "_run", lambda *_: pytest.fail("it is known"))
    again = run(*words)
    assert (again.code, again.out) == (first.code, first.out)
    assert first.err.endswith(again.err)  # what is to be done is not told where nothing is
    assert "E0876" in again.err


CLAIMS = """

claim at_most_three_cards_are_won                                                   per R1
    in every reachable state of 2 players
    (number of c in won of 1) <= 3

claim thirteen_cards                                                                per R1
    in every reachable state of 2 players
    (number of Card c with c.suit is Hearts) = 13
"""


def test_claims_of_the_whole_game_are_asked_too(run: Run, scoped: Path) -> None:
    rules = scoped / "spec" / "goofspiel" / "goofspiel.rules"
    rules.write_text(rules.read_text("utf-8") + CLAIMS.replace("<= 3", "<= 4"), "utf-8")
    ran = run("explore", "spec/goofspiel", "--scope", "four_cards")
    assert ran.code == 0
    assert "11 of 11 properties hold" in ran.out
    assert "claims of the whole game that do not hold with fewer pieces: thirteen_cards" in ran.out
    ran = run("explore", "spec/goofspiel", "--scope", "four_cards", "--format", "json")
    (found,) = json.loads(ran.out)["scopes"]
    assert {"kind": "claim", "clause": "at_most_three_cards_are_won"} in found["held"]
    assert found["elsewhere"] == ["thirteen_cards"]


def test_a_claim_that_no_piece_was_left_out_for_is_refuted(run: Run, games: Path) -> None:
    rules = games / "spec" / "tictactoe" / "tictactoe.rules"
    claim = """
claim three_marks_at_most                                                           per R1
    in every reachable state of 2 players
    marks(1) <= 3
"""
    rules.write_text(rules.read_text("utf-8") + claim, "utf-8")
    ran = run("explore", "spec/tictactoe", "--players", "2")
    assert ran.code == 1
    assert "1. claim three_marks_at_most\n" in ran.out
    assert "a shortest way, 7 steps:" in ran.out


def test_every_order_is_an_option(run: Run, games: Path) -> None:
    few, many = (
        json.loads(run("explore", "spec/goofspiel", "--keep", "Card.rank=1..3", "--format", "json", *more).out)[
            "scopes"
        ][0]
        for more in ((), ("--all-orders",))
    )
    assert few["states"] < many["states"]
    assert few["finished"] == many["finished"]
    assert (few["allOrders"], many["allOrders"]) == (False, True)


def test_what_is_broken_is_shown_saved_and_played_again(run: Run, games: Path, spoil: Spoil) -> None:
    spoil("tictactoe/tictactoe.rules", "marks(1) = marks(2) or marks(1) = marks(2) + 1", "marks(1) + marks(2) < 3")
    ran = run("explore", "spec/tictactoe", "--players", "2", "--save", "found", "--format", "json")
    assert ran.code == 1
    (broken,) = json.loads(ran.out)["scopes"][0]["broken"]
    assert (broken["kind"], broken["clause"], len(broken["steps"])) == ("invariant", "turns_alternate", 3)
    again = run("replay", broken["saved"], "--game", "spec")
    assert again.code == 1
    assert "turns_alternate" in again.out
    text = run("explore", "spec/tictactoe", "--players", "2").out
    assert "1. invariant turns_alternate" in text
    assert "a shortest way, 3 steps:\n     1. 1: take(" in text


BROKEN = """
invariant somebody_has_many_cards                                                   per R5
    (number of c in hand of 1) + (number of c in played) > 3
"""
"""With all cards, by default, nobody has so few."""


def test_a_way_at_a_scope_is_played_again_with_the_pieces_of_the_scope(run: Run, scoped: Path) -> None:
    rules = Path("spec/goofspiel/goofspiel.rules")
    rules.write_text(rules.read_text("utf-8") + BROKEN, "utf-8")
    ran = run("explore", "spec/goofspiel", "--scope", "four_cards", "--save", "found", "--format", "json")
    (broken,) = json.loads(ran.out)["scopes"][0]["broken"]
    assert broken["clause"] == "somebody_has_many_cards"
    again = run("replay", broken["saved"], "--game", "spec", "--format", "json")
    told = json.loads(again.out)
    assert (again.code, told["verdict"], told["steps"]) == (1, "same", len(broken["steps"]))
    assert len(told["kept"]["Card"]) == 16
    text = run("replay", broken["saved"], "--game", "spec").out
    assert "   with these pieces of Card alone: " in text
    assert "somebody_has_many_cards" in text
    # It says nothing of the whole game.
    checked = run("check", "spec/goofspiel", "--save", "found", "--traces", "1", "--only", "play", "--format", "json")
    (game,) = json.loads(checked.out)["games"]
    assert sum(each["replayed"] for each in game["played"]) == 0


def test_a_way_at_a_scope_of_other_pieces_is_refused(run: Run, scoped: Path) -> None:
    rules = Path("spec/goofspiel/goofspiel.rules")
    rules.write_text(rules.read_text("utf-8") + BROKEN, "utf-8")
    ran = run("explore", "spec/goofspiel", "--scope", "four_cards", "--save", "found", "--format", "json")
    saved = Path(json.loads(ran.out)["scopes"][0]["broken"][0]["saved"])
    saved.write_text(saved.read_text("utf-8").replace('"Hearts 4"', '"Hearts 14"'), "utf-8")
    ran = run("replay", saved, "--game", "spec")
    assert ran.code == 2
    assert "error[E0874]: the trace was played with `Hearts 14`, and no `Card` is called so" in ran.err
    assert saved.as_posix() in ran.err


def test_a_scope_too_large_is_refused_and_can_be_forced(run: Run, games: Path) -> None:
    ran = run("explore", "spec/goofspiel", "--players", "2", "--limit", "3000")
    assert ran.code == 2
    assert "error[E0876]: scope `2 players` has about " in ran.err
    assert "the limit is 3,000" in ran.err
    ran = run("explore", "spec/goofspiel", "--players", "2", "--limit", "3000", "--force")
    assert ran.code == 3
    assert "in part: the limit is reached" in ran.out


def test_an_interrupt_keeps_what_was_found(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(search: Search, *_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "_finish", interrupted)
    ran = run("explore", "spec/tictactoe", "--players", "2", "--format", "json")
    assert ran.code == 3
    (found,) = json.loads(ran.out)["scopes"]
    assert (found["ended"], found["complete"], found["held"]) == ("interrupted", False, [])
    assert 0 < found["states"] < 5478


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("spec/tictactoe",), "E0877"),
        (("spec/goofspiel", "--scope", "four_crads"), "E0877"),
        (("spec/goofspiel", "--keep", "Card"), "E0841"),
        (("spec/goofspiel", "--keep", "Card=few"), "E0878"),
        (("spec/goofspiel", "--keep", "Card.size=3"), "E0878"),
        (("spec/goofspiel", "--keep", "Card.suit=Clovers"), "E0878"),
        (("spec/goofspiel", "--keep", "Crad=3"), "E0870"),
        (("spec/goofspiel", "--keep", "Crad.rank=3"), "E0870"),
        (("spec/goofspiel", "--keep", "Card=0"), "E0871"),
        (("spec/goofspiel", "--players", "9"), "E0832"),
        (("spec/goofspiel", "--players", "0"), "E0832"),
        (("spec/goofspiel", "--scope", "four_cards", "--players", "2"), "E0840"),
        (("spec/goofspiel", "--scope", "four_cards", "--alike"), "E0875"),
        (("spec/goofspiel", "--scope", "four_cards", "--limit", "0"), "E0840"),
        (("nowhere", "--players", "2"), "E0101"),
    ],
)
def test_bad_input(run: Run, scoped: Path, words: tuple[str, ...], code: str) -> None:
    ran = run("explore", *words)
    assert ran.code == 2
    assert f"error[{code}]" in ran.err


def test_a_game_that_cannot_begin(run: Run, games: Path) -> None:
    rules = Path("spec/tictactoe/tictactoe.rules")
    text = rules.read_text("utf-8").replace("\nsetup ", "\nvariable n: 0..3 per R2\n\nsetup ", 1)
    rules.write_text(text.replace("    go Turn(1)\n", "    subtract 1 from n\n    go Turn(1)\n", 1), "utf-8")
    ran = run("explore", "spec/tictactoe", "--players", "2", "--save", "found")
    assert ran.code == 1
    assert "at the start of the game" in ran.out
    assert not Path("found").exists()
