"""Every way by which something from outside comes in, each with inputs to spoil and a way to put them.

A door's `put` gives what became of an input: "taken" or "refused". Whatever else happens is raised, and is a bug of ours.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import frozen

from refengine.resolve.labels import parse_labels
from refengine.resolve.rulebook import parse_rulebook
from tests.hostile import rule_doors as rules
from tests.hostile.command_door import command_line, put_words
from tests.hostile.data_doors import put_call, put_state, put_trace, spoilt_call, spoilt_state, spoilt_trace
from tests.hostile.spoiling import by_bytes
from tests.hostile.telling import Became

Input = Any


@frozen
class Door:
    """`make` draws an input, `put` puts it; `enough` are so many tries of one seed."""

    name: str
    make: Callable[[random.Random], Input]
    put: Callable[[Input], Became]
    enough: int


# ---- WHAT IS SPOILT


PLACES = {name: (rules.TUTORIAL / name) for name in ("tictactoe", "goofspiel")}
INDEX = (PLACES["goofspiel"] / "rulebook.toml").read_bytes()
LABELS = (PLACES["goofspiel"] / "labels.toml").read_bytes()
TABLE = (PLACES["tictactoe"] / "squares.csv").read_bytes()
BESIDE = ("rulebook.toml", "labels.toml")

DOORS = (
    Door("rules by bytes", lambda chance: by_bytes(chance.choice(rules.rule_texts()).encode(), chance), rules.put_bytes, 300),
    Door("rules by grammar", rules.declared, rules.put_folder, 100),
    Door("rules by words", rules.spoilt_rules, rules.put_folder, 150),
    Door("rules as code", rules.rules_of_code, rules.put_folder, 100),
    Door("names of files", rules.named, rules.put_names, 30),
    Door("tables", lambda chance: rules.spoilt(TABLE, chance), rules.put_tables, 1500),
    Door("tables in a game", lambda chance: rules.spoilt_file(chance, "tictactoe", "squares.csv"), rules.put_folder, 30),
    Door("index", lambda chance: rules.spoilt(INDEX, chance), partial(rules.put_text, reader=parse_rulebook, name=BESIDE[0]), 600),
    Door("labels", lambda chance: rules.spoilt(LABELS, chance), partial(rules.put_text, reader=parse_labels, name=BESIDE[1]), 600),
    Door("index and labels in a game", lambda chance: rules.spoilt_file(chance, "tictactoe", chance.choice(BESIDE)), rules.put_folder, 25),
    Door("toml", rules.any_toml, rules.put_toml, 300),
    Door("states", spoilt_state, put_state, 1200),
    Door("calls", spoilt_call, put_call, 1500),
    Door("traces", spoilt_trace, put_trace, 700),
    Door("command lines", command_line, put_words, 120),
)  # fmt: skip
