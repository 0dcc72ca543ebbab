"""Every state is found once, and what is broken is found with a shortest way to it."""

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest

from refengine.engine.replay import replay
from refengine.explore.search import Search
from refengine.ir.configuration import configure
from refengine.loading import make_game
from refengine.runtime.game import Game
from refengine.source.cache import Cache
from tests.engine.rules import CARDS, DUEL, compiled
from tests.explore.small_games import TABLE, tutorial
from tests.games.brute_force import Goofspiel, Seat, Table, tictactoe_moves

EVERYTHING = 1_000_000

Node = TypeVar("Node", bound=Hashable)


def counted(root: Node, successors: Callable[[Node], Iterable[Node]]) -> tuple[int, int, int]:
    """States, transitions and ends of a game that was restated by hand."""
    seen = {root}
    to_come = [root]
    transitions = ends = 0
    while to_come:
        coming = list(successors(to_come.pop()))
        transitions += len(coming)
        ends += not coming
        new = set(coming) - seen
        seen |= new
        to_come += new
    return len(seen), transitions, ends


def playable(rules: str, folder: Path, players: int = 2) -> Game:
    game = compiled(folder, rules)
    configuration, wrong = configure(game, players, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(game, configuration, keep=Cache(None))


def explored(game: Game, *, all_orders: bool = False) -> Search:
    search = Search(game, all_orders=all_orders)
    assert search.run(EVERYTHING) == "whole"
    return search


# ---- NUMBERS


def test_tic_tac_toe_has_its_published_number_of_positions() -> None:
    game = tutorial("tictactoe")
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    search = explored(make_game(game, configuration))
    assert (search.states, search.transitions, search.finished) == counted((0, 0), tictactoe_moves)
    assert (search.states, search.finished, search.depth) == (5478, 958, 9)
    assert not search.breaches


def test_every_node_of_the_tree_of_tic_tac_toe_is_a_way_to_a_state() -> None:
    game = tutorial("tictactoe")
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    made = make_game(game, configuration)
    ways = {made.initial(): 1}
    nodes = 0
    while ways:
        nodes += sum(ways.values())
        coming: dict[object, int] = {}
        for state, number in ways.items():
            for action in made.legal(state):
                after = made.apply(state, action)
                coming[after] = coming.get(after, 0) + number
        ways = coming
    assert nodes == 549_946


VARIANTS = [
    Goofspiel(cards=4),
    Goofspiel(cards=4, in_seat_order=False),
    Goofspiel(cards=4, ties="divided"),
    Goofspiel(cards=3, shuffled=True),
    Goofspiel(cards=3, players=3, ties="carried_over"),
    Goofspiel(cards=3, players=3, shuffled=True, in_seat_order=False),
]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_goofspiel_has_as_many_states_as_one_counted_by_hand(variant: Goofspiel) -> None:
    game = tutorial("goofspiel")
    order = "Shuffled" if variant.shuffled else "Descending"
    options = {"size": variant.cards, "order": order}
    configuration, wrong = configure(game, variant.players, {"ties": variant.ties}, options, None)
    assert configuration is not None, wrong
    search = explored(make_game(game, configuration), all_orders=not variant.in_seat_order)
    assert (search.states, search.transitions, search.finished) == counted(start_of(variant), variant.successors)


def start_of(variant: Goofspiel) -> Table:
    suit = frozenset(range(1, variant.cards + 1))
    table = Table((Seat(suit, 0, frozenset(), 0),) * variant.players, suit, frozenset(), turned=False)
    return variant._turn(table)


def test_four_cards_have_918_positions_in_the_order_of_seats() -> None:
    game = tutorial("goofspiel")
    configuration, _ = configure(game, 2, {}, {"size": 4, "order": "Descending"}, None)
    assert configuration is not None
    assert explored(make_game(game, configuration)).states == 918
    assert explored(make_game(game, configuration), all_orders=True).states == 1428


def test_every_order_finds_more_on_the_way_and_the_same_ends(tmp_path: Path) -> None:
    game = playable(DUEL, tmp_path / "tiny")
    few, many = explored(game), explored(game, all_orders=True)
    assert few.states < many.states
    assert few.finished == many.finished
    assert few.depth == many.depth


# ---- HALTS


def test_a_search_that_is_halted_goes_on_where_it_was() -> None:
    game = tutorial("tictactoe")
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    made = make_game(game, configuration)
    search = Search(made)
    for limit in (1, 7, 100, 2000):
        assert search.run(limit) == "limit"
        assert limit < search.states <= limit + 9
        assert search.frontier
    assert search.run(EVERYTHING) == "whole"
    whole = explored(made)
    assert (search.states, search.transitions, search.levels) == (whole.states, whole.transitions, whole.levels)
    assert sum(search.levels) == search.states


def test_as_many_as_the_limit_are_not_too_many(tmp_path: Path) -> None:
    game = playable(TABLE, tmp_path / "tiny")
    states = explored(game).states
    assert Search(game).run(states) == "whole"
    assert Search(game).run(states - 1) == "limit"


def test_an_interrupt_leaves_what_was_found(tmp_path: Path) -> None:
    def interrupt(_states: int) -> None:
        raise KeyboardInterrupt

    game = tutorial("tictactoe")
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    search = Search(make_game(game, configuration))
    assert search.run(EVERYTHING, interrupt) == "interrupted"
    assert 0 < search.states < 5478
    assert search.run(EVERYTHING) == "interrupted"  # half a state may be missing, so it does not go on


# ---- WHAT IS BROKEN


COUNTING = (
    CARDS
    + """
setup                                                           per R1
    go Count

phase Count                                                     per R1
    ask 1
        action more(n in 1..2)                                  per R1
            when round + n <= 3
            then add n to round
        action less                                             per R1
            when round > 1
            then subtract 1 from round
        action stop                                             per R1
            then game over
    go Count
"""
)

BROKEN = [
    ("invariant low per R1\n    round < 3", ("invariant", "low"), 1),
    ("invariant low in Count per R1\n    round < 2", ("invariant", "low"), 1),
    ("step invariant up per R1\n    round >= before(round)", ("step invariant", "up"), 2),
    ("measure left per R1\n    3 - round", ("measure", "left"), 1),
    ("invariant never per R1\n    round > 1", ("invariant", "never"), 0),
]


@pytest.mark.parametrize(("broken", "key", "steps"), BROKEN)
def test_what_is_broken_is_found_on_a_shortest_way(
    tmp_path: Path, broken: str, key: tuple[str, str], steps: int
) -> None:
    game = playable(f"{COUNTING}\n{broken}\n", tmp_path / "tiny")
    search = explored(game)
    assert list(search.breaches) == [key]
    trace = search.breaches[key].trace
    assert len(trace.steps) == steps
    again = replay(game, trace)
    assert again.verdict == "same"
    assert [(number, each.kind, each.clause.path) for number, each in again.breaches][-1] == (steps, *key)
    assert search.states == explored(playable(COUNTING, tmp_path / "plain")).states


def test_each_property_is_told_once_and_the_search_goes_on(tmp_path: Path) -> None:
    both = "invariant low per R1\n    round < 3\n\ninvariant lower per R1\n    round < 2\n"
    search = explored(playable(f"{COUNTING}\n{both}", tmp_path / "tiny"))
    assert sorted(search.breaches) == [("invariant", "low"), ("invariant", "lower")]
    assert (search.states, search.finished) == (6, 3)


FAULTS = [
    ("then add n to round", "then add n + 1 to round", "more", "E0506", 1),
    ("action stop                                             per R1\n            then game over",
     "action stop                                             per R1\n            when round = 1\n            then done",
     "stop", "E0515", 1),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "path", "code", "steps"), FAULTS)
def test_where_the_rules_break_off_is_found(
    tmp_path: Path, old: str, new: str, path: str, code: str, steps: int
) -> None:
    assert old in COUNTING
    game = playable(COUNTING.replace(old, new), tmp_path / "tiny")
    search = explored(game)
    (breach,) = search.breaches.values()
    assert (breach.key, breach.code, len(breach.trace.steps)) == (("fault", path), code, steps)
    again = replay(game, breach.trace)
    assert again.verdict == "fault"
    assert again.fault is not None
    assert again.fault.code == code


def test_nobody_can_go_on_where_nothing_is_legal(tmp_path: Path) -> None:
    stuck = COUNTING.replace("            then game over", "            when round = 9\n            then game over")
    stuck = stuck.replace("when round > 1", "when round > 5")
    search = explored(playable(stuck, tmp_path / "tiny"))
    ((key, breach),) = search.breaches.items()
    assert key[0] == "fault"
    assert breach.code == "E0514"
    assert len(breach.trace.steps) == 1  # `more(2)`, and there is nothing more to choose


def test_a_game_that_cannot_begin_has_no_states(tmp_path: Path) -> None:
    rules = COUNTING.replace("    go Count\n\nphase", "    add 3 to round\n    go Count\n\nphase", 1)
    search = explored(playable(rules, tmp_path / "tiny"))
    ((_, breach),) = search.breaches.items()
    assert search.states == 0
    assert (breach.sort, breach.trace.states) == ("fault", ())


def test_the_end_is_asked_how_it_ended(tmp_path: Path) -> None:
    outcome = """
outcome                                                         per R1
    scores are (if p = 1 then (the c in pile).rank else 0) for player p
    winners are all player p
"""
    search = explored(playable(COUNTING + outcome, tmp_path / "tiny"))
    assert [(each.key, each.code) for each in search.breaches.values()] == [(("fault", "outcome"), "E0504")]
