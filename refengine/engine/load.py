"""Loading of a generated module: its text becomes its working parts."""

from __future__ import annotations

import linecache
import sys
from types import CodeType, ModuleType

from refengine.runtime.description import ExampleInfo
from refengine.runtime.module import Module


def compile_module(text: str, name: str) -> CodeType:
    """Returns the code of a module of this name."""
    return compile(text, _file(name), "exec", dont_inherit=True)


def load_module(text: CodeType | str, name: str) -> Module:
    """Runs the text, or its code, as a module of this name, which is registered so that its classes can be found."""
    code = compile_module(text, name) if isinstance(text, str) else text
    module = ModuleType(name)
    module.__dict__["__file__"] = _file(name)
    sys.modules[name] = module
    exec(code, module.__dict__)  # noqa: S102 - our own text, made from checked rules
    found = module.__dict__["MODULE"]
    assert isinstance(found, Module)
    return found


def load_examples(code: CodeType, module: Module) -> tuple[ExampleInfo, ...]:
    """Runs the examples among the names of a module that was loaded, so that they cannot meet with other rules."""
    names = module.turn.__globals__
    exec(code, names)  # noqa: S102 - our own text, made from checked rules
    found: tuple[ExampleInfo, ...] = names["EXAMPLES"]
    return found


def unload_module(name: str) -> None:
    """Forgets a module that was loaded, with the texts of the methods that attrs made for its classes."""
    sys.modules.pop(name, None)
    for each in [file for file in linecache.cache if name in file]:
        del linecache.cache[each]


def _file(name: str) -> str:
    return f"<{name}>"
