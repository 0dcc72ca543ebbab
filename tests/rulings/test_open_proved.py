"""What is open beyond counting is proved: the same verdicts as way by way, none guessed, and given up for what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from attrs import evolve

from refengine import RuleSetError
from refengine.cli.main import main
from refengine.rulings import holdings
from refengine.rulings.beginning import Beginning
from refengine.rulings.bench import DisagreementError
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.proofs import CheckedFilling, Proof
from refengine.rulings.proving import decisions, prover
from refengine.rulings.questions import Dispute
from refengine.rulings.ruling import OpenParts, Outcome, Ruling
from refengine.rulings.text import ruling_text
from refengine.rulings.to_json import rulings_data
from tests.rulings.asking import ask

SCHEMA = json.loads(Path("docs/ruling.schema.json").read_text(encoding="utf-8"))
PLAIN = "given 2 players, a City with resistance 5 and power Plain in besieged"
CHOOSING = (
    f"{PLAIN}, phase Choose, side of 1 = Hussites, side of 2 = Reformers",
    "given Hussites 3 in hand of 1",
)
MANY = "given any 6 c in hand of 2, any 4 d in temple of 2"
"""57,015,420 ways, of which few are a position."""


def opened(ruling: Ruling) -> OpenParts:
    assert ruling.open is not None
    return ruling.open


def verdicts(ruling: Ruling) -> set[tuple[str, str]]:
    return {(each.outcome, json.dumps(each.answer)) for each in opened(ruling).holdings}


def conditions(ruling: Ruling) -> dict[str, str | None]:
    return {json.dumps(each.answer): each.where for each in opened(ruling).holdings}


@pytest.fixture
def always_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """No question is gone through way by way, but for a few ways."""
    monkeypatch.setattr(holdings, "MOST_WAYS", 3)
    monkeypatch.setattr(holdings, "FIRST_WAYS", 4)


def city(resistance: object, power: str) -> str:
    return f"given 2 players, a City with resistance {resistance} and power {power} in besieged"


ASKED = (
    (city(5, "Plain"), "given Hussites 7 in duel of 1, any c in duel of 2 with c.faction is Reformers", "takes(Hussites 7)"),
    (city(5, "Sevens"), "given Hussites 7 in duel of 1, any c in duel of 2 with c.faction is Reformers", "fate(Hussites 7)"),
    (city(5, "Refuge"), "given Hussites 7 in duel of 1, any c in duel of 2 with c.faction is Reformers", "taker"),
    (city(12, "Plain"), "given any c in duel of 1 with c.faction is Hussites", "some c in duel of 1 has takes(c)"),
    (city(12, "HussiteCity"), "given any c in duel of 1 with c.faction is Hussites", "some c in duel of 1 has takes(c)"),
    (city(5, "any"), "given Hussites 10 in duel of 1, Reformers 6 in duel of 2", "stands(Hussites 10)"),
    (city("any", "any"), "given Hussites 10 in duel of 1", "city.resistance"),
    ("given 2 players", "given wave = any", "wave = 2"),
    (city(5, "Plain"), "given side of 2 = any, any c in duel of 2 with c.faction = side of 2", "side of 2 is Hussites"),
    (city(5, "Plain"), "given any c in duel of 1 with c.strength > 9, any d in duel of 2 with d.strength > 9", "taker"),
    (city(5, "Plain"), "given any 2 c in temple of 1 with c.strength < 4", "number of c in temple of 1 with c.strength = 3"),
    (city(5, "Plain"), "given any c in temple of 1 with c.strength < 3, any d in temple of 1 with d.strength > 9", "some e in temple of 1 has e.strength = 2"),
    (city(5, "Plain"), "given any c in temple of 1 with c.faction is Hussites and c.strength < 3, any d in temple of 2 with d.faction is Hussites and d.strength = 1", "some e in temple of 1 has e.strength = 2"),
    (*CHOOSING, "given any 3 c in hand of 2", "whether 2: send(Reformers 9) is legal"),
    (*CHOOSING, "given any 3 c in hand of 2", "why not 1: send(Hussites 4)"),
    (*CHOOSING, "given any 3 c in hand of 2", "whether 1: send(Hussites 3) is legal"),
    (*CHOOSING, "given any 3 c in hand of 2", "1: send(Hussites 3)", "who acts"),
    (*CHOOSING, "given any 1 c in hand of 2", "legal actions of 1"),
    (*CHOOSING, "given any 2 c in hand of 2 with c.strength > 8", "legal actions of 2"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 1: send(Hussites 3): Hussites 3 in duel of 1"),
    (*CHOOSING, "given any 2 c in hand of 2", "after 1: send(Hussites 3), 2: send(Reformers 9): Hussites 3 in graveyard"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 2: send(Reformers 9): who acts"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 1: send(Hussites 4): wave"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 1: send(Hussites 3): whether 2: send(Reformers 9) is legal"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 2: send(Reformers 9): why not 2: send(Reformers 8)"),
    (*CHOOSING, "given any 3 c in hand of 2", "after 2: send(Reformers 9): whether 1: send(Hussites 3) is legal"),
)  # fmt: skip


@pytest.mark.parametrize("words", ASKED, ids=lambda words: words[-1])
def test_the_prover_finds_what_way_by_way_is_found(
    kaciri: Judge, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each pair of twins is here: of a city of 12 no Hussite is enough, but for one in the city of their own."""
    (counted,) = ask(kaciri, *words)
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    monkeypatch.setattr(holdings, "FIRST_WAYS", 4)
    (proved,) = ask(kaciri, *words)
    assert (opened(counted).all, opened(counted).proved) == (True, False)
    assert (opened(proved).proved, opened(proved).gave_up) == (True, None)
    assert (proved.outcome, verdicts(proved)) == (counted.outcome, verdicts(counted))
    assert conditions(proved) == conditions(counted)
    for each in opened(proved).holdings[: holdings.MOST_TOLD]:
        assert each.ruling is not None
        assert (each.ruling.outcome, each.ruling.answer) == (each.outcome, each.answer)


@pytest.mark.parametrize(
    "words",
    [
        ("given stones = any, marked = any", "enough"),
        ("given stones = any, marked = any, phase Turn(1)", "whether 1: take(3) is legal"),
        ("given stones = any, phase Turn(1)", "1: take(2)", "stones"),
    ],
    ids=lambda words: words[-1],
)
def test_variables_guards_and_what_an_action_changes(
    urn: Judge, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (counted,) = ask(urn, *words)
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(urn, *words)
    assert opened(proved).proved
    assert (verdicts(proved), conditions(proved)) == (verdicts(counted), conditions(counted))
    assert len(verdicts(proved)) > 1


def test_pieces_that_are_alike_are_counted(european_war: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "given any 2 cards in hand of 1, any 1 card in hand of 2",
        "(number of c in hand of 1 with c.rank = Ace) > (number of c in hand of 2 with c.rank = Ace)",
    )
    (counted,) = ask(european_war, *words)
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(european_war, *words)
    assert opened(proved).proved
    assert (verdicts(proved), conditions(proved)) == (verdicts(counted), conditions(counted))


def test_after_a_phase_has_run_the_prover_finds_the_same(kaciri: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "given 2 players, wave = 2, Hussites 8 in duel of 1, side of 1 = Hussites, side of 2 = Reformers",
        "given a City with resistance 5 and power Plain in besieged",
        "given any c in duel of 2 with c.faction is Reformers",
        "when Battle",
        "Hussites 8 in graveyard",
    )
    (counted,) = ask(kaciri, *words)
    assert len(verdicts(counted)) == 2
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(kaciri, *words)
    assert opened(proved).proved
    assert verdicts(proved) == verdicts(counted)
    assert conditions(proved) == conditions(counted)


@pytest.mark.parametrize("asked", ["who acts", "wave", "legal actions of 1"])
def test_behind_a_phase_that_runs_by_itself_nobody_decides(
    kaciri: Judge, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a game the phase would go on to the next round, in which a city is turned up."""
    words = (
        "given 2 players, wave = 2, Hussites 8 in duel of 1, side of 1 = Hussites, side of 2 = Reformers",
        "given a City with resistance 5 and power Plain in besieged",
        "given any c in duel of 2 with c.faction is Reformers",
        "when Battle",
        asked,
    )
    (counted,) = ask(kaciri, *words)
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(kaciri, *words)
    assert (opened(proved).proved, verdicts(proved)) == (True, verdicts(counted))


@pytest.mark.parametrize("asked", ["who acts", "after 2: retreat(Benelux): who acts"])
def test_a_phase_that_is_done_is_the_end_in_some_ways(
    european_war: Judge, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (
        "given 2 players, flag of 1 = British, flag of 2 = French",
        "given Figure(British) in army of Britain, Figure(French) in army of France, Figure(French) in army of Spain",
        "given any 1 card in laid of 1, any 1 card in laid of 2",
        "when Decide(1, 2, Britain, France, 1)",
        asked,
    )
    (counted,) = ask(european_war, *words)
    assert len(verdicts(counted)) == 2
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(european_war, *words)
    assert opened(proved).proved
    assert (verdicts(proved), conditions(proved)) == (verdicts(counted), conditions(counted))


def test_millions_of_hands_are_proved(kaciri: Judge) -> None:
    """None of the first ways is a position, so that nothing was known of it way by way."""
    legal, always, never = (
        ask(kaciri, *CHOOSING, MANY, question)[0]
        for question in (
            "whether 2: send(Reformers 9) is legal",
            "whether 1: send(Hussites 3) is legal",
            "some c in hand of 2 has c.faction is Hussites",
        )
    )
    assert (legal.outcome, verdicts(legal)) == ("depends", {("legal", "true"), ("illegal", "false")})
    assert (always.outcome, always.answer, opened(always).proved) == ("legal", True, True)
    assert never.verdict == "Never, whatever is open."
    hand = "of the open ones in hand of player 2"
    assert conditions(legal) == {
        "true": f"one or more {hand} have Strength 9",
        "false": f"none {hand} has Strength 9",
    }
    told = ruling_text(legal)
    assert "proved for all ways to fill it, of which there are up to 57,015,420" in told
    data = json.loads(json.dumps(rulings_data("kaciri", (legal, always, never), "1", ["0" * 64] * 3)))
    jsonschema.Draft202012Validator(SCHEMA).validate(data)


def test_a_condition_that_is_right_of_all_known_ways_is_held_against_the_others(kaciri: Judge) -> None:
    """Of the first ways none has two cards above 9; what would do for them alone is not said of all."""
    words = ("given 2 players, any 9 cards in temple of 1", "(number of c in temple of 1 with c.strength = 9) = 2")
    (ruling,) = ask(kaciri, *words)
    counted = "the number of the open ones in temple of player 1 with Strength 9"
    assert {each.lower() for each in filter(None, conditions(ruling).values())} == {
        f"{counted} is 2".lower(),
        f"{counted} is not 2".lower(),
    }


@pytest.mark.parametrize(
    "open_",
    [
        "any 6 c in hand of 2, any 7 d in temple of 2",  # eleven at most are in hand and temple together
        "any 5 cards in duel of 2, any 5 d in temple of 2",  # one has room in a duel
        "any 22 cards in temple of 1, any 22 d in temple of 2",  # all but one that is given, and eleven at most
        "any 30 cards in temple of 1, any 20 d in temple of 2",  # more than there are
    ],
)
def test_that_nothing_can_fill_it_is_proved(kaciri: Judge, open_: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        ask(kaciri, *CHOOSING, f"given {open_}", "wave")
    assert [each.code for each in refused.value.diagnostics] == ["E0919"]


def test_who_gives_up_guesses_nothing(
    kaciri: Judge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of nine cards one is above 2, since there are eight others; without the means to prove that it is not said."""
    words = ("given 2 players, any 9 cards in temple of 1", "some c in temple of 1 has c.strength > 2")
    (known,) = ask(kaciri, *words)
    assert known.verdict == "Always, whatever is open."
    (twin,) = ask(kaciri, words[0].replace("9", "8"), words[1])
    assert (twin.outcome, opened(twin).proved) == ("depends", True)
    monkeypatch.setattr(prover, "RLIMIT", 1)
    monkeypatch.setattr(prover, "BUDGET", 1)
    (ruling,) = ask(kaciri, *words)
    found = opened(ruling)
    assert (ruling.outcome, ruling.answer, found.all, found.proved) == ("partly", None, False, False)
    assert found.gave_up == "the prover gave up within 1 resource units"
    told = ruling_text(ruling)
    assert not any(word in told for word in ("Always", "Never", "The same", "depends"))
    assert main(["ask", "spec/kaciri", *words]) == 3
    assert "of the others nothing is proved: the prover gave up" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("odds of wave = 1",), "odds"),
    ],
)
@pytest.mark.usefixtures("always_proved")
def test_what_is_not_followed_is_said(kaciri: Judge, words: tuple[str, ...], why: str) -> None:
    (ruling,) = ask(kaciri, *CHOOSING, "given any 3 c in hand of 2", *words)
    assert ruling.outcome == "partly"
    assert opened(ruling).gave_up == f"the prover does not follow {why}"
    assert not opened(ruling).proved


ATTACKED = (
    "given 3 players, phase Action(1) in Turn(1)",
    "given flag of 1 = British, flag of 2 = French, flag of 3 = Ottoman",
    "given {Figure(British), Figure(British)} in army of Britain, Figure(French) in army of France",
    "given Figure(Ottoman) in army of Levant",
)


def test_hands_in_a_chain_of_phases_are_followed(european_war: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase that waits below another, what holds as long as it lasts, somebody's action, and one that is not legal."""
    words = (*ATTACKED, "given any 2 cards in hand of 3", "1: attack(Britain, France, 1)")
    asked = "whether 3: reconcile(Card(King)) is legal"
    (counted,) = ask(european_war, *words, asked)
    (beyond,) = ask(
        european_war, *words[:4], "given any 3 cards in hand of 3, any 3 cards in hand of 2", *words[5:], asked
    )
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    (proved,) = ask(european_war, *words, asked)
    assert opened(proved).proved
    assert opened(beyond).proved
    assert opened(beyond).most == 207_025
    assert verdicts(proved) == verdicts(beyond) == verdicts(counted) == {("legal", "true"), ("illegal", "false")}
    assert conditions(proved) == conditions(beyond) == conditions(counted)
    with pytest.raises(RuleSetError) as refused:
        ask(european_war, *words[:5], "1: attack(France, Britain, 1)", asked)
    assert [each.code for each in refused.value.diagnostics] == ["E0919"]


INTO_THE_ATTACK = (
    "given 3 players, phase Attack(1, 2, Britain, France, 1) in Action(1) in Turn(1)",
    *ATTACKED[1:],
)
"""The phase has a bar, which is looked at by whoever enters it, and not where it is given."""


@pytest.mark.parametrize(
    "words",
    [
        (*ATTACKED, "given any 2 cards in hand of 3", "1: attack(Britain, France, 1)", "legal actions of 3"),
        (*INTO_THE_ATTACK, "given any 2 cards in hand of 3", "legal actions of 3"),
        (
            *INTO_THE_ATTACK,
            "given any 2 cards in hand of 3",
            "after 3: reconcile(Card(King)): number of c in hand of 3 with c.rank = Ace",
        ),
        (*INTO_THE_ATTACK, "given any 2 cards in hand of 3", "after 3: reconcile(Card(King)): who acts"),
        (*INTO_THE_ATTACK, "given any 2 cards in hand of 3", "after 3: stay_out: legal actions of 2"),
    ],
    ids=lambda words: words[-1],
)
def test_decisions_and_what_would_come_of_them_are_followed(
    european_war: Judge, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (counted,) = ask(european_war, *words)
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)
    monkeypatch.setattr(holdings, "FIRST_WAYS", 4)
    (proved,) = ask(european_war, *words)
    assert (opened(counted).all, opened(proved).proved) == (True, True)
    assert (verdicts(proved), conditions(proved)) == (verdicts(counted), conditions(counted))


def test_one_hand_in_a_corner_is_enough(kaciri: Judge, european_war: Judge) -> None:
    """None of the hands that were looked at first has a King, or a 9; what is always so is not said of the twin."""
    words = (*ATTACKED, "given any 3 cards in hand of 3, any 3 cards in hand of 2", "1: attack(Britain, France, 1)")
    always, twin = ask(european_war, *words, "legal actions of 1", "legal actions of 3")
    assert (always.outcome, always.answer, opened(always).proved) == ("answered", [], True)
    told = {tuple(one["name"] for one in each.answer) for each in opened(twin).holdings}
    assert (twin.outcome, opened(twin).proved) == ("depends", True)
    assert told == {("stay_out",), ("reconcile", "stay_out"), ("reconcile", "reconcile", "stay_out")}
    sent = "after 1: send(Hussites 3), 2: send(Reformers 9): Hussites 3 in graveyard"
    then, never = ask(kaciri, *CHOOSING, MANY, sent, "after 1: send(Hussites 4): who acts")
    assert verdicts(then) == {("illegal", "null"), ("answered", "true")}
    assert (never.verdict, opened(never).proved) == ("The same, whatever is open. It cannot come to this.", True)


def test_so_many_actions_are_not_gone_through(european_war: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holdings, "MOST_WAYS", 3)
    monkeypatch.setattr(decisions, "MOST_ACTIONS", 2)
    (ruling,) = ask(european_war, *INTO_THE_ATTACK, "given any 2 cards in hand of 3", "legal actions of 3")
    assert (ruling.outcome, opened(ruling).gave_up) == ("partly", "the prover does not follow so many actions")


def test_what_happens_leaves_ways_out(kaciri: Judge) -> None:
    """Who sends the 9 had it, so that it is never in the temple; of the 8 that is not known."""
    words = (*CHOOSING, MANY, "1: send(Hussites 3)", "2: send(Reformers 9)")
    never, once = (ask(kaciri, *words, f"Reformers {each} in hand of 2")[0] for each in (9, 8))
    assert never.verdict.startswith("Never, whatever is open.")
    assert (once.outcome, opened(once).proved) == ("depends", True)


def test_an_engine_that_says_otherwise_ends_it(kaciri: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways: a verdict that the terms do not come to, and a way that they call a position and the engine does not."""
    words = (
        PLAIN,
        "given Hussites 7 in duel of 1, any c in duel of 2 with c.faction is Reformers",
        "takes(Hussites 7)",
    )
    monkeypatch.setattr(holdings, "MOST_WAYS", 0)

    def spoilt(came: tuple[Outcome, Any] | None) -> Judge:
        def proving(beginning: Beginning, dispute: Dispute, number: int, looked: tuple[CheckedFilling, ...]) -> Proof:
            return prover.prove(beginning, dispute, number, (CheckedFilling(looked[0].filling, came), *looked[1:]))

        return evolve(kaciri, prover=proving)

    (ruling,) = ask(kaciri, *words)
    assert opened(ruling).proved
    with pytest.raises(DisagreementError):
        ask(spoilt(None), *words)
    with pytest.raises(DisagreementError):
        ask(spoilt(("undetermined", None)), *words)


OF_CARDS = "given phase Actions(2) in Turn(2), first_turn = false, Pawn(Hunters, Regular) in ready of 2"
SUSPECTS = "given Suspect(Judy) in identity, {Suspect(Grace), Suspect(Květa), Suspect(Hazel)} in suspects"


def test_a_game_with_texts_is_followed_as_far_as_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    pagan = load_judge("spec/pagan")
    asked = "after 2: exonerate(Pawn(Hunters, Regular)): who acts"
    words = (OF_CARDS, SUSPECTS, "given Evidence on 2 = any", asked)
    (counted,) = ask(pagan, *words)
    played = ("given influence of 1 = any, Card(Ally_1, 1) in hand of 1", "when Play(1, Card(Ally_1, 1), 1)")
    (missing,) = ask(pagan, *played, "influence of 1")
    monkeypatch.setattr(holdings, "MOST_WAYS", 3)
    (proved,) = ask(pagan, *words)
    (unknown,) = ask(pagan, *played, "influence of 1")
    assert (opened(proved).proved, verdicts(proved)) == (True, verdicts(counted))
    assert len(verdicts(proved)) == 2
    assert {outcome for outcome, _ in verdicts(missing)} == {"undetermined"}
    assert opened(unknown).gave_up == "the prover does not follow texts of cards"
