"""Games of a command: its words become compiled games and their configurations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.cli.errors import (
    Refused,
    bad_usage,
    cannot_find_game,
    given_otherwise,
    given_twice,
    not_a_pair,
    several_called,
    unknown_language,
)
from refengine.compiled import Compilation
from refengine.ir.configuration import Configuration, configure, open_answers
from refengine.ir.overlooking import overlooks
from refengine.ir.specialise import specialise
from refengine.loading import against_the_laws, compile_cached, compile_for_questions, make, several_games
from refengine.report.words import Words
from refengine.resolve.choice import with_modules
from refengine.resolve.folder import GameFolder, find_games, with_texts
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS, Limits

if TYPE_CHECKING:
    from refengine.ir import game as model
    from refengine.runtime.game import Game

ENGLISH = "en"


@frozen
class OpenedGame:
    """A game that a command is about, under one configuration."""

    compiled: Compilation
    configuration: Configuration
    words: Words

    def game(self, *, explain: bool = False, halves: bool = False) -> Game:
        """Returns the playable game."""
        return make(self.compiled, self.configuration, explain=explain, halves=halves)

    def thorough(self, *, halves: bool = False) -> Game:
        """Returns the playable game that overlooks nothing: a plain one goes on where cases overlap."""
        assert self.compiled.game is not None
        return self.game(explain=overlooks(specialise(self.compiled.game, self.configuration)), halves=halves)


@frozen
class GameAdditions:
    """The parts that a command puts beside a game: the folder with its owner's texts, and modules by name."""

    texts: Path | None = None
    modules: tuple[str, ...] = ()


NOTHING_BESIDE = GameAdditions()


def open_game(
    path: Path,
    *,
    players: int | None = None,
    readings: Iterable[str] = (),
    options: Iterable[str] = (),
    tables: Iterable[str] = (),
    edition: str | None = None,
    lang: str = ENGLISH,
    limits: Limits = LIMITS,
    beside: GameAdditions = NOTHING_BESIDE,
) -> OpenedGame:
    """Returns the only game of a folder, configured; a command that names none is refused."""
    replaced = {name: Path(file) for name, file in pairs("--table", tables).items()}
    compiled = compiled_game(path, replaced, limits, beside)
    assert compiled.game is not None
    configuration, wrong = configure(
        compiled.game, players, pairs("--reading", readings), pairs("--option", options), edition
    )
    if configuration is None:
        raise Refused(wrong, compiled.texts)
    if wrong := against_the_laws(compiled.game, configuration):
        raise Refused(wrong, compiled.texts)
    return OpenedGame(compiled, configuration, words_in(lang, [compiled]))


def configured_for(
    compiled: Compilation,
    example: model.Example,
    readings: Mapping[str, str],
    options: Mapping[str, str],
    edition: str | None,
) -> Configuration:
    """Returns the configuration in which an example is looked at: what it is given, and beside that what is chosen.

    A command that chooses otherwise than the example is refused.
    """
    assert compiled.game is not None
    for flag, given, chosen in (("--reading", example.readings, readings), ("--option", example.options, options)):
        for name, value in given:
            if chosen.get(name, value) != value:
                raise Refused([given_otherwise(example.name, f"{name} is {value}", f"{flag} {name}={chosen[name]}")])
    agreed = {**readings, **dict(example.readings)}, {**options, **dict(example.options)}
    configuration, wrong = configure(compiled.game, example.players, *agreed, edition)
    if configuration is None:
        raise Refused(wrong, compiled.texts)
    return configuration


def compiled_game(
    path: Path,
    tables: Mapping[str, Path],
    limits: Limits = LIMITS,
    beside: GameAdditions = NOTHING_BESIDE,
    *,
    asked_only: bool = False,
) -> Compilation:
    """Returns the only game of a folder, without errors; tables that take the place of its own obey its laws.

    Modules and bodies of texts that stand `beside` it are put in. Where questions about positions are `asked_only` of
    it, what is stated of it is left out.
    """
    folders, wrong = find_games(path)
    if wrong:
        raise Refused(wrong)
    if len(folders) > 1:
        raise Refused([several_games(path, folders)])
    (folder,) = with_what_is_beside(folders, beside)
    is_less = asked_only and not tables
    compiled = compile_for_questions(folder, limits) if is_less else compile_cached(folder, tables, limits=limits)
    if compiled.game is None:
        raise Refused(compiled.errors, compiled.texts)
    if tables:
        configuration, _ = configure(compiled.game, None, open_answers(compiled.game), {}, None)
        assert configuration is not None
        if wrong := against_the_laws(compiled.game, configuration):
            raise Refused(wrong, compiled.texts)
    return compiled


def with_bases(folders: Iterable[GameFolder]) -> list[GameFolder]:
    """Returns the games, before each module what it is a module of, before several each alone; every game once."""
    found: dict[Path, GameFolder] = {}
    for folder in folders:
        alone = (one for each in folder.alone for one in (*each.bases, each))
        for each in (*(alone if folder.alone else folder.bases), folder):
            found.setdefault(each.path.resolve(), each)
    return list(found.values())


def with_what_is_beside(folders: Sequence[GameFolder], beside: GameAdditions) -> list[GameFolder]:
    """Returns the games with modules and with the texts of their owner, which are of one game."""
    if beside == NOTHING_BESIDE:
        return list(folders)
    if len(folders) != 1:
        option = "--texts" if beside.texts is not None else "--module"
        raise Refused([bad_usage(f"`{option}` is for one game", "name the folder of one")])
    folder, wrong = with_modules(folders[0], beside.modules)
    if not wrong and beside.texts is not None:
        folder, wrong = with_texts(folder, beside.texts)
    if wrong:
        raise Refused(wrong)
    return [folder]


def game_called(compiled: Sequence[Compilation], name: str) -> Compilation:
    """Returns the game of a name; where there is none of these, or more than one, the command is refused."""
    found = all_called(compiled, name)
    if len(found) > 1:
        raise Refused([several_called(name, (each.folder for each in found))])
    if not found:
        wrong = [each for each in compiled if each.game is None]
        if len(compiled) == 1 and wrong:
            raise Refused(wrong[0].errors, wrong[0].texts)
        raise Refused([cannot_find_game(name, [each.game.name for each in compiled if each.game is not None])])
    return found[0]


def all_called(
    compiled: Iterable[Compilation], name: str, is_called: Callable[[Compilation, str], bool] | None = None
) -> tuple[Compilation, ...]:
    """Returns all games of a name, or else all that are called so otherwise; what two links lead to is one."""
    known = [each for each in compiled if each.game is not None]
    named = [each for each in known if each.game is not None and each.game.name == name]
    if not named and is_called is not None:
        named = [each for each in known if is_called(each, name)]
    return tuple({each.folder.path.resolve(): each for each in reversed(named)}.values())[::-1]


def compiled_games(
    folders: Sequence[GameFolder], tables: Mapping[str, Path], limits: Limits = LIMITS
) -> list[Compilation]:
    """Returns every game with those of the tables that it has; one that none has is called unknown by each."""
    if not tables or len(folders) < 2:
        return [compile_cached(folder, tables, limits=limits) for folder in folders]
    games = [compile_cached(folder, limits=limits).game for folder in folders]
    own = [set(tables) if game is None else {table.name for table in game.tables} for game in games]
    nobodys = set(tables).difference(*own)
    given = [{name: file for name, file in tables.items() if name in has | nobodys} for has in own]
    return [compile_cached(folder, each, limits=limits) for folder, each in zip(folders, given, strict=True)]


def pairs(flag: str, words: Iterable[str]) -> dict[str, str]:
    """Returns words `name=value` as a mapping."""
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


def words_in(lang: str, compiled: Iterable[Compilation]) -> Words:
    """Returns the words of games in a language, of several games those of the first that has it."""
    games = list(compiled)
    for each in games:
        if lang in each.labels.languages or lang == ENGLISH:
            return Words(each.labels, lang)
    known = {ENGLISH, *(language for each in games for language in each.labels.languages)}
    raise Refused([unknown_language(lang, known)])
