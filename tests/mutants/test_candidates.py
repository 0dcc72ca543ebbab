"""What is changed in a rule set, and what is left alone."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from refengine.mutants.bench import Bench, MutantTools
from refengine.mutants.candidates import candidates
from refengine.mutants.mutant import OPERATORS, diff
from tests.mutants.conftest import Changed, named, on_bench

ROOT = Path(__file__).parents[2]
GAMES = ("docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "tests/mutants/heap")


def changes(bench: Bench, clause: str) -> set[str]:
    return {f"{each.before} -> {each.after}" for each in candidates(bench.rules) if each.rule.path == clause}


def test_everything_that_is_changed_in_a_value(heap: Bench) -> None:
    assert changes(heap, "leads") == {
        "no player q has score of q > score of p -> some player q has score of q > score of p",
        "no player q has score of q > score of p -> every player q has score of q > score of p",
        "score of q > score of p -> score of q >= score of p",
        "score of q > score of p -> score of q < score of p",
        "score of q -> guess of q",
        "score of p -> guess of p",
        "q -> p",
        "p -> q",
    }
    assert changes(heap, "leads.nobody_yet") == {
        "except nobody_yet per R1 when taken = 0 is false -> ",
        "when taken = 0 -> when true",
        "taken = 0 -> taken != 0",
        "0 -> 1",
        "false -> true",
    }


def test_everything_that_is_changed_in_a_script(heap: Bench) -> None:
    assert changes(heap, "Turn.take") == {
        "1 -> 2", "1 -> 0", "2 -> 3", "2 -> 1",
        "subtract n from left -> nothing",
        "add n to score of p -> nothing",
        "score of p -> guess of p",
    }  # fmt: skip
    assert changes(heap, "Turn.take.too_many") == {
        "bar too_many per R1 when n > left -> ",
        "when n > left -> when true",
        "n > left -> not (n > left)",
        "n > left -> n >= left",
        "n > left -> n < left",
    }
    assert {"left = 0 -> left != 0", "game over -> nothing", "next of p -> previous of p"} <= changes(heap, "Turn")


REGIONS = """
kind Bank is North, South                                                           per R1

region shore of Bank                                                                per R1
    joins b with c when near(b) and near(c)

region wood of Bank                                                                 per R1
    joins b with c when dark(b) and dark(c)

value near(b: Bank): truth                                                          per R1
    is left > 2

value dark(b: Bank): truth                                                          per R1
    is left > 2

invariant woods_are_there                                                           per R1
    every wood w has some b in w has true
"""


def test_what_a_region_asks_that_the_course_asks_is_a_rule(changed: Changed) -> None:
    folder = changed("if left = 0\n", "if left = 0 or left = 2 and shore of North = shore of South\n")
    rules = folder / "heap.rules"
    rules.write_text(rules.read_text("utf-8") + REGIONS, "utf-8")
    bench = on_bench(folder, MutantTools())
    assert "near(b) and near(c) -> near(b) or near(c)" in changes(bench, "shore")
    assert "left > 2 -> left >= 2" in changes(bench, "near")
    assert changes(bench, "wood") == changes(bench, "dark") == set()


def test_everything_that_is_changed_in_short_forms(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests" / "mutants" / "heap", tmp_path / "heap")
    (rules,) = (tmp_path / "heap").glob("*.rules")
    text = rules.read_text("utf-8")
    first, last = text.index("    normally no player q"), text.index("value taken")
    cases = """    case nobody_yet per R1
        when taken = 0
        is false
    case somebody per R1
        otherwise
        is every other player q, no player r with r = q has score of r > score of p

"""
    text = (text[:first] + cases + text[last:]).replace(
        "    if left = 0\n", "    repeat until left > 0 or taken = 5\n        subtract 1 from left\n    if left = 0\n"
    )
    rules.write_text(text, "utf-8")
    short = on_bench(tmp_path / "heap", MutantTools())
    assert "left > 0 or taken = 5 -> not (left > 0 or taken = 5)" in changes(short, "Turn")
    assert "when taken = 0 -> when true" in changes(short, "leads.nobody_yet")
    found = changes(short, "leads.somebody")
    assert not [each for each in found if "otherwise" in each]
    whole, inner = "every other player q, no player r with r = q has", "score of r > score of p"
    assert f"{whole} {inner} -> {whole.replace('every', 'some')} {inner}" in found
    assert "other player q -> player q" in found


def test_sight_and_outcome_are_rules(heap: Bench) -> None:
    assert "seen by owner -> seen by everyone" in changes(heap, "guess")
    assert {"score of p -> score of p + 1", "player p with leads(p) -> player p"} <= changes(heap, "outcome")


def test_tokens_of_a_kind_take_the_place_of_each_other(changed: Changed) -> None:
    jars = """
token Jam is Plum limit 3, Pear limit 4 on each player per R1

phase Putting(p: player, j: Jam) per R1
    if Plum on p = 0 and supply of Pear > 2 and j is not Pear
        move 1 Plum from supply to p
    move 1 j from supply to p

setup """
    bench = on_bench(changed("\nsetup ", jars), MutantTools())
    assert changes(bench, "Plum") == {"3 -> 4", "3 -> 2"}
    assert changes(bench, "Pear") == {"4 -> 5", "4 -> 3"}
    assert {
        "Plum on p -> Pear on p", "Pear -> Plum", "Plum -> Pear",
        "move 1 j from supply to p -> nothing",
    } <= changes(bench, "Putting")  # fmt: skip


def test_what_no_rule_asks_is_no_rule(heap: Bench) -> None:
    clauses = {each.rule.path for each in candidates(heap.rules)}
    assert "taken" in clauses
    assert not {"asked_by_nobody", "nothing_is_lost", "nobody_leads_at_first"} & clauses


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_says_what_it_changes(game: str) -> None:
    bench = on_bench(ROOT / game, MutantTools())
    found = candidates(bench.rules)
    assert len(found) > 40
    assert max(Counter(each.name for each in found).values()) == 1
    assert max(Counter(each.id for each in found).values()) == 1
    texts: set[str] = set()
    for mutant in found:
        source = bench.source(mutant)
        text = mutant.of(source).text
        assert text != source.text
        texts.add(text)
        lines = diff(source, mutant)
        gone = [line[2:] for line in lines if line.startswith("- ")]
        assert all(line in source.text for line in gone)
        assert all(line[2:] in text for line in lines if line.startswith("+ "))
        assert mutant.rule.cites
        assert mutant.operator in OPERATORS
    assert len(texts) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_most_of_them_are_rule_sets(game: str) -> None:
    """What does not compile costs time and says nothing, so the operators are to know better."""
    bench = on_bench(ROOT / game, MutantTools())
    found = candidates(bench.rules)
    assert sum(bench.compile(each) is not None for each in found) > 0.8 * len(found)


def test_a_mutant_keeps_its_name_where_it_is_moved_to(heap: Bench, tmp_path: Path) -> None:
    for path in (ROOT / GAMES[2]).iterdir():
        text = path.read_text("utf-8")
        (tmp_path / path.name).write_text(f"# another comment\n\n{text}" if path.suffix == ".rules" else text, "utf-8")
    moved = on_bench(tmp_path, MutantTools())
    assert [each.id for each in candidates(moved.rules)] == [each.id for each in candidates(heap.rules)]


def test_a_mutant_that_says_the_same_is_none(heap: Bench) -> None:
    mutant = named(heap, "leads.nobody_yet: `taken = 0` becomes `taken != 0`")
    assert heap.compile(mutant) is not None
    same = type(mutant)(mutant.operator, mutant.rule, mutant.edits[:1], "", "")
    (edit,) = same.edits
    unchanged = type(edit)(edit.span, heap.source(mutant).text[edit.span.start : edit.span.end])
    assert heap.compile(type(mutant)(mutant.operator, mutant.rule, (unchanged,), "", "")) is None


def test_bars_of_a_phase_are_clauses_of_it(changed: Changed) -> None:
    """What is bound in the head of the phase may be meant in its bars."""
    bars = "phase Turn(p: player) per R1\n    bar over_already per R1\n        when left < score of p\n    ask p"
    folder = changed(
        "phase Turn(p: player)                                                               per R1\n    ask p", bars
    )
    bench = on_bench(folder, MutantTools(games=4))
    assert changes(bench, "Turn.over_already") == {
        "bar over_already per R1 when left < score of p -> ",
        "when left < score of p -> when true",
        "left < score of p -> not (left < score of p)",
        "left < score of p -> left <= score of p",
        "left < score of p -> left > score of p",
        "score of p -> guess of p",
    }
    assert "take.too_many" not in {each.rule.path for each in candidates(bench.rules)}
