"""Beyond the Palisades with texts of its owner: what rests on an open text is undetermined, and determined with the body.

The bodies in `palisades_texts` are made up. Nobody has those texts, and the game itself has none in their place.
"""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import refengine
from refengine.cli.main import main
from tests.games.palisades_folder import PALISADES, copied

MINE = Path(__file__).parent / "palisades_texts"

EXAMPLES = """
example a_fisherman_comes                                                           per R14
    given 2 players, phase Actions(2) in Turn(2)
    given Card(Rybář, 1) in hand of 2, influence of 2 = Rybář.cost, first_turn = false
    given Gloom on Judy = scenario.gloom, Gloom on Grace = scenario.gloom
    given Gloom on Third_of_the_household = scenario.gloom, Pawn(Hunters, Regular) in ready of 2
    2: visit(Pawn(Hunters, Regular), Grace)
    2: convert_nothing
    2: place(Judy)
    expect Clue on Judy = 1
    2: play(Card(Rybář, 1))
    at he_is_here
    expect influence of 2 = 2, Clue on Oswald = 1
    expect Card(Rybář, 1) in laid of Ally, legal 2: end_turn

example a_bush_is_cleansed                                                          per R15
    given 2 players, phase Actions(2) in Turn(2)
    given Card(Vrbový_keř, 1) in laid of Location, Gloom on Card(Vrbový_keř, 1) = Vrbový_keř.symbols
    given Card(Rašeliniště, 1) in laid of Location, Gloom on Card(Rašeliniště, 1) = 1
    given Card(Přelud, 1) in laid of Curse, Gloom on Card(Přelud, 1) = 2
    given Gloom on Judy = scenario.gloom, Gloom on Grace = scenario.gloom
    given Gloom on Third_of_the_household = scenario.gloom, Pawn(Hunters, Regular) in ready of 2
    2: use_location(Pawn(Hunters, Regular), Card(Rašeliniště, 1))
    2: search(Květa)
    2: resolve(Card(Vrbový_keř, 1))
    expect Gloom on Card(Přelud, 1) = 1, Card(Rašeliniště, 1) in discard of 2

example one_text_leads_to_another                                                   per R15
    given 2 players, phase Actions(2) in Turn(2)
    given Card(Vrbový_keř, 1) in laid of Location, Gloom on Card(Vrbový_keř, 1) = Vrbový_keř.symbols
    given Card(Rašeliniště, 1) in laid of Location, Gloom on Card(Rašeliniště, 1) = 1
    given Card(Přelud, 1) in laid of Curse, Gloom on Card(Přelud, 1) = 1
    given Gloom on Judy = scenario.gloom, Gloom on Grace = scenario.gloom
    given Gloom on Third_of_the_household = scenario.gloom, Pawn(Hunters, Regular) in ready of 2
    2: use_location(Pawn(Hunters, Regular), Card(Rašeliniště, 1))
    2: search(Květa)
    2: resolve(Card(Vrbový_keř, 1))
    expect Card(Přelud, 1) in discard of 1
"""

Told = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def palisades(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the game, with examples that come to texts which the sources do not give; nobody changes it.

    Of its own examples it has those about texts: the others come to none, and are decided elsewhere.
    """
    copy = copied(
        tmp_path_factory.mktemp("palisades"), "examples_gloom.rules", "examples_turn.rules", "examples_readings.rules"
    )
    (copy / "examples.rules").write_text(EXAMPLES, "utf-8")
    return copy


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    def tells(*argv: object) -> tuple[int, str]:
        capsys.readouterr()
        code = main([str(each) for each in argv])
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return code, said.out + said.err

    return tells


def undetermined(said: str) -> list[tuple[str, str, str]]:
    base, game = json.loads(said)["games"]
    assert base["failures"] == base["examples"]["undetermined"] == game["failures"] == []
    return [(each["example"], each["text"], each["title"]) for each in game["examples"]["undetermined"]]


def test_what_rests_on_an_open_text_is_undetermined_until_its_body_is_there(palisades: Path, told: Told) -> None:
    code, said = told("check", palisades, "--only", "examples", "--format", "json")
    assert code == 3
    assert undetermined(said) == [
        *[("a_fisherman_comes", "played", "Rybář")] * 4,
        *[("a_bush_is_cleansed", "cleansed", "Vrbový_keř")] * 2,
        ("one_text_leads_to_another", "cleansed", "Vrbový_keř"),
    ]
    code, said = told("check", palisades, "--only", "examples", "--format", "json", "--texts", MINE)
    assert code == 3
    assert undetermined(said) == [("one_text_leads_to_another", "cleansed", "Přelud")]


def test_what_the_body_says_is_what_is_decided(palisades: Path, tmp_path: Path, told: Told) -> None:
    other = Path(shutil.copytree(MINE, tmp_path / "other"))
    body = (other / "mine.rules").read_text("utf-8")
    (other / "mine.rules").write_text(body.replace("enter Gain(p, 2)", "enter Gain(p, 3)"), "utf-8")
    code, said = told("check", palisades, "--only", "examples", "--texts", other)
    assert code == 1
    assert "example a_fisherman_comes: at `he_is_here`: `influence of 2 = 2`" in said
    assert "1 failed" in said


def test_odds_are_undetermined_before_and_not_asked_of_chance_after(palisades: Path, told: Told) -> None:
    asked = ("odds", palisades, "a_fisherman_comes", "--of", "influence of 2")
    code, said = told(*asked)
    assert code == 3
    assert "undetermined: `played` of Rybář (0051) is open  1/1  100.00 %" in said
    code, said = told(*asked, "--texts", MINE)
    assert code == 2
    assert "error[E0880]: chance does not decide at the end of example `a_fisherman_comes`: player 2 does" in said


def test_the_table_decides_for_a_title_until_its_body_is_there(tmp_path: Path) -> None:
    """In random play, too: nobody at the table is asked what a card says that has its text."""
    before = _titles_decided_by_the_table(refengine.load(PALISADES, players=2))
    title = min(before)
    (tmp_path / "more.rules").write_text(f"played of {title} per R14\n    nothing\n", "utf-8")
    after = _titles_decided_by_the_table(refengine.load(PALISADES, players=2, texts=tmp_path))
    assert title not in after
    assert after


def _titles_decided_by_the_table(game: refengine.Game) -> set[str]:
    chance = random.Random(3)
    state = game.initial()
    found: set[str] = set()
    for _ in range(3_000):
        legal = game.legal(state)
        if not legal:
            state = game.initial()
            continue
        action = chance.choice(legal)
        if action.name == "played_ends":
            found.add(str(action.arguments[0]))
        state = game.apply(state, action)
    return found
