"""Chosen modules: the folder of a game with those modules that somebody named, each of which lies beside it.

INVARIANT: the order in which they are named changes nothing: they come by how deep they stand, then by name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import evolve

from refengine.resolve.folder import GameFolder, game_in
from refengine.source.diagnostic import Diagnostic

Wrong = tuple[Diagnostic, ...]


def with_modules(game: GameFolder, names: Sequence[str]) -> tuple[GameFolder, Wrong]:
    """Returns the game with the modules of these names; without any, or with what is wrong, the game itself."""
    found: dict[str, GameFolder] = {}
    wrong: list[Diagnostic] = []
    for name in names:
        if name in found:
            wrong.append(_not_chosen(name, "it is named twice", "name each module once"))
            continue
        module, its = _module(game, name)
        wrong += its
        if module is not None:
            found[name] = module
    if wrong or not found:
        return game, tuple(wrong)
    return _together(game, tuple(found[name] for name in sorted(found))), ()


def _module(game: GameFolder, name: str) -> tuple[GameFolder | None, Wrong]:
    """Returns the module of a name, which has to stand on the game, by whatever others."""
    path = Path(os.path.normpath(game.path / ".." / name))
    if not name or path.name != name:
        return None, (_not_chosen(name, "that is no name", "a module lies in a folder of its name, beside the game"),)
    module, wrong = game_in(path)
    if module is None:
        hint = "a module lies in a folder of its name, beside the game"
        return None, (_not_chosen(name, f"there are no rules in `{path.as_posix()}`", hint),)
    if module.base is None and module.no_base is None:
        return None, (*wrong, _not_chosen(name, "it is a game and no module", "name what adds to the game"))
    real = game.path.resolve()
    lowest = module.bases[0] if module.bases else module  # one that stands on nothing is told of where it says on what
    if not wrong and lowest.no_base is None and all(each.path.resolve() != real for each in module.bases):
        hint = f"name the folder of `{lowest.name}`, or a module of `{game.name}`"
        return None, (_not_chosen(name, f"it is a module of `{lowest.name}`, and not of `{game.name}`", hint),)
    return module, wrong


def _together(game: GameFolder, modules: tuple[GameFolder, ...]) -> GameFolder:
    """Returns the modules as one game: that of one of them that stands on all others, else one that adds nothing."""
    layers: dict[Path, GameFolder] = {}
    for each in sorted(_standing_on(modules, game), key=lambda each: (len(each.bases), each.name)):
        layers.setdefault(each.path.resolve(), each)
    whole: GameFolder = game
    for each in layers.values():
        if each.base is None:  # nothing is read of what it stands on, and its head says so when it is read
            return each
        whole = evolve(each, base=whole)
    highest = max(modules, key=lambda each: len(each.bases))
    if len(highest.bases) == len(whole.bases):
        return highest
    words = " ".join(f"--module {each.name}" for each in modules)
    return GameFolder(
        name=f"{game.name}_with_{'_and_'.join(each.name for each in modules)}",
        path=Path(f"{game.path} {words}"),
        rules=(),
        claims=(),
        rulebook=game.rulebook,
        labels=None,
        tables=game.tables,
        base=whole,
        alone=modules,
    )


def _standing_on(modules: Iterable[GameFolder], game: GameFolder) -> Iterable[GameFolder]:
    real = game.path.resolve()
    for module in modules:
        yield from (each for each in (*module.bases, module) if each.path.resolve() != real)


def _not_chosen(name: str, why: str, hint: str) -> Diagnostic:
    return Diagnostic("E0839", f"`--module {name}` cannot be chosen: {why}", None, hint=hint)
