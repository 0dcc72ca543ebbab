"""What play is asked for: what two readings say only together, and nothing that nobody asks in play."""

import pytest

from refengine.check import pairs
from refengine.check.coverage import fixed_in, rules_of
from refengine.check.pairs import paired_settings
from refengine.check.plan import plan
from refengine.check.reachable_clauses import ReachableClauses, asked_in
from refengine.check.run import Options, check
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.pipeline import Compilation, compile_folder
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels
from tests.engine.rules import rulebook

RULES = """\
# Gates stop whoever has no key, if there are any.
game walk from rulebook tiny
    players 1..2                                                per R1

question gates about R1                                         per ruling A1
    "are there gates?"
    reading no_gates "no", inferred, default
    reading open_ones "yes, and they are open", house
    reading guarded "yes", house

question keys about R1                                          per ruling A1
    "who has a key?"
    reading nobody_has "nobody", inferred, default
    reading the_first_has "the first", house
    reading everybody_has "everybody", house

edition walled                                                  per R1
    gates is guarded

variable spot of each player: 0..3                             per R1

value stops(p: player): truth                                   per R1
    normally true
    except unlocked per ruling A1
        when keys is the_first_has
        when p = 1
        is false

value costs: 1..9                                               per R1
    normally 1 + price
    except free per R1
        when price = 0
        is 1

value price: 0..8                                               per R1
    is 2

law nothing_costs_much                                          per R1
    costs < 9

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action walk(n in 1..3)                                  per R1
            when gates is not guarded or not stops(p)
            then set spot of p to n
        action stay                                             per R1
    game over

outcome                                                         per R1
    scores are spot of p for player p
    winners are all player p with spot of p > 0
"""
WITH_TWO = "2 players, gates guarded and keys the_first_has"


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Compilation:
    folder = tmp_path_factory.mktemp("walk") / "walk"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    (folder / "game.rules").write_text(RULES, "utf-8")
    (found,), _ = find_games(folder)
    return compile_folder(found)


@pytest.mark.parametrize(
    ("players", "edition", "rules", "expected"),
    [
        (None, None, None, [WITH_TWO]),
        (1, None, None, [WITH_TWO.replace("2 players", "1 player")]),
        (None, None, ("Turn.walk", "stops.normally", "costs.normally"), []),
        (None, "walled", None, []),
    ],
    ids=["what two readings say together", "for so many players", "what is asked anyhow", "of an edition nothing else"],
)
def test_what_no_planned_setting_asks_has_one_of_its_own(
    walk: Compilation, players: int | None, edition: str | None, rules: tuple[str, ...] | None, expected: list[str]
) -> None:
    assert walk.game is not None, walk.diagnostics
    planned, _ = plan(walk.game, players, edition)
    wanted = rules or [each.path for each in rules_of(walk.game)]
    assert [each.setting.label for each in paired_settings(walk.game, planned, wanted)] == expected


def test_who_asks_is_read_off_the_rules_of_a_setting(walk: Compilation) -> None:
    assert walk.game is not None
    planned, _ = plan(walk.game, 2)
    asked = {each.setting.label: fixed_in(walk.game, each.configuration).asked for each in planned}
    of_stops = {"stops", "stops.normally"}
    assert of_stops & asked["2 players"].by_nobody
    assert of_stops & asked["2 players, edition walled"].by_play
    for each in asked.values():
        assert each.by_laws_alone == {"costs.normally", "costs.free", "price"} & each.by_laws_alone != frozenset()
        assert not each.by_play & (each.by_laws_alone | each.by_nobody)


def test_play_comes_to_both_and_is_not_asked_for_what_laws_ask(walk: Compilation) -> None:
    options = Options(traces=2, directed=3, parts=frozenset({"play", "coverage", "laws"}))
    told = check(walk, options, Words(Labels()))
    assert told.coverage is not None
    assert (told.verdict, told.coverage.never_fired, told.coverage.seldom) == ("holds", (), ())
    assert {each.clause.path for each in told.coverage.settled} >= {"costs.normally", "costs.free"}
    assert [each.setting.label for each in told.played if each.directed and each.setting.label == WITH_TWO] == [
        WITH_TWO
    ]


def test_what_play_asks_under_no_reading_is_not_sought_reading_by_reading(
    walk: Compilation, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert walk.game is not None
    planned, _ = plan(walk.game, 2)
    asked: list[Configuration] = []

    def counted(game: model.Game, configuration: Configuration) -> ReachableClauses:
        asked.append(configuration)
        return asked_in(game, configuration)

    monkeypatch.setattr(pairs, "asked_in", counted)
    assert paired_settings(walk.game, planned, ["nobody_asks.normally"]) == ()
    assert len(asked) == len(planned)
    assert paired_settings(walk.game, planned, ["stops.unlocked"])
    assert len(asked) > 2 * len(planned)
