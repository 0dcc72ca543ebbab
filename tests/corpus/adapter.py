"""How far a file of the corpus is taken: to its tree, or, where it is a whole rule set, to a game that can be played.

A rule set that is one file gets the rulebook and the tables that lie in the corpus. A line `# asked for: ...` says how
it is to be configured: `players 9`, `ties other`, `size 7`, `edition old`. The base of a module is a folder
beside that of its file: `modules/garden` for `modules/bad/not_open.rules`.
"""

import re
from contextlib import chdir
from pathlib import Path

from refengine.ir.configuration import configure
from refengine.ir.game import Game
from refengine.pipeline import compile_folder
from refengine.resolve.folder import GameFolder, with_base
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.render import render
from refengine.source.text import read_source
from refengine.syntax.parser import parse

CORPUS = Path(__file__).parent
ONLY_PARSED = {"text", "syntax"}
ASKED_FOR = re.compile(r"^# asked for: (.*)$", flags=re.MULTILINE)


def diagnose(path: Path, shown: str) -> str:
    """What the user is told about a file, which is called `shown`; nothing if all is well."""
    if path.parent.parent.name in ONLY_PARSED:
        return parsed(path, shown)
    with chdir(CORPUS):
        compiled = compile_folder(game_of(Path(shown)))
        asked = ASKED_FOR.search(Path(shown).read_text("utf-8"))
    diagnostics = compiled.diagnostics
    if asked is not None and compiled.game is not None:
        diagnostics = (*diagnostics, *configured(compiled.game, asked[1]))
    return render(diagnostics, compiled.texts)


def parsed(path: Path, shown: str) -> str:
    """What the parser alone has to say."""
    source, diagnostics = read_source(path, shown)
    if source is not None and not diagnostics:
        _, diagnostics = parse(source)
    return render(sorted_unique(diagnostics), {} if source is None else {shown: source})


def game_of(path: Path) -> GameFolder:
    """The rule set that a file is, with what else it needs."""
    folder = GameFolder(
        name=path.stem,
        path=path.parent,
        rules=(path,),
        claims=(),
        rulebook=Path("rulebook.toml"),
        labels=None,
        tables=Path("tables"),
    )
    return with_base(folder)[0]


def configured(game: Game, asked: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a configuration, written as `players 9, ties other`."""
    pairs = dict(each.split() for each in asked.split(", "))
    players, edition = pairs.pop("players", None), pairs.pop("edition", None)
    options = {name: value for name, value in pairs.items() if value.isdigit() or value in {"true", "false"}}
    readings = {name: value for name, value in pairs.items() if name not in options}
    _, found = configure(game, None if players is None else int(players), readings, options, edition)
    return found
