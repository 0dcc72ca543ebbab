"""The option and the markers of the plugin; what collects games is loaded only where somebody asks for them."""

from __future__ import annotations

from typing import Final

import pytest

from refengine.source.depth import allow_depth

MARKERS: Final = {
    "refengine": "something that a game's rules say of themselves",
    "refengine_example": "an example of a game",
    "refengine_law": "a law about the printed data of a game",
    "refengine_precedent": "a ruling that is kept beside a game",
    "refengine_scope": "a small version of a game, of which all states are gone through",
    "refengine_statement": "a claim, an invariant or another statement about a game that is proved",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--refengine`, and the modules that are put into a game."""
    group = parser.getgroup("refengine")
    group.addoption(
        "--refengine",
        action="store_true",
        help="collect the games below the given paths: examples, laws, precedents, scopes and statements are tests",
    )
    group.addoption(
        "--refengine-module",
        action="append",
        default=[],
        metavar="NAME",
        help="put in a module that lies beside the game whose folder is given; may be repeated",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declares the markers, and has games collected if that was asked for."""
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    if config.getoption("--refengine"):
        allow_depth()
        config.pluginmanager.import_plugin("refengine.pytest_plugin.collection")
