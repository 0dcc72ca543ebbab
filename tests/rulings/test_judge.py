"""Rulings: what decides is told, what did not matter is not, and nothing is called legal that is not."""

import random

import pytest

from refengine import BadData, RuleSetError, load
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.ruling import Ruling
from refengine.runtime.fault import Fault, IllegalAction
from tests.rulings.asking import ask

REFUGE = "given 3 players, a City with resistance 5 and power Refuge in besieged"
SEVENS = "given Third 9 in duel of 3, Hussites 7 in duel of 1, Reformers 7 in duel of 2"
CHOOSING = (
    "given 2 players, a City with resistance 5 and power Plain in besieged, phase Choose",
    "given side of 1 = Hussites, side of 2 = Reformers",
    "given {Hussites 3, Hussites 4} in hand of 1, Reformers 6 in hand of 2, Hussites 9 in graveyard",
)
RETREATING = (
    "given 2 players, flag of 1 = British, flag of 2 = French",
    "given Figure(British) in army of Britain, Figure(French) in army of France, Figure(French) in army of Spain",
    "given Card(Nine) in laid of 1, Card(Eight) in laid of 2",
    "when Decide(1, 2, Britain, France, 1)",
)


def paths(ruling: Ruling) -> list[str]:
    return [each.path for each in ruling.rules]


def test_the_rule_that_decides_comes_first_with_its_statement(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, REFUGE, SEVENS, "fate(Hussites 7)")
    assert ruling.answer == "temple of 1"
    assert paths(ruling)[:3] == ["fate.refuge", "loses.normally", "takes.weaker"]
    first = ruling.rules[0]
    assert [(each.id, each.status, each.lines) for each in first.citations] == [("R18", "printed", "86")]
    assert first.since == ("power of city is Refuge", "faction of Hussites 7 is Hussites")
    assert ruling.is_beyond_dispute


def test_an_exception_that_was_overruled_and_one_that_does_not_apply_are_told_with_why(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, REFUGE, SEVENS, "fate(Hussites 7)")
    why = {each.path: each.why for each in ruling.considered}
    assert why["fate.beaten"] == "it applies as well, but refuge stands over it"
    assert why["fate.one_of_two_equals"] == "the number of those in duel is 3, not 2"
    assert why["fate.crossed_out"] == "power of city is Refuge, not Crossed"
    assert "fate.refuge" not in why


def test_what_did_not_matter_is_not_told(kaciri: Judge) -> None:
    """Sevens, crosses and sanctuaries are asked for on the way, and decide nothing here."""
    (ruling,) = ask(kaciri, REFUGE, SEVENS, "fate(Hussites 7)")
    assert not [
        path for path in paths(ruling) if path.partition(".")[0] in {"crossed", "struck", "sacrificed", "sevens_strike"}
    ]


def test_silence_is_undetermined_with_what_is_missing_and_what_others_would_say(kaciri: Judge) -> None:
    (ruling,) = ask(
        kaciri,
        "under weaker_equal is as_written",
        "given 2 players, a City with resistance 5 and power Plain in besieged",
        "given Hussites 5 in duel of 1, Reformers 8 in duel of 2",
        "takes(Reformers 8)",
    )
    assert (ruling.outcome, ruling.answer) == ("undetermined", None)
    assert [each.id for each in ruling.silent] == ["R10", "R11", "R9"]
    assert ruling.alternatives is not None
    assert [(each.verdict[:3], each.own) for each in ruling.alternatives] == [
        ("Und", True),
        ("No:", False),
        ("Yes", False),
    ]


def test_a_question_supposes_actions_and_takes_them_back(kaciri: Judge) -> None:
    supposed, now = ask(
        kaciri, *CHOOSING, "after 1: send(Hussites 3): Hussites 3 in duel of 1", "ask Hussites 3 in duel of 1"
    )
    assert (supposed.answer, now.answer) == (True, False)


def test_whatever_is_asked_may_be_asked_of_what_is_supposed(kaciri: Judge) -> None:
    sent = "after 1: send(Hussites 3)"
    whose, others, again, why, mine, now = ask(
        kaciri,
        *CHOOSING,
        f"{sent}: who acts",
        f"{sent}: whether 2: send(Reformers 6) is legal",
        f"{sent}: whether player 1: send(Hussites 4) is legal?",
        f"{sent}: why not 1: send(Hussites 4)",
        f"{sent}: legal actions of 1",
        "whether 1: send(Hussites 4) is legal",
    )
    assert whose.answer["seats"] == [2]
    assert [each.answer for each in (others, again, why, mine, now)] == [True, False, False, [], True]
    assert why.reasons is not None
    assert [each.kind for each in why.reasons.obstacles] == ["turn"]


def test_odds_may_be_asked_of_what_is_supposed(kaciri: Judge) -> None:
    known = "given 2 players, a City with resistance 5 and power Plain in besieged"
    given = f"{known}, phase Choose, side of 1 = Hussites, side of 2 = Reformers"
    held = "given Hussites 3 in hand of 1, Reformers 9 in hand of 2"
    (ruling,) = ask(kaciri, given, held, "after 1: send(Hussites 3): odds of Hussites 3 in duel of 1")
    assert ruling.outcome == "undetermined"  # it is for player 2 and not for chance
    assert "player 2" in (ruling.missing or "")


def test_who_acts_and_what_is_legal(kaciri: Judge) -> None:
    who, mine = ask(kaciri, *CHOOSING, "who acts", "legal actions of player 1")
    assert who.answer == {"kind": "players", "seats": [1, 2], "phase": "Choose"}
    assert [each["arguments"] for each in mine.answer] == [["Hussites 3"], ["Hussites 4"]]


# ---- WHY NOT


@pytest.mark.parametrize(
    ("action", "kind", "said", "cited"),
    [
        (
            "2: retreat(Levant)",
            "choice",
            "France has no border with Levant; by ship: no ships go",
            {"R17", "R12", "R13"},
        ),
        ("2: retreat(Spain)", "choice", "army of Spain holds French", {"R17"}),
        ("1: retreat(Finland)", "turn", "player 2 decides here", {"R17"}),
        ("2: lay(Card(Ace))", "not asked", "player 2 may retreat", set()),
    ],
)
def test_the_reason_is_the_part_that_forbids_it(
    european_war: Judge, action: str, kind: str, said: str, cited: set[str]
) -> None:
    (ruling,) = ask(european_war, *RETREATING, f"why not {action}")
    assert ruling.outcome == "illegal"
    assert ruling.reasons is not None
    (obstacle,) = ruling.reasons.obstacles
    assert obstacle.kind == kind
    assert said in obstacle.says
    assert cited <= {each.id for each in obstacle.citations}


def test_a_reading_that_forbids_it_is_told_and_hung_on(european_war: Judge) -> None:
    (ruling,) = ask(european_war, "under retreat_to is land_only", *RETREATING, "why not 2: retreat(Finland)")
    assert ruling.reasons is not None
    assert "the table reads: empty neighbours by land" in ruling.reasons.obstacles[0].says
    assert ruling.alternatives is not None
    assert {each.outcome for each in ruling.alternatives} == {"legal", "illegal"}
    assert ruling.is_beyond_dispute is False


def test_what_is_nearest_is_legal(european_war: Judge) -> None:
    (ruling,) = ask(european_war, *RETREATING, "why not 2: retreat(Levant)")
    assert ruling.reasons is not None
    assert len(ruling.reasons.nearest) == 3
    (legal,) = ask(european_war, *RETREATING, "legal actions of 2")
    assert "player 2: retreat to Benelux" in ruling.reasons.nearest
    assert ["Benelux"] in [each["arguments"] for each in legal.answer]


def test_a_legal_action_has_no_obstacle(european_war: Judge) -> None:
    (ruling,) = ask(european_war, *RETREATING, "why not 2: retreat(Germany)")
    assert (ruling.outcome, ruling.answer) == ("legal", True)
    assert ruling.reasons is not None
    assert ruling.reasons.is_legal


@pytest.mark.parametrize("game", ["kaciri", "european_war"])
def test_along_random_games_an_action_is_legal_where_the_engine_takes_it(game: str) -> None:
    """Actions of other moments and other players are asked about in each state: the engine says the same of them."""
    judge = load_judge(f"spec/{game}", players=2)
    draw = random.Random(7)
    state = judge.game.initial()
    met = {True: 0, False: 0}
    others: list[object] = []
    for _ in range(40):
        legal = judge.game.legal(state)
        if not legal:
            break
        others = [*others[-6:], *draw.sample(legal, min(3, len(legal)))]
        for each in others:
            said = {"actor": each.actor, "name": each.name, "arguments": each.arguments}  # type: ignore[attr-defined]
            try:
                reasons = judge.why_not(state, said)
            except BadData:
                continue  # nobody is asked for such an action now
            met[reasons.is_legal] += 1
            assert reasons.is_legal is _is_taken(judge, state, said)
        state = judge.game.apply(state, draw.choice(legal))
    assert met[True] > 20
    assert met[False] > 5


def _is_taken(judge: Judge, state: object, said: dict[str, object]) -> bool:
    try:
        judge.game.apply(state, said)
    except IllegalAction:
        return False
    except Fault:
        pass
    return True


# ---- AS A LIBRARY


def test_a_judge_answers_about_data_and_about_states() -> None:
    judge = load_judge("spec/kaciri", players=2, readings={"weaker_equal": "nobody_wins"})
    position = {
        "zones": {
            "besieged": [{"component": "City", "fields": {"resistance": 5, "importance": 1, "power": "Plain"}}],
            "duel": {1: ["Hussites 5"], 2: ["Reformers 8"]},
        }
    }
    of_data = judge.ask(position, "takes(Reformers 8)")
    of_state = judge.ask(judge.game.position(position, unprinted=True), "takes(Reformers 8)")
    assert of_data == of_state
    assert of_data.answer is False
    assert (
        judge.game.description.readings
        == load("spec/kaciri", players=2, readings={"weaker_equal": "nobody_wins"}).description.readings
    )


@pytest.mark.parametrize("question", ["", "fat(Hussites 5)", "wave; wave", "ask wave\nask wave"])
def test_what_is_no_question_is_refused(kaciri: Judge, question: str) -> None:
    with pytest.raises(RuleSetError):
        kaciri.ask({}, question)


def test_readings_that_there_are_not_are_refused() -> None:
    with pytest.raises(RuleSetError):
        load_judge("spec/kaciri", readings={"weaker_equal": "whatever"})
