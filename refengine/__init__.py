"""refengine: the rules of a tabletop game written once, run, checked, and cited.

`load` makes a playable `Game` of a folder of rules, `load_judge` a `Judge` who answers questions about positions of it;
`RuleSetError` says what is wrong with one that cannot be loaded.
The names are loaded when they are first used, so that `refengine --version` stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refengine.loading import RuleSetError, load
    from refengine.rulings.judge import Judge
    from refengine.rulings.loading import load_judge
    from refengine.rulings.ruling import Reasons, Ruling
    from refengine.runtime.fault import BadData, Fault, IllegalAction
    from refengine.runtime.game import Game, State

__version__ = "0.1.0"
__all__ = [
    "BadData", "Fault", "Game", "IllegalAction", "Judge", "Reasons", "RuleSetError", "Ruling", "State", "__version__",
    "load", "load_judge",
]  # fmt: skip

_HOMES = {
    "refengine.runtime.fault": ("BadData", "Fault", "IllegalAction"),
    "refengine.runtime.game": ("Game", "State"),
    "refengine.loading": ("RuleSetError", "load"),
    "refengine.rulings.judge": ("Judge",),
    "refengine.rulings.loading": ("load_judge",),
    "refengine.rulings.ruling": ("Reasons", "Ruling"),
}


def __getattr__(name: str) -> Any:
    """Loads a public name from its home."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
