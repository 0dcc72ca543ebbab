"""The doors by which rules come in, and the files that lie beside them."""

import json
import random
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from refengine.engine.build import package_files
from refengine.evidence.promises import read_promised
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.resolve.folder import find_games
from refengine.resolve.labels import parse_labels
from refengine.resolve.rulebook import parse_rulebook
from refengine.resolve.table_data import parse_table
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import source_of
from refengine.syntax.parser import parse
from tests.engine.rules import CARDS, DUEL, rulebook
from tests.hostile.small_game import RULES
from tests.hostile.spoiling import PAYLOADS, by_bytes, by_words, with_payload
from tests.hostile.telling import Became, told
from tests.syntax.sentences import grammar, laid_out, length

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial"
CORPUS = ROOT / "tests" / "corpus"
BASE = CORPUS / "modules" / "garden"


@cache
def rule_texts() -> tuple[str, ...]:
    good = sorted(path for path in CORPUS.glob("*/good/*.rules") if path.parent.parent.name not in {"text", "syntax"})
    return (RULES, DUEL, CARDS, *(path.read_text("utf-8") for path in good))


def playable(compiled: Compilation) -> Game | None:
    if compiled.game is None:
        return None
    answers = {each.name: each.readings[0].name for each in compiled.game.questions}
    configuration, _ = configure(compiled.game, None, answers, {}, None)
    return None if configuration is None else make_game(compiled.game, configuration, keep=Cache(None))


def put_folder(files: dict[str, bytes]) -> Became:
    """A game folder compiled, and played a little if that goes."""
    folder = Path("folder")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    if not Path(BASE.name).exists():
        shutil.copytree(BASE, BASE.name)  # some of the texts are of modules of it
    for name, content in files.items():
        (folder / name).write_bytes(content)
    found, wrong = find_games(folder)
    if not found:
        return told(wrong, {})
    compiled = compile_folder(found[0])
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
    rows = CORPUS.glob("tables/more_*.csv") if "of garden" in text else ()
    beside = {path.name: path.read_bytes() for path in rows}
    return {"rulebook.toml": index, "a.rules": text.encode(errors="surrogatepass"), **beside}


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


# ---- NAMES OF FOLDERS AND FILES


def named(chance: random.Random) -> tuple[str, str]:
    """Names for the folder of a game and for its file of rules."""
    return name_of(chance), name_of(chance)


def name_of(chance: random.Random) -> str:
    if chance.random() < 0.3:
        return chance.choice(
            ("peas", "a b", "1", "class", "žluť", "x.y", "-x", "__init__", "a'b", 'a"b', "a\\b", "{x}")
        )
    return chance.choice(PAYLOADS)[:80] + chance.choice(("", "", "x", "\udcff", "\n"))


def put_names(given: tuple[str, str]) -> Became:
    """A game in a folder and a file of these names, played, and written as a package that can be read as Python."""
    below, file = Path("named"), given[1] + ".rules"
    shutil.rmtree(below, ignore_errors=True)
    folder = below / given[0]
    try:
        folder.mkdir(parents=True)
        (folder / file).write_text(RULES, "utf-8")
    except (OSError, ValueError):
        return "refused"  # no file can have this name
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    found, wrong = find_games(below)
    if not found:
        return told(wrong, {})
    compiled = compile_folder(found[0])
    became = told(compiled.diagnostics, compiled.texts)
    made = playable(compiled)
    if made is not None:
        play_a_little(made)
        assert compiled.game is not None
        configuration, _ = configure(compiled.game, 2, {}, {}, None)
        assert configuration is not None
        for name, text in package_files(specialise(compiled.game, configuration)).items():
            compile(text.encode(), name, "exec")
    return became
