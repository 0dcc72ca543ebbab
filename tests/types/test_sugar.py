"""Short forms mean what their long forms mean: one IR comes of both, so that neither executor can tell them apart."""

import shutil
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from refengine.check.examples import decide_examples
from refengine.ir import game
from refengine.ir.configuration import configure
from refengine.ir.domain import Range
from refengine.ir.game import Game
from refengine.loading import make_game
from refengine.pipeline import compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from refengine.runtime.fault import Fault
from tests.corpus.test_corpus import CORPUS
from tests.types.front_end import compile_texts

HEAD = """
game small from rulebook corpus
    players 2..3                            per R1

variable score of each player: 0..9         per R1

setup                                       per R1
    go Turn(1)
"""

TURN = """
phase Turn(p: player)                       per R1
    ask p
        action gain                         per R1
            then set score of p to 1
    go Turn(next of p)
"""


def made(rules: str) -> Game:
    found, diagnostics = compile_texts({"game.rules": f"{HEAD}\n{rules}"}, {})
    assert [each for each in diagnostics if each.severity == "error"] == []
    assert found is not None
    return found


def value(lines: str) -> str:
    return f"value v(p: player): 0..9 per R1\n{lines}\n{TURN}"


def case(name: str, result: int, *conditions: str) -> str:
    guards = "".join(f"\n        when {each}" for each in conditions) or "\n        otherwise"
    return f"\n    case {name} per R1{guards}\n        is {result}"


def branch(name: str, then: str, *conditions: str) -> str:
    return case(name, 0, *conditions).rpartition("\n")[0] + f"\n        then {then}"


A, B, C = "score of p > 1", "score of p < 5", "score of next of p = 2"

PAIRS = {
    "chain": (
        "every player p, some player q with q != p, at most one player r has score of r > score of p",
        "every player p has some player q with q != p has at most one player r has score of r > score of p",
    ),
    "chain below not": (
        "not some player p, every player q has score of q > score of p",
        "not (some player p has (every player q has score of q > score of p))",
    ),
    "chain of have": (
        "every player p, at least 2 player q have score of q > score of p",
        "every player p has at least 2 player q have score of q > score of p",
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_chain_of_quantifiers_is_one_inside_the_other(name: str) -> None:
    short, long = (made(f"{TURN}\ninvariant it per R1\n    {each}\n").invariants for each in PAIRS[name])
    assert short[0].condition == long[0].condition


OTHERS = {
    "some other player q has score of q > score of p": "some player q with q != p has score of q > score of p",
    "every other player q with score of q > 2 has score of q > score of p": (
        "every player q with q != p and score of q > 2 has score of q > score of p"
    ),
    "(number of other player q with score of q = 1 or score of q = 2) = 1": (
        "(number of player q with q != p and (score of q = 1 or score of q = 2)) = 1"
    ),
    "every n in 1..9 with (no other m in 1..9 has score of p = m) has n > 3": (
        "every n in 1..9 with (no m in 1..9 with m != n has score of p = m) has n > 3"
    ),
}


@pytest.mark.parametrize("short", OTHERS)
def test_another_one_is_not_the_one_that_is_bound(short: str) -> None:
    one, other = (made(value(f"    is if ({each}) then 1 else 0")).values[0].body for each in (short, OTHERS[short]))
    assert one == other


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("value v: truth per R1\n    is some other player q has score of q = 1", "no name for a player is bound here"),
        ("value v(p: player, r: player): truth per R1\n    is some other player q has score of q = 1", "`p` or `r`"),
        ("value v(p: player or none): truth per R1\n    is some other player q has score of q = 1", ""),
        (
            "invariant i per R1\n    every player p, every other player q, some other player r has score of r > 2",
            "`q` or `p`",
        ),
        (
            "value v(n: 1..3): truth per R1\n    is some other m in 1..9 has m > n",
            "no name for a number 1..9 is bound here",
        ),
    ],
)
def test_other_than_what_has_to_be_plain(rules: str, told: str) -> None:
    _, diagnostics = compile_texts({"game.rules": f"{HEAD}\n{rules}\n{TURN}"}, {})
    found = [each for each in diagnostics if each.severity == "error"]
    assert [each.code for each in found] == (["E0320"] if told else [])
    assert all(told in each.message and each.hint for each in found)


@pytest.mark.parametrize(
    ("before", "otherwise"),
    [
        (((A,),), f"not ({A})"),
        (((A, B),), f"not ({A} and {B})"),
        (((A,), (B, C)), f"not ({A} or ({B} and {C}))"),
    ],
)
def test_otherwise_means_that_no_other_case_applies(before: tuple[tuple[str, ...], ...], otherwise: str) -> None:
    cases = "".join(case(f"c{number}", number, *each) for number, each in enumerate(before))
    short, long = (made(value(cases + last)).values[0].body for last in (case("last", 9), case("last", 9, otherwise)))
    assert isinstance(short, game.Cases)
    assert isinstance(long, game.Cases)
    assert [each.result for each in short.cases] == [each.result for each in long.cases]
    assert short == long


@pytest.mark.parametrize("then", ["set score of p to 3", "go Turn(p)"])
def test_otherwise_in_a_script_too(then: str) -> None:
    def phase(last: str) -> object:
        cases = branch("c0", then, A) + branch("c1", then, B, C) + last
        return made(TURN.replace("    go Turn", f"{cases}\n    go Turn" if "go" not in then else f"{cases}\n#")).phases

    assert phase(branch("last", "nothing")) == phase(branch("last", "nothing", f"not ({A} or ({B} and {C}))"))


@pytest.mark.parametrize(
    "body",
    [
        "ask p\n            action more per R1\n                then add 1 to score of p\n",
        "add 1 to score of p\n        if score of p = 2\n            done\n        ask p\n            action pass_on per R1\n",
        "enter Turn(next of p)\n",
        "repeat until score of next of p = 1\n            ask p\n                action pass_on per R1\n"
        "                    then done\n",
    ],
)
def test_until_a_condition_holds_is_looked_at_before_each_turn(body: str) -> None:
    short = f"    repeat until score of p > 3\n        {body}"
    long = f"    repeat until done\n        if score of p > 3\n            done\n        {body}"
    one, other = (made(TURN.replace("    go Turn", f"{each}    go Turn")).phases for each in (short, long))
    assert one == other


def test_a_loop_that_a_condition_ends_is_left_in_the_end() -> None:
    """What stands behind it is reached, though it has no `done`; with nothing to end it, it would not be."""
    body = "        ask p\n            action more per R1\n"
    text = TURN.replace("    go Turn", f"    repeat until {{until}}\n{body}    go Turn")
    codes = [
        {each.code for each in compile_texts({"game.rules": f"{HEAD}\n{text.format(until=until)}"}, {})[1]}
        for until in ("score of p > 3", "done")
    ]
    assert ["E0406" in each for each in codes] == [False, True]


@pytest.mark.parametrize(("one", "other"), [*product(range(0, 10, 3), repeat=2)])
def test_the_smaller_and_the_greater_of_two(one: int, other: int) -> None:
    rules = made(
        value("    is min(score of 1, score of 2)") + "value w: 0..9 per R1\n    is max(score of 1, score of 2)\n"
    )
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    playable = make_game(rules, configuration)
    state = playable.position(
        {"variables": {"score": {"1": one, "2": other}}, "phase": {"name": "Turn", "arguments": [1]}}
    )
    assert playable.value(state, "v", 1) == min(one, other)
    assert playable.value(state, "w") == max(one, other)


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("min(score of p, 4)", 0, 4),
        ("max(score of p, 4)", 4, 9),
        ("min(score of p - 3, score of p + 3)", -3, 6),
        ("max(-score of p, 2)", 2, 2),
    ],
)
def test_the_interval_of_the_nearer_one_is_as_small_as_it_can_be(expression: str, low: int, high: int) -> None:
    """So that no obligation is left where there is nothing to prove: one less at either end is one."""
    rules = f"value v(p: player): {low}..{high} per R1\n    is {expression}\n{TURN}"
    body = made(rules).values[0].body
    assert isinstance(body, game.Single)
    assert body.result.domain == Range(low, high)


@pytest.mark.parametrize("call", ["min(1)", "max(1, 2, 3)", "min()"])
def test_of_two_and_no_other_number(call: str) -> None:
    found, diagnostics = compile_texts({"game.rules": f"{HEAD}\n{value(f'    is {call}')}"}, {})
    assert found is None
    assert {each.code for each in diagnostics if each.severity == "error"} <= {"E0302", "E0110"}


@pytest.mark.parametrize(
    ("inner", "flat"),
    [
        (case("x", 1, B) + case("y", 2, C), case("x", 1, A, B) + case("y", 2, A, C)),
        (case("x", 1, B) + case("y", 2), case("x", 1, A, B) + case("y", 2, A, f"not ({B})")),
        (
            case("x", 1, B) + case("y", 2, C) + case("z", 3),
            case("x", 1, A, B) + case("y", 2, A, C) + case("z", 3, A, f"not ({B} or {C})"),
        ),
    ],
)
def test_cases_inside_a_case_have_its_guards(inner: str, flat: str) -> None:
    """What stands beside it knows nothing of the cases inside: `otherwise` is not what fills a gap there."""
    around = f"\n    case around per R1\n        when {A}" + inner.replace("\n", "\n    ")
    short, long = (
        made(value(text + case("last", 9, *last))).values[0].body
        for text, last in ((around, ()), (flat, (f"not ({A})",)))
    )
    assert isinstance(short, game.Cases)
    assert short == long
    assert [each.clause.path for each in short.cases][-1] == "v.last"
    assert "v.around" not in {each.clause.path for each in short.cases}


def test_cases_inside_what_is_otherwise() -> None:
    last = "\n    case rest per R1\n        otherwise" + (case("x", 1, B) + case("y", 2)).replace("\n", "\n    ")
    flat = case("x", 1, f"not ({A})", B) + case("y", 2, f"not ({A})", f"not ({B})")
    short, long = (made(value(case("first", 9, A) + each)).values[0].body for each in (last, flat))
    assert short == long


TOLD = "phase Turn(p: player, n: 0..9)" + TURN.removeprefix("\nphase Turn(p: player)").replace(
    "next of p", "next of p, n"
)


def of_turn(values: str, where: str, more: str = "") -> Game:
    text = TOLD.replace("action gain", f"action gain_more per R1\n            when {where}\n        action gain")
    head = HEAD.replace("Turn(1)", "Turn(1, 3)")
    found, diagnostics = compile_texts({"game.rules": f"{head}\n{text}\n{values}\n{more}"}, {})
    assert found is not None, [each.message for each in diagnostics]
    return found


def test_values_of_a_phase_are_told_what_the_phase_is_told() -> None:
    short = of_turn(
        "value much of Turn: truth per R1\n    is more(2) and plain = 1\n"
        "value more(m: 0..9) of Turn: truth per R1\n    is score of p + m > n\n"
        "value plain of Turn: 0..9 per R1\n    is score of 1\n",
        "much or more(score of 2) and plain < 3",
        "claim c per R1\n    in every state of 2 players\n    much of Turn(2, 5) implies more(1) of Turn(1, plain of Turn(2, 4))",
    )
    long = of_turn(
        "value much(p: player, n: 0..9): truth per R1\n    is more(2, p, n) and plain = 1\n"
        "value more(m: 0..9, p: player, n: 0..9): truth per R1\n    is score of p + m > n\n"
        "value plain: 0..9 per R1\n    is score of 1\n",
        "much(p, n) or more(score of 2, p, n) and plain < 3",
        "claim c per R1\n    in every state of 2 players\n    much(2, 5) implies more(1, 1, plain)",
    )
    assert [(each.name, each.params, each.body) for each in short.values] == [
        (each.name, each.params, each.body) for each in long.values
    ]
    assert (short.phases, [each.condition for each in short.claims]) == (
        long.phases,
        [each.condition for each in long.claims],
    )


def test_what_a_let_names_is_what_it_was_changed_to() -> None:
    """A round that counts is one that hands the number on."""
    text = TURN.replace(
        "    go Turn",
        "    let n: 0..9 = 4\n    for each player q\n        if score of q = 0\n            add 3 to n\n"
        "        otherwise\n            subtract 1 from n\n    set score of p to n\n    go Turn",
    )
    rules = made(text)
    configuration, _ = configure(rules, 3, {}, {}, None)
    assert configuration is not None
    playable = make_game(rules, configuration)
    for scores, left in (((1, 1, 1), 1), ((1, 0, 1), 5), ((1, 0, 0), 9)):
        told = {str(seat): score for seat, score in enumerate(scores, start=1)}
        state = playable.position({"variables": {"score": told}, "phase": {"name": "Turn", "arguments": [1]}})
        after = playable.apply(state, playable.legal(state)[0])
        assert playable.to_json(after)["variables"]["score"]["1"] == left
    less = made(text.replace("= 4", "= 2"))
    narrow = make_game(less, configuration)
    state = narrow.position(
        {"variables": {"score": dict.fromkeys("123", 1)}, "phase": {"name": "Turn", "arguments": [1]}}
    )
    with pytest.raises(Fault, match="E0506"):
        narrow.apply(state, narrow.legal(state)[0])


@pytest.mark.parametrize(
    ("topic", "name", "expectations"),
    [
        ("cases", "otherwise", 6),
        ("cases", "nested", 5),
        ("effects", "let_changed", 1),
        ("types", "values_of_a_phase", 4),
    ],
)
def test_they_are_played_as_they_are_read(tmp_path: Path, topic: str, name: str, expectations: int) -> None:
    folder = tmp_path / "whoever_else"
    folder.mkdir()
    shutil.copy(CORPUS / "rulebook.toml", folder)
    shutil.copy(CORPUS / topic / "good" / f"{name}.rules", folder)
    (found,), _ = find_games(folder)
    rules = compile_folder(found).game
    assert rules is not None
    decided = decide_examples(rules, partial(make_game, explain=True), Reader(None, {}), Words(Labels()), {})
    assert decided.failures == ()
    assert decided.expectations == expectations
