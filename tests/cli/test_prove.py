"""`refengine prove`: what it says, how it ends, and what it writes."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from jsonschema import Draft202012Validator

from refengine.check.report import GameReport
from refengine.check.run import check as check_game
from refengine.prove.engines import Engines
from refengine.prove.replay import ReplayResult, replay
from refengine.prove.run import Dump
from refengine.smt.goal import Decision, Goal
from refengine.source.codes import TITLES
from tests.cli.conftest import Ran
from tests.cli.interrupted import started
from tests.engine.rules import compiled
from tests.prove.duel import A_TIE, DECISIONS, RULES, TWO_ON_TOP, Says, goal, write_game

Run = Callable[..., Ran]
Uses = Callable[[Says], None]
ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "prove.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
GAME = "spec/duel"


@pytest.fixture
def uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Uses:
    """The small game in the current folder, and a prover that says what it is told; nothing is kept for others."""
    write_game(tmp_path / "spec" / "duel")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("refengine.cli.crews.cores", lambda: 0)

    def uses(says: Says) -> None:
        for command in ("check", "prove"):
            monkeypatch.setattr(f"refengine.cli.{command}.prover", says.prover)

    uses(Says())
    return uses


def data(ran: Ran) -> dict[str, object]:
    found: dict[str, object] = json.loads(ran.out)
    VALIDATOR.validate(found)
    assert found["exitCode"] == ran.code
    return found


HOLDING = Says().only("always_calm", "nobody_takes", "prize: there is exactly one", "scores_are_small")


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_line_for_each_statement(run: Run, uses: Uses) -> None:
    ran = run("prove", GAME)
    rows = [re.split(r" {2,}", line.strip()) for line in ran.out.splitlines()[2:9]]
    assert [row[:3] for row in rows] == [
        ["claim one_taker", "refuted", "2..3 players"],
        ["claim always_calm", "proved", "2 players"],
        ["witness nobody_takes", "found", "2 players"],
        ["invariant scores_are_small", "bounded 6", "2 players"],
        ["invariant rounds_are_few", "unknown", "2 players"],
        ["obligation mood: some case applies", "refuted", "2 players"],
        ["obligation prize: there is exactly one", "proved", "2 players"],
    ]
    assert rows[1][-1] == "rests on law ranks_are_low"
    assert rows[0][-1] == "1,500"
    assert ran.err == "duel: proofs: 8 to do\n"


def test_what_is_refuted_is_shown_with_its_rules(run: Run, uses: Uses) -> None:
    ran = run("prove", GAME, "one_taker")
    assert ran.code == 1
    assert "1. claim one_taker: does not hold here" in ran.out
    assert "     per R1 (rulebook line 7): The higher card takes the prize." in ran.out
    assert "   with 2 players, ties both\n" in ran.out
    assert "   best(Red 2) is true, by `best.normally` per R1" in ran.out
    assert "     given Red 2 in field of 1, Blue 2 in field of 2\n" in ran.out
    assert "     and 1 more fact that makes no difference here\n" in ran.out


def test_a_witness_is_shown_where_it_is_asked_for(run: Run, uses: Uses) -> None:
    assert "there is one" in run("prove", GAME, "nobody_takes").out
    uses(HOLDING)
    assert "there is one" not in run("prove", GAME).out


@frozen
class Stops(Says):
    """Somebody interrupts it when it comes to the witness."""

    def one(self, goal: Goal, dump: Dump | None) -> Decision:
        if goal.kind == "witness":
            raise KeyboardInterrupt
        return super().one(goal, dump)


UNSUPPORTED = Decision(goal("claim", "always_calm"), "unsupported", "the prover cannot express a mood")
WRONG = evolve(
    DECISIONS["claim", "one_taker", 2],
    counterexample=evolve(TWO_ON_TOP, asked=(evolve(TWO_ON_TOP.asked[0], result=3),)),
)

TIE = DECISIONS["witness", "nobody_takes", 2]
WRONG_TIE = evolve(TIE, counterexample=evolve(A_TIE, asked=(evolve(A_TIE.asked[0], result=1),)))
"""Nobody takes it, says the engine, and the prover that somebody does."""


@pytest.mark.parametrize(
    ("says", "code"),
    [
        (HOLDING, 0),
        (Says(), 1),
        (HOLDING.but(Decision(goal("witness", "nobody_takes"), "not found")), 1),
        (HOLDING.but(Decision(goal("claim", "always_calm"), "vacuous", "no state is as it assumes")), 1),
        (HOLDING.but(UNSUPPORTED), 2),
        (HOLDING.but(Decision(goal("claim", "always_calm"), "unknown")), 3),
        (Stops(HOLDING.decisions), 3),
        (Says().but(WRONG, UNSUPPORTED), 4),
    ],
)
def test_how_it_ends(run: Run, uses: Uses, says: Says, code: int) -> None:
    uses(says)
    assert run("prove", GAME).code == code
    found = data(run("prove", GAME, "--format", "json", "--fresh"))
    assert found["exitCode"] == code


def test_what_the_prover_cannot_express_has_its_place(run: Run, uses: Uses) -> None:
    uses(HOLDING.but(UNSUPPORTED))
    ran = run("prove", GAME)
    assert "error[E0864]: claim `always_calm` cannot be proved: the prover cannot express a mood" in ran.err
    assert "--> spec/duel/duel.rules:" in ran.err


def test_what_is_bounded_says_why_no_induction_proves_it_where_no_position_does(run: Run, uses: Uses) -> None:
    shown = run("prove", GAME).out
    assert "bounded 6" in shown
    assert "bounded alone" not in shown
    uses(HOLDING.but(Decision(goal("obligation", "prize: there is exactly one"), "bounded", unproved="it fails so")))
    ran = run("prove", GAME)
    assert "  bounded alone (it fails so): obligation prize: there is exactly one\n" in ran.out
    rows = data(run("prove", GAME, "--format", "json"))["statements"]
    assert [each["unproved"] for each in rows if each["level"] == "bounded"] == [[], ["it fails so"]]  # type: ignore[attr-defined]


def test_a_disagreement_shows_both_answers(run: Run, uses: Uses) -> None:
    uses(Says().but(WRONG))
    assert "takers: the prover says 3, the engine says 2" in run("prove", GAME).out


def test_an_interruption_keeps_what_was_done(run: Run, uses: Uses) -> None:
    uses(Stops())
    found = data(run("prove", GAME, "--format", "json"))
    verdicts = {each["name"]: each["verdict"] for each in found["statements"]}  # type: ignore[attr-defined]
    assert found["interrupted"]
    assert verdicts["one_taker"] == "refuted"
    assert verdicts["nobody_takes"] == verdicts["rounds_are_few"] == "not reached"
    uses(Says())
    assert data(run("prove", GAME, "--format", "json"))["fromCache"] == 3


def test_a_second_run_answers_from_the_cache_and_says_so(run: Run, uses: Uses) -> None:
    first = run("prove", GAME, "always_calm", "nobody_takes")
    assert "from the cache" not in first.out
    second = run("prove", GAME, "always_calm", "nobody_takes")
    assert "2 statements: 1 proved, 1 found; 2 of 2 answers from the cache" in second.out
    assert second.err == ""
    assert "from the cache" not in run("prove", GAME, "always_calm", "--fresh").out
    assert "from the cache" not in run("prove", GAME, "always_calm", "--rlimit", "7").out
    assert "from the cache" in run("prove", GAME, "always_calm").out


@pytest.mark.parametrize("names", [(), ("nobody_takes", "mood", "scores_are_small")])
def test_a_second_run_says_the_same(run: Run, uses: Uses, names: tuple[str, ...]) -> None:
    first = run("prove", GAME, *names)
    second = run("prove", GAME, *names)
    assert re.sub(r"; \d+ of \d+ answers from the cache", "", second.out) == first.out
    assert second.code == first.code
    found, again = (data(run("prove", GAME, *names, "--format", "json", *more)) for more in (["--fresh"], []))
    untimed = [[each | {"seconds": 0} for each in one.pop("statements")] for one in (found, again)]  # type: ignore[attr-defined]
    assert untimed[0] == untimed[1]
    assert found | {"fromCache": again["fromCache"]} == again


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of everything that is replayed in an engine."""
    found: list[str] = []

    def counted(engines: Engines, decision: Decision) -> ReplayResult | None:
        found.append(decision.goal.name)
        return replay(engines, decision)

    monkeypatch.setattr("refengine.prove.narrative.replay", counted)
    monkeypatch.setattr("refengine.check.counterexamples.replay", counted)
    return found


def test_a_second_run_replays_only_what_it_shows(run: Run, uses: Uses, replayed: list[str]) -> None:
    def replays(*argv: str) -> list[str]:
        replayed.clear()
        run(*argv)
        return sorted(replayed)

    seen = ["mood: some case applies", "one_taker", "scores_are_small"]
    assert replays("prove", GAME) == sorted([*seen, "nobody_takes"])
    assert replays("prove", GAME) == seen
    assert replays("prove", GAME, "nobody_takes") == ["nobody_takes"]
    assert replays("prove", GAME, "--only", "witness") == []
    assert replays("prove", GAME, "--only", "witness", "--fresh") == ["nobody_takes"]
    assert replays("prove", GAME, "--only", "witness", "--dump", "queries") == ["nobody_takes"]
    assert replays(*CHECK, "--only", "proofs") == seen


def test_a_disagreement_stays_one(run: Run, uses: Uses, replayed: list[str]) -> None:
    uses(HOLDING.but(WRONG_TIE))
    for command in (("prove", GAME), ("prove", GAME), CHECK, (*CHECK, "--only", "proofs"), ("prove", GAME, "--fresh")):
        replayed.clear()
        assert run(*command).code == 4
        assert "nobody_takes" in replayed
    uses(HOLDING)
    assert run("prove", GAME, "--fresh").code == 0
    assert run("prove", GAME).code == 0
    uses(HOLDING.but(WRONG_TIE))
    assert [run("prove", GAME, *fresh).code for fresh in ([], ["--fresh"], [])] == [0, 4, 4]


def test_only_some_of_it(run: Run, uses: Uses) -> None:
    def names(*argv: str) -> list[str]:
        statements = data(run("prove", GAME, *argv, "--format", "json"))["statements"]
        return [f"{each['kind']} {each['name']} {each['players']}" for each in statements]  # type: ignore[attr-defined]

    assert names("--only", "witness") == ["witness nobody_takes [2]"]
    assert names("--players", "3") == ["claim one_taker [3]"]
    assert names("mood") == ["obligation mood: some case applies [2]"]  # by the clause that owes it
    assert names("prize: there is exactly one") == ["obligation prize: there is exactly one [2]"]
    assert names("--only", "audit") == []
    assert run("prove", GAME, "--only", "audit").code == 0


GAPS = Says(
    (
        Decision(Goal("gap", "ties", 2, "neither"), "found", counterexample=A_TIE),
        Decision(Goal("gap", "ties", 2, "both"), "not found", "every position is covered after all"),
        Decision(Goal("gap", "ties", 3, "both"), "not found", "every position is covered after all"),
    )
)


def test_a_gap_goes_by_its_question_and_by_its_reading(run: Run, uses: Uses) -> None:
    uses(GAPS)
    assert "2 statements: 1 found, 1 not found" in run("prove", GAME, "ties").out
    ran = run("prove", GAME, "ties both")
    assert ran.code == 1
    assert "1. gap ties both: there is none\n" in ran.out
    assert "likewise with 3 players\n" in ran.out
    assert "ties neither" not in ran.out
    assert "gap ties neither  found" in run("prove", GAME, "--only", "gap").out
    assert "did you mean `ties both`?" in run("prove", GAME, "ties bath").err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["spec/nowhere"], "E0101"),
        ([GAME, "one_takr"], "did you mean `one_taker`?"),
        (
            [GAME, "always_calm", "--players", "3"],
            "the options leave out the claim `always_calm`, of 2 players",
        ),
        ([GAME, "--players", "9"], "E0832"),
        ([GAME, "--only", "lemma"], "E0840"),
        ([GAME, "--jobs", "0"], "E0840"),
        ([GAME, "--rlimit", "much"], "E0840"),
        ([GAME, "--table", "x=y"], "E0835"),
        ([GAME, "one_taker", "--save-example", "found.txt"], "no rules file"),
    ],
)
def test_bad_input(run: Run, uses: Uses, argv: list[str], said: str) -> None:
    ran = run("prove", *argv)
    assert ran.code == 2
    assert said in ran.err


def test_every_query_is_dumped(run: Run, uses: Uses) -> None:
    run("prove", GAME)
    ran = run("prove", GAME, "--dump", "queries")
    assert len(list(Path("queries").iterdir())) == len(DECISIONS)
    assert "from the cache" not in ran.out
    Path("file").write_text("")
    assert "E0846" in run("prove", GAME, "--dump", "file").err


def test_the_rows_of_an_audit(run: Run, uses: Uses) -> None:
    rows = (("pattern", "outcome"), ("two on top", "nobody, the first"))
    audit = Decision(goal("audit", "ties", 3), "proved", table=rows)
    uses(Says((audit,)))
    assert "audit ties, 3 players\n  pattern     outcome\n  two on top  nobody, the first\n" in run("prove", GAME).out
    assert data(run("prove", GAME, "--format", "json"))["tables"] == [
        {"name": "ties", "players": 3, "rows": [list(row) for row in rows]}
    ]


# ---- EXAMPLES


def test_a_counterexample_becomes_an_example(run: Run, uses: Uses) -> None:
    ran = run("prove", GAME, "--save-example", "spec/duel/found.rules")
    assert ran.code == 1
    text = Path("spec/duel/found.rules").read_text("utf-8")
    assert re.findall(r"^example (\w+) +per (.*)$", text, re.MULTILINE) == [
        ("one_taker_refuted", "R1"), ("mood_some_case_applies_refuted", "R1"),
    ]  # fmt: skip
    assert "2 examples decided, 2 expectations, none failed" in run("check", GAME, "--only", "examples").out
    assert run("fmt", "--check", "spec/duel/found.rules").code == 0


def test_it_is_not_added_twice(run: Run, uses: Uses) -> None:
    argv = ("prove", GAME, "one_taker", "--save-example", "spec/duel/found.rules")
    run(*argv)
    text = Path("spec/duel/found.rules").read_text("utf-8")
    again = run(*argv)
    assert Path("spec/duel/found.rules").read_text("utf-8") == text
    assert "there already: an example of claim one_taker" in again.err


def test_what_stands_in_the_file_stays(run: Run, uses: Uses) -> None:
    path = Path("spec/duel/own.rules")
    own = "# My own.\n\nexample one_taker_refuted per R1\n    expect mood = 0"
    path.write_text(own, "utf-8")
    ran = run("prove", GAME, "one_taker", "nobody_takes", "--save-example", path)
    text = path.read_text("utf-8")
    assert text.startswith(f"{own}\n\nexample one_taker_refuted_2 ")
    assert "example nobody_takes_shown " in text
    assert "own.rules: example one_taker_refuted_2" in ran.err
    assert run("check", GAME, "--only", "examples").code == 0


def test_a_file_that_would_not_do_stays_as_it_is(run: Run, uses: Uses) -> None:
    path = Path("spec/duel/own.rules")
    Path("elsewhere.rules").write_text("this is no rule\n", "utf-8")
    ran = run("prove", GAME, "one_taker", "--save-example", "elsewhere.rules")
    assert "E0865" in ran.err
    assert Path("elsewhere.rules").read_text("utf-8") == "this is no rule\n"
    assert not path.exists()


def test_the_file_of_the_rules_themselves(run: Run, uses: Uses) -> None:
    path = Path("spec/duel/duel.rules")
    run("prove", GAME, "one_taker", "--save-example", path)
    assert path.read_text("utf-8").startswith(RULES)
    assert run("check", GAME, "--only", "examples").code == 0


# ---- PROMISES


CHECK = ("check", GAME, "--traces", "3", "--directed", "0")


def test_promises_are_made_and_kept(run: Run, uses: Uses) -> None:
    uses(HOLDING)
    first = run(*CHECK)
    assert first.code == 0
    assert not Path(GAME, "evidence.toml").exists()
    made = run(*CHECK, "--update-evidence")
    assert "+ claim always_calm: proved\n" in made.out
    assert 'always_calm = "proved"' in Path(GAME, "evidence.toml").read_text("utf-8")
    assert run(*CHECK).code == 0
    assert "nothing changes" in run(*CHECK, "--update-evidence").out


def test_a_level_that_falls_fails_until_it_is_accepted(run: Run, uses: Uses) -> None:
    uses(HOLDING)
    run(*CHECK, "--update-evidence")
    uses(HOLDING.but(Decision(goal("obligation", "prize: there is exactly one"), "bounded")))
    run(*CHECK, "--only", "proofs")
    fresh = run("prove", GAME, "--fresh")
    assert fresh.code == 0
    ran = run(*CHECK)
    assert ran.code == 1
    assert "obligation prize: there is exactly one: fell to bounded 6, proved was promised" in ran.out
    accepted = run(*CHECK, "--update-evidence")
    assert accepted.code == 0
    assert "  - obligation prize: there is exactly one: proved\n" in accepted.out
    assert "  + obligation prize: there is exactly one: bounded 6\n" in accepted.out


def test_what_cannot_be_decided_any_more_is_inconclusive(run: Run, uses: Uses) -> None:
    uses(HOLDING)
    run(*CHECK, "--update-evidence")
    uses(HOLDING.but(Decision(goal("claim", "always_calm"), "unknown")))
    Path("cache").rename("other")
    ran = run(*CHECK)
    assert ran.code == 3
    assert "claim always_calm: not decided, proved was promised" in ran.out


def test_the_promise_of_a_gap(run: Run, uses: Uses) -> None:
    """It was one of a witness once: what such a file says is taken out, and what is so is written."""
    uses(Says(GAPS.decisions[:1]))
    Path(GAME, "evidence.toml").write_text('[witness]\n"gap ties neither" = "proved"\n', "utf-8")
    ran = run(*CHECK)
    assert ran.code == 2
    assert "error[E0862]: there is no witness `gap ties neither`, of which something is promised" in ran.out
    assert "takes the promise out" in ran.out
    made = run(*CHECK, "--update-evidence")
    assert "  - witness gap ties neither: proved\n" in made.out
    assert "  + gap ties neither: proved\n" in made.out
    assert '[gap]\n"ties neither" = "proved"\n' in Path(GAME, "evidence.toml").read_text("utf-8")
    assert run(*CHECK).code == 0


def test_an_update_needs_the_whole_check(run: Run, uses: Uses) -> None:
    for narrow in (["--players", "2"], ["--only", "proofs"], ["--table", "x=y"], ["--states", "10"]):
        ran = run(*CHECK, "--update-evidence", *narrow)
        assert ran.code == 2
        assert "needs the whole check" in ran.err


def test_promises_that_somebody_writes_meanwhile_are_kept(
    run: Run, uses: Uses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was no such file when the check began, and it takes its time."""
    uses(HOLDING)
    file, mine = Path(GAME, "evidence.toml"), '[fires]\n"prize.normally" = 100\n'

    def saved(*arguments: Any, **more: Any) -> GameReport:
        found = check_game(*arguments, **more)
        file.write_text(mine, "utf-8")
        return found

    monkeypatch.setattr("refengine.cli.check.check_game", saved)
    ran = run(*CHECK, "--update-evidence")
    assert "it has come meanwhile" in ran.err
    assert (ran.code, file.read_text("utf-8")) == (2, mine)


def test_promises_that_cannot_be_read_are_not_none(run: Run, uses: Uses) -> None:
    """A link whose end was moved away promised nothing, and every check held."""
    uses(HOLDING)
    Path(GAME, "evidence.toml").symlink_to("moved.toml")
    for words in (CHECK, (*CHECK, "--update-evidence"), ("mutants", GAME, "--count", "1", "--unproved")):
        ran = run(*words)
        assert ran.code == 2
        assert "cannot read `spec/duel/evidence.toml`" in ran.out + ran.err
    Path(GAME, "moved.toml").write_text('[claim]\nalways_calm = "proved"\n', "utf-8")
    assert run(*CHECK).code == 0


def test_the_difference_does_not_disturb_a_program(run: Run, uses: Uses) -> None:
    uses(HOLDING)
    ran = run(*CHECK, "--update-evidence", "--format", "json")
    assert json.loads(ran.out)["games"][0]["ledger"]["statements"]
    assert "+ claim always_calm: proved" in ran.err


@pytest.mark.parametrize("code", ["E0863", "E0864", "E0865"])
def test_the_pages_have_the_form_of_the_others(code: str) -> None:
    page = (ROOT / "docs" / "errors" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {TITLES[code]}\n")
    assert f"error[{code}]: " in page
    assert "\n## How to mend it\n" in page


# ---- THE REAL ONE


@pytest.mark.slow
def test_an_interrupt_from_outside(tmp_path: Path) -> None:
    write_game(tmp_path / "duel", RULES.replace("invariant rounds_are_few", "invariant rounds_are_never_many"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "refengine", "prove", str(tmp_path / "duel"), "--format", "json"]
    with started(command, environment) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 3, err
    assert json.loads(out)["interrupted"]
    assert "Traceback" not in err


# ---- WHAT A SCOPE BREAKS

LISTED = """
game listed from rulebook tiny
    players 2                                                                       per R1

record Bid                                                                          per R1
    who: player
    much: 0..1

variable bids: set of Bid                                                           per R1
variable last: player or none                                                       per R1

setup                                                                               per R1
    go Turn

phase Turn                                                                          per R1
    ask 1
        action all_bid                                                              per R1
            then each player p
                add Bid(p, 0) to bids
    for each b in bids
        set last to b.who
    game over

outcome                                                                             per R1
    scores are 0 for player p
    winners are all player p

invariant never_2                                                                   per R1
    last is none or last != 2

scope whole_game                                                                    per R1
    2 players
"""
"""A game of which the prover cannot say whether its invariant holds, and that a scope goes through whole."""


def test_what_only_a_scope_refutes_is_told_with_where_it_is_shown(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(tmp_path / "listed", LISTED)
    monkeypatch.chdir(tmp_path)
    ran = run("prove", "listed", "--jobs", 1)
    assert ran.code == 1
    assert (
        "  refuted (a game comes to it in scope whole_game, which `refengine explore` shows): invariant never_2"
        in ran.out.splitlines()
    )
    saved = run("prove", "listed", "--jobs", 1, "--save-example", "listed/found.rules")
    assert "invariant `never_2` gives no example: a scope refutes it" in saved.err
    assert not Path("listed/found.rules").exists()
