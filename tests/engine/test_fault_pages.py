"""The pages about faults, actions, states and traces show what really happens."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import refengine
from refengine.engine.replay import replay
from refengine.engine.state_text import read_state
from refengine.engine.trace import read_trace, trace_of, write_trace
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.source.codes import TITLES
from refengine.source.render import render
from refengine.source.text import SourceText

PAGES = Path(__file__).parents[2] / "docs" / "errors"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

FAULTS = {
    "E0501": ("fee", ("R2",)),
    "E0502": ("fee", ("R2",)),
    "E0503": ("fee", ("R2",)),
    "E0504": ("red_one", ("R2",)),
    "E0505": ("red_one", ("R2",)),
    "E0506": ("setup", ("R3",)),
    "E0507": ("setup", None),
    "E0508": ("setup", None),
    "E0509": ("clear", ("R3",)),
    "E0510": ("setup", ("R3",)),
    "E0511": ("setup", ("R2",)),
    "E0512": ("setup", ("R3",)),
    "E0513": ("setup", ("R3",)),
    "E0514": ("setup", ("R2",)),
    "E0515": ("Harvest", ("R3",)),
    "E0516": ("setup", ("R2",)),
    "E0517": ("Fall", ("R3",)),
    "E0518": ("setup", ("R2",)),
    "E0519": ("setup", ("R2",)),
    "E0530": ("Throw", ("R3",)),
    "E0531": ("Lay", ("R3",)),
    "E0532": ("land", ("R2",)),
    "E0533": ("setup", ("R3",)),
}
"""The clause that each page's fault names, and what it cites."""

EXPLAINED = {"E0502", "E0503"}
"""A plain game decides by the first case that applies and does not look at the rest."""

SAMPLE = """
kind Colour is Red, Blue per R1

component Tile per R1
    colour: Colour
    one of each colour

zone shelf of each player holds at most one Tile per R1
token Coin on each player, limit 3 per R1

kind Side is Up, Right, Down, Left in a ring per R1

component Pin per R1
    2 alike
    starts in stock

zone stock holds Pin per R1

grid yard, squares, sides Side, holds at most one Tile per R1
part Edge is Side of Tile on yard per R1
zone pins of each Edge holds Pin per R1

variable nuts: 0..9 per R1

setup per R2
    go Turn(1)

phase Turn(p: player) per R2
    ask p
        action take(t in box) per R3
            bar shelf_full per R4
                when shelf of p is not empty
            then move t to shelf of p per R3
        action pass per R2
            then nothing
    if nuts > 8
        game over
    add 1 to nuts per R2
    go Turn(next of p)
"""
"""The game of the pages about data."""


def loaded(folder: Path, rules: str, *, explain: bool) -> refengine.Game:
    """The game of a page, for two, with an index of a rulebook of five statements."""
    head = "game sample from rulebook sample\n    players 2 per R1\n\n"
    (folder / "game.rules").write_text(head + rules, encoding="utf-8")
    index = ['[rulebook]\nid = "sample"\ntitle = "Sample"\nlanguage = "en"\n']
    index += [
        f'[[statement]]\nid = "R{line}"\nlines = "{line}"\nparaphrase = "Statement {line}."\nstatus = "normative"\n'
        f'hash = "sha256:{line:064}"\n'
        for line in range(1, 6)
    ]
    (folder / "rulebook.toml").write_text("\n".join(index), encoding="utf-8")
    return refengine.load(folder, explain=explain)


def play(game: refengine.Game) -> None:
    """Plays to the end; the first action is as good as any."""
    state = game.initial()
    while game.turn(state).kind != "over":
        state = game.apply(state, game.legal(state)[0])


def fences(code: str) -> list[tuple[str, str]]:
    """What a page shows, after a look at its form."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {code}: {TITLES[code]}\n")
    assert text.count("\n## How to mend it\n") == 1
    return FENCE.findall(text)


def codes(*starts: str) -> list[str]:
    return [code for code in TITLES if code.startswith(starts)]


# ---- FAULTS


def test_every_fault_is_tried() -> None:
    assert codes("E050", "E051", "E053") == list(FAULTS)


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize("code", FAULTS)
def test_what_the_page_calls_wrong_breaks_off(code: str, explain: bool, tmp_path: Path) -> None:
    (kind, bad), (_, shown), _ = fences(code)
    assert kind == "rules"
    game = loaded(tmp_path, bad, explain=explain)
    if code in EXPLAINED and not explain:
        play(game)
        return
    with pytest.raises(Fault) as caught:
        play(game)
    fault = caught.value
    path, cited = FAULTS[code]
    assert (fault.code, fault.path) == (code, path)
    assert fault.citations
    assert cited is None or fault.citations == cited
    assert str(fault) == shown.rstrip("\n")


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_says_where_it_is_written(code: str, tmp_path: Path) -> None:
    (_, bad), *_ = fences(code)
    with pytest.raises(Fault) as caught:
        play(loaded(tmp_path, bad, explain=True))
    assert caught.value.span is not None
    path, start, end = caught.value.span
    text = (tmp_path / "game.rules").read_text(encoding="utf-8")
    assert path == (tmp_path / "game.rules").as_posix()
    assert text.index(bad) <= start < end <= len(text)


@pytest.mark.parametrize("explain", [True, False])
@pytest.mark.parametrize("code", FAULTS)
def test_what_the_page_calls_mended_is_played_to_the_end(code: str, explain: bool, tmp_path: Path) -> None:
    *_, (kind, good) = fences(code)
    assert kind == "rules"
    play(loaded(tmp_path, good, explain=explain))


def test_a_fault_in_a_step_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    (_, bad), *_ = fences("E0509")
    game = loaded(tmp_path, bad, explain=False)
    state = game.initial()
    before = game.to_json(state)
    with pytest.raises(Fault):
        game.apply(state, game.legal(state)[0])
    assert game.to_json(state) == before


# ---- ACTIONS AND DATA


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> refengine.Game:
    return loaded(tmp_path_factory.mktemp("sample"), SAMPLE, explain=False)


OF_EXAMPLES = {"E0732"}
"""The codes that only an example can meet; `tests/check/test_pictures.py` does."""


@pytest.mark.parametrize("code", [each for each in codes("E070", "E071", "E073") if each not in OF_EXAMPLES])
def test_what_the_page_calls_is_refused(code: str, sample: refengine.Game) -> None:
    (kind, calls), (_, shown) = fences(code)
    assert kind == "python"
    *before, last = calls.strip().splitlines()
    names: dict[str, Any] = {"game": sample, "state": sample.initial()}
    exec("\n".join(before), names)  # noqa: S102 - a page of ours
    with pytest.raises((BadData, IllegalAction)) as caught:
        eval(last, names)  # noqa: S307 - as above
    refused = caught.value
    assert isinstance(refused, BadData | IllegalAction)
    assert refused.code == code
    assert str(refused) == shown.rstrip("\n")


def test_an_illegal_action_names_the_bar_and_its_citation(sample: refengine.Game) -> None:
    full = sample.position({"zones": {"shelf": {"1": "Blue"}}, "phase": {"name": "Turn", "arguments": [1]}})
    with pytest.raises(IllegalAction) as caught:
        sample.apply(full, {"actor": 1, "name": "take", "arguments": ["Red"]})
    assert caught.value.paths == ("take.shelf_full",)
    assert caught.value.citations == ("R4",)


# ---- TRACES

Change = Callable[[dict[str, Any]], object]


def ours(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["#meta"]["refengine"]
    return found


def foreign_start(data: dict[str, Any]) -> None:
    ours(data)["from"] = "position"
    data["states"][0]["zones"] = {"shlf": {}}


CHANGES: dict[str, Change] = {
    "E0722": lambda data: ours(data).update(trace=2),
    "E0723": lambda data: data["states"].pop(),
    "E0724": lambda data: data["states"][1].pop("mbt::actionTaken"),
    "E0725": lambda data: ours(data).update(game="hens"),
    "E0726": lambda data: ours(data).update(version="0"),
    "E0727": lambda data: ours(data).update(players=3),
    "E0728": foreign_start,
}
TEXTS = {"E0720": '{"#meta": {\n', "E0721": "[]\n"}


@cache
def recorded(game: refengine.Game) -> str:
    states, actions = [game.initial()], []
    for name, arguments in (("take", ["Red"]), ("pass", [])):
        actions.append(game.find_action(states[-1], len(states), name, arguments))
        states.append(game.apply(states[-1], actions[-1]))
    return write_trace(trace_of(game, states, actions))


def said(game: refengine.Game, text: str) -> str:
    trace, wrong = read_trace(text, "found.itf.json")
    if trace is not None:
        wrong = replay(game, trace, "found.itf.json").problems
    return render(wrong, {"found.itf.json": SourceText("found.itf.json", text)})


def test_a_trace_that_nobody_changed_is_one(sample: refengine.Game) -> None:
    assert said(sample, recorded(sample)) == ""


OF_A_STATE = "E0729"


@pytest.mark.parametrize("code", [each for each in codes("E072") if each != OF_A_STATE])
def test_what_is_said_of_a_trace(code: str, sample: refengine.Game) -> None:
    ((_, shown),) = fences(code)
    text = TEXTS.get(code)
    if text is None:
        data = json.loads(recorded(sample))
        CHANGES[code](data)
        text = json.dumps(data, indent=1) + "\n"
    assert said(sample, text) == shown


def test_what_is_said_of_a_state(sample: refengine.Game) -> None:
    ((_, shown),) = fences(OF_A_STATE)
    text = '{"game": "path"}\n'
    state, wrong = read_state(sample, text, "state.json")
    assert (state, render(wrong, {"state.json": SourceText("state.json", text)})) == (None, shown)
    written = json.dumps(sample.to_json(sample.initial()))
    assert read_state(sample, written, "state.json") == (sample.initial(), ())


# ---- COMMANDS


@pytest.mark.parametrize("code", codes("E084", "E085"))
def test_the_page_of_a_command_shows_its_message(code: str) -> None:
    ((_, shown),) = fences(code)
    assert shown.startswith(f"error[{code}]: ")
