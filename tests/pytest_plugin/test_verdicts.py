"""What becomes of a statement as a test: it holds, it fails, or nobody knows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from attrs import evolve

from refengine.evidence.level import Level
from refengine.evidence.promises import write_promised
from refengine.loading import load_rules
from refengine.pytest_plugin.verdicts import UnderTest, Verdict
from refengine.rulings.loading import load_judge
from refengine.rulings.precedents import write_precedent
from refengine.smt.goal import Decision
from refengine.source.cache import Cache
from tests.prove.duel import DECISIONS, TWO_ON_TOP, Says, compiled, goal, write_game
from tests.rulings.test_precedents import WORTH, kept
from tests.rulings.urn import RULES, write

HOLDS = Says().but(
    Decision(goal("claim", "one_taker"), "proved", "every Battle"),
    Decision(goal("obligation", "mood: some case applies"), "proved"),
)
SMALL = ("invariant", "scores_are_small")
FEW = ("invariant", "rounds_are_few")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_game(tmp_path / "duel")


def outcome(folder: Path, kind: str, name: str, says: Says = HOLDS, promised: Level | None = None) -> Verdict:
    if promised is not None:
        (folder / "evidence.toml").write_text(write_promised({(kind, name): promised}), "utf-8")
    made = compiled(folder)
    assert made.game is not None
    return UnderTest(made, made.game, Cache(None), says.prover()).statement(kind, name)


def test_what_is_proved_holds(folder: Path) -> None:
    assert outcome(folder, "claim", "one_taker") == Verdict()
    assert outcome(folder, "witness", "nobody_takes") == Verdict()


def test_what_is_refuted_fails_with_its_position(folder: Path) -> None:
    said = outcome(folder, "claim", "one_taker", Says())
    assert said.wrong is not None
    assert said.wrong.startswith("1. claim one_taker: does not hold here\n")
    assert "given Red 2 in field of 1, Blue 2 in field of 2" in said.wrong


def test_what_is_known_of_some_states_only_holds_where_no_more_was_promised(folder: Path) -> None:
    unpromised = outcome(folder, *SMALL)
    assert unpromised.wrong is None
    assert unpromised.unknown is not None
    assert unpromised.unknown.startswith("bounded 6")
    assert outcome(folder, *SMALL, promised=Level("bounded", 6)) == Verdict()
    fallen = outcome(folder, *SMALL, promised=Level("bounded", 7))
    assert fallen.wrong is not None
    assert "fell to bounded 6, bounded 7 was promised" in fallen.wrong
    assert "the induction fails from here" in fallen.wrong


def test_what_the_prover_gives_up_is_not_known_and_no_promise_of_more_is_kept(folder: Path) -> None:
    assert outcome(folder, *FEW).unknown is not None
    tested = outcome(folder, *FEW, promised=Level("tested"))
    assert (tested.wrong, tested.unknown is not None) == (None, True)
    lost = outcome(folder, *FEW, promised=Level("proved"))
    assert lost.wrong == "invariant rounds_are_few: not decided, proved was promised"


def test_a_disagreement_fails(folder: Path) -> None:
    wrong = evolve(TWO_ON_TOP, asked=(evolve(TWO_ON_TOP.asked[0], result=3),))
    says = Says().but(evolve(DECISIONS["claim", "one_taker", 2], counterexample=wrong))
    said = outcome(folder, "claim", "one_taker", says)
    assert said.wrong is not None
    assert "takers: the prover says 3, the engine says 2" in said.wrong


def test_faulty_promises_fail_whatever_they_are_about(folder: Path) -> None:
    (folder / "evidence.toml").write_text('[claim]\none_taker = "prooved"\n', "utf-8")
    said = outcome(folder, *SMALL)
    assert said.wrong is not None
    assert "error[E0861]" in said.wrong


def test_a_precedent_stands_or_fails_with_what_overrules_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "urn", RULES)
    (folder / "rulings").mkdir()
    (folder / "rulings" / "kept.toml").write_text(write_precedent(kept(load_judge(folder), *WORTH)), "utf-8")
    assert [str(each) for each in under_test(folder).precedents()] == ["precedent kept"]
    assert under_test(folder).precedent("kept") == Verdict()
    changed = write(tmp_path / "changed", RULES.replace("        is true\n", "        is false\n"))
    shutil.copytree(folder / "rulings", changed / "rulings")
    said = under_test(changed).precedent("kept")
    assert said.wrong is not None
    assert "precedent kept: is overruled: clause `enough.marked_ones` has changed" in " ".join(said.wrong.split())


def under_test(folder: Path) -> UnderTest:
    made = load_rules(folder)
    assert made.game is not None
    return UnderTest(made, made.game, Cache(None))


SCOPE = "\nscope all_of_it per R1\n    2 players\n"
COUNTED = "\ninvariant few_stones per R1\n    stones <= {most}\n"
MANY = "\nvariable counter: count, starts 0 per R1\n"


def test_a_scope_holds_in_every_state_of_it_or_fails_with_the_shortest_game(tmp_path: Path) -> None:
    sound = under_test(write(tmp_path / "sound", RULES + SCOPE + COUNTED.format(most=1)))
    assert [str(each) for each in sound.scopes()] == ["scope all_of_it"]
    assert sound.scope("all_of_it") == Verdict()
    broken = under_test(write(tmp_path / "broken", RULES + SCOPE + COUNTED.format(most=0)))
    said = broken.scope("all_of_it")
    assert said.wrong is not None
    assert "few_stones" in said.wrong


def test_a_scope_that_is_not_gone_through_is_not_known_and_keeps_no_promise(tmp_path: Path) -> None:
    rules = RULES.replace(
        "            then subtract n from stones\n",
        "            then subtract n from stones\n        action wait(n in 1..9) per R1\n            then add n to counter\n",
    ).replace("    game over\n", "    go Turn(p)\n")
    folder = write(tmp_path / "endless", rules + MANY + SCOPE)
    said = under_test(folder).scope("all_of_it")
    assert said.wrong is None
    assert said.unknown is not None
    assert "unknown" in said.unknown
    (folder / "evidence.toml").write_text(write_promised({("scope", "all_of_it"): Level("exhaustive")}), "utf-8")
    fallen = under_test(folder).scope("all_of_it")
    assert fallen.wrong is not None
    assert "exhaustive was promised" in fallen.wrong
    (folder / "evidence.toml").write_text('[claim]\none_taker = "prooved"\n', "utf-8")
    assert "error[E0861]" in str(under_test(folder).scope("all_of_it").wrong)
