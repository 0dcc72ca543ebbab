"""Where the rules break off: both builds, the module and the meaning of the rules break off there alike.

Each form stands beside its twin, in which everything has an answer.
"""

from pathlib import Path

import pytest
from attrs import frozen

import refengine
from tests.agreement.random_calls import COURSE, VARIABLES
from tests.agreement.voices import break_offs, meant_and_in_a_module
from tests.hostile.small import written


@frozen
class Form:
    """What stands in a game, in which the rules may break off, and what makes the twin of it."""

    rules: str = ""
    effects: str = "    set y to 1"
    actions: str = ""
    old: str = ""
    new: str = ""

    def twin(self) -> "Form":
        """The same where everything has an answer."""
        told = [each.replace(self.old, self.new) for each in (self.rules, self.effects, self.actions)]
        assert told != [self.rules, self.effects, self.actions]
        return Form(*told)


SUM = """
value f: 0..3 per R1
    plus one_part per R1
        is x
    plus other_part per R1
        when x > 1
        is 2
"""
NOTHING_ADDED = """
question extra about R1 per ruling A1
    "is there more?"
    reading there_is_none "no", default
    reading there_is_some "yes", house

value f: 1..3 per R1
    plus only_part per R1
        when extra is there_is_some
        is 2
"""
FORMS = {
    "a sum leaves its range": Form(SUM, "    set y to f", old="0..3", new="0..9"),
    "a sum leaves its range in a comparison": Form(SUM, "    if f in 0..2\n        set y to 1", old="0..3", new="0..9"),
    "a sum of nothing leaves its range": Form(NOTHING_ADDED, "    set y to f", old="1..3", new="0..3"),
    "a guard in front of a bar that always stands": Form(
        actions="""
        action take per R1
            when 6 div x > 1
            bar never per R1
                when true
            then set y to 1
""",
        old="6 div x",
        new="6 div 2",
    ),
    "a guard in front of one that never holds": Form(
        actions="""
        action take(n in 0..2) per R1
            when 6 div x > n
            when 1 > 2
            then set y to 1
""",
        old="6 div x",
        new="6 div 2",
    ),
    "what is read at something absent behind a guard that does not hold": Form(
        "variable who: player or none per R1\nvariable kept of each player: 0..9 per R1\n",
        actions="""
        action take(n in 0..2) per R1
            when x is 0
            when kept of who is n
            then set y to 1
""",
        old="kept of who",
        new="kept of 1",
    ),
    "a set of what may be absent": Form(
        "kind Tone is Low, High per R1\nvariable tone: Tone or none per R1\n",
        "    if (some t in {Low, tone} has t is High)\n        set y to 1",
        old="{Low, tone}",
        new="{Low, High}",
    ),
    "a set that is compared with one of what may be absent": Form(
        "kind Tone is Low, High per R1\nvariable tone: Tone or none per R1\n",
        "    if {tone, Low} is {Low, High}\n        set y to 1",
        old="{tone, Low}",
        new="{High, Low}",
    ),
    "cases at once, the second of which is counted": Form(
        effects="""    simultaneously
        case one_way per R1
            when x is 0
            then set y to 1
        case other_way per R1
            when exactly 1 n in 0..3 has 6 div x > n + 1
            then set y to 2
        case third_way per R1
            when 6 div x > 2
            when x is not 0
            then set y to 3""",
        old="6 div x",
        new="6 div max(x, 1)",
    ),
    "where pieces go, which nobody asks of none": Form(
        """
kind Tone is Low, High per R1
component Card per R1
    one of each tone
    tone: Tone
    starts in deck
zone deck holds Card per R1
zone pile holds Card per R1
zone hand of each Tone holds Card per R1
""",
        """    let m = x
    for each c in pile
        move c to hand of (if 6 div m > 2 then Low else High)
    move all c in deck to pile""",
        old="6 div m",
        new="6 div max(m, 1)",
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_all_break_off_there(name: str, tmp_path: Path) -> None:
    assert steps_that_break_off(FORMS[name], tmp_path) > 0
    assert steps_that_break_off(FORMS[name].twin(), tmp_path / "twin") == 0


def steps_that_break_off(form: Form, folder: Path) -> int:
    """Compares all voices; the number of the first steps that break off."""
    course = COURSE.format(effects=form.effects)
    course = course.replace("then set x to k\n", f"then set x to k\n{form.actions.strip(chr(10))}\n", 1)
    place = written(folder / "game", VARIABLES + form.rules, course=course, players="1")
    plain, explaining = (refengine.load(place, explain=each) for each in (False, True))
    found = break_offs(plain, explaining)
    meant_and_in_a_module(place, games=4, limit=5)
    return found
