"""A run: which mutants are taken, and that nothing but the question has a say in what comes of them."""

from pathlib import Path

import pytest
from attrs import evolve

from refengine.mutants.bench import Bench, MutantTools
from refengine.mutants.candidates import candidates
from refengine.mutants.run import Draw, UnsoundRules, rehearse, run
from refengine.source.watch import Watch
from tests.mutants.conftest import HEAP, Changed, on_bench, ready


def test_the_same_seed_gives_the_same_mutants(heap: Bench) -> None:
    everything = candidates(heap.rules)
    one = [each.id for each in Draw(seed=1).order(everything)]
    assert one == [each.id for each in Draw(seed=1).order(reversed(everything))]
    assert sorted(one) == sorted(each.id for each in everything)
    assert one != [each.id for each in Draw(seed=2).order(everything)]


def test_so_many_are_judged_and_those_that_are_apart_do_not_count(heap: Bench) -> None:
    few = run(heap, Draw(count=6), 1)
    assert len(few.judged) == 6
    assert all(each.counts for each in few.judged)
    assert few.possible == len(candidates(heap.rules))
    apart = few.judged[0].mutant.name
    more = run(heap, Draw(count=6, apart=frozenset({apart})), 1)
    assert [each.mutant.id for each in more.judged][:6] == [each.mutant.id for each in few.judged]
    assert len(more.judged) == 7


def test_a_larger_draw_begins_like_a_smaller_one(heap: Bench) -> None:
    assert run(heap, Draw(count=9), 1).judged[:4] == run(heap, Draw(count=4), 1).judged


def test_another_rule_leaves_the_draw_of_the_others_as_it_is(heap: Bench, changed: Changed) -> None:
    other = on_bench(changed("when taken = 0", "when taken <= 0"), heap.means)
    before = [each.id for each in Draw().order(candidates(heap.rules)) if not each.rule.path.startswith("leads")]
    after = [each.id for each in Draw().order(candidates(other.rules)) if not each.rule.path.startswith("leads")]
    assert before == after


def test_only_those_that_are_named(heap: Bench) -> None:
    wanted = candidates(heap.rules)[3]
    found = run(heap, Draw(count=50, only=frozenset({wanted.id})), 1)
    assert [each.mutant for each in found.judged] == [wanted]


@pytest.mark.slow
def test_processes_have_no_say(heap: Bench) -> None:
    assert run(heap, Draw(count=12), 2) == run(heap, Draw(count=12), 1)


def test_it_is_told_how_far_it_is(heap: Bench) -> None:
    told: list[object] = []
    run(heap, Draw(count=3), 1, Watch(lambda name, total: told.append((name, total)), told.append))
    assert told == [("heap: mutants", 3), 1, 1, 1]


def test_an_interruption_leaves_what_was_done(heap: Bench) -> None:
    done: list[int] = []

    def step(number: int) -> None:
        done.append(number)
        if len(done) == 2:
            raise KeyboardInterrupt

    found = run(heap, Draw(count=10), 1, Watch(step=step))
    assert found.interrupted
    assert len(found.judged) == 2


# ---- THE RULES THEMSELVES


def test_a_mutant_of_rules_that_fail_an_example_says_nothing(changed: Changed) -> None:
    found = rehearse(
        on_bench(changed("expect leads(1), leads(2), illegal", "expect not leads(2), illegal"), MutantTools()), 1
    )
    assert found == UnsoundRules("example nobody_leads_at_first", "`not leads(2)`")


def test_nor_does_one_of_rules_that_break_in_play(changed: Changed) -> None:
    text = (HEAP / "heap.rules").read_text("utf-8")
    folder = changed(text[text.index("invariant") :], "invariant never                per R1\n    left > 0\n")
    found = rehearse(on_bench(folder, MutantTools(games=2)), 1)
    assert found == UnsoundRules("invariant never", "it does not hold in play")


def test_what_fires_and_how_long_games_are_is_known(heap: Bench) -> None:
    assert heap.longest == {"2 players": 4, "3 players": 4}
    assert "leads.nobody_yet" in heap.fired["nobody_leads_at_first", ()]


def test_a_file_that_changes_meanwhile_changes_nothing(changed: Changed) -> None:
    """What is judged is what was read before the first mutant."""
    folder: Path = changed("starts 5", "starts 5")
    bench = ready(folder, MutantTools(games=1))
    before = run(bench, Draw(count=5), 1)
    for path in folder.glob("*.rules"):
        path.write_text("this is nothing", "utf-8")
    assert run(evolve(bench), Draw(count=5), 1) == before
