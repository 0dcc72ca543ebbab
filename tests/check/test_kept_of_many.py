"""What a check knows from earlier runs is what it would find out now: after random edits of the games that try to fool.

Between them these use every word of the language: chains, frames, windows, sights, texts, tokens, regions, standing rules.
"""

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.check.test_kept import Checks, a_comparison, a_line_less, checks as checks  # noqa: PLC0414 - a fixture

FOOLED = Path(__file__).parents[1] / "fooled"
GAMES = sorted(path.parent.name for path in FOOLED.glob("*/x.rules"))
ORDINARY = ("chain_measured",)
"""The games whose edits are part of the ordinary tests."""

WORDS = {
    "every ": "some ", "some ": "every ", "highest ": "lowest ", " and ": " or ", " not ": " ", "when ": "when not ",
    " + ": " - ", " in ": " not in ", "if ": "if not ",
}  # fmt: skip


def a_number(text: str, chance: Random) -> str:
    """One number behind the head of the game is one more, or one less."""
    places = [each for each in re.finditer(r"(?<![\w.])\d+(?![\w.])", text) if each.start() > text.index("players")]
    place = chance.choice(places)
    return f"{text[: place.start()]}{max(0, int(place[0]) + chance.choice((-1, 1)))}{text[place.end() :]}"


def a_word(text: str, chance: Random) -> str:
    """Another word stands where one stood, often its contrary."""
    place = chance.choice(list(re.finditer("|".join(map(re.escape, WORDS)), text)))
    return f"{text[: place.start()]}{WORDS[place[0]]}{text[place.end() :]}"


def a_declaration(text: str, chance: Random) -> str:
    """A declaration is gone, or stands elsewhere."""
    head, *parts = re.split(r"\n(?=[^\s#])", text)
    taken = parts.pop(chance.randrange(len(parts)))
    if chance.randrange(2):
        parts.insert(chance.randrange(len(parts) + 1), taken)
    return "\n".join((head, *parts))


EDITS: tuple[Callable[[str, Random], str], ...] = (
    a_number, a_number, a_comparison, a_word, a_word, a_line_less, a_declaration,
)  # fmt: skip


def same_after_edits(checks: Checks, name: str, seed: int, number: int) -> None:
    """One edit after the other, of the game as it was or of one that was edited before."""
    chance = Random(f"{name} {seed}")
    shutil.rmtree(checks.path)
    shutil.copytree(FOOLED / name, checks.path)
    (checks.path / "race.rules").write_text((checks.path / "x.rules").read_text("utf-8"), "utf-8")
    (checks.path / "x.rules").unlink()
    if not (checks.path / "rulebook.toml").exists():
        shutil.copy(FOOLED / "rulebook.toml", checks.path)
    texts = [(checks.path / "race.rules").read_text("utf-8")]
    checks.report(warm=True)
    for _ in range(number):
        text = chance.choice(texts)
        with suppress(IndexError):  # there may be no comparison in it, and no such word
            text = chance.choice(EDITS)(text, chance)
        checks.write(text)
        warm, cold = checks.report(warm=True), checks.report(warm=False)
        assert warm == cold, text
        if warm["games"][0]["verdict"] != "bad input":
            texts.append(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDINARY)
def test_after_random_edits_every_answer_is_that_of_a_run_with_nothing_cached(checks: Checks, name: str) -> None:
    same_after_edits(checks, name, 0, 2)


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_after_many_random_edits_every_answer_is_that_of_a_run_with_nothing_cached(checks: Checks, name: str) -> None:
    for seed in range(1, 3):
        same_after_edits(checks, name, seed, 8)
