"""A scope explored: what came of it, and when it is refused."""

from pathlib import Path

import pytest
from attrs import evolve

from refengine.engine.replay import replay
from refengine.engine.trace import read_trace, write_trace
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir import expressions as ir
from refengine.ir.claims import Keep
from refengine.ir.configuration import Configuration, configure
from refengine.ir.domain import Piece, Range
from refengine.ir.scope import restrict_to
from refengine.loading import make_game
from refengine.source.cache import Cache
from refengine.source.watch import Watch
from tests.engine.rules import DUEL, compiled
from tests.explore.small_games import scope, tutorial

CARD = ir.Local("c", Piece("Card"))


def up_to(rank: int) -> Keep:
    return Keep(
        "Card", CARD, ir.Less(ir.FieldOf(CARD, "rank", None, Range(1, 13)), ir.Number(rank), strict=False), None
    )


def test_goofspiel_of_four_cards_by_a_scope_or_by_its_option() -> None:
    game = tutorial("goofspiel")
    chosen, _ = configure(game, 2, {}, {"order": "Descending"}, None)
    by_scope = explore_scope(game, scope(2, up_to(4)), None, ExplorationSettings(configuration=chosen))
    assert by_scope.sound
    assert (by_scope.states, by_scope.finished, by_scope.depth) == (918, 51, 8)
    assert by_scope.rests + by_scope.finished == by_scope.states
    assert [len(pieces) for _, pieces in by_scope.kept] == [16]


def test_everything_that_has_to_hold_is_checked_and_told() -> None:
    found = explore_scope(tutorial("goofspiel"), scope(2, up_to(3)))
    assert [(sort, clause.path) for sort, clause in found.checked] == [
        ("invariant", "hands_are_of_one_suit"),
        ("invariant", "prizes_are_diamonds"),
        ("invariant", "only_prizes_are_won"),
        ("invariant", "there_is_a_card_for_each_prize_left"),
        ("invariant", "everybody_has_as_many_cards_as_rounds_are_left"),
        ("invariant", "nothing_is_scored_that_is_no_prize"),
        ("step invariant", "what_is_won_stays_won"),
        ("step invariant", "what_was_bid_stays_out"),
        ("measure", "cards_left"),
        ("conservation", "conservation"),
    ]
    assert found.held == found.checked


def test_a_broken_property_is_not_among_those_that_held(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", DUEL.replace("score of p <= round", "score of p <= 1"))
    found = explore_scope(game, scope(2), None, ExplorationSettings(keep=Cache(None)))
    assert [each.key for each in found.violations] == [("invariant", "at_most_one_each")]
    assert found.complete
    assert not found.sound
    assert "at_most_one_each" not in [clause.path for _, clause in found.held]
    assert len(found.held) == len(found.checked) - 1


def test_a_large_scope_is_refused_with_a_number_unless_it_is_forced() -> None:
    game = tutorial("goofspiel")
    refused = explore_scope(game, scope(2, up_to(6)), None, ExplorationSettings(limit=5_000))
    assert (refused.states, refused.ended, refused.complete) == (0, "refused", False)
    assert [each.code for each in refused.problems] == ["E0876"]
    assert refused.estimate is not None
    assert refused.estimate.least > 5_000
    forced = explore_scope(game, scope(2, up_to(6)), None, ExplorationSettings(limit=5_000, force=True))
    assert (forced.ended, forced.problems) == ("limit", ())
    assert 5_000 < forced.states < 5_020
    assert not forced.sound


def test_who_watches_is_told_of_every_state() -> None:
    started: list[tuple[str, int]] = []
    steps: list[int] = []
    watch = Watch(lambda name, total: started.append((name, total)), steps.append)
    found = explore_scope(tutorial("tictactoe"), scope(2), watch)
    assert started == [("tictactoe: small", 20_000)]
    assert sum(steps) == found.states - 1  # the start is there before anything is done


def test_an_interrupt_gives_what_was_found() -> None:
    def stop(_states: int) -> None:
        raise KeyboardInterrupt

    found = explore_scope(tutorial("tictactoe"), scope(2), Watch(step=stop))
    assert found.ended == "interrupted"
    assert 0 < found.states < 5478


@pytest.mark.parametrize(
    ("players", "keep", "code"),
    [(7, up_to(4), "E0832"), (2, Keep("Crad", None, None, 3), "E0870"), (2, up_to(0), "E0871")],
)
def test_a_scope_that_cannot_be_says_why(players: int, keep: Keep, code: str) -> None:
    found = explore_scope(tutorial("goofspiel"), scope(players, keep))
    assert [each.code for each in found.problems] == [code]
    assert (found.states, found.complete) == (0, False)


# ---- TRACES


def test_a_trace_of_a_cut_game_is_played_again_in_the_game_cut_alike(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", DUEL)
    found = explore_scope(game, scope(2, up_to(2)), None, ExplorationSettings(keep=Cache(None)))
    (breach,) = found.faults  # who has only the lowest card left in the second round may not send it
    assert len(breach.trace.steps) == 2
    assert found.kept == (("Card", (("Red 1", 1), ("Red 2", 1), ("Blue 1", 1), ("Blue 2", 1))),)
    trace, _ = read_trace(write_trace(evolve(breach.trace, kept=found.kept)))
    assert trace is not None
    assert trace == evolve(breach.trace, kept=found.kept)
    again, wrong = restrict_to(game, trace.kept, "a.itf.json")
    assert again is not None, wrong
    told = replay(make_game(again, configuration_of(trace.players), keep=Cache(None)), trace)
    assert told.verdict == "fault"
    assert told.fault is not None
    assert ("fault", told.fault.clause.path) == breach.key


def configuration_of(players: int) -> Configuration:
    return Configuration(players, (("ties", "neither"),))


def test_a_trace_of_the_whole_game_says_nothing_of_pieces(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", DUEL.replace("score of p <= round", "score of p <= 0"))
    found = explore_scope(game, scope(2), None, ExplorationSettings(keep=Cache(None)))
    assert found.kept == ()
    text = write_trace(found.violations[0].trace)
    assert '"kept"' not in text
    trace, _ = read_trace(text)
    assert trace is not None
    told = replay(make_game(game, configuration_of(2), keep=Cache(None)), trace)
    assert told.verdict == "same"
    assert [each.clause.path for _, each in told.breaches] == ["at_most_one_each"]
