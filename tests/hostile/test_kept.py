"""What once ended in a traceback, or was dropped in silence, and every input of the same kind that we thought of."""

import copy
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from refengine.cli.main import main
from refengine.engine.trace import read_trace, trace_of, write_trace
from refengine.runtime.fault import BadData, IllegalAction
from refengine.runtime.game import Game
from refengine.runtime.plain_data import MAX_DEPTH, MAX_DIGITS, NotJson, bounded_data, read_json
from tests.engine.rules import DUEL, play
from tests.hostile.small_game import write_game
from tests.hostile.spoiling import nested

LONG = 10**5000


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return play(tmp_path_factory.mktemp("duel"), DUEL)


# ---- TRACES


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The data of a trace of a game that lies in the current folder."""
    monkeypatch.chdir(tmp_path)
    assert main(["build", str(write_game(tmp_path)), "-o", "unused"]) == 0
    import refengine  # the game as a user loads it

    game = refengine.load("peas")
    states, actions = [game.initial()], []
    for _ in range(2):
        actions.append(game.legal(states[-1])[0])
        states.append(game.apply(states[-1], actions[-1]))
    return json.loads(write_trace(trace_of(game, states, actions)))


def meta(data: Any) -> Any:
    return data["#meta"]["refengine"]


def from_position(data: Any) -> Any:
    """The first state, of a trace that says that it begins there."""
    meta(data)["from"] = "position"
    return data["states"][0]


def set_in(*path: Any) -> Callable[[Any], None]:
    *way, last, value = path

    def change(data: Any) -> None:
        for each in way:
            data = data[each]
        data[last] = value

    return change


TRACES: dict[str, Callable[[Any], None]] = {
    "a number of two signs": set_in("states", 2, "variables", "rounds", {"#bigint": "--5"}),
    "a number in other digits": set_in("states", 2, "variables", "rounds", {"#bigint": "²"}),
    "a number of many digits": set_in("states", 2, "variables", "rounds", {"#bigint": "9" * 5000}),
    "a number and something else": set_in("states", 2, "variables", "rounds", {"#bigint": "1", "x": 1}),
    "tokens that are a number": set_in("states", 0, "tokens", {"Point": 5}),
    "tokens that are a number, from a position": lambda data: from_position(data)["tokens"].update(Point=5),
    "another holder": lambda data: from_position(data)["tokens"]["Point"].update(Pea={"Red": 1}),
    "many brackets": set_in("states", 1, "variables", "rounds", nested(1, 900)),
    "very many brackets": set_in("states", 1, "variables", "rounds", nested(1, 20_000)),
    "players without end": lambda data: meta(data).update(players=10**4200),
    "players that are true": lambda data: meta(data).update(players=True),
    "steps that are true": lambda data: meta(data).update(steps=True),
    "another beginning": lambda data: meta(data).update({"from": "nowhere"}),
    "something more": lambda data: meta(data).update(kepp={"Pea": [["Red", 1]]}),
    "a breach of nothing": lambda data: meta(data).update(violates={"sort": 1}),
    "a description that is none": lambda data: data["#meta"].update(description=[LONG]),
    "a format without end": lambda data: meta(data).update(trace=10**4200),
    "an actor that is true": set_in("states", 1, "mbt::nondetPicks", "actor", True),
    "an action that is a list": set_in("states", 1, "mbt::actionTaken", ["lay"]),
    "arguments in arguments": set_in("states", 1, "mbt::nondetPicks", "arguments", [[["Red"]]]),
    "half a letter": set_in("states", 1, "mbt::actionTaken", "\ud800"),
    "a name that acts on a terminal": lambda data: meta(data).update(game="\x1b[2J\x1b]0;owned\x07"),
    "a name that is half a letter": lambda data: meta(data).update(game="\ud800"),
}  # fmt: skip


@pytest.mark.parametrize("name", TRACES)
def test_a_trace_is_refused_or_differs(name: str, recorded: Any, capsys: pytest.CaptureFixture[str]) -> None:
    TRACES[name](recorded)
    with python_unbound():
        Path("a.itf.json").write_text(json.dumps(recorded), "utf-8")
    code = main(["replay", "a.itf.json", "--game", "peas"])
    said = capsys.readouterr()
    assert code in {1, 2}, said.err
    assert "internal error" not in said.err
    assert "\x1b" not in said.out + said.err


@contextmanager
def python_unbound() -> Iterator[None]:
    digits, depth = sys.get_int_max_str_digits(), sys.getrecursionlimit()
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(100_000)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(digits)
        sys.setrecursionlimit(depth)


def test_a_trace_that_nobody_touched_is_played_again(recorded: Any) -> None:
    Path("a.itf.json").write_text(json.dumps(recorded), "utf-8")
    assert main(["replay", "a.itf.json", "--game", "peas"]) == 0


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 990, 1000, 5000, 100_000])
def test_how_deep_brackets_may_be_does_not_depend_on_who_asks(depth: int) -> None:
    def asked(below: int) -> str:
        if below:
            return asked(below - 1)
        trace, (wrong,) = read_trace("[" * depth)
        assert trace is None
        return wrong.message

    assert asked(0) == asked(500) == "this is no JSON: brackets too deep"


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', "NaN", "[Infinity]", "-Infinity", "1" * (MAX_DIGITS + 1), "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "", "[1,]", "'a'"]
)  # fmt: skip
def test_what_python_reads_as_json_and_we_do_not(text: str) -> None:
    with pytest.raises(NotJson):
        read_json(text)


def test_json_is_read() -> None:
    text = '{"a[": [1, -2, 1.5, null, true, "\\"[{"], "ž": {"": "]]"}}'
    assert read_json(text) == json.loads(text)
    assert read_json("[" * MAX_DEPTH + "]" * MAX_DEPTH) == json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH)


# ---- STATES


def test_a_holder_that_the_rules_do_not_know_is_not_dropped(duel: Game) -> None:
    data = duel.to_json(duel.initial())
    data["tokens"]["Point"]["Card"] = {"Red 1": 1}
    with pytest.raises(BadData, match="Card"):
        duel.from_json(data)


def places(data: Any) -> Iterator[tuple[Any, ...]]:
    """The way to everything in the data."""
    yield ()
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, each in inside:
        yield from ((name, *rest) for rest in places(each))


STRANGE: tuple[Any, ...] = (None, True, 5, -1, 1.5, LONG, -LONG, "", "²", "9" * 5000, "Red 1", [], {}, [[]], {"name": []}, {"Chip": 5}, nested(1, 900), nested(1, 100_000), {"²": 1}, {"9" * 5000: 1}, {1: 2}, {(): 1}, {None: 1}, object(), b"x", "\ud800")  # fmt: skip


def test_something_strange_in_every_place_of_a_state(duel: Game) -> None:
    whole = duel.to_json(duel.initial())
    taken, lengths = 0, [0]
    for way in places(whole):
        for value in STRANGE:
            data = changed(whole, way, value)
            try:
                state = duel.from_json(data)
            except BadData as bad:
                lengths.append(len(str(bad)))
            else:
                taken += 1
                assert duel.to_json(state) == data
    assert 0 < taken < 20  # a number for a number
    assert max(lengths) < 500


def test_something_more_in_every_place_of_a_state(duel: Game) -> None:
    """Whatever a state says more than it has to is refused, and not dropped."""
    whole = duel.to_json(duel.initial())
    for way in places(whole):
        data = copy.deepcopy(whole)
        place = data
        for each in way:
            place = place[each]
        if isinstance(place, dict):
            place["strange"] = place.get("1", 0)
        elif isinstance(place, list):
            place.append(place[0] if place else "strange")
        else:
            continue
        with pytest.raises(BadData):
            duel.from_json(data)


def test_something_missing_in_every_place_of_a_state(duel: Game) -> None:
    whole = duel.to_json(duel.initial())
    for way in places(whole):
        if way and way[0] != "control":  # a set in a frame may be smaller
            data = copy.deepcopy(whole)
            place = data
            for each in way[:-1]:
                place = place[each]
            del place[way[-1]]
            with pytest.raises(BadData):
                duel.from_json(data)


def changed(data: Any, way: tuple[Any, ...], value: Any) -> Any:
    if not way:
        return value
    first, *rest = way
    new = changed(data[first], tuple(rest), value)
    return {**data, first: new} if isinstance(data, dict) else [*data[:first], new, *data[first + 1 :]]


@pytest.mark.parametrize("number", range(len(STRANGE)))
def test_something_strange_at_every_other_door(duel: Game, number: int) -> None:
    value = STRANGE[number]
    state = duel.initial()
    good = {"actor": 1, "name": "send", "arguments": ["Red 1"]}
    calls: list[Callable[[], Any]] = [
        lambda: duel.apply(state, value),
        *(lambda part=part: duel.apply(state, {**good, part: value}) for part in good),
        lambda: duel.apply(state, {**good, "arguments": [value]}),
        lambda: duel.apply(state, {**good, "more": value}),
        lambda: duel.find_action(state, value, "send", ["Red 1"]),
        lambda: duel.find_action(state, 1, value, ["Red 1"]),
        lambda: duel.find_action(state, 1, "send", value),
        lambda: duel.value(state, value),
        lambda: duel.value(state, duel.description.values[0].name, *[value] * max(1, len(duel.description.values[0].params))),
        lambda: duel.run_phase(state, value),
        lambda: duel.run_phase(state, "Play", value),
        lambda: duel.run_phase(state, "Play", [value]),
        lambda: duel.view(state, value),
        lambda: duel.position(value),
        lambda: duel.position({"phase": {"name": value}}),
        lambda: duel.position({"phase": {"name": "Play", "arguments": value}}),
        lambda: duel.position({"phase": {"name": "Play", "more": value}}),
        *(lambda part=part: duel.position({part: value}) for part in ("zones", "variables", "tokens", "phase")),
        lambda: duel.position({"zones": {"field": value}}),
        lambda: duel.position({"zones": {"field": {"1": value}}}),
        lambda: duel.position({"variables": {"score": value}}),
        lambda: duel.position({"variables": {"lucky": {"1": value}}}),
        lambda: duel.position({"tokens": {"Point": value}}),
        lambda: duel.position({"tokens": {"Point": {"player": value}}}),
        lambda: duel.position({"tokens": {"Point": {"player": {"1": value}}}}),
    ]  # fmt: skip
    lengths = []
    for call in calls:
        try:
            call()
        except (BadData, IllegalAction) as refused:
            lengths.append(len(str(refused)))
    assert max(lengths) < 500
    assert len(lengths) > len(calls) / 2


@pytest.mark.parametrize("key", ["²", "9" * 5000, "01", " 1", "+1", "3", "0", "-1", "1_0", "١", True, 1.0, None, 3, -1])
def test_seats_are_written_in_one_way(duel: Game, key: Any) -> None:
    for data in (
        {"zones": {"field": {key: "Red 1"}}},
        {"variables": {"score": {key: 1}}},
        {"tokens": {"Point": {"player": {key: 1}}}},
    ):
        with pytest.raises(BadData):
            duel.position(data)
    with pytest.raises(BadData):
        duel.position({"variables": {"score": {"1": 1, 1: 2}}})
    assert duel.position({"variables": {"score": {1: 1}}}) == duel.position({"variables": {"score": {"1": 1}}})


def test_data_without_end() -> None:
    circle: list[Any] = []
    circle.append(circle)
    for data in (circle, [0] * 1_000_001, {"a": circle}, LONG, nested(0, 10**6)):
        with pytest.raises(BadData) as caught:
            bounded_data(data, "a state")
        assert caught.value.code == "E0730"
    assert bounded_data({"a": [1, None, "ž", 1.5, 10 ** (MAX_DIGITS - 1)]}, "a state")["a"][0] == 1


def test_data_are_as_deep_as_their_text_may_be() -> None:
    deepest: list[Any] = []
    for _ in range(MAX_DEPTH - 1):
        deepest = [deepest]
    assert bounded_data(read_json(json.dumps(deepest)), "a state") == deepest
    with pytest.raises(NotJson):
        read_json(json.dumps([deepest]))
    with pytest.raises(BadData):
        bounded_data([deepest], "a state")
