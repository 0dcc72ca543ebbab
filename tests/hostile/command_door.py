"""The door by which people come in: command lines."""

import io
import os
import random
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from tests.hostile.data_doors import game
from tests.hostile.small_game import CLAIM, write_game
from tests.hostile.spoiling import PAYLOADS
from tests.hostile.telling import Became

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
    said = (out.buffer.getvalue() + err.buffer.getvalue()).decode(errors="replace")
    assert code in {0, 1, 2, 3}, said[-2000:]
    assert "Traceback" not in said, said[-2000:]
    if words[0] != "fmt":
        assert tree(room / "peas") == before, "the game was changed"
    shutil.rmtree(room / "out", ignore_errors=True)
    return "refused" if code == 2 else "taken"


def tree(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}
