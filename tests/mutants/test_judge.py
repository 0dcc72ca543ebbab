"""Who objects to a mutant, and what it comes to if nobody does."""

import sys
from pathlib import Path

import pytest
from attrs import evolve

from refengine.cli.prover import prover
from refengine.ir.game import Game
from refengine.loading import GENERATED
from refengine.mutants.bench import Bench, MutantTools
from refengine.mutants.dependents import touched_goals
from refengine.mutants.judge import judge_with
from refengine.prove.run import Prover
from refengine.smt.goal import Counterexample, Decision, Goal, Limits, Position, Prediction
from refengine.smt.plan import batches, goals
from tests.mutants.conftest import HEAP, Changed, named, on_bench, ready
from tests.rulings.urn import write

NO_EXAMPLES = MutantTools(games=4)


@pytest.fixture
def silent(changed: Changed) -> Bench:
    """The game without its example, so that others have to object."""
    text = (HEAP / "heap.rules").read_text("utf-8")
    return ready(changed(text[text.index("example") :], ""), NO_EXAMPLES)


def test_an_example_objects(heap: Bench) -> None:
    found = judge_with(heap, named(heap, "leads.nobody_yet: `false` becomes `true`"))
    assert (found.found, found.by) == ("caught", "examples")
    assert found.name == "nobody_leads_at_first (2 players)"
    assert found.what == "`not leads(1)`"


def test_play_objects(silent: Bench) -> None:
    found = judge_with(silent, named(silent, "Turn.take: `add n to score of p` becomes `nothing`"))
    assert (found.found, found.by, found.endless) == ("caught", "play", False)
    assert found.what == "invariant nothing_is_lost"


def test_a_game_that_does_not_end_is_caught_by_a_bound_of_steps(changed: Changed) -> None:
    text = (HEAP / "heap.rules").read_text("utf-8")
    folder = changed(text[text.index("invariant") :], "")
    bench = ready(folder, NO_EXAMPLES)
    found = judge_with(bench, named(bench, "Turn: `game over` becomes `nothing`"))
    assert found.found == "caught"
    assert found.by == "play"
    ends = judge_with(bench, named(bench, "Turn.take: `subtract n from left` becomes `nothing`"))
    assert (ends.found, ends.by, ends.endless) == ("caught", "play", False)  # a score leaves its range before
    told = evolve(bench, means=evolve(bench.means, patience=1))
    endless = judge_with(told, named(told, "Turn.take.too_many: `n > left` becomes `n >= left`"))
    assert endless.found == "caught"


def test_what_nobody_notices_survives(silent: Bench, heap: Bench) -> None:
    """Nobody has said how many points there are, nor that guesses are hidden."""
    for bench in (silent, heap):
        for name in (
            "outcome: `score of p` becomes `score of p + 1`",
            "guess: `seen by owner` becomes `seen by everyone`",
        ):
            found = judge_with(bench, named(bench, name))
            assert (found.found, found.by, found.weaker) == ("survived", None, ())


def test_what_comes_of_a_mutant_says_so_again(heap: Bench) -> None:
    for name in ("leads: `q` becomes `p`", "outcome: `score of p` becomes `score of p + 1`"):
        assert judge_with(heap, named(heap, name)) == judge_with(heap, named(heap, name))


def test_a_mutant_leaves_nothing_behind(heap: Bench) -> None:
    before = {each for each in sys.modules if each.startswith(GENERATED)}
    judge_with(heap, named(heap, "leads: `q` becomes `p`"))
    assert {each for each in sys.modules if each.startswith(GENERATED)} == before


# ---- WHAT IS PROVED


@pytest.fixture
def proving(changed: Changed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The game without its example and without play: only what is proved can object."""
    monkeypatch.setenv("XDG_CACHE_HOME", (tmp_path / "cache").as_posix())
    text = (HEAP / "heap.rules").read_text("utf-8")
    claim = """claim nobody_leads_at_first                                                         per R1
    in every state of 2 players
    assuming taken = 0
    no player p has leads(p)
"""
    return ready(changed(text[text.index("example") :], claim), MutantTools(prover(), games=0))


@pytest.mark.slow
def test_a_claim_objects(proving: Bench) -> None:
    found = judge_with(proving, named(proving, "leads.nobody_yet: `false` becomes `true`"))
    assert (found.found, found.by) == ("caught", "proofs")
    assert found.name == "claim nobody_leads_at_first (2 players)"
    assert found.what == "refuted"


@pytest.mark.slow
def test_an_invariant_objects(proving: Bench) -> None:
    found = judge_with(proving, named(proving, "Turn.take: `add n to score of p` becomes `nothing`"))
    assert (found.found, found.by) == ("caught", "proofs")


def deciding(verdicts: dict[str, str]) -> Prover:
    """A prover that says of a game with another outcome what it is told to, and that all else is proved."""
    return Prover(goals, batches, lambda: _Deciding(verdicts))


class _Deciding:
    def __init__(self, verdicts: dict[str, str]) -> None:
        self.verdicts = verdicts

    def __call__(
        self, game: Game, asked: tuple[Goal, ...], _limits: Limits, _dump: object = None, _memory: object = None
    ) -> tuple[Decision, ...]:
        said = self.verdicts if _is_mutated(game) else {}
        return tuple(Decision(each, said.get(each.kind, "proved")) for each in asked)  # type: ignore[arg-type]


def _is_mutated(game: Game) -> bool:
    """Returns whether a highest stands where the rules have a sum."""
    return any(each.name == "taken" and "highest" in repr(each.body) for each in game.values)


@pytest.fixture
def told(proving: Bench) -> Bench:
    return evolve(proving, means=evolve(proving.means, prover=deciding({"invariant": "unknown", "claim": "bounded"})))


HIGHEST = "taken: `sum of score of p for player p` becomes `highest of score of p for player p`"


def test_what_is_no_longer_proved_is_not_caught(told: Bench) -> None:
    found = judge_with(told, named(told, HIGHEST))
    assert found.found == "weaker"
    assert found.by is None
    assert "invariant nothing_is_lost (2 players)" in found.weaker
    assert "claim nobody_leads_at_first (2 players)" in found.weaker


def test_what_play_objects_to_is_caught_although_it_is_not_proved(told: Bench) -> None:
    found = judge_with(evolve(told, means=evolve(told.means, games=4)), named(told, HIGHEST))
    assert (found.found, found.by) == ("caught", "play")


class _Listening(_Deciding):
    """It keeps what it was asked of the rules themselves."""

    def __init__(self, verdicts: dict[str, str]) -> None:
        super().__init__(verdicts)
        self.of_rules: list[str] = []

    def __call__(
        self, game: Game, asked: tuple[Goal, ...], limits: Limits, dump: object = None, _memory: object = None
    ) -> tuple[Decision, ...]:
        if not _is_mutated(game):
            self.of_rules += [each.kind for each in asked]
        return super().__call__(game, asked, limits, dump)


@pytest.mark.parametrize(("verdicts", "asked"), [({}, set()), ({"claim": "bounded"}, {"claim"})])
def test_of_what_is_proved_nobody_asks_whether_it_was_before(
    proving: Bench, verdicts: dict[str, str], asked: set[str]
) -> None:
    listening = _Listening(verdicts)
    means = evolve(proving.means, prover=Prover(goals, batches, lambda: listening))
    judge_with(evolve(proving, means=means), named(proving, HIGHEST))
    assert {*listening.of_rules} == asked


def test_what_was_refuted_before_objects_to_nothing(proving: Bench) -> None:
    always = Prover(goals, batches, lambda: _always)
    bench = evolve(proving, means=evolve(proving.means, prover=always))
    assert judge_with(bench, named(bench, "leads.nobody_yet: `false` becomes `true`")).found == "survived"


def _always(
    _game: Game, asked: tuple[Goal, ...], _limits: Limits, _dump: object = None, _memory: object = None
) -> tuple[Decision, ...]:
    return tuple(Decision(each, "refuted") for each in asked)


def test_where_engine_and_prover_disagree_nobody_is_believed(proving: Bench) -> None:
    bench = evolve(proving, means=evolve(proving.means, prover=Prover(goals, batches, lambda: _wrongly)))
    found = judge_with(bench, named(bench, HIGHEST))
    assert (found.found, found.by, found.name) == ("disagreement", "proofs", "claim nobody_leads_at_first (2 players)")


def _wrongly(
    game: Game, asked: tuple[Goal, ...], _limits: Limits, _dump: object = None, _memory: object = None
) -> tuple[Decision, ...]:
    """Says of a mutant that somebody leads at the start, which is not so."""
    start = Counterexample((Position(2, (), (), {}),), (Prediction(0, "leads", (1,), result=True),))
    return tuple(
        Decision(each, "refuted", counterexample=start)
        if each.kind == "claim" and _is_mutated(game)
        else Decision(each, "proved")
        for each in asked
    )


# ---- WHAT IS ASKED AGAIN


def test_only_what_a_change_may_touch_is_asked_again(proving: Bench) -> None:
    game = proving.game
    asked = goals(game)

    def again(name: str) -> set[str]:
        changed = proving.compile(named(proving, name))
        assert changed is not None
        return {each.title for each in touched_goals(game, changed, asked)}

    everything = {each.title for each in asked}
    assert again("Turn.take: `add n to score of p` becomes `nothing`") == everything
    assert again("taken: `score of p` becomes `guess of p`") == everything  # an invariant asks it
    some = again("leads.nobody_yet: `false` becomes `true`")
    assert "claim nobody_leads_at_first (2 players)" in some
    assert "invariant nothing_is_lost (2 players)" not in some
    assert not any("nobody_leads" in each for each in again("outcome: `score of p` becomes `score of p + 1`"))


WITH_A_TEXT = """\
game urn from rulebook urn
    players 2 per R1

kind Hue is Red, Green per R1

variable stones: 0..6, starts 5 per R1
variable taken of each player: 0..9 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action play(Hue h) per R1
            then enter printed(p, h)
        action stop per R1
            then game over
    go Turn(next of p)

text printed(p: player, h: Hue) by h, open over Taking, at most 1 times per R1

printed of Red per R1
    enter Taking(p, 2)

phase Taking(p: player, n: 1..3) per R1
    bar too_few per R1
        when n > stones
    subtract n from stones per R1
    set taken of p to n per R1

outcome per R1
    scores are taken of p for player p
    winners are all player p with taken of p > 3
"""


def test_what_a_body_owed_in_vain_before_objects_to_nothing(tmp_path: Path) -> None:
    """The body enters what is barred, which is decided with the bodies that are there: it was taken as proved before."""
    bench = on_bench(write(tmp_path, WITH_A_TEXT), MutantTools(prover(), games=0))
    found = judge_with(bench, named(bench, "outcome: `taken of p` becomes `taken of p + 1`"))
    assert (found.found, found.name) == ("survived", "")
    mended = WITH_A_TEXT.replace("    enter Taking(p, 2)", "    if stones > 1\n        enter Taking(p, 2)")
    mended_bench = on_bench(write(tmp_path / "mended", mended), MutantTools(prover(), games=0))
    caught = judge_with(mended_bench, named(mended_bench, "printed.Red: `stones > 1` becomes `stones >= 1`"))
    assert (caught.found, caught.name) == ("caught", "obligation printed.Red: no bar stands in the way (2 players)")
