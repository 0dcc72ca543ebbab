"""General rules and their exceptions whose answers are literals: each answer is its own, in both builds."""

import pytest

from refengine.ir.configuration import configure
from refengine.loading import make_game
from tests.types.front_end import compile_texts

GAME = """
game tiny from rulebook tiny
    players 2 per R1
kind Tree is Ash, Elm, Fir, Oak, Yew per R1
variable nuts: 0..4 per R1
variable bare: set of Tree per R1
value fee: 0..2 per R1
    normally 0
    except few per R1
        when nuts <= 1
        is 2
    except many per R1
        when nuts >= 4
        is 1
value rich: truth per R1
    normally false
    except many per R1
        when nuts >= 3
        is true
value worth(p: player): 0..2 per R1
    normally 0
    except first per R1
        when p = 1
        when nuts <= 2
        is 1
    except last per R1
        when p = 2
        when nuts >= 2
        is 2
value toll(t: Tree): 0..2 per R1
    normally 0
    except thin per R1
        when (number of Tree u with u in bare and u != t) >= 3
        is 1
value crowd: 0..2 per R1
    normally 0
    except many per R1
        when (number of Tree t with t in bare) >= 3
        is 2
value due: 0..9 per R1
    is fee + (if rich then 4 else 0)
setup per R1
    go Turn
phase Turn per R1
    ask table
        action hold(n in 0..4) per R1
            then set nuts to n
        action pay(n in 0..2) per R1
            when n = fee
            when fee + 1 > n
        action choose(player p, n in 0..2) per R1
            when worth(p) = n
            when worth(p) < n + 1
            when (sum of worth(q) for player q) >= n
        action fell(Tree t) per R1
            when t not in bare
            when toll(t) <= nuts
            then add t to bare
        action give(Tree t) per R1
            when toll(t) = 1
            when crowd = 2
        action count(n in 0..2) per R1
            when n = crowd
            when crowd < n + 1
        action spend per R1
            when rich
            then set nuts to fee
    go Turn
"""


@pytest.mark.parametrize("explain", [True, False])
def test_an_exception_answers_where_it_applies_and_nowhere_else(*, explain: bool) -> None:
    rules, found = compile_texts({"game.rules": GAME})
    assert rules is not None, [each.message for each in found]
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    game = make_game(rules, configuration, explain=explain)
    start = game.initial()
    held = [game.apply(start, game.find_action(start, "table", "hold", (nuts,))) for nuts in range(5)]
    assert [game.value(each, "fee") for each in held] == [2, 2, 0, 0, 1]
    assert [game.value(each, "rich") for each in held] == [False, False, False, True, True]
    assert [[each.arguments for each in game.legal(one) if each.name == "pay"] for one in held] == [
        [(number,)] for number in (2, 2, 0, 0, 1)
    ]
    chosen = [{each.arguments for each in game.legal(one) if each.name == "choose"} for one in held]
    assert chosen == [{(1, 1), (2, 0)}] * 2 + [{(1, 1), (2, 2)}] + [{(1, 0), (2, 2)}] * 2
    assert [any(each.name == "spend" for each in game.legal(one)) for one in held] == [False, False, False, True, True]
    assert [game.value(each, "due") for each in held] == [2, 2, 0, 4, 5]


@pytest.mark.parametrize("explain", [True, False])
def test_an_exception_that_is_worked_out_for_many_at_once_is_no_other(*, explain: bool) -> None:
    rules, _ = compile_texts({"game.rules": GAME})
    assert rules is not None
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    game = make_game(rules, configuration, explain=explain)
    begun = game.initial()
    state = game.apply(begun, game.find_action(begun, "table", "hold", (1,)))
    for felled, tree in enumerate(("Ash", "Elm", "Fir", "Oak")):
        many = felled >= 3
        legal = game.legal(state)
        assert [each.arguments for each in legal if each.name == "count"] == [(2 if many else 0,)]
        given = {each.arguments for each in legal if each.name == "give"}
        assert given == ({("Oak",), ("Yew",)} if many else set())
        state = game.apply(state, game.find_action(state, "table", "fell", (tree,)))
