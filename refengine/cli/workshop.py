"""The start of a command's worker processes: the code and classes that they load are kept from one run to the next.

Otherwise a process would make and compile a few hundred classes before its first task.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from refengine.cli.guard import keeping_loaded
from refengine.source.package import caches

PROVERS: Final = ("refengine.prove.run", "refengine.prove.decide")
"""The modules by which goals are decided."""

PLAYERS: Final = ("refengine.check.campaign", "refengine.check.module_play")
"""The modules by which games are played; those who play give way to those who prove."""


def load_workshop(giving_way: bool) -> None:  # noqa: FBT001 - called by a process that is started
    """Loads what a worker of a command needs. What its tasks need besides is loaded with them."""
    name, modules = ("players", PLAYERS) if giving_way else ("provers", PROVERS)
    with keeping_loaded(name, caches(), stays=False):
        for each in modules:
            import_module(each)
