"""From the text of a generated module to its working parts."""

from __future__ import annotations

import sys
from types import ModuleType

from refengine.engine.module import Module


def load_module(text: str, name: str) -> Module:
    """Runs the text as a module of this name, which is registered so that its classes can be found."""
    module = ModuleType(name)
    module.__dict__["__file__"] = f"<{name}>"
    code = compile(text, f"<{name}>", "exec", dont_inherit=True)
    sys.modules[name] = module
    exec(code, module.__dict__)  # noqa: S102 - our own text, made from checked rules
    found = module.__dict__["MODULE"]
    assert isinstance(found, Module)
    return found
