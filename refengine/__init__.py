"""refengine: the rules of a tabletop game written once, run, checked, and cited.

`load` makes a playable `Game` of a folder of rules; `RuleSetError` says what is wrong with one that cannot be loaded.
The names are loaded when they are first used, so that `refengine --version` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refengine.engine.fault import BadData, Fault, IllegalAction
    from refengine.engine.game import Game, State
    from refengine.loading import RuleSetError, load

__version__ = "0.1.0"
__all__ = ["BadData", "Fault", "Game", "IllegalAction", "RuleSetError", "State", "__version__", "load"]

_HOMES = {
    "refengine.engine.fault": ("BadData", "Fault", "IllegalAction"),
    "refengine.engine.game": ("Game", "State"),
    "refengine.loading": ("RuleSetError", "load"),
}


def __getattr__(name: str) -> Any:
    """Loads a public name from its home."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
