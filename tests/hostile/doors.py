"""Every way by which something from outside comes in, each with inputs to spoil and a way to put them.

A door's `put` gives what became of an input: "taken" or "refused". Whatever else happens is raised, and is a bug of ours.
"""

import io
import json
import os
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, frozen

from refengine.cli.main import main
from refengine.engine.fault import BadData, Fault, IllegalAction
from refengine.engine.game import Game
from refengine.engine.replay import replay
from refengine.engine.trace import read_trace, trace_of, write_trace
from refengine.evidence.promised import read_promised
from refengine.ir.configuration import configure
from refengine.loading import Cache, make_game
from refengine.pipeline import Compiled, compile_folder
from refengine.resolve.folder import find_games
from refengine.resolve.labels import parse_labels
from refengine.resolve.rulebook import parse_rulebook
from refengine.resolve.table_data import parse_table
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render, render_json
from refengine.source.text import source_of
from refengine.syntax.parser import parse
from tests.engine.rules import CARDS, DUEL, rulebook
from tests.hostile.small_game import CLAIM, RULES, write_game
from tests.hostile.spoiling import PAYLOADS, by_bytes, by_data, by_words, with_payload
from tests.syntax.sentences import grammar, laid_out, length

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial"
CORPUS = ROOT / "tests" / "corpus"

Became = Literal["taken", "refused"]
Input = Any


@frozen
class Door:
    """`make` draws an input, `put` puts it; `enough` are so many tries in the ordinary tests."""

    name: str
    make: Callable[[random.Random], Input]
    put: Callable[[Input], Became]
    enough: int


# ---- WHAT IS SPOILT


@cache
def rule_texts() -> tuple[str, ...]:
    good = sorted(path for path in CORPUS.glob("*/good/*.rules") if path.parent.parent.name not in {"text", "syntax"})
    return (RULES, DUEL, CARDS, *(path.read_text("utf-8") for path in good))


@cache
def game(name: str) -> Game:
    folder = Path("games", name)
    if name in {"tictactoe", "goofspiel"}:
        shutil.copytree(TUTORIAL / name, folder, dirs_exist_ok=True)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
        (folder / "tiny.rules").write_text({"duel": DUEL, "peas": RULES}[name], "utf-8")
    (found,), _ = find_games(folder)
    made = playable(compile_folder(found))
    assert made is not None
    return made


def playable(compiled: Compiled) -> Game | None:
    if compiled.game is None:
        return None
    answers = {each.name: each.readings[0].name for each in compiled.game.questions}
    configuration, _ = configure(compiled.game, None, answers, {}, None)
    return None if configuration is None else make_game(compiled.game, configuration, keep=Cache(None))


GAMES = ("peas", "duel", "tictactoe", "goofspiel")


def some_play(name: str, chance: random.Random) -> tuple[Game, list[Any], list[Any]]:
    played = game(name)
    states, actions = [played.initial()], []
    while len(states) < 12 and chance.random() < 0.9 and (legal := played.legal(states[-1])):
        actions.append(chance.choice(legal))
        states.append(played.apply(states[-1], actions[-1]))
    return played, states, actions


# ---- HOW IT IS PUT


def told(diagnostics: tuple[Diagnostic, ...], texts: Any) -> Became:
    """Diagnostics that can be printed, for people and for programs."""
    for each in diagnostics:
        assert each.message, each.code
    render(diagnostics, texts).encode()
    json.dumps(render_json(diagnostics, texts)).encode()
    return "refused" if any(each.severity == "error" for each in diagnostics) else "taken"


def put_folder(files: dict[str, bytes], tables: Path | None = None) -> Became:
    """A game folder compiled, and played a little if that goes."""
    folder = Path("folder")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    found, wrong = find_games(folder)
    if not found:
        return told(wrong, {})
    compiled = compile_folder(found[0] if tables is None else evolve(found[0], tables=tables))
    became = told(compiled.diagnostics, compiled.texts)
    made = playable(compiled)
    if made is not None:
        play_a_little(made)
    return became


def play_a_little(made: Game) -> None:
    chance = random.Random(1)
    with suppress(Fault):
        state = made.initial()
        for _ in range(6):
            made.violations(None, state)
            json.dumps(made.to_json(state))
            made.view(state, 1)
            legal = made.legal(state)
            if not legal:
                made.outcome(state)
                return
            state = made.apply(state, chance.choice(legal))


def put_text(content: bytes, reader: Callable[[Any], tuple[Any, tuple[Diagnostic, ...]]], name: str) -> Became:
    source, wrong = source_of(content, name)
    if source is None or wrong:
        return told(wrong, {} if source is None else {name: source})
    value, wrong = reader(source)
    assert value is not None or wrong
    return told(wrong, {name: source})


# ---- RULES


def sentence(chance: random.Random) -> str:
    """A text that the grammar allows, as a rule nonsense."""
    rules, words, lengths = grammar()
    out: list[str] = []
    stack: list[Any] = [next(each for each in rules if each.name == "start")]
    while stack:
        part = stack.pop()
        if part in rules:
            choices = rules[part]
            if len(out) + len(stack) > 80:
                choices = [min(choices, key=lambda rule: sum(length(each, lengths) for each in rule.expansion))]
            stack += reversed(chance.choice(choices).expansion)
        else:
            out.append(chance.choice(words[part.name]))
    return laid_out(out)


def declared(chance: random.Random) -> dict[str, bytes]:
    """Rules with one declaration more, which the grammar allows."""
    text = chance.choice(rule_texts())
    return rules_folder(
        by_words(text + "\n" + sentence(chance), chance) if chance.random() < 0.3 else text + "\n" + sentence(chance)
    )


def spoilt_rules(chance: random.Random) -> dict[str, bytes]:
    texts = rule_texts()
    return rules_folder(by_words(chance.choice(texts), chance, texts))


def rules_of_code(chance: random.Random) -> dict[str, bytes]:
    return rules_folder(with_payload(chance.choice(rule_texts()), chance))


def rules_folder(text: str) -> dict[str, bytes]:
    index = (CORPUS / "rulebook.toml").read_bytes() if "rulebook corpus" in text else rulebook().encode()
    return {"rulebook.toml": index, "a.rules": text.encode(errors="surrogatepass")}


def put_bytes(content: bytes) -> Became:
    return put_text(content, parse, "a.rules")


# ---- FILES BESIDE THE RULES


def files_of(name: str) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in (TUTORIAL / name).iterdir()}


def spoilt_file(chance: random.Random, game_name: str, file: str) -> dict[str, bytes]:
    files = files_of(game_name)
    return {**files, file: spoilt(files[file], chance)}


def spoilt(content: bytes, chance: random.Random) -> bytes:
    match chance.randrange(4):
        case 0:
            return by_bytes(content, chance)
        case 1 | 2:
            return by_words(content.decode(), chance).encode(errors="surrogatepass")
        case _:
            return with_payload(content.decode(), chance).encode(errors="surrogatepass")


def any_toml(chance: random.Random) -> bytes:
    """Values of every sort that a TOML file may hold, where others were."""
    kept = [(TUTORIAL / "goofspiel" / name).read_text("utf-8") for name in ("rulebook.toml", "labels.toml")]
    kept.append('[invariant]\nturns = "bounded 1"\n[claim]\n"x y" = "proved"\n')
    lines = chance.choice(kept).splitlines()
    strange = (
        "1979-05-27T07:32:00Z",
        "0x" + "f" * 5000,
        "9" * 5000,
        "nan",
        "inf",
        "[" * 900 + "]" * 900,
        "{a={a={a=1}}}",
        '"\\ud800"',
        '"\\u0000"',
        "'''\n'''",
        "true",
        "-0",
        "07:32:00",
        "[[[1]]]",
    )
    for _ in range(chance.choice((1, 2))):
        at = chance.randrange(len(lines))
        key, equals, _ = lines[at].partition("=")
        lines[at] = (
            f"{key}= {chance.choice(strange)}"
            if equals
            else chance.choice(
                ("[a.b]", "[[statement]]", "[statement]", "[rulebook.x]", "a = 1", "[" + ".".join("a" * 900) + "]")
            )
        )
    return "\n".join(lines).encode()


def put_tables(content: bytes) -> Became:
    return put_text(content, parse_table, "a.csv")


def put_toml(content: bytes) -> Became:
    """One text as each of the files that are written so."""
    became = [
        put_text(content, reader, name)
        for reader, name in (
            (parse_rulebook, "rulebook.toml"),
            (parse_labels, "labels.toml"),
            (read_promised, "evidence.toml"),
            (parse_table, "a.toml"),
        )
    ]
    return "taken" if "taken" in became else "refused"


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


def refused(bad: BadData | IllegalAction) -> Became:
    str(bad).encode(errors="replace")
    assert len(str(bad)) < 2000
    return "refused"


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


def spoilt_call(chance: random.Random) -> tuple[str, str, Any]:
    """A position, an action, a value or a phase, in data that have something strange in them."""
    name = chance.choice(GAMES)
    played, states, _ = some_play(name, chance)
    data = played.to_json(states[-1])
    legal = played.legal(states[-1])
    act = {"actor": 1, "name": "x", "arguments": []}
    if legal:
        each = chance.choice(legal)
        act = {"actor": each.actor, "name": each.name, "arguments": list(each.arguments)}
    phases = [{"name": each.name, "arguments": [1] * len(each.params)} for each in played.description.phases]
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
            values = list(played.description.values) or [None]
            value = chance.choice(values)
            called = ["x"] if value is None else [value.name, *[1] * len(value.params)]
            return name, "value", by_data(called, chance, 0.95)
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
            case "phase", {"name": called, **rest}:
                played.run_phase(state, called, rest.get("arguments", ()))
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


# ---- COMMAND LINES

COMMANDS: dict[str, tuple[str, ...]] = {
    "fmt": ("peas", "--check", "--diff", "missing", "peas/peas.rules"),
    "build": ("peas", "-o", "out", "--players", "2", "--edition", "--reading", "--option", "--table"),
    "simulate": ("peas", "--games", "1", "--seed", "7", "--players", "--reading", "x=y", "--format", "json"),
    "replay": ("good.itf.json", "--game", "peas", "--any-version", "--lang", "bad.itf.json"),
    "play": ("peas", "--seat", "1", "--seed", "7", "--players", "--lang"),
    "odds": ("peas", "example", "--of", "rounds", "--of", "x(", "good.itf.json", "--limit"),
    "explain": ("E0101", "E", "X" * 90),
    "check": ("peas", "--only", "examples", "--lang", "--players", "--edition", "--table", "a=b", "--format", "json"),
    "explore": ("peas", "--limit", "5", "--keep", "Pea=1", "Pea.colour=1..2", "--players", "--force"),
    "prove": ("peas", "no_such_name", "--only", "claim", "--players"),
}
LIGHT = {"--help", "--version", "-h"}


def command_line(chance: random.Random) -> list[str]:
    name = chance.choice((*COMMANDS, chance.choice(PAYLOADS)))
    own = COMMANDS.get(name, ("peas", "--x"))
    words = [name, own[0]] if chance.random() < 0.8 else [name]
    for _ in range(chance.randrange(6)):
        match chance.randrange(5):
            case 0 | 1:
                words.append(chance.choice(own))
            case 2:
                words.append(str(chance.choice((0, 1, 2, -1, 10**30, "1e3", "٣", "0x10"))))
            case 3:
                words.append(chance.choice(PAYLOADS))
            case _:
                words.append(
                    chance.choice(
                        (
                            *LIGHT,
                            "--",
                            "-",
                            "--=",
                            "=",
                            "a=",
                            "=b",
                            "a=b=c",
                            "--no-check",
                            "--format=xml",
                            "\udcff",
                            "peas/../peas",
                            "peas//",
                            "~",
                        )
                    )
                )
    if name == "prove" and "no_such_name" not in words:
        words.append("no_such_name")  # what is proved is put to the prover, which is no door
    if name == "check" and "--only" not in words:
        words += ["--only", "examples"]
    return [word.replace("\x00", "0") for word in words if "--jobs" not in word]


def put_words(words: list[str]) -> Became:
    """A command, in a folder of its own with a game and traces; its exit code says what it thinks of it."""
    room = Path("room")
    if not room.exists():
        write_game(room, claim=CLAIM)
        played = game("peas")
        text = write_trace(trace_of(played, [played.initial()], []))
        (room / "good.itf.json").write_text(text, "utf-8")
        (room / "bad.itf.json").write_text(text[:200], "utf-8")
    here, before = Path.cwd(), tree(room / "peas")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", write_through=True)
    os.chdir(room)
    entered, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(b"1\n\xff\n2\n" * 9), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
    finally:
        sys.stdin = entered
        os.chdir(here)
    said = (out.buffer.getvalue() + err.buffer.getvalue()).decode(errors="replace")  # type: ignore[attr-defined]
    assert code in {0, 1, 2, 3}, said[-2000:]
    assert "Traceback" not in said, said[-2000:]
    if words[0] != "fmt":
        assert tree(room / "peas") == before, "the game was changed"
    shutil.rmtree(room / "out", ignore_errors=True)
    return "refused" if code == 2 else "taken"


def tree(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


DOORS = (
    Door("rules by bytes", lambda chance: by_bytes(chance.choice(rule_texts()).encode(), chance), put_bytes, 600),
    Door("rules by grammar", declared, put_folder, 250),
    Door("rules by words", spoilt_rules, put_folder, 350),
    Door("rules as code", rules_of_code, put_folder, 250),
    Door("tables", lambda chance: spoilt((TUTORIAL / "tictactoe" / "squares.csv").read_bytes(), chance), put_tables, 2000),
    Door("tables in a game", lambda chance: spoilt_file(chance, "tictactoe", "squares.csv"), put_folder, 120),
    Door("index", lambda chance: spoilt((TUTORIAL / "goofspiel" / "rulebook.toml").read_bytes(), chance), partial(put_text, reader=parse_rulebook, name="rulebook.toml"), 800),
    Door("labels", lambda chance: spoilt((TUTORIAL / "goofspiel" / "labels.toml").read_bytes(), chance), partial(put_text, reader=parse_labels, name="labels.toml"), 800),
    Door("index and labels in a game", lambda chance: spoilt_file(chance, "tictactoe", chance.choice(("rulebook.toml", "labels.toml"))), put_folder, 80),
    Door("toml", any_toml, put_toml, 600),
    Door("states", spoilt_state, put_state, 2500),
    Door("calls", spoilt_call, put_call, 3000),
    Door("traces", spoilt_trace, put_trace, 1500),
    Door("command lines", command_line, put_words, 300),
)  # fmt: skip
