"""Rules that fire rarely pull the choice."""

from random import Random

from attrs import evolve

from refengine.runtime.description import ExampleInfo
from refengine.runtime.fault import Clause
from refengine.testing.coverage import Coverage, FiringGoal
from refengine.testing.directed_play import direct
from refengine.testing.tally import take_step
from tests.testing import fake

RULES = ("right_1", "right_2", "right_3", "right_4")


def uniform(steps: int) -> int:
    """How often the last rule fires when every action is as likely as the others."""
    game, random, hits = fake.safe(), Random(3), 0
    state = game.initial()
    for _ in range(steps):
        legal = game.legal(state)
        if not legal:
            state = game.initial()
            legal = game.legal(state)
        step = take_step(game, state, random.choice(legal))
        state = step.after
        hits += "right_4" in step.fired
    return hits


def test_directed_play_reaches_what_chance_hardly_does() -> None:
    assert uniform(20_000) <= 20
    found = direct(fake.safe(), rules=RULES, times=5, budget=20_000)
    assert found.missing == ()
    assert found.steps < 5_000


def test_what_is_promised_is_sought_until_it_fired_so_often() -> None:
    found = direct(fake.safe(), rules=RULES, times=FiringGoal(2, {"right_4": 30}), budget=20_000)
    assert found.missing == ()
    assert found.coverage.count("right_4") >= 30
    short = direct(fake.safe(), rules=RULES, times=FiringGoal(2, {"right_4": 30}), budget=200)
    assert "right_4" in short.missing


def test_the_same_seed_gives_the_same_play() -> None:
    one, other = (direct(fake.safe(), rules=RULES, times=3, budget=2_000, seed=9) for _ in range(2))
    assert one == other


def test_what_was_seen_before_is_not_looked_for() -> None:
    known = Coverage(dict.fromkeys(RULES, 5))
    found = direct(fake.safe(), rules=RULES, times=5, known=known)
    assert (found.steps, found.missing) == (0, ())


def test_it_gives_up_what_cannot_be_reached() -> None:
    found = direct(fake.safe(), rules=(*RULES, "nowhere"), times=1, budget=100_000)
    assert found.missing == ("nowhere",)
    assert found.steps < 20_000


def test_it_begins_where_examples_do_when_nothing_rare_fires() -> None:
    """The last rule alone is rare: from the position of the example it is one step away."""
    clause = Clause("nearly_open", ("R1",))
    example = ExampleInfo("nearly_open", clause, clause, True, tuple, None, (), ())
    told = evolve(fake.safe().description, later_examples=lambda: (example,))
    examples = {"nearly_open": {"zones": {}, "variables": {"right": 3, "tries": 0}}}
    game = evolve(fake.safe(), description=told, examples=examples)
    known = Coverage(dict.fromkeys(RULES[:3], 5))
    found = direct(game, rules=RULES, times=5, known=known, budget=2_000)
    assert found.missing == ()
    assert found.coverage.posed["right_4"] == 5
    assert direct(fake.safe(), rules=RULES, times=5, known=known, budget=2_000).missing == ("right_4",)


def test_it_looks_only_at_examples_that_rest_on_what_a_rare_rule_rests_on() -> None:
    """So that an example in which it did not begin may say something else, and play is the same."""
    described = tuple(
        ExampleInfo(name, Clause(name, (cited,)), Clause(name, (cited,)), True, tuple, None, (), ())
        for name, cited in (("elsewhere", "R9"), ("nearly_open", "R1"))
    )
    told = evolve(fake.safe().description, later_examples=lambda: described)
    near = {"nearly_open": {"zones": {}, "variables": {"right": 3, "tries": 0}}}
    known = Coverage(dict.fromkeys(RULES[:3], 5))
    one, other = (
        direct(
            evolve(fake.safe(), description=told, examples={**near, "elsewhere": {"zones": {}, "variables": position}}),
            rules=RULES, times=5, known=known, budget=2_000,
        )
        for position in ({"right": 0, "tries": 0}, {"right": 2, "tries": 1})
    )  # fmt: skip
    assert one.examples == other.examples == {"nearly_open"}
    assert one == other


def test_failures_of_play_from_the_start_are_kept() -> None:
    found = direct(fake.noisy_counter(goal=2), rules=("nowhere",), patience=400)
    assert {each.key for each in found.failures} == {("invariant", "below_the_goal")}
