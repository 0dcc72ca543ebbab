"""Two sets of rules that are proved to be one game, and false twins of each proof: one game but for what is easily missed."""

import json
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from refengine.cli.main import main
from refengine.loading import load_rules
from refengine.rulings.diff import Diff, DiffLimits, TableComparison, diff
from refengine.rulings.diff_tables import Side
from tests.rulings.urn import write

HEAD = "game urn from rulebook urn\n    players 2 per R1\n"

FEW = DiffLimits(states=20, games=0)
"""So little is looked at that whatever is known of a long game is proved."""

LONG = f"""\
{HEAD}
variable n: 0..2000 per R1
variable m: 0..9 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action up(k in 1..2) per R1
            when may(k)
            then add 1 to n
        action stop per R1
            then game over
    go Turn(next of p)

value may(k: 1..2): truth per R1
    is n < 2000 and (k = 1 or n < 1999)

outcome per R1
    scores are n for player p
    winners are all player p with n > 5
"""
"""A game of 2,000 moves at most."""

REACHED = f"{LONG}\ninvariant not_far per R1\n    m = 0\n"

DRAWN = f"""\
{HEAD}
variable n: 0..2000 per R1

setup per R1
    go Draw

phase Draw per R1
    ask chance
        action often per R1
            weight if n < 1500 then 3 else 2
            then add (if n < 1999 then 1 else 0) to n
        action seldom per R1
            weight 1
            then game over
    go Draw
"""

SECRET = f"""\
{HEAD}
variable n: 0..2000 per R1
variable hidden: 0..3, starts 0, seen by nobody per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action up per R1
            when n < 2000
            then add 1 to n
        action stop per R1
            then game over
    go Turn(next of p)
"""

CHOICES = f"""\
{HEAD.replace("players 2", "players 2..3")}
option big: truth, default false per R1

question late about R1 per R1
    "what is late?"
    reading never "never", default
    reading soon "soon", house

variable n: 0..2000 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action up per R1
            when may
            then add 1 to n
        action stop per R1
            then game over
    go Turn(next of p)

value may: truth per R1
    is n < 2000 and (n < 1999 or not (late is soon))
"""


def changed(rules: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        assert old in rules
        rules = rules.replace(old, new)
    return rules


def compared(tmp_path: Path, rules: str, changes: Mapping[str, str], settings: DiffLimits = FEW) -> Diff:
    other = changed(rules, changes)
    one, two = (load_rules(write(tmp_path / name, said)) for name, said in (("one", rules), ("other", other)))
    return diff(Side("one", one), Side("other", two), settings)


def alone(found: Diff) -> TableComparison:
    (table,) = found.tables
    return table


SAME = {
    "other words": (LONG, {"k = 1 or n < 1999": "not (k = 2 and n >= 1999)"}),
    "another condition of an action": (LONG, {"when may(k)": "when may(k) or (k = 1 and n < 2000)"}),
    "the same effect": (LONG, {"then add 1 to n": "then set n to n + 1"}),
    "who has won": (LONG, {"with n > 5": "with n >= 6"}),
    "a weight": (DRAWN, {"if n < 1500 then 3 else 2": "if n >= 1500 then 2 else 3"}),
    "who decides": (LONG, {"    go Turn(next of p)": "    go Turn(if p = 1 then 2 else 1)"}),
}


@pytest.mark.parametrize("case", SAME)
def test_the_same_in_other_words_is_proved(tmp_path: Path, case: str) -> None:
    found = compared(tmp_path, *SAME[case])
    table = alone(found)
    assert (found.verdict, table.verdict) == ("proved", "proved")
    assert table.pairs <= FEW.states + 1
    assert table.proof is not None
    assert table.proof.assumed == ()


LATE = {
    "the last step of a long loop": (LONG, {"n < 1999)": "n < 2000)"}, "actions"),
    "another effect there": (LONG, {"then add 1 to n": "then add (if n = 1999 then 0 else 1) to n"}, "table"),
    "another winner, seldom": (LONG, {"with n > 5": "with n > 5 and n != 1999"}, None),
    "a weight, seldom": (DRAWN, {"if n < 1500": "if n < 1501"}, "actions"),
    "who decides, seldom": (LONG, {"go Turn(next of p)": "go Turn(if n = 1999 then p else next of p)"}, "decides"),
    "it breaks off there": (LONG, {"then add 1 to n": "then add 1 to n\n            then set m to n div (1999 - n) mod 1"}, None),
    "an action more, never legal": (LONG, {"        action stop": "        action more per R1\n            when n > 2000\n            then game over\n        action stop"}, None),
}  # fmt: skip


@pytest.mark.parametrize("case", LATE)
def test_what_is_otherwise_late_is_not_proved(tmp_path: Path, case: str) -> None:
    """No game is known that parts, so it is not said that they part; a position in which they do may be shown."""
    rules, changes, kind = LATE[case]
    found = compared(tmp_path, rules, changes)
    table = alone(found)
    assert (found.verdict, table.verdict) == ("unknown", "alike so far")
    assert table.proof is not None
    assert not table.proof.proved
    if kind is not None:
        assert table.proof.apart is not None
        assert kind in {each.kind for each in table.proof.apart.unlike}


def test_what_is_never_reached_is_proved_by_an_invariant(tmp_path: Path) -> None:
    changes = {"is n < 2000 and": "is (n < 2000 or m = 1) and"}
    found = alone(compared(tmp_path, REACHED, changes))
    assert found.verdict == "proved"
    assert found.proof is not None
    assert found.proof.assumed == ("not_far",)


BREAKS_OFF = f"""\
{HEAD}
variable n: 0..2000 per R1
variable m: 0..9, starts 1 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action stop per R1
            when m != 0 or n > 6
            then game over
        action up per R1
            when n < 2000 and 1 div m = 1
            then add 1 to n
    go Turn(next of p)
"""
"""Where `m` is 0, and no game comes there, nobody can say what is legal."""


def test_a_move_where_what_is_legal_has_no_answer_is_no_difference(tmp_path: Path) -> None:
    """By itself it is legal in one of the games alone; both break off as soon as somebody is asked."""
    found = alone(compared(tmp_path, BREAKS_OFF, {"n > 6": "n > 5"}))
    assert found.verdict == "alike so far"
    assert found.proof is not None
    assert found.proof.apart is None


def test_what_no_invariant_speaks_of_is_shown_as_a_position_to_which_no_game_is_known(tmp_path: Path) -> None:
    changes = {"is n < 2000 and": "is (n < 2000 or (m = 1 and n < 1000)) and (m != 1 or n < 7) and"}
    found = compared(tmp_path, LONG, changes)
    assert found.verdict == "unknown"
    proof = alone(found).proof
    assert proof is not None
    assert proof.apart is not None
    assert proof.apart.data["variables"]["m"] == 1


def test_an_invariant_that_does_not_hold_is_no_help(tmp_path: Path) -> None:
    false = f"{LONG}\ninvariant not_far per R1\n    n < 1999\n"
    assert compared(tmp_path, false, {"n < 1999)": "n < 2000)"}).verdict == "unknown"


def test_who_sees_something_is_not_proved(tmp_path: Path) -> None:
    seen = {"seen by nobody": "seen by each q with n = 1999", "n < 2000": "not (n >= 2000)"}
    found = alone(compared(tmp_path, SECRET, seen))
    assert (found.verdict, found.proof and found.proof.why) == ("alike so far", "beyond")
    assert compared(tmp_path, SECRET, {"n < 2000": "not (n >= 2000)"}).verdict == "proved"
    assert compared(tmp_path, SECRET, seen, DiffLimits(states=20, games=0, table=False)).verdict == "proved"


def test_every_table_is_proved_at_once(tmp_path: Path) -> None:
    found = compared(tmp_path, CHOICES, {"n < 1999 or not (late is soon)": "not (n >= 1999) or not (late is soon)"})
    assert (found.verdict, found.complete, found.left_out) == ("proved", True, ())
    assert [(each.at.players, each.verdict) for each in found.tables] == [(2, "proved"), (3, "proved")]
    assert all(each.proof is not None and each.proof.every for each in found.tables)
    assert found.covered > 0


@pytest.mark.parametrize(
    "only",
    [
        "or (big and n < 2)",
        "or (big and late is soon and n < 2)",
        "or (number of player q) = 3",
    ],
)
def test_what_is_otherwise_at_one_table_is_not_proved_of_it(tmp_path: Path, only: str) -> None:
    """With an option, with that and a reading together, only with the most players: in `m` it is never done."""
    rules = changed(CHOICES, {"variable n": "variable m: truth per R1\nvariable n", "when may": "when may or m"})
    found = compared(tmp_path, rules, {"when may or m": f"when may or (m and (n < 1999 {only}))"})
    assert found.verdict == "unknown"
    assert not any(
        each.verdict == "proved" and each.proof is not None and each.proof.every
        for each in found.tables
        if each.at.players == 3
    )


@pytest.mark.parametrize(
    "defaults",
    [
        {'"never", default': '"never"', '"soon", house': '"soon", house, default'},
        {"big: truth, default false": "big: truth, default true", "not (late is soon)": "not big"},
    ],
)
def test_by_other_defaults_it_is_another_game_however_alike_all_tables_are(
    tmp_path: Path, defaults: dict[str, str]
) -> None:
    """That both sides are one game wherever they choose the same says nothing of what each plays by itself."""
    rules = changed(CHOICES, {"not (late is soon)": "not big"} if "not (late is soon)" in defaults else {})
    found = compared(tmp_path, rules, {old: new for old, new in defaults.items() if old in rules})
    assert found.verdict == "unknown"
    assert {each.at.players: each.verdict for each in found.tables if not each.at.options and not each.at.readings} == {
        2: "alike so far", 3: "alike so far",
    }  # fmt: skip


def test_phases_above_themselves_are_not_proved(tmp_path: Path) -> None:
    chain = changed(LONG, {"then add 1 to n\n": "then add 1 to n\n            then enter Turn(p)\n"})
    found = alone(compared(tmp_path, chain, {"k = 1 or n < 1999": "n < 1999 or k = 1"}))
    assert (found.verdict, found.proof and found.proof.why) == ("alike so far", "beyond")


def test_the_command_says_what_is_proved_and_where_they_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = str(write(tmp_path / "one", LONG))
    same = str(write(tmp_path / "same", LONG.replace("k = 1 or n < 1999", "n < 1999 or k = 1")))
    late = str(write(tmp_path / "late", LONG.replace("n < 1999)", "n < 2000)")))
    few = ("--states", "20", "--games", "0")
    schema = json.loads(Path("docs/diff.schema.json").read_text("utf-8"))
    assert main(["diff", one, same, *few]) == 0
    assert "the same game: proved for every position that a game comes to" in capsys.readouterr().out
    assert main(["diff", one, late, *few]) == 3
    told = capsys.readouterr().out
    assert "no game was found in which they part, but a position in which they do" in told
    assert "no game is known that comes to this position (2 players)" in told
    assert "    n: 1,999\n" in told or "    n: 1999\n" in told
    assert main(["diff", one, late, *few, "--format", "comment"]) == 3
    assert "no game is known that comes to this position" in capsys.readouterr().out
    for other, verdict in ((same, "proved"), (late, "unknown")):
        main(["diff", one, other, *few, "--format", "json"])
        data = json.loads(capsys.readouterr().out)
        jsonschema.validate(data, schema)
        assert data["verdict"] == verdict
    assert main(["diff", one, same, *few, "--rlimit", "0"]) == 3
    assert "the prover" not in capsys.readouterr().out
