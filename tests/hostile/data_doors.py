"""The doors by which states, positions, actions and traces come in, for small games with something of every sort."""

import json
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from refengine.engine.replay import replay
from refengine.engine.trace import read_trace, trace_of, write_trace
from refengine.pipeline import compile_folder
from refengine.resolve.folder import GameFolder, find_games, with_base
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import Game
from tests.engine.rules import DUEL, rulebook
from tests.hostile.rule_doors import CORPUS, TUTORIAL, playable
from tests.hostile.small_game import RULES
from tests.hostile.spoiling import by_bytes, by_data, by_words
from tests.hostile.telling import Became, refused, told

SMALL = {
    path.stem: path
    for path in sorted(CORPUS.glob("*/good/*.rules"))
    if path.parent.parent.name not in {"text", "syntax"}
}
GAMES = ("peas", "duel", "tictactoe", "goofspiel", *SMALL)


@cache
def game(name: str) -> Game:
    if name in SMALL:
        path = SMALL[name]
        tables = CORPUS / "tables"
        found, _ = with_base(GameFolder(name, path.parent, (path,), (), CORPUS / "rulebook.toml", None, tables))
    else:
        folder = Path("games", name)
        if name in {"tictactoe", "goofspiel"}:
            shutil.copytree(TUTORIAL / name, folder, dirs_exist_ok=True)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
            (folder / "tiny.rules").write_text({"duel": DUEL, "peas": RULES}[name], "utf-8")
        (found,), _ = find_games(folder)
    made = playable(compile_folder(found))
    assert made is not None, name
    return made


def some_play(name: str, chance: random.Random) -> tuple[Game, list[Any], list[Any]]:
    played = game(name)
    states, actions = [played.initial()], []
    with suppress(Fault):  # some of the games are there for that
        while len(states) < 12 and chance.random() < 0.9 and (legal := played.legal(states[-1])):
            action = chance.choice(legal)
            states.append(played.apply(states[-1], action))
            actions.append(action)
    return played, states, actions


# ---- STATES AND TRACES


def spoilt_state(chance: random.Random) -> tuple[str, Any]:
    name = chance.choice(GAMES)
    played, states, _ = some_play(name, chance)
    data = played.to_json(chance.choice(states))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = by_data(data, chance)
    return name, data


def put_state(given: tuple[str, Any]) -> Became:
    name, data = given
    played = game(name)
    try:
        state = played.from_json(data)
    except BadData as bad:
        return refused(bad)
    again = played.to_json(state)
    assert in_order(again) == in_order(data), "something was dropped in silence"
    assert played.from_json(json.loads(json.dumps(again))) == state
    look_at(played, state)
    return "taken"


def look_at(played: Game, state: Any) -> None:
    hash(state)
    with suppress(Fault):
        played.turn(state)
        played.violations(None, state)
        for seat in range(1, played.description.players + 1):
            json.dumps(played.view(state, seat))
        for each in played.legal(state)[:3]:
            played.apply(state, each)
        played.outcome(state)


def in_order(data: Any) -> Any:
    """The order in which things lie is no part of most data."""
    if isinstance(data, dict):
        return {name: in_order(each) for name, each in data.items()}
    return sorted((in_order(each) for each in data), key=repr) if isinstance(data, list) else data


def offered(played: Game, state: Any) -> tuple[Any, ...]:
    with suppress(Fault):
        return played.legal(state)
    return ()


def spoilt_call(chance: random.Random) -> tuple[str, str, Any]:
    """A position, an action, a value or a phase, in data that have something strange in them."""
    name = chance.choice(GAMES)
    played, states, _ = some_play(name, chance)
    data = played.to_json(states[-1])
    legal = offered(played, states[-1])
    act = {"actor": 1, "name": "x", "arguments": []}
    if legal:
        each = chance.choice(legal)
        act = {"actor": each.actor, "name": each.name, "arguments": list(each.arguments)}
    phases: list[Any] = [
        {"name": each.name, "arguments": [1] * len(each.params)} for each in played.description.phases
    ] or ["x"]
    match chance.randrange(5):
        case 0:
            whole = {part: data[part] for part in ("zones", "variables", "tokens") if part in data}
            return (
                name,
                "position",
                by_data(whole | ({"phase": chance.choice(phases)} if chance.random() < 0.5 else {}), chance),
            )
        case 1:
            return name, "apply", by_data(act, chance, 0.95)
        case 2:
            values: list[list[Any]] = [[each.name, *[1] * len(each.params)] for each in played.description.values]
            return name, "value", by_data(chance.choice(values or [["x"]]), chance, 0.95)
        case 3:
            return name, "phase", by_data(chance.choice(phases), chance, 0.95)
        case _:
            return name, "find", by_data([act["actor"], act["name"], act["arguments"]], chance, 0.95)


def put_call(given: tuple[str, str, Any]) -> Became:
    name, what, data = given
    played = game(name)
    state = played.initial()
    try:
        match what, data:
            case "position", _:
                look_at(played, played.position(data))
                with suppress(BadData):
                    look_at(played, played.position(data, unprinted=True))
            case "apply", _:
                played.apply(state, data)
            case "value", [called, *arguments]:
                json.dumps(played.value(state, called, *arguments))
            case "phase", {"name": called}:
                played.run_phase(state, called, data.get("arguments", ()))
            case "find", [actor, called, arguments]:
                played.find_action(state, actor, called, arguments)
                played.view(state, actor)
            case _:
                return "refused"
    except (BadData, IllegalAction) as bad:
        return refused(bad)
    except Fault:
        return "taken"
    return "taken"


def spoilt_trace(chance: random.Random) -> tuple[str, str]:
    name = chance.choice(GAMES)
    played, states, actions = some_play(name, chance)
    text = write_trace(
        trace_of(played, states, actions, violates=("invariant", "x") if chance.random() < 0.3 else None)
    )
    if chance.random() < 0.4:
        return name, by_words(text, chance) if chance.random() < 0.7 else by_bytes(text.encode(), chance).decode(
            errors="replace"
        )
    data = json.loads(text)
    for _ in range(chance.choice((1, 1, 2))):
        data = by_data(data, chance, 0.93)
    with allowing_all():
        return name, json.dumps(data, ensure_ascii=chance.random() < 0.5)


@contextmanager
def allowing_all() -> Iterator[None]:
    """Numbers and nesting that Python itself only writes if it is asked to."""
    digits, depth = sys.get_int_max_str_digits(), sys.getrecursionlimit()
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(50_000)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(digits)
        sys.setrecursionlimit(depth)


def put_trace(given: tuple[str, str]) -> Became:
    name, text = given
    played = game(name)
    trace, wrong = read_trace(text, "a.itf.json")
    if trace is None:
        return told(wrong, {})
    found = replay(played, trace)
    told(found.problems, {})
    again, wrong = read_trace(write_trace(trace), "a.itf.json")
    assert (again, wrong) == (trace, ()), "a trace does not come back as it was read"
    replay(played, trace, any_version=True)
    return "refused" if found.problems else "taken"
