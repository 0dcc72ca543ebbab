"""The European War: its map is a table that may be wrong, its claims hold for any map, its hidden hands stay hidden."""

from __future__ import annotations

import csv
import json
import re
import shutil
import tomllib
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import refengine
from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from refengine.ir.game import Game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.runtime.fault import IllegalAction
from refengine.smt.goal import Goal, Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec" / "european_war"
THEOREMS = (ROOT / "proofs" / "european_war" / "README.md").read_text("utf-8")

CONNECTED = (
    ("NorthAfrica", "Spain"), ("Italy", "Balkans"), ("Britain", "France"), ("Britain", "Benelux"),
    ("Germany", "Scandinavia"),
)  # fmt: skip
"""What the rulebook names (R14)."""


def rows(name: str) -> list[dict[str, str]]:
    with (SPEC / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


# ---- THE MAP


def test_the_map_obeys_every_connection_that_the_text_names() -> None:
    borders = {frozenset((each["one"], each["other"])) for each in rows("borders")}
    assert {frozenset(each) for each in CONNECTED} <= borders
    seas = {name: {each["sea"] for each in rows("ports") if each["field"] == name} for name in ("Spain", "NorthAfrica")}
    assert seas["Spain"] & seas["NorthAfrica"] == set()  # nobody sails through the strait


def test_every_field_can_be_come_to() -> None:
    """Counted here by hand, not by the rules."""
    borders = {pair for each in rows("borders") for pair in permutations((each["one"], each["other"]))}
    reached = {"Britain"}
    while more := {two for one, two in borders if one in reached} - reached:
        reached |= more
    assert reached == {each["id"] for each in rows("fields")}


@pytest.mark.parametrize(
    ("table", "old", "new", "said"),
    [
        ("borders", "Spain,NorthAfrica\n", "Spain,NorthAfrica\nNorthAfrica,Spain\n", "E0824"),
        ("borders", "Spain,NorthAfrica\n", "Spain,Atlantis\n", "Atlantis"),
        ("borders", "Spain,NorthAfrica\n", "Spain,Spain\n", "E0824"),
        ("fields", "Finland,Russian", "Finland,French", "each_power_has_three_fields"),
        ("ports", "Italy,Mediterranean", "Italy,Baltic", "Baltic"),
        ("ports", "Italy,Mediterranean", "Italy,", "E0820"),
    ],
)
def test_a_map_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, old: str, new: str, said: str
) -> None:
    text = (SPEC / f"{table}.csv").read_text("utf-8")
    assert old in text
    file = tmp_path / "other.csv"
    file.write_text(text.replace(old, new), "utf-8")
    words = ["check", str(SPEC), "--only", "laws", "--table", f"{table}={file}"]
    assert main(words) in {1, 2}
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert "Traceback" not in told.out + told.err


@pytest.mark.parametrize("command", ["play", "simulate", "prove"])
def test_nothing_is_done_with_a_map_that_breaks_a_law(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file = tmp_path / "other.csv"
    file.write_text((SPEC / "fields.csv").read_text("utf-8").replace("Finland,Russian", "Finland,French"), "utf-8")
    assert main([command, str(SPEC), "--table", f"fields={file}"]) == 2
    told = capsys.readouterr().err
    said = "the law `each_power_has_three_fields` for `Russian`, `French`"
    assert told.startswith(f"error[E0837]: the tables break {said}\n")
    with pytest.raises(refengine.RuleSetError, match="E0837"):
        refengine.load(SPEC, players=3, tables={"fields": file})


def sails(game: refengine.Game, one: str, other: str) -> bool:
    return bool(game.value(game.initial(), "by_sea", one, other))


def test_a_field_may_lie_on_two_seas(tmp_path: Path) -> None:
    """Whoever stands there can set out on either, and no way leads through it in one move (R13)."""
    file = tmp_path / "two_coasts.csv"
    file.write_text((SPEC / "ports.csv").read_text("utf-8") + "France,Mediterranean\n", "utf-8")
    ours, theirs = refengine.load(SPEC, players=3), refengine.load(SPEC, players=3, tables={"ports": file})
    assert [sails(ours, "France", each) for each in ("Finland", "Levant", "AustriaHungary")] == [True, False, False]
    assert [sails(theirs, "France", each) for each in ("Finland", "Levant", "AustriaHungary")] == [True, True, False]
    assert sails(theirs, "Levant", "France")
    assert not sails(theirs, "Finland", "Levant")
    assert not sails(theirs, "France", "France")
    words = ["check", str(SPEC), "--players", "2", "--only", "play", "--traces", "5", "--directed", "0"]
    assert main([*words, "--table", f"ports={file}"]) == 0


# ---- HANDS


def begun() -> tuple[refengine.Game, Any]:
    """A game of three after the setup."""
    game = refengine.load(SPEC, players=3)
    state = game.initial()
    for power in ("British", "French", "Ottoman"):
        state = game.apply(state, game.find_action(state, "chance", "deal", [power]))
    return game, game.apply(state, game.find_action(state, "table", "begin_with", [1]))


def test_a_card_that_nobody_holds_is_an_illegal_step() -> None:
    game, state = begun()
    with pytest.raises(IllegalAction):
        game.apply(state, game.find_action(state, 1, "spy", ["King", 2]))


def test_a_trace_with_a_king_that_nobody_holds_stops_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The third player holds a queen; the recorded step plays a king."""
    game, state = begun()
    states, actions = [state], []
    for actor, name, arguments in (
        (1, "go_on", []), (1, "fate", []), ("chance", "turn_up", ["Queen"]), ("chance", "turn_up", ["King"]),
        ("chance", "turn_up", ["Two"]), (1, "give", ["Queen", 3]), (1, "give", ["King", 3]), (1, "give", ["Two", 2]),
        (2, "go_on", []), (2, "conscript", ["Spain"]), (3, "go_on", []), (3, "conscript", ["Levant"]), (1, "go_on", []),
        (1, "attack", ["Benelux", "France", 1]), (3, "reconcile", ["King"]),
    ):  # fmt: skip
        actions.append(game.find_action(states[-1], actor, name, arguments))
        states.append(game.apply(states[-1], actions[-1]))
    recorded = write_trace(trace_of(game, states, actions))
    file = tmp_path / "game.itf.json"
    file.write_text(recorded, "utf-8")
    assert main(["replay", str(file), "--game", str(SPEC)]) == 0
    capsys.readouterr()
    data = json.loads(recorded)
    data["states"][-1]["mbt::nondetPicks"]["arguments"] = ["Ace"]
    file.write_text(json.dumps(data), "utf-8")
    assert main(["replay", str(file), "--game", str(SPEC)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("European War: step 15 of 15 steps is not legal\n   15. player 3: reconcile: A\n")
    assert "rule `reconcile`" in told
    assert "player 3: reconcile: K" in told


def test_what_is_drawn_is_seen_by_whom_it_is_drawn_for_and_nobody_else() -> None:
    game, state = begun()
    for actor, name, arguments in (
        (1, "go_on", []), (1, "fate", []), ("chance", "turn_up", ["Ace"]), ("chance", "turn_up", ["Queen"]),
        ("chance", "turn_up", ["Two"]),
    ):  # fmt: skip
        state = game.apply(state, game.find_action(state, actor, name, arguments))
    seen = [str(game.view(state, player)) for player in (1, 2, 3)]
    assert "Queen" in seen[0]
    assert seen[1].replace("Queen", "") == seen[1]
    assert seen[2].replace("Queen", "") == seen[2]


def test_a_look_lasts_until_the_turn_is_over() -> None:
    game, state = begun()
    plays: list[tuple[Any, str, list[Any]]] = [(1, "go_on", []), (1, "fate", [])]
    plays += [("chance", "turn_up", [card]) for card in ("Ace", "Queen", "Nine")]
    plays += [(1, "give", ["Queen", 2]), (1, "give", ["Ace", 3]), (1, "give", ["Nine", 1])]
    for actor, name, arguments in plays:
        state = game.apply(state, game.find_action(state, actor, name, arguments))
    assert "Nine" not in str(game.view(state, 2))
    state = game.apply(state, game.find_action(state, 2, "spy", ["Queen", 1]))
    assert "Nine" in str(game.view(state, 2))
    assert "Nine" not in str(game.view(state, 3))
    for actor, name, arguments in ((2, "go_on", []), (2, "conscript", ["France"])):
        state = game.apply(state, game.find_action(state, actor, name, arguments))
    assert "Nine" not in str(game.view(state, 2))


# ---- WHAT IS PROVED


def claimed() -> tuple[Game, list[Goal]]:
    (folder,), _ = find_games(SPEC)
    rules = compile_folder(folder).game
    assert rules is not None
    listed = [each for each in goals(rules) if each.kind in {"claim", "witness"}]
    assert len(listed) > 30
    return rules, listed


def test_the_claims_are_theorems() -> None:
    """That they are proved is promised, and every check holds them to it."""
    _, listed = claimed()
    assert [each.name for each in listed if f"`{each.name}`" not in THEOREMS] == []
    promised = tomllib.loads((SPEC / "evidence.toml").read_text("utf-8"))
    assert {each.name for each in listed if promised[each.kind].get(each.name) not in {"proved", "found"}} == set()


@pytest.mark.campaign
def test_the_claims_are_proved_for_every_number_of_players_and_any_map() -> None:
    rules, listed = claimed()
    for goal in listed:
        (decision,) = decide(rules, (goal,), Limits())
        assert decision.verdict in {"proved", "found"}
        assert not [each for each in decision.rests_on if ": " in each]  # all that it asks has an answer


def test_the_theorem_table_names_nothing_else() -> None:
    (folder,), _ = find_games(SPEC)
    rules = compile_folder(folder).game
    assert rules is not None
    told = set(re.findall(r"^\| `(\w+)`", THEOREMS, flags=re.MULTILINE))
    along = {each.name for each in rules.invariants} | {each.name for each in rules.measures}
    assert told - along == {each.name for each in rules.claims}


def test_cards_that_are_only_shown_could_be_shown_for_ever(tmp_path: Path) -> None:
    """Without its guard the measure speaks of the literal reading too, and a random game breaks it."""
    home = tmp_path / "european_war"
    shutil.copytree(SPEC, home)
    file = home / "properties.rules"
    text = file.read_text("utf-8")
    assert "    when used_knaves is discarded\n" in text
    file.write_text(text.replace("    when used_knaves is discarded\n", ""), "utf-8")
    words = ["check", str(home), "--only", "play", "--players", "2", "--traces", "20", "--edition", "to_the_letter"]
    assert main([*words, "--directed", "2"]) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_figures_come_by_conscription_alone(players: int) -> None:
    """Whatever else is done, attacks with all that they bring included, takes no figure from the supply."""
    game = refengine.load(SPEC, players=players)
    came = 0
    for number in range(6):
        random = Random(f"figures:{players}:{number}")
        state = game.initial()
        for _ in range(300):
            legal = game.legal(state)
            if not legal:
                break
            action = random.choice(legal)
            before, state = state, game.apply(state, action)
            left = len(before.box_of_Figure) - len(state.box_of_Figure)
            if action.name not in {"deal", "agree", "begin_with"}:
                assert left <= (action.name == "conscript"), action
                came += left == 1
    assert came > 20
