"""The language reference keeps its word: its game is whole, its examples are rules, and what it calls wrong is refused.

A fenced block says after `rules` what it is: `orchard`, a piece of the game that the page is about; `with orchard`,
declarations that stand beside the game; `wrong CODE with orchard`, such as are refused; nothing, a file that parses.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import frozen

import refengine
from refengine.pipeline import Compiled, compile_folder
from refengine.resolve.folder import find_games
from refengine.source.text import SourceText
from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.parser import parse

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
UNUSED = {"W0201", "W0401"}  # nothing uses what only shows a form


@frozen
class Block:
    """A fenced block: what it says of itself, its text, and the line at which it begins."""

    info: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(language: str) -> list[Block]:
    found = re.finditer(rf"^```{language}\b ?([^\n]*)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    return [Block(match[1], match[2], PAGE.count("\n", 0, match.start()) + 1) for match in found]


RULES = blocks("rules")
GAME = [block for block in RULES if block.info == "orchard"]
BESIDE = [block for block in RULES if block.info == "with orchard"]
WRONG = [block for block in RULES if block.info.startswith("wrong ")]
ALONE = [block for block in RULES if not block.info]


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    folder = tmp_path / "orchard"
    folder.mkdir()
    (folder / "game.rules").write_text("\n".join(block.text for block in GAME), "utf-8")
    for table in blocks("csv"):
        (folder / table.info.rpartition("/")[2]).write_text(table.text, "utf-8")
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    return folder


def rulebook() -> str:
    """The index of the rulebook that the page tells, with the rulings that its rules cite."""
    statements = re.findall(r"^\* \*\*(O\d+)\*\* (.*)$", PAGE, flags=re.MULTILINE)
    rulings = sorted(set(re.findall(r"\bruling (A\d+)", "".join(block.text for block in RULES if block.info))))
    head = '[rulebook]\nid = "orchard"\ntitle = "Orchard"\nlanguage = "en"\n'
    return "\n".join(
        [
            head,
            *(
                f'[[statement]]\nid = "{name}"\nlines = "1"\nparaphrase = "{text}"\nstatus = "normative"\n'
                f'hash = "sha256:{hashlib.sha256(text.encode()).hexdigest()}"\n'
                for name, text in statements
            ),
            *(
                f'[[ruling]]\nid = "{name}"\nabout = ["O1"]\ndecision = "as the question says"\n'
                'reason = "the text is silent"\ndate = 2026-11-21\n'
                for name in rulings
            ),
        ]
    )


def compiled(folder: Path) -> Compiled:
    (game,), nothing = find_games(folder)
    assert not nothing
    return compile_folder(game)


def codes(folder: Path) -> list[str]:
    return [each.code for each in compiled(folder).diagnostics]


def test_every_block_says_what_it_is() -> None:
    assert len(GAME) + len(BESIDE) + len(WRONG) + len(ALONE) == len(RULES)
    assert GAME
    assert BESIDE
    assert WRONG


def test_the_pieces_make_a_game_with_nothing_to_complain_about(orchard: Path) -> None:
    assert [(each.code, each.message) for each in compiled(orchard).diagnostics] == []


@pytest.mark.parametrize("block", BESIDE, ids=str)
def test_what_stands_beside_the_game_is_right(orchard: Path, block: Block) -> None:
    (orchard / "beside.rules").write_text(block.text, "utf-8")
    assert set(codes(orchard)) <= UNUSED


@pytest.mark.parametrize("block", WRONG, ids=str)
def test_what_is_shown_as_wrong_is_refused(orchard: Path, block: Block) -> None:
    (orchard / "beside.rules").write_text(block.text, "utf-8")
    assert set(codes(orchard)) - UNUSED == {block.info.split()[1]}


@pytest.mark.parametrize("block", ALONE, ids=str)
def test_what_stands_alone_parses(block: Block) -> None:
    assert parse(SourceText("language.md", block.text))[1] == ()


@pytest.mark.slow
def test_the_examples_of_the_game_are_decided_as_they_expect(orchard: Path) -> None:
    command = [sys.executable, "-m", "refengine", "check", "orchard", "--only", "examples"]
    done = subprocess.run(command, cwd=orchard.parent, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("readings", [{}, {"glut_price": "nothing_at_all", "equal_sale": "last_counts"}], ids=str)
def test_the_game_can_be_played_to_its_end(orchard: Path, players: int, readings: dict[str, str]) -> None:
    game = refengine.load(orchard, players=players, readings=readings, options={"years": 2})
    for turn in range(12):
        state = game.initial()
        steps = 0
        while (outcome := game.outcome(state)) is None:
            legal = game.legal(state)
            state = game.apply(state, legal[(7 * turn + 5 * steps) % len(legal)])
            steps += 1
            assert steps < 1000
        assert len(outcome.scores) == players


def test_the_reserved_words_are_those_of_the_grammar() -> None:
    (section,) = re.findall(r"^## Reserved words\n(.*)", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"`(\w+)`", section) == sorted(set(re.findall(r'"([a-z]+)"', grammar_text())))
