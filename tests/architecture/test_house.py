"""The house: one grammar, a complete lock file, and a wheel that holds what it needs."""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from refengine.syntax.grammar_file import grammar_text
from tests.architecture.module import ROOT

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_grammar_is_the_one_in_its_folder() -> None:
    assert grammar_text() == (ROOT / "grammar" / "rules.lark").read_text(encoding="utf-8")


def test_the_lock_file_names_no_place() -> None:
    assert re.findall(r"^(?!#).*(?:://|@ |--index|--find-links|file:).*$", LOCK, flags=re.MULTILINE) == []


def test_every_dependency_is_locked() -> None:
    wanted = [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["wasm"],
        *PROJECT["dependency-groups"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]
    locked = set(re.findall(r"^([a-z0-9-]+)==", LOCK, flags=re.MULTILINE))
    assert {re.split(r"[<>=]", each)[0] for each in wanted} - locked == set()


def test_every_locked_version_has_hashes() -> None:
    entries = re.split(r"\n(?=[a-z])", LOCK)
    pinned = [entry for entry in entries if re.match(r"[a-z0-9-]+==", entry)]
    assert pinned
    assert [entry for entry in pinned if "--hash=sha256:" not in entry] == []


def test_every_exception_to_a_rule_has_a_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ignored = re.findall(r'^    "[A-Z]+\d*",(.*)$', text, flags=re.MULTILINE)
    assert ignored
    assert [rest for rest in ignored if not re.match(r" +# \S", rest)] == []


@pytest.mark.slow
def test_a_wheel_carries_the_grammar(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert archive.read("refengine/grammar/rules.lark").decode() == grammar_text()
    assert {"refengine/py.typed", "refengine/source/text.py"} <= names
    assert not {name for name in names if name.startswith(("tests/", "spec/", "proofs/"))}
