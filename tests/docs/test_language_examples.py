"""The language reference keeps its word: its game is whole, its examples are rules, and what it calls wrong is refused.

A fenced block says after `rules` what it is: `orchard`, a piece of the game that the page is about; `with orchard`,
declarations that stand beside the game; `wrong CODE with orchard`, such as are refused; nothing, a file that parses.
`wasps` is a piece of its module, and so on; `with orchard, open` stands beside the base of that.
"""

import hashlib
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from attrs import frozen

import refengine
from refengine.check.changed_examples import without_changed
from refengine.check.examples import decide_examples
from refengine.explore.alike import told_apart
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.source.cache import Cache
from refengine.source.text import SourceText
from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.parser import parse
from refengine.syntax.turns import WORDS

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
BESIDE = [block for block in RULES if block.info in {"with orchard", "with orchard, open"}]
WRONG = [block for block in RULES if re.fullmatch(r"wrong \w+ with orchard", block.info)]
MODULE = [block for block in RULES if block.info == "wasps"]
OPEN = [block for block in RULES if block.info == "with orchard, open"]
BESIDE_MODULE = [block for block in RULES if block.info == "with wasps"]
WRONG_MODULE = [block for block in RULES if re.fullmatch(r"wrong \w+ with wasps", block.info)]
ALONE = [block for block in RULES if not block.info]


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    folder = tmp_path / "orchard"
    folder.mkdir()
    (folder / "game.rules").write_text("\n".join(block.text for block in GAME), "utf-8")
    for table in blocks("csv"):
        (folder / table.info.rpartition("/")[2]).write_text(table.text, "utf-8")
    (folder / "rulebook.toml").write_text(rulebook("orchard", "O"), "utf-8")
    return folder


@pytest.fixture
def wasps(orchard: Path) -> Path:
    (orchard / "open.rules").write_text("\n".join(block.text for block in OPEN), "utf-8")
    folder = orchard.parent / "wasps"
    folder.mkdir()
    (folder / "wasps.rules").write_text("\n".join(block.text for block in MODULE), "utf-8")
    (folder / "rulebook.toml").write_text(rulebook("wasps", "W"), "utf-8")
    return folder


def rulebook(name: str, letter: str) -> str:
    """The index of a rulebook that the page tells, with the rulings that rules cite."""
    statements = re.findall(rf"^\* \*\*({letter}\d+)\*\* (.*)$", PAGE, flags=re.MULTILINE)
    cited = "".join(block.text for block in RULES if block.info) if letter == "O" else ""
    rulings = sorted(set(re.findall(r"\bruling (A\d+)", cited)))
    head = f'[rulebook]\nid = "{name}"\ntitle = "{name}"\nlanguage = "en"\n'
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


def compiled(folder: Path) -> Compilation:
    (game,), nothing = find_games(folder)
    assert not nothing
    return compile_folder(game)


def codes(folder: Path) -> list[str]:
    return [each.code for each in compiled(folder).diagnostics]


def test_every_block_says_what_it_is() -> None:
    module = [*MODULE, *BESIDE_MODULE, *WRONG_MODULE]
    assert len(GAME) + len(BESIDE) + len(WRONG) + len(ALONE) + len(module) == len(RULES)
    assert GAME
    assert BESIDE
    assert WRONG


def test_the_pieces_make_a_game_with_nothing_to_complain_about(orchard: Path) -> None:
    assert [(each.code, each.message) for each in compiled(orchard).diagnostics] == []


def test_no_scope_of_it_takes_seats_as_alike_that_the_rules_tell_apart(orchard: Path) -> None:
    game = compiled(orchard).game
    assert game is not None
    assert [each.name for each in game.scopes if each.alike and told_apart(game, each.name)] == []


@pytest.mark.parametrize("block", BESIDE, ids=str)
def test_what_stands_beside_the_game_is_right(orchard: Path, block: Block) -> None:
    (orchard / "beside.rules").write_text(block.text, "utf-8")
    assert set(codes(orchard)) <= UNUSED


@pytest.mark.parametrize("block", WRONG, ids=str)
def test_what_is_shown_as_wrong_is_refused(orchard: Path, block: Block) -> None:
    (orchard / "beside.rules").write_text(block.text, "utf-8")
    assert set(codes(orchard)) - UNUSED == {block.info.split()[1]}


def test_the_pieces_make_a_module(wasps: Path) -> None:
    assert [(each.code, each.message) for each in compiled(wasps).diagnostics if each.code != "W0601"] == []


@pytest.mark.parametrize("block", BESIDE_MODULE, ids=str)
def test_what_stands_beside_the_module_is_right(wasps: Path, block: Block) -> None:
    (wasps / "beside.rules").write_text(block.text, "utf-8")
    assert [each for each in codes(wasps) if each not in {*UNUSED, "W0601"}] == []


@pytest.mark.parametrize("block", WRONG_MODULE, ids=str)
def test_what_is_shown_as_wrong_in_a_module_is_refused(wasps: Path, block: Block) -> None:
    (wasps / "beside.rules").write_text(block.text, "utf-8")
    assert {*codes(wasps)} - {*UNUSED, "W0601"} == {block.info.split()[1]}


def test_the_module_changes_one_example_of_its_base(wasps: Path) -> None:
    made = compiled(wasps)
    assert made.game is not None
    reader = Reader(made.rulebook, made.texts)
    making = partial(make_game, explain=True)
    decided = decide_examples(made.game, making, reader, Words(made.labels), {})
    decided = without_changed(made, made.game, decided, reader, Cache(None))
    assert decided.failures == ()
    assert {each.example for each in decided.changed} == {"fair_weather"}


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
    spelt = set(re.findall(r'"([a-z]+)"', grammar_text()))
    assert spelt > WORDS  # words between two operands only, names elsewhere
    assert re.findall(r"`(\w+)`", section) == sorted(spelt - WORDS)
