"""A local that is bound within an expression is not the one of the same name around it."""

from pathlib import Path

import pytest

from refengine.bulk.lockstep import Lockstep
from refengine.bulk.machine import Machine
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import load_rules, make_game
from refengine.program.lowering import lowered
from tests.engine.test_standing_rules_that_enter import CUPS

RULEBOOK = Path(__file__).parents[1] / "fooled" / "rulebook.toml"

NESTED = """\
game nested from rulebook fooled
    players 2                                                                       per R1

kind Colour is Red, Green, Blue, White                                              per R1

variable first: set of Colour                                                       per R1
variable second: set of Colour                                                      per R1
variable third: set of Colour                                                       per R1

value fits(c: Colour): truth                                                        per R1
    is c in (first + second) - third

value in_the_middle(c: Colour): truth                                               per R1
    is c in (first - second) + (third - first)

setup                                                                               per R1
    go Turn(1)

phase Turn(p: player)                                                               per R1
    ask p
        action add_first(Colour c)                                                    per R1
            then add c to first
        action add_second(Colour c)                                                    per R1
            when fits(c)
            then add c to second
        action add_third(Colour c)                                                  per R1
            when in_the_middle(c)
            then add c to third
        action take_first(c in (first + third) - second)                                  per R1
            then remove c from first
    go Turn(next of p)
"""


def agree(folder: Path, text: str, *, games: int, limit: int) -> int:
    """Plays random games in both executors; the number of steps in which they agreed."""
    (folder / "game.rules").write_text(text, encoding="utf-8")
    (folder / "rulebook.toml").write_text(RULEBOOK.read_text("utf-8"), encoding="utf-8")
    game = load_rules(folder).game
    assert game is not None
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    found, reason = lowered(specialise(game, configuration))
    assert found is not None, reason
    lockstep = Lockstep(Machine(found), make_game(game, configuration))
    ends = [lockstep.play(3, number, limit=limit) for number in range(games)]
    assert [each.left for each in ends if each.left is not None] == []
    return sum(each.ended.steps for each in ends)


def test_sets_of_sets_are_asked_for_what_is_asked(tmp_path: Path) -> None:
    assert agree(tmp_path, NESTED, games=3, limit=30) > 60


def test_the_others_are_all_but_the_one_that_was_chosen(tmp_path: Path) -> None:
    assert agree(tmp_path, CUPS.replace("rulebook tiny", "rulebook fooled"), games=6, limit=60) > 200


HIDDEN = """\
game hidden from rulebook fooled
    players 2 per R1
kind Hue is Red, Green, Blue, White per R1
variable first: set of Hue per R1
variable second: set of Hue per R1
variable steps: 0..99 per R1
variable marks: 0..100003 per R1
value asked(NAME: Hue): count per R1
    is (number of h in Hue with h in ((all y in first with y is not NAME) + second)) + 7 * (number of h in (all y in first with y is not NAME)) + 31 * (if White in ((all y in Hue with y is not NAME) - second) then 1 else 0) + 71 * (if (all y in first with y is not NAME) = second then 1 else 0) + 211 * (number of y in (all z in first + second with z is not NAME))
setup per R1
    go Turn
phase Turn per R1
    if steps >= 12
        game over
    add 1 to steps
    set marks to (marks * 5 + (sum of asked(c) for Hue c)) mod 100003
    ask 1
        action put_first(Hue c) per R1
            then add c to first
        action put_second(Hue c) per R1
            then add c to second
        action less(c in first) per R1
            then remove c from first
    go Turn
"""


@pytest.mark.parametrize("name", ["thing", "item", "counted", "member", "unnamed", "spot"])
def test_whatever_a_player_calls_a_thing_it_is_no_other(name: str, tmp_path: Path) -> None:
    """A module binds things that the rules do not name; none of them hides one that they do."""
    assert agree(tmp_path, HIDDEN.replace("NAME", name), games=3, limit=40) == 36
