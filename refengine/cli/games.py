"""From the words of a command to compiled games and their configurations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.check.words import Words
from refengine.cli.errors import (
    Refused,
    given_twice,
    not_a_pair,
    unknown_language,
    unknown_table,
)
from refengine.ir.configuration import Configuration, configure
from refengine.loading import compile_cached, make
from refengine.pipeline import Compiled
from refengine.resolve.folder import GameFolder, find_games
from refengine.source.diagnostic import Diagnostic

if TYPE_CHECKING:
    from refengine.engine.game import Game

ENGLISH = "en"


@frozen
class Opened:
    """One game that a command is about, under one configuration."""

    compiled: Compiled
    configuration: Configuration
    words: Words

    def game(self, *, explain: bool = False) -> Game:
        """The playable game."""
        return make(self.compiled, self.configuration, explain=explain)


def open_game(
    path: Path,
    *,
    players: int | None = None,
    readings: Iterable[str] = (),
    options: Iterable[str] = (),
    tables: Iterable[str] = (),
    edition: str | None = None,
    lang: str = ENGLISH,
) -> Opened:
    """The only game of a folder, configured; a command that names none is refused."""
    replaced = {name: Path(file) for name, file in pairs("--table", tables).items()}
    compiled = compiled_game(path, replaced)
    assert compiled.game is not None
    refuse_unknown_tables(replaced, [compiled])
    configuration, wrong = configure(
        compiled.game, players, pairs("--reading", readings), pairs("--option", options), edition
    )
    if configuration is None:
        raise Refused(wrong, compiled.texts)
    return Opened(compiled, configuration, words_in(lang, [compiled]))


def compiled_game(path: Path, tables: Mapping[str, Path]) -> Compiled:
    """The only game of a folder, without errors."""
    folders, wrong = find_games(path)
    if wrong:
        raise Refused(wrong)
    if len(folders) > 1:
        raise Refused([several_games(path, folders)])
    compiled = compile_cached(folders[0], tables)
    if compiled.game is None:
        raise Refused(compiled.errors, compiled.texts)
    return compiled


def several_games(path: Path, folders: Iterable[GameFolder]) -> Diagnostic:
    """A folder of games where one game is wanted."""
    names = ", ".join(f"`{folder.path.as_posix()}`" for folder in folders)
    return Diagnostic("E0852", f"`{path.as_posix()}` holds several games", None, hint=f"name one of {names}")


def pairs(flag: str, words: Iterable[str]) -> dict[str, str]:
    """`name=value` words as a mapping."""
    found: dict[str, str] = {}
    wrong: list[Diagnostic] = []
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            wrong.append(not_a_pair(flag, word))
        elif name in found:
            wrong.append(given_twice(flag, name))
        found[name] = value
    if wrong:
        raise Refused(wrong)
    return found


def refuse_unknown_tables(tables: Iterable[str], compiled: Iterable[Compiled]) -> None:
    """Refuses a replacement for a table that no game has."""
    games = [each.game for each in compiled]
    if any(game is None for game in games):
        return
    known = {table.name for game in games if game is not None for table in game.tables}
    wrong = [unknown_table(name, known) for name in tables if name not in known]
    if wrong:
        raise Refused(wrong)


def words_in(lang: str, compiled: Iterable[Compiled]) -> Words:
    """How the games speak in a language; of several games the first that has it."""
    games = list(compiled)
    for each in games:
        if lang in each.labels.languages or lang == ENGLISH:
            return Words(each.labels, lang)
    known = {ENGLISH, *(language for each in games for language in each.labels.languages)}
    raise Refused([unknown_language(lang, known)])
