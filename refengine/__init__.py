"""refengine: the rules of a tabletop game written once, run, checked, and cited.

`load` makes a playable `Game` of a folder of rules; `RuleSetError` says what is wrong with one that cannot be loaded.
The names are loaded when they are first used, so that `refengine --version` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refengine.engine.game import Game
    from refengine.loading import RuleSetError, load

__version__ = "0.1.0"
__all__ = ["Game", "RuleSetError", "__version__", "load"]

_HOMES = {"Game": "refengine.engine.game", "RuleSetError": "refengine.loading", "load": "refengine.loading"}


def __getattr__(name: str) -> Any:
    """Loads a public name from its home."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
