"""`refengine mutants`: what it says, how it ends, and what is promised of it."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from refengine.mutants.bench import MutantTools
from refengine.mutants.candidates import candidates
from refengine.mutants.mutant import OPERATORS
from refengine.source.codes import TITLES
from tests.cli.conftest import Ran
from tests.mutants.conftest import on_bench

Run = Callable[..., Ran]
ROOT = Path(__file__).parents[2]
HEAP = ROOT / "tests" / "mutants" / "heap"
SCHEMA = json.loads((ROOT / "docs" / "mutants.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
QUICK = ("mutants", "spec/heap", "--unproved", "--games", "2", "--jobs", "1")
CAUGHT = "leads.nobody_yet: `false` becomes `true`"
SURVIVES = "outcome: `score of p` becomes `score of p + 1`"
ID = {each.name: each.id for each in candidates(on_bench(HEAP, MutantTools()).rules)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game as `spec/heap` of the current folder."""
    shutil.copytree(HEAP, tmp_path / "spec" / "heap")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path("spec/heap")


def data(ran: Ran) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran.out)
    VALIDATOR.validate(found)
    assert found["exitCode"] == ran.code
    return found


def drawn(ran: Ran) -> list[str]:
    return [each["id"] for each in data(ran)["mutants"]]


def test_the_schema_is_one_and_knows_every_change() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["change"]["enum"] == list(OPERATORS)


def test_the_page_names_every_change() -> None:
    page = (ROOT / "docs" / "mutants.md").read_text("utf-8")
    assert [each for each in OPERATORS if f"`{each}`" not in page] == []


@pytest.mark.parametrize(("title", "path"), [("Kacíři", "spec/kaciri"), ("European War", "spec/european_war")])
def test_the_page_says_how_many_are_possible(title: str, path: str) -> None:
    page = (ROOT / "docs" / "mutants.md").read_text("utf-8")
    possible = len(candidates(on_bench(ROOT / path, MutantTools()).rules))
    assert f"| {title}, {possible:,} possible |" in page


def test_a_run(run: Run, folder: Path) -> None:
    ran = run(*QUICK, "--count", "30")
    assert ran.code == 1
    assert ran.out.startswith("heap (spec/heap)\n  mutants     30 of ")
    assert "by examples" in ran.out
    assert "survived: nothing would notice these:" in ran.out
    assert "verdict     violated" in ran.out


def test_a_survivor_is_shown_with_what_it_rests_on(run: Run, folder: Path) -> None:
    lines = (folder / "heap.rules").read_text("utf-8").splitlines()
    place = lines.index("    scores are score of p for player p") + 1
    ran = run(*QUICK, ID[SURVIVES])
    assert ran.code == 1
    assert (
        f"""
1. outcome, score [{ID[SURVIVES]}]
   spec/heap/heap.rules:{place}:16
   per R1 (rulebook line 1): All that is written here.
   -     scores are score of p for player p
   +     scores are score of p + 1 for player p
"""
        in ran.out
    )


def test_one_that_is_named_says_who_catches_it(run: Run, folder: Path) -> None:
    ran = run(*QUICK, ID[CAUGHT])
    assert ran.code == 0
    assert "caught: nobody_leads_at_first (2 players): `not leads(1)`" in ran.out
    assert "verdict     holds" in ran.out


def test_json_obeys_the_schema_and_says_the_same_again(run: Run, folder: Path) -> None:
    one = run(*QUICK, "--count", "20", "--format", "json")
    found = data(one)
    assert len(found["mutants"]) == 20
    assert sum(found["caughtBy"].values()) == found["score"]["caught"]
    assert sum(each["mutants"] for each in found["changes"].values()) == found["score"]["mutants"] == 20
    assert run(*QUICK, "--count", "20", "--format", "json").out == one.out


def test_another_seed_is_another_draw(run: Run, folder: Path) -> None:
    one, other = (drawn(run(*QUICK, "--count", "5", "--seed", seed, "--format", "json")) for seed in ("0", "1"))
    assert one != other


# ---- WHAT IS PROMISED


def promise(folder: Path, text: str) -> None:
    (folder / "evidence.toml").write_text(text, "utf-8")


def test_a_promise_that_is_kept(run: Run, folder: Path) -> None:
    promise(folder, "[mutants]\ncaught = 50\ncount = 12\nseed = 3\n")
    ran = run(*QUICK)
    assert "mutants     12 of " in ran.out
    assert "seed 3" in ran.out
    assert "promised    50 % of 12, seed 3: kept" in ran.out
    assert ran.code == 0


def test_a_promise_that_is_not_kept(run: Run, folder: Path) -> None:
    promise(folder, "[mutants]\ncaught = 100\ncount = 500\n")
    ran = run(*QUICK)
    assert "promised    100 % of 500, seed 0: not kept" in ran.out
    assert ran.code == 1


def test_a_promise_about_others_is_not_looked_at(run: Run, folder: Path) -> None:
    promise(folder, "[mutants]\ncaught = 1\ncount = 500\n")
    ran = run(*QUICK, "--count", "3")
    assert "promised    1 % of 500, seed 0: not looked at, as others were asked for" in ran.out


def test_equivalent_mutants_do_not_count(run: Run, folder: Path) -> None:
    both = (ID[SURVIVES], ID[CAUGHT])
    before = data(run(*QUICK, *both, "--format", "json"))
    promise(folder, f'["equivalent mutants"]\n"{SURVIVES}" = "points are compared, and not counted"\n')
    after = data(run(*QUICK, *both, "--format", "json"))
    assert (before["score"]["mutants"], after["score"]["mutants"]) == (2, 1)
    assert before["score"]["caught"] == after["score"]["caught"] == 1
    assert (before["exitCode"], after["exitCode"]) == (1, 0)
    (listed,) = after["equivalent"]
    assert (listed["name"], listed["reason"]) == (SURVIVES, "points are compared, and not counted")
    assert SURVIVES not in {each["name"] for each in after["survived"]}


def test_what_check_updates_leaves_the_reasons_as_they_are(run: Run, folder: Path) -> None:
    by_hand = f'["equivalent mutants"]\n# points\n"{SURVIVES}" = "points are compared"\n'
    promise(folder, by_hand)
    ran = run("check", "spec/heap", "--traces", "3", "--directed", "1", "--update-evidence")
    assert ran.code == 0
    written = (folder / "evidence.toml").read_text("utf-8")
    assert "[invariant]" in written
    assert written.endswith(by_hand)
    assert run("check", "spec/heap", "--traces", "3", "--directed", "1").code == 0


# ---- WHAT IS REFUSED


def shown(code: str) -> str:
    page = (ROOT / "docs" / "errors" / f"{code}.md").read_text("utf-8")
    assert page.startswith(f"# {code}: {TITLES[code]}\n")
    (text,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return str(text)


def test_an_equivalent_mutant_that_is_gone(run: Run, folder: Path) -> None:
    promise(folder, '["equivalent mutants"]\n"leads: `q` becomes `r`" = "there is no third"\n')
    ran = run(*QUICK, "--count", "3")
    assert ran.code == 2
    assert ran.out.startswith(shown("E0891"))


def test_an_equivalent_mutant_that_is_caught(run: Run, folder: Path) -> None:
    promise(folder, f'["equivalent mutants"]\n"{CAUGHT}" = "nobody asks before"\n')
    ran = run(*QUICK, ID[CAUGHT])
    assert ran.code == 2
    assert ran.out.startswith(shown("E0892"))


def test_an_unclear_promise(run: Run, folder: Path) -> None:
    promise(folder, "[mutants]\ncaught = 100\n")
    ran = run(*QUICK, "--count", "3")
    assert ran.code == 2
    assert "error[E0890]: `count` is a number of mutants, 1 or more" in ran.out


def test_no_such_mutant(run: Run, folder: Path) -> None:
    ran = run(*QUICK, "00000000")
    assert ran.code == 2
    assert ran.err.endswith(shown("E0893"))


def test_rules_that_do_not_hold(run: Run, folder: Path) -> None:
    path = folder / "heap.rules"
    path.write_text(path.read_text("utf-8").replace("expect leads(1), leads(2)", "expect leads(2)", 1), "utf-8")
    path.write_text(path.read_text("utf-8").replace("expect leads(1), not leads(2)", "expect leads(2)"), "utf-8")
    ran = run(*QUICK)
    assert ran.code == 1
    assert ran.err.endswith(shown("E0894"))


def test_help_says_what_it_does(run: Run) -> None:
    ran = run("mutants", "--help")
    assert ran.code == 0
    assert "--unproved" in ran.out
