"""What the comparisons of this folder have found, each as a small game of its own."""

from pathlib import Path

import pytest

from refengine.ir import game as model
from refengine.pipeline import compile_folder
from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Fault
from refengine.smt import plan, prove
from refengine.smt.course.course import courses_of
from refengine.smt.course.study import study
from refengine.smt.goal import Decision, Limits
from refengine.smt.induction.induction import Induction
from refengine.smt.induction.properties import KnownCourse
from tests.engine.rules import CARDS, compiled, play

ROOT = Path(__file__).parents[2]
PER = "                                                        per R1\n"

ONE_PLACE = """
setup                                                           per R1
    move all c in box of Card with c.colour is Red to hand of 1
    go Play

phase Play                                                      per R1
    ask 1, if able
        action put(c in hand of 1)                              per R1
            then move c to field of 1
            then go Play
    game over
"""


def owed(game: model.Game, name: str, players: int = 2) -> Decision:
    """What comes of one obligation, or of whatever else is asked by this name."""
    (goal,) = (each for each in plan.goals(game) if (each.name, each.players) == (name, players))
    (decision,) = prove.decide(game, (goal,), Limits(rlimit=5_000_000))
    return decision


def test_what_an_action_leads_to_is_owed_by_the_phase(tmp_path: Path) -> None:
    """It was kept under the name of the action, for which nobody asked, and so was said to hold by construction."""
    decision = owed(compiled(tmp_path / "tiny", CARDS + ONE_PLACE), "Play: there is room where it goes")
    assert decision.verdict not in {"proved", "by construction"}
    assert decision.counterexample is not None
    assert decision.counterexample.step is not None
    assert decision.counterexample.step.action == "put"


@pytest.mark.parametrize("game", ["spec/kaciri", "docs/tutorial/goofspiel", "docs/tutorial/tictactoe", None], ids=str)
def test_whatever_may_fail_along_the_course_is_asked_for(game: str | None, tmp_path: Path) -> None:
    if game is None:
        rules = compiled(tmp_path / "tiny", CARDS + ONE_PLACE)
    else:
        rules_or_none = compile_folder(find_games(ROOT / game)[0][0]).game
        assert rules_or_none is not None
        rules = rules_or_none
    players = rules.players[0]
    courses = courses_of(study(rules, players, Limits()))
    failing = KnownCourse(courses.study, courses, Induction(courses)).failing()
    found = {name for name, parts in failing.items() if any(each.fails is not False for each in parts)}
    asked = {each.name for each in plan.goals(rules) if (each.kind, each.players) == ("obligation", players)}
    properties = {each.name for each in rules.invariants}
    assert {name for name in found if name.partition(":")[0] not in properties} <= asked


NOTHING_TO_SEND = f"""
setup{PER}    go Play

value top: 1..3{PER}    is highest of c.rank for c in hand of 1

phase Play{PER}    ask 1, if able
        action send(c in hand of 1){PER}            when top > 1
            bar low{PER}                when top = 2
            then move c to pile
            then go Play
    game over
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
def test_what_forbids_an_action_is_not_asked_where_there_is_nothing_to_choose(explain: bool, tmp_path: Path) -> None:
    """The engine asked it once, before it went through the cards, and broke off where there were none."""
    game = play(tmp_path / "tiny", CARDS + NOTHING_TO_SEND, explain=explain)
    assert game.turn(game.initial()).kind == "over"
    waiting = {"phase": "Play", "point": "ask_1 asks", "data": {}}
    held = game.to_json(game.position({"zones": {"hand": {"1": ["Red 3", "Blue 1"]}}}))
    assert len(game.legal(game.from_json({**held, "control": [waiting]}))) == 2


UNSURE = f"""
setup{PER}    go Play

phase Play{PER}    ask 1, if able
        action pass{PER}            then add luck to score of 1
            then game over

value luck: 0..3{PER}    normally 1
    except first{PER}        when round = 1
        is 0
    except second{PER}        when round = 1
        is highest of 0 for c in pile
"""


def test_an_exception_without_an_answer_agrees_with_no_other(tmp_path: Path) -> None:
    """What it comes to there is anything, and happened to be the same as the other."""
    explaining = play(tmp_path / "tiny", CARDS + UNSURE, explain=True)
    assert explaining.value(explaining.position({"zones": {"pile": ["Red 1"]}}), "luck") == 0
    with pytest.raises(Fault):
        explaining.value(explaining.position({}), "luck")
    decision = owed(compiled(tmp_path / "tiny", CARDS + UNSURE), "luck: exceptions that apply together agree")
    assert decision.verdict not in {"proved", "by construction"}


ANY_CARD = """
setup                                                           per R1
    go Play

phase Play                                                      per R1
    ask 1
        action stop                                             per R1
            then game over

value at_dawn: truth                                            per R1
    is every c in field has c.colour is Dawn

claim always_at_dawn                                            per R1
    in every Play of 2 players over any Card
    at_dawn

claim never_at_dawn                                             per R1
    in every Play of 2 players over any Card
    field is empty or not at_dawn
"""


@pytest.mark.parametrize("name", ["always_at_dawn", "never_at_dawn"])
def test_a_colour_that_is_not_the_one_asked_for_is_another(name: str, tmp_path: Path) -> None:
    """Of a colour it was known only what it is not, and it was told as the first of all, so the engine disagreed."""
    rules = CARDS.replace("is Red, Blue", "is Dawn, Noon, Dusk").replace(
        "zone field of each player holds", "zone field holds"
    )
    game = compiled(tmp_path / "tiny", rules + ANY_CARD)
    decision = owed(game, name)
    assert decision.verdict == "refuted"
    assert decision.counterexample is not None
    replayed = replay(Engines(game).of(decision.goal), decision)
    assert replayed is None or replayed.verdict != "disagrees"
    (position,) = decision.counterexample.positions
    (card,) = position.data["zones"]["field"]
    assert (card["fields"]["colour"] == "Dawn") is (name == "never_at_dawn")


LAWFUL = """
game tiny from rulebook tiny
    players 2..2                                                per R1

kind Colour is Dawn, Noon, Dusk                                 per R1

table cards                                                     per R1
component Card from table cards                                 per R1
    colour: Colour

zone field holds at most one Card                               per R1
zone pile holds Card                                            per R1

law no_dusk                                                     per R1
    every Card c has c.colour is Dawn or c.colour is Noon

outcome                                                         per R1
    scores are 0 for player p
    winners are all player p
"""


def test_another_colour_is_one_that_the_laws_allow(tmp_path: Path) -> None:
    """It was enough that a state could be made whole in some way, and shown was another one."""
    game = compiled(tmp_path / "tiny", LAWFUL + ANY_CARD, cards="id,colour\nA,Dawn\nB,Noon\n")
    decision = owed(game, "always_at_dawn")
    assert decision.verdict == "refuted"
    assert decision.counterexample is not None
    (card,) = decision.counterexample.positions[0].data["zones"]["field"]
    assert card["fields"]["colour"] == "Noon"


ABSENT = """
record Deal                                                     per R1
    who: player
    much: 0..3

variable lead: player, starts 1                                 per R1
variable deal: Deal, starts Deal(1, 0)                          per R1
variable much: 0..3                                             per R1
variable last: player or none, starts none                      per R1

setup                                                           per R1
    go Play

phase Play                                                      per R1
    ask lead
        action pass                                             per R1
            then set lead to next of lead
            then go Play
"""


@pytest.mark.parametrize("named", ["lead", "deal", "much", "(the player p with p = lead)"])
@pytest.mark.parametrize("of", ["{} is none", "none = {}", "not (none != {})"])
def test_nothing_is_compared_with_what_is_always_there(of: str, named: str, tmp_path: Path) -> None:
    """The prover broke down where nothing stood on the left."""
    text = CARDS.split("\nzone", 1)[0] + ABSENT + f"claim there{PER}    not ({of.format(named)})\n"
    assert owed(compiled(tmp_path / "tiny", text), "there").verdict == "proved"


def test_nothing_on_the_left_is_compared_with_what_may_be_absent(tmp_path: Path) -> None:
    text = (
        CARDS.split("\nzone", 1)[0]
        + ABSENT
        + f"invariant unset{PER}    none = last\nclaim absent{PER}    none = last\n"
    )
    assert owed(compiled(tmp_path / "tiny", text), "absent").verdict == "proved"
