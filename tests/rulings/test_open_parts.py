"""What a position leaves open: every way to fill it is counted once, and nothing is always so that once is not."""

from __future__ import annotations

import json
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import jsonschema
import pytest
from attrs import evolve

from refengine import BadData, RuleSetError
from refengine.cli.main import main
from refengine.rulings import holdings
from refengine.rulings.conversation import Conversation, LineErrors
from refengine.rulings.dispute_text import formatted
from refengine.rulings.holding_words import depends, partly
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.precedents import precedent, read_precedent, write_precedent
from refengine.rulings.reading import of_words
from refengine.rulings.receipts import receipts
from refengine.rulings.ruling import Holding, OpenParts, Ruling
from refengine.rulings.standing import decided_again
from refengine.rulings.text import ruling_text
from refengine.rulings.to_json import rulings_data
from refengine.rulings.verification import verify_receipt
from refengine.source.text import SourceText
from tests.engine.rules import compiled
from tests.rulings.asking import ask

SCHEMA = json.loads(Path("docs/ruling.schema.json").read_text(encoding="utf-8"))
PLAIN = "given 2 players, a City with resistance 5 and power Plain in besieged"
REFORMERS = "any c in duel of 2 with c.faction is Reformers"
CHOOSING = (
    f"{PLAIN}, phase Choose, side of 1 = Hussites, side of 2 = Reformers",
    "given Hussites 3 in hand of 1",
)
CITY = {"component": "City", "fields": {"resistance": 5, "importance": 1, "power": "Plain"}}


def opened(ruling: Ruling) -> OpenParts:
    assert ruling.open is not None
    return ruling.open


def by_answer(ruling: Ruling) -> dict[object, Holding]:
    return {json.dumps(each.answer): each for each in opened(ruling).holdings}


# ---- AGAINST EACH POSITION BY ITSELF


@pytest.mark.parametrize("question", ["takes(Hussites 7)", "fate(Hussites 7)", "taker"])
@pytest.mark.parametrize("power", ["Plain", "Sevens", "Refuge"])
def test_each_way_is_ruled_as_it_would_be_by_itself(kaciri: Judge, question: str, power: str) -> None:
    given = f"given 2 players, a City with resistance 5 and power {power} in besieged, Hussites 7 in duel of 1"
    (ruling,) = ask(kaciri, given, f"given {REFORMERS}", question)
    alone: dict[str, set[int]] = {}
    for strength in range(1, 12):
        (one,) = ask(kaciri, given, f"given Reformers {strength} in duel of 2", question)
        alone.setdefault(json.dumps(one.answer), set()).add(strength)
    assert {answer: each.ways for answer, each in by_answer(ruling).items()} == {
        answer: len(those) for answer, those in alone.items()
    }
    assert opened(ruling).all
    assert (ruling.outcome == "depends") is (len(alone) > 1)
    for answer, each in by_answer(ruling).items():
        (instance,) = each.instance
        assert int(instance.split()[1]) in alone[str(answer)]
        assert each.ruling is not None
        assert each.ruling.answer == each.answer
        assert each.where is None or _says(each.where) == alone[str(answer)]


def _says(where: str) -> set[int]:
    """The strengths of which a condition on the only open card speaks."""
    assert where.startswith("Strength of the open Personality in duel of player 2 is ")
    said = where.rpartition(" is ")[2]
    match said.split():
        case ["at", "least", low]:
            return set(range(int(low), 12))
        case ["at", "most", high]:
            return set(range(1, int(high) + 1))
        case ["from", low, "to", high]:
            return set(range(int(low), int(high) + 1))
        case ["not", other]:
            return set(range(1, 12)) - {int(other)}
        case _:
            return {int(each) for each in said.replace(" or ", ", ").split(", ")}


def test_a_hand_is_counted_as_the_engine_counts_it(kaciri: Judge) -> None:
    """Brute force through the engine: all hands of three Reformers, and in which of them the 9 may be sent."""
    legal, positions = 0, 0
    for hand in combinations([f"Reformers {n}" for n in range(1, 12)], 3):
        state = kaciri.game.position(
            {
                "zones": {"besieged": [CITY], "hand": {1: ["Hussites 3"], 2: list(hand)}},
                "variables": {"side": {1: "Hussites", 2: "Reformers"}},
                "phase": "Choose",
            },
            unprinted=True,
        )
        positions += 1
        legal += any(each.actor == 2 and str(each.arguments[0]) == "Reformers 9" for each in kaciri.game.legal(state))
    (ruling,) = ask(kaciri, *CHOOSING, "given any 3 cards in hand of 2", "whether 2: send(Reformers 9) is legal")
    found = opened(ruling)
    assert (found.ways, found.all) == (positions, True)
    assert {each.outcome: each.ways for each in found.holdings} == {"legal": legal, "illegal": positions - legal}
    assert {each.outcome: each.where for each in found.holdings}["legal"] == (
        "one or more of the open ones in hand of player 2 have Strength 9"
    )


def test_what_may_not_lie_there_is_what_the_judge_refuses(kaciri: Judge) -> None:
    """Of all pairs of all cards those are positions that the game takes; no condition has to be said for that."""
    cards = [
        piece.name for each in kaciri.game.description.components if each.name == "Personality" for piece in each.pieces
    ]
    taken = 0
    for pair in combinations([each for each in cards if each != "Hussites 3"], 2):
        try:
            state = kaciri.game.position(
                {
                    "zones": {"besieged": [CITY], "hand": {1: ["Hussites 3"], 2: list(pair)}},
                    "variables": {"side": {1: "Hussites", 2: "Reformers"}},
                    "phase": "Choose",
                },
                unprinted=True,
            )
        except BadData:
            continue
        taken += not [each for each in kaciri.game.violations(None, state) if each.kind != "conservation"]
    (ruling,) = ask(kaciri, *CHOOSING, "given any 2 cards in hand of 2", "who acts")
    assert (opened(ruling).ways, opened(ruling).all) == (taken, True)
    assert [each.id for each in opened(ruling).narrowed_by] == ["R3"]
    assert ruling.verdict == "The same, whatever is open. Player 1 and player 2 act, in Choose."


def test_copies_that_are_alike_are_counted_once(european_war: Judge) -> None:
    given = (
        "given 3 players, phase Action(1) in Turn(1), flag of 1 = British, flag of 2 = French, flag of 3 = Ottoman",
        "given {Figure(British), Figure(British)} in army of Britain, Figure(French) in army of France",
        "given Figure(Ottoman) in army of Levant, {Card(King), Card(King), Card(King), Card(Ace)} in discard",
        "given any 2 cards in hand of 3",
    )
    (ruling,) = ask(european_war, *given, "1: attack(Britain, France, 1)", "whether 3: reconcile(Card(King)) is legal")
    ranks = [
        piece.name for each in european_war.game.description.components if each.name == "Card" for piece in each.pieces
    ]
    hands = [each for each in combinations_with_replacement(ranks, 2) if each.count("King") < 2]
    with_king = sum("King" in each for each in hands)
    assert {each.outcome: each.ways for each in opened(ruling).holdings} == {
        "legal": with_king,
        "illegal": len(hands) - with_king,
    }
    assert {each.outcome: each.where for each in opened(ruling).holdings}["legal"] == (
        "one or more of the open ones in hand of player 3 have rank K"
    )


# ---- ALWAYS, NEVER, AND THEIR FALSE TWINS


def test_always_is_said_where_no_way_leads_elsewhere(kaciri: Judge) -> None:
    (ruling,) = ask(
        kaciri,
        PLAIN,
        "given Hussites 11 in duel of 1, Reformers 11 in graveyard",
        f"given {REFORMERS}",
        "takes(Hussites 11)",
    )
    assert (ruling.outcome, ruling.answer, opened(ruling).ways) == ("answered", True, 10)
    assert ruling.verdict == "Always, whatever is open. Hussites 11 takes the city."


def test_one_way_of_many_that_leads_elsewhere_is_enough_not_to_say_it(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, PLAIN, "given Hussites 11 in duel of 1", f"given {REFORMERS}", "takes(Hussites 11)")
    assert ruling.outcome == "depends"
    assert [(each.answer, each.ways) for each in opened(ruling).holdings] == [(True, 10), (False, 1)]
    assert opened(ruling).holdings[1].where == "Strength of the open Personality in duel of player 2 is 11"
    assert not any(word in ruling_text(ruling) for word in ("Always", "Never", "The same"))


def test_never_and_its_false_twin(kaciri: Judge) -> None:
    low = "given 2 players, a City with resistance 12 and power {} in besieged, any c in duel of 1 with c.faction is Hussites"
    (never,) = ask(kaciri, low.format("Plain"), "some c in duel of 1 has takes(c)")
    (once,) = ask(kaciri, low.format("HussiteCity"), "some c in duel of 1 has takes(c)")
    assert never.verdict == "Never, whatever is open."
    assert [(each.answer, each.ways) for each in opened(once).holdings] == [(False, 10), (True, 1)]


def test_where_not_all_was_looked_at_neither_is_said(kaciri: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The only way that leads elsewhere is the last of eleven: at a limit of ten it would look like always."""
    lines = (PLAIN, "given Hussites 11 in duel of 1", f"given {REFORMERS}", "takes(Hussites 11)")
    monkeypatch.setattr(holdings, "MOST_WAYS", 10)
    (ruling,) = ask(evolve(kaciri, prover=None), *lines)
    assert (ruling.outcome, ruling.answer, opened(ruling).all) == ("partly", None, False)
    assert (opened(ruling).ways, opened(ruling).most) == (10, 11)
    assert [(each.ways, each.where) for each in opened(ruling).holdings] == [(10, None)]
    told = ruling_text(ruling)
    assert not any(word in told for word in ("Always", "Never", "The same", "depends"))
    assert "10 of up to 11 ways" in told
    monkeypatch.setattr(holdings, "MOST_WAYS", 11)
    (whole,) = ask(kaciri, *lines)
    assert opened(whole).all


# ---- ODDS

AGAINST_A_KING = (
    "given 2 players, phase Attack(1, 2, Britain, France, 2) in Action(1) in Turn(1)",
    "given flag of 1 = British, flag of 2 = French",
    "given {Figure(British), Figure(British), Figure(British)} in army of Britain",
    "given {Figure(French), Figure(French), Figure(French)} in army of France",
    "given {Card(Ace), Card(Seven)} in hand of 1, Card(King) in hand of 2",
    "given {Card(Two), Card(Six), Card(Nine)} in deck, any card in deck",
    *("1: lay(Card(Ace))", "1: lay(Card(Seven))", "2: lay(Card(King))"),
)
"""The defender draws two of four cards, of which one is not known."""

ODDS = "odds of points(1) > points(2)"


def test_odds_are_told_exactly_and_between_what_they_are(european_war: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    (ruling,) = ask(european_war, *AGAINST_A_KING, ODDS)
    held = opened(ruling).holdings
    assert [(each.answer["chance"], each.ways) for each in held] == [("5/6", 7), ("2/3", 3), ("1/2", 3)]
    assert all(each.where for each in held)
    between = "its chance is 1/2 (50.00 %) at least, and 5/6 (83.33 %) at most."
    assert ruling.verdict == f"It depends on what is open: {between}"
    last = held[-1]
    given = "given {Card(Two), Card(Six), Card(Nine), Card(Nine)} in deck"
    (alone,) = ask(european_war, *AGAINST_A_KING[:5], given, *AGAINST_A_KING[6:], ODDS)
    assert (alone.verdict, alone.answer) == (last.verdict, last.answer)
    speech = european_war.at(2, european_war.agreed).speech
    some = partly(speech, held[1:])
    assert some.startswith("It is not known: not every way to fill what is open was looked at. Where it was looked at,")
    assert some.endswith("its chance is 1/2 (50.00 %) at least, and 2/3 (66.67 %) at most.")
    assert depends(speech, [evolve(held[0], answer=None), *held[1:]]) == "It depends on what is open."


# ---- SORTS OF OPEN PARTS


def test_a_variable_and_fields_may_be_anything(kaciri: Judge) -> None:
    (wave,) = ask(kaciri, "given 2 players, wave = any", "wave = 2")
    assert [(each.answer, each.where) for each in opened(wave).holdings] == [(False, "wave is 1"), (True, "wave is 2")]
    duel = "given Hussites 10 in duel of 1, Reformers 6 in duel of 2"
    (power,) = ask(
        kaciri, "given 2 players, a City with resistance 5 and power any in besieged", duel, "stands(Hussites 10)"
    )
    assert [(each.answer, each.ways) for each in opened(power).holdings] == [(True, 5), (False, 1)]
    assert opened(power).holdings[1].where == "power of the City in besieged city is Crossed"
    (both,) = ask(
        kaciri, "given 2 players, a City with power any and resistance any in besieged", duel, "city.resistance > 5"
    )
    assert opened(both).ways == 72
    assert [(each.ways, each.where) for each in opened(both).holdings] == [
        (42, "Resistance of the City in besieged city is at least 6"),
        (30, "Resistance of the City in besieged city is at most 5"),
    ]


def test_two_open_parts_do_not_share_a_piece(kaciri: Judge) -> None:
    (ruling,) = ask(
        kaciri, PLAIN, "given any c in duel of 1 with c.strength > 9, any d in duel of 2 with d.strength > 9", "taker"
    )
    assert opened(ruling).ways == 8 * 7


def test_what_gives_the_same_position_is_one_way_and_no_condition_tells_it_apart(kaciri: Judge) -> None:
    """Two parts in one hand: which of them a card fills says nothing, so a condition holds whichever it is."""
    hand = "given any c in hand of 2 with c.strength < 4, any d in hand of 2 with d.strength < 4"
    sides = "given 2 players, side of 1 = Hussites, side of 2 = Reformers"
    (ruling,) = ask(kaciri, sides, hand, "Reformers 1 in hand of 2")
    assert [(each.answer, each.ways) for each in opened(ruling).holdings] == [(True, 2), (False, 1)]
    assert opened(ruling).ways == 3
    one = "Strength of the open Personality in hand of player 2"  # of one part alone it would be wrong the other way round
    assert [each.where for each in opened(ruling).holdings] == [
        f"{one} is 1, or {one} is 1",
        f"{one} is at least 2, and {one} is at least 2",
    ]


def test_a_condition_may_read_what_else_is_open(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, PLAIN, "given side of 2 = any, any c in duel of 2 with c.faction = side of 2", "wave")
    assert (opened(ruling).ways, opened(ruling).left_out) == (44, True)


def test_what_happened_says_something_of_what_was_hidden(kaciri: Judge) -> None:
    """The 9 was sent, so it was in the hand: of 165 hands of three those 45 are left that hold it."""
    (ruling,) = ask(
        kaciri, *CHOOSING, "given any 3 cards in hand of 2", "1: send(Hussites 3)", "2: send(Reformers 9)",
        "Reformers 9 in temple of 2",
    )  # fmt: skip
    assert (opened(ruling).ways, opened(ruling).left_out, ruling.answer) == (45, True, True)


def test_what_is_supposed_need_not_be_possible(kaciri: Judge) -> None:
    (ruling,) = ask(
        kaciri, *CHOOSING, "given any 3 cards in hand of 2", "1: send(Hussites 3)",
        "after 2: send(Reformers 9): Reformers 9 in temple of 2",
    )  # fmt: skip
    assert [(each.verdict, each.ways) for each in opened(ruling).holdings] == [
        ("It cannot come to this.", 120),
        ("Yes: Reformers 9 lies in Temple of player 2.", 45),
    ]


def test_what_hangs_on_a_reading_is_told_of_one_way_for_each_verdict(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, PLAIN, "given Hussites 8 in duel of 1", f"given {REFORMERS}", "takes(Hussites 8)")
    yes = by_answer(ruling)["true"].ruling
    assert yes is not None
    assert yes.alternatives is not None
    assert ruling.is_beyond_dispute is None
    assert ruling.not_looked_at is not None


# ---- AS IT IS WRITTEN AND TOLD


def test_json_is_as_the_schema_says(kaciri: Judge) -> None:
    rulings = ask(
        kaciri, PLAIN, "given Hussites 7 in duel of 1", f"given {REFORMERS}", "takes(Hussites 7)", "taker", "wave"
    )
    data = json.loads(json.dumps(rulings_data("kaciri", rulings, "1", ["0" * 64] * len(rulings))))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    assert data["rulings"][0]["open"]["holdings"][0]["ruling"]["answer"] is True
    data["rulings"][0]["open"]["holdings"][0]["ruling"]["more"] = 1
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data))


def test_what_is_kept_of_it_is_decided_again(kaciri: Judge) -> None:
    """A receipt and a precedent of something open: both agree, and one of another count does not."""
    words = (PLAIN, "given Hussites 7 in duel of 1", f"given {REFORMERS}", "ask takes(Hussites 7)")
    lines = Lines()
    dispute = of_words([SourceText(f"question {at}", each) for at, each in enumerate(words, start=1)], lines)
    (ruling,) = kaciri.decide([dispute], lines)
    (receipt,) = receipts(kaciri, (dispute,), lines, (ruling,), "1")
    assert verify_receipt(receipt, kaciri, "1").agrees
    kept = precedent("kept", kaciri, dispute, lines, ruling, "1")
    nested = {rule.path for each in opened(ruling).holdings if each.ruling is not None for rule in each.ruling.rules}
    assert set(kept.reasons) == nested
    assert {"cancelled.with_its_equals", "others_stand"} <= nested  # of a way to either verdict
    assert read_precedent("kept", SourceText("kept.toml", write_precedent(kept))) == (kept, ())
    assert decided_again(kept, kaciri).status == "stands"
    other = evolve(kept, answer=[{**each, "ways": each["ways"] + 1} for each in kept.answer])
    assert decided_again(other, kaciri).status == "overruled"


def test_a_command_that_has_not_looked_at_all_ends_with_a_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "ask",
        "spec/kaciri",
        "given 2 players, any 9 cards in temple of 1",
        "odds of wave = 1",
    ]
    assert main([*asked, "--format", "markdown"]) == 3
    told = capsys.readouterr().out
    assert "Decided: 5,000 of up to 708,930,508 ways to fill it; that is not all." in told
    assert "Always" not in told


def test_a_conversation_may_leave_something_open(kaciri: Judge) -> None:
    talk = Conversation(kaciri)
    for line in (PLAIN, "given Hussites 7 in duel of 1", f"given {REFORMERS}"):
        assert talk.say(line) == ()
    found = talk.say("takes(Hussites 7)")
    assert not isinstance(found, LineErrors)
    assert [each.outcome for each in found] == ["depends"]


def test_files_with_open_parts_have_one_form() -> None:
    text = 'dispute a "A?"\n  given   2 players,any   2 c in hand of 2 with c.strength>3 # mine\n  ask wave\n'
    found, wrong = formatted(SourceText("a.dispute", text))
    assert not wrong
    assert found is not None
    assert found.splitlines()[1] == "    given 2 players,any 2 c in hand of 2 with c.strength>3 # mine"
    assert formatted(SourceText("a.dispute", found)) == (found, ())


# ---- ON A GRID

BOARD = """game tiles from rulebook tiny
    players 1                                                   per R1

kind Side is Up, Right, Down, Left in a ring                    per R1

component Tile                                                  per R1
    face: 1..4
    one of each face

grid board, squares, sides Side, holds at most one Tile         per R1

setup                                                           per R1
    game over
"""


def board(folder: Path, rules: str) -> Judge:
    compiled(folder, rules)
    return load_judge(str(folder))


def test_a_tile_in_a_cell_may_be_open(tmp_path: Path) -> None:
    given = "given 1 players, Tile(2) in board of (0, 0), any t in board of (1, 0) with t.face >= 2"
    question = "(sum of t.face for t in board of (1, 0)) + (sum of t.face for t in board of (0, 0))"
    (ruling,) = ask(board(tmp_path / "tiny", BOARD), given, question)
    assert {key: each.ways for key, each in by_answer(ruling).items()} == {"5": 1, "6": 1}


@pytest.mark.parametrize(
    ("grid", "open_", "code"),
    [
        ("Tile", "any 2 t in board of (1, 0)", "E0919"),
        ("Tile", "any t in board of (1, 0), Tile(2) in board of (1, 0)", "E0919"),
        ("Tile", "any t in board", "E0918"),
        ("Tile, turned", "any t in board of (1, 0)", "E0918"),
    ],
)
def test_a_cell_that_cannot_be_open_so_is_refused(tmp_path: Path, grid: str, open_: str, code: str) -> None:
    judge = board(tmp_path / "tiny", BOARD.replace("at most one Tile ", f"at most one {grid} "))
    with pytest.raises(RuleSetError) as caught:
        ask(judge, f"given 1 players, {open_}", "number of c in cells of board")
    assert [each.code for each in caught.value.diagnostics] == [code]


PEGGED = BOARD.replace(
    "\nsetup",
    """
component Peg                                                   per R1
    whose: 1..2
    2 alike of each whose
    starts in jar

zone jar holds Peg                                              per R1
part Rim is Side of Tile on board                               per R1
zone pegs of each Rim holds at most 1 Peg                       per R1
variable chosen: Side, starts Up                                per R1

setup""",
)


@pytest.mark.parametrize("order", [1, -1])
def test_what_lies_on_a_spot_may_be_open(tmp_path: Path, order: int) -> None:
    """Also on a spot of a tile that is open itself, whichever of them is filled in first."""
    open_ = ("any t in board of (1, 0)", "any g in pegs of Rim((1, 0), Left)")[::order]
    question = "sum of g.whose for g in pegs of Rim((1, 0), Left)"
    (ruling,) = ask(board(tmp_path / "tiny", PEGGED), f"given {', '.join(open_)}", question)
    assert {key: (each.ways, each.where) for key, each in by_answer(ruling).items()} == {
        "1": (4, "whose of the open Peg in pegs of (1, 0) Left is 1"),
        "2": (4, "whose of the open Peg in pegs of (1, 0) Left is 2"),
    }


@pytest.mark.parametrize(
    ("open_", "code"),
    [
        ("any g in pegs of Rim((2, 0), Left)", "E0919"),
        ("any 2 g in pegs of Rim((1, 0), Left)", "E0919"),
        ("any g in pegs of Rim((1, 0), chosen)", "E0918"),
        ("any g in pegs of (the r in spots of (1, 0) with part of r is Up)", "E0918"),
        ("any g in pegs of (the r in {Rim((1, 0), Up)} with false)", "E0905"),
        ("any g in pegs of Rim((1, 0), Up) with 6 div (g.whose - 1) = 6", "E0905"),
    ],
)
def test_what_cannot_be_open_on_a_spot_is_told(tmp_path: Path, open_: str, code: str) -> None:
    words = f"given Tile(1) in board of (1, 0), {open_}"
    with pytest.raises(RuleSetError) as caught:
        ask(board(tmp_path / "tiny", PEGGED), words, "number of r in spots of (1, 0)")
    assert [each.code for each in caught.value.diagnostics] == [code]
