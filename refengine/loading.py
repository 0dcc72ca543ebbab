"""Loading: from a path to a game that can be played, with everything that was worked out before kept by content.

What the front end made of a folder, and the generated module of each configuration, lie in a cache folder under a hash
of everything they were made from (rules, tables, this package). A cache that cannot be read or written is no cache.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from refengine.compiled import Compilation, SeatedRules
from refengine.engine.in_parts import InParts
from refengine.engine.laws import broken_laws, law_is_broken, with_laws_alone
from refengine.engine.load import unload_module
from refengine.ir import game as model
from refengine.ir.bare import without_claims
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise, with_seats
from refengine.resolve.choice import with_modules
from refengine.resolve.errors import one_of_several
from refengine.resolve.folder import GameFolder, find_games, fingerprint, fingerprint_of, with_texts
from refengine.runtime.bulk_play import BulkPlay
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.later import later
from refengine.source.limits import LIMITS, Limits, raised
from refengine.source.render import render
from refengine.source.span import Span
from refengine.source.text import Files, SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse
from refengine.types.later_lines import GameKnowledge

if TYPE_CHECKING:
    from refengine.engine.emit.module import EmittedModule, emit_apart
    from refengine.pipeline import compile_knowing
else:  # a game that is kept is neither read nor emitted
    emit_apart = later("refengine.engine.emit.module", "emit_apart")
    compile_knowing = later("refengine.pipeline", "compile_knowing")

MOST_SEATED = 8
"""For how many numbers of players beside the fewest rules are kept; those for others are made where they are asked."""

GENERATED = "refengine_game_"
"""The beginning of the names of generated modules."""


class RuleSetError(Exception):
    """A rule set or configuration that cannot be loaded; `diagnostics` say why, `texts` are what to show them in."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], texts: Mapping[str, SourceText]) -> None:
        super().__init__(render(diagnostics, texts))
        self.diagnostics = diagnostics
        self.texts = texts

    def __reduce__(self) -> tuple[type[RuleSetError], tuple[object, ...]]:
        """Returns how the error is made anew, as it goes from one process to another."""
        return RuleSetError, (self.diagnostics, self.texts)


def compile_cached(
    folder: GameFolder,
    tables: Mapping[str, Path] | None = None,
    keep: Cache | None = None,
    limits: Limits = LIMITS,
) -> Compilation:
    """Returns the compiled folder, from the cache when nothing that it is made of has changed."""
    keep, disk = keep or Cache(), Files()
    made_of = f"{fingerprint(folder, tables or {}, disk)}-{_paths(folder, tables or {}, limits)}"
    hashed = disk.read
    found = _kept(keep, f"{made_of}.compiled")
    if isinstance(found, Compilation):
        return found
    compiled, known = compile_knowing(folder, tables, (), limits, disk, partial(parse_cached, keep))
    if disk.read == hashed:  # else a file has come since, which is in no hash
        keep.write(f"{made_of}.compiled", pickle.dumps(compiled))
        if known is not None:
            keep.write(f"{made_of}.known", pickle.dumps(known))
    return compiled


def compile_for_questions(folder: GameFolder, limits: Limits = LIMITS, keep: Cache | None = None) -> Compilation:
    """Returns the compiled folder without what is stated of the game, on which no question about a position rests.

    From the cache, when nothing that it is made of has changed. `whole_compilation` gives all of it.
    """
    keep = keep or Cache()
    key = f"{fingerprint(folder, {})}-{_paths(folder, {}, limits)}.asked"
    found = _kept(keep, key)
    if isinstance(found, Compilation) and found.seated is not None:
        return found
    compiled = compile_cached(folder, None, keep, limits)
    if compiled.game is None:
        return compiled
    bare = evolve(without_claims(compiled.game), examples=(), laws=(), measures=())
    fewest, most = bare.players
    seats = range(fewest, min(most, fewest + MOST_SEATED) + 1)
    seated = SeatedRules(bare.digest, {each: with_seats(bare, each) for each in seats})
    cited = tuple(each for each in compiled.cited if each.rule)
    made = evolve(compiled, game=bare, seated=seated, cited=cited)
    if f"{_made_of(compiled)}.asked" == key:  # else a file has changed meanwhile
        keep.write(key, pickle.dumps(made))
    return made


def whole_compilation(compiled: Compilation, keep: Cache | None = None) -> Compilation:
    """Returns a compiled folder with all that is stated of the game, as its files were when it was compiled."""
    if compiled.seated is None:
        return compiled
    keep = keep or Cache()
    found = _kept(keep, f"{_made_of(compiled)}.compiled")
    return found if isinstance(found, Compilation) else _again(compiled, keep)[0]


def _kept(keep: Cache, key: str) -> object:
    """Returns what is kept under a name; None if there is nothing, or it was damaged."""
    kept = keep.read(key)
    try:
        return None if kept is None else pickle.loads(kept)  # noqa: S301 - written by us, in a folder of the user's own
    except Exception:  # noqa: BLE001 - a damaged cache is no cache
        return None


def known_cached(compiled: Compilation, keep: Cache | None = None) -> GameKnowledge:
    """Returns what has to be known of a compiled folder without errors to read more lines of examples about it.

    It is what its files said when it was compiled, whatever they say now: the game that is asked says that, too.
    """
    keep = keep or Cache()
    key = f"{_made_of(compiled)}.known"
    found = _kept(keep, key)
    if isinstance(found, GameKnowledge):
        return found
    _, known = _again(compiled, keep)
    assert known is not None
    keep.write(key, pickle.dumps(known))
    return known


def _made_of(compiled: Compilation) -> str:
    """Returns the key under which is kept what the front end made of a folder."""
    folder = compiled.folder
    return f"{fingerprint_of(folder, compiled.parts)}-{_paths(folder, compiled.tables, compiled.limits)}"


def _again(compiled: Compilation, keep: Cache) -> tuple[Compilation, GameKnowledge | None]:
    """Compiles a folder again, from the texts of which it was compiled."""
    parsed = partial(parse_cached, keep)
    made, known = compile_knowing(compiled.folder, compiled.tables, (), compiled.limits, compiled.files, parsed)
    return evolve(made, parts=compiled.parts), known


def parse_cached(keep: Cache, source: SourceText) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """Returns the tree of a file as `parse` does, from the cache if it was read before; its places name its path."""
    digest = hashlib.sha256(os.fsencode(source.path) + bytes(1) + source.text.encode())
    key = f"{digest.hexdigest()[:32]}.tree"
    kept = keep.read(key)
    if kept is not None:
        try:
            file, wrong = pickle.loads(kept)  # noqa: S301 - written by us, in a folder of the user's own
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            file = wrong = None
        if isinstance(file, tree.File) and wrong == ():
            return file, ()
    file, wrong = parse(source)
    if file is not None and not wrong:
        keep.write(key, pickle.dumps((file, wrong)))
    return file, wrong


def _paths(folder: GameFolder, tables: Mapping[str, Path], limits: Limits) -> str:
    """Returns a hash of paths and limits: diagnostics name them as the user gave them, so they are part of all keys.

    The whole folder is in it, for a game is named after its folder, and so are the claims: `.` may be any folder.
    """
    given = folder, sorted((name, path.as_posix()) for name, path in tables.items())
    return hashlib.sha256(os.fsencode(f"{limits}\n{given!r}")).hexdigest()[:16]


def make(
    compiled: Compilation,
    configuration: Configuration,
    *,
    explain: bool = False,
    halves: bool = False,
    keep: Cache | None = None,
) -> Game:
    """Returns the playable game of a compiled folder without errors, under one configuration."""
    assert compiled.game is not None
    return make_game(compiled.game, configuration, explain=explain, halves=halves, keep=keep)


def make_game(
    game: model.Game,
    configuration: Configuration,
    *,
    explain: bool = False,
    halves: bool = False,
    keep: Cache | None = None,
    digest: str | None = None,
    stated: bool = False,
) -> Game:
    """Returns the playable game of the IR under one configuration; with `halves` every open decision can be begun.

    With `stated` it can only be asked what states break where that calls no values, and is made sooner. The `digest` is
    that of the IR, where somebody knows it.
    Raises `RuleSetError` where what a variable starts as cannot be worked out, so that there is no state at all.
    """
    keep = keep or Cache()
    made_of = (digest or game.digest, configuration, explain, halves, stated, sys.implementation.cache_tag)
    key = hashlib.sha256(repr(made_of).encode()).hexdigest()[:32]
    name = f"{GENERATED}{key}"

    def emitted() -> EmittedModule:
        return emit_apart(specialise(game, configuration), explain=explain, read=False, halves=halves, stated=stated)

    parts = InParts(name, keep, key, emitted)
    try:
        bulk = None if explain else cache(partial(_bulk, game, configuration))
        return Game(parts.module(), bulk)
    except Fault as fault:
        raise RuleSetError((_no_start(fault),), {}) from fault


def _bulk(game: model.Game, configuration: Configuration) -> BulkPlay:
    """Loads what makes modules when many games are asked for: nothing else needs it, and commands are to be quick."""
    made: BulkPlay = import_module("refengine.bulk.wasm").Wasm(game, configuration)
    return made


def _no_start(fault: Fault) -> Diagnostic:
    """A variable that starts as nothing that the rules say."""
    message = f"`{fault.path}` has no start: {fault.message}"
    return Diagnostic(fault.code, message, None if fault.span is None else Span(*fault.span))


@contextmanager
def for_a_while() -> Iterator[None]:
    """The games that are made meanwhile are forgotten at the end: whoever makes thousands would fill the memory."""
    before = frozenset(sys.modules)
    try:
        yield
    finally:
        for name in [each for each in sys.modules if each.startswith(GENERATED) and each not in before]:
            unload_module(name)


def load(
    path: str | Path,
    *,
    players: int | None = None,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    tables: Mapping[str, str | Path] | None = None,
    edition: str | None = None,
    explain: bool = False,
    limits: Mapping[str, int] | None = None,
    texts: str | Path | None = None,
    modules: Sequence[str] = (),
) -> Game:
    """Loads the game in a folder.

    `players` is the number of seats (the fewest, if not given); `readings` answers questions by name (over those of
    `edition`, over the defaults); `options` likewise; `tables` are files that take the place of the game's own;
    `limits` raises limits on how much the rules may make, by name; in the folder `texts` are bodies of texts;
    `modules` lie beside the game, and are named in whatever order.
    Raises `RuleSetError`, with diagnostics, for a path that holds no game or several, for rules with errors, for tables
    that break a law, and for a configuration that the game does not know.
    """
    compiled = load_rules(path, tables=tables, limits=limits, texts=texts, modules=modules)
    assert compiled.game is not None
    configuration, wrong = configure(compiled.game, players, readings or {}, options or {}, edition)
    if configuration is None:
        raise RuleSetError(wrong, compiled.texts)
    if wrong := against_the_laws(compiled.game, configuration):
        raise RuleSetError(wrong, compiled.texts)
    return make(compiled, configuration, explain=explain)


def load_rules(
    path: str | Path,
    *,
    tables: Mapping[str, str | Path] | None = None,
    limits: Mapping[str, int] | None = None,
    texts: str | Path | None = None,
    modules: Sequence[str] = (),
) -> Compilation:
    """Loads the rules in a folder, whatever is read and however many play; raises `RuleSetError` as `load` does."""
    folders, wrong = find_games(Path(path))
    if wrong:
        raise RuleSetError(wrong, {})
    if len(folders) > 1:
        raise RuleSetError((several_games(Path(path), folders),), {})
    bounds, wrong = raised(limits or {})
    if wrong:
        raise RuleSetError(wrong, {})
    folder, wrong = with_modules(folders[0], modules)
    if not wrong and texts is not None:
        folder, wrong = with_texts(folder, Path(texts))
    if wrong:
        raise RuleSetError(wrong, {})
    compiled = compile_cached(folder, {name: Path(file) for name, file in (tables or {}).items()}, limits=bounds)
    if compiled.game is None:
        raise RuleSetError(compiled.errors, compiled.texts)
    return compiled


def against_the_laws(game: model.Game, configuration: Configuration) -> tuple[Diagnostic, ...]:
    """Returns diagnostics of the laws that the tables break; nothing can be said of such a game."""
    broken = broken_laws(with_laws_alone(game), lambda each: make_game(each, configuration))
    return tuple(law_is_broken(each) for each in broken)


def several_games(path: Path, folders: Iterable[GameFolder]) -> Diagnostic:
    """A folder of games where one game is wanted."""
    paths = (folder.path.as_posix() for folder in folders)
    return one_of_several(f"`{path.as_posix()}` holds several games", "name one of them", paths)
