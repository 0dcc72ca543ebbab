"""A class that is made by recipe is the class that attrs makes."""

import copy
import importlib
import json
import os
import pickle
import re
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import attrs
import pytest

from refengine.cli import class_makers as door
from refengine.cli.class_makers import Fields, Maker, Method, kept_recipes, making_by_recipe
from refengine.cli.classes import kept_classes
from refengine.cli.recipes import FACTORY, FIELDS, Attrs

NAMELESS = re.compile(r" at 0x[0-9a-f]+")
"""Where something lies in a process, which is another place in each."""

OF_ATTRS = {"attr_dict", "_cached_setattr_get", "_compat", "AttributeError"}
"""Names that a function may know beside those that it calls."""

KINDS = "tests.cli.kinds_of_classes"
BY_RECIPE = {"Plain", "Parts", "Base", "Below", "Empty", "ByItself", "Open", "Told", "Named", "Of", "WrongError"}
BY_ATTRS = {"Further", "Light", "Loose", "Remembering", "Ordered", "Looked", "inner.<locals>.Inner", "Twice"}


def described(kind: type) -> dict[str, Any]:
    """Returns all that a class has, in words that two of them can be compared by."""
    held: dict[str, Any] = {"": [each.__name__ for each in kind.__mro__]}
    fields = attrs.fields(kind)
    for name in [*kind.__dict__]:
        getattr(kind, name, None)  # so that what waits to be asked for stands there itself
    for name, value in kind.__dict__.items():
        if isinstance(value, FunctionType):
            held[name] = repr([NAMELESS.sub("", repr(each)) for each in function(value, kind)])
        elif name == FIELDS:
            told = [type(fields).__name__, *((each.name, getattr(fields, each.name)) for each in fields)]
            held[name] = NAMELESS.sub("", repr(told))
        elif name == "__attrs_props__":
            held[name] = NAMELESS.sub("", repr([getattr(value, each) for each in type(value).__slots__]))
        else:
            held[name] = NAMELESS.sub("", repr(value))
    held["names"] = list(kind.__dict__)
    return held


def function(made: FunctionType, kind: type) -> list[Any]:
    code = made.__code__
    closure = ["own" if each.cell_contents is kind else each.cell_contents for each in made.__closure__ or ()]
    called = [made.__globals__.get(each) for each in code.co_names if each in OF_ATTRS or each.startswith(FACTORY)]
    return [
        made.__name__, made.__qualname__, made.__module__, made.__doc__, made.__defaults__, made.__kwdefaults__,
        [*made.__annotations__.items()], code.co_code, [str(each)[:30] for each in code.co_consts], code.co_names,
        code.co_varnames, code.co_filename, closure, called,
    ]  # fmt: skip


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Loads the classes anew, by a maker with the recipes that are known."""
    monkeypatch.setattr(door, "OURS", "tests.")

    def loaded(known: dict[tuple[str, str], bytes]) -> tuple[ModuleType, Maker]:
        sys.modules.pop(KINDS, None)
        own = Attrs.here()
        assert own is not None
        maker = Maker(own, known)
        with kept_classes("kinds", tmp_path), making_by_recipe(maker):
            return importlib.import_module(KINDS), maker

    yield loaded
    sys.modules.pop(KINDS, None)


def test_which_are_made_by_recipe(kinds: Any) -> None:
    _, maker = kinds({})
    assert {name for (_, name), recipe in maker.found.items() if recipe} == BY_RECIPE
    assert {name for (_, name), recipe in maker.found.items() if not recipe} == BY_ATTRS


def test_each_is_the_class_that_attrs_makes(kinds: Any) -> None:
    by_attrs, first = kinds({})
    known = {key: recipe for key, recipe in first.found.items() if recipe}
    by_recipe, second = kinds(known)
    assert {key: recipe for key, recipe in second.found.items() if recipe} == known
    waiting = {name for name in BY_RECIPE if isinstance(getattr(by_recipe, name).__dict__[FIELDS], Fields)}
    assert waiting == BY_RECIPE - {"Plain"}  # its were asked for by attrs, of a class below it
    for name in (*BY_RECIPE, "Further", "Light", "Looked"):
        made = getattr(by_recipe, name)
        assert described(made) == described(getattr(by_attrs, name))
        assert not any(isinstance(each, Fields | Method) for each in made.__dict__.values())
        for key, each in getattr(by_attrs, name).__dict__.items():
            if isinstance(each, FunctionType):  # a method knows the names of its module, those defined after it too
                assert each.__globals__.keys() - OF_ATTRS <= made.__dict__[key].__globals__.keys()


def test_they_do_what_they_should(kinds: Any) -> None:
    _, first = kinds({})
    made, _ = kinds({key: recipe for key, recipe in first.found.items() if recipe})
    plain = made.Plain(1)
    assert plain == made.Plain(1, "two") != made.Plain(2)
    assert plain != made.Further(1)
    assert repr(plain) == "Plain(one=1, two='two')"
    assert len({plain, made.Plain(1), made.Plain(2)}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        plain.one = 2
    assert attrs.evolve(made.Parts(told={1: 2}), own=[3])._own == [3]
    assert attrs.evolve(made.Further(1), three=4) == made.Further(1, three=4)
    assert made.Below(2).times() == 6
    assert type(made.Below.of(1)) is made.Below is made.Below(1).kind
    one, other = made.Parts(own=[1]), made.Parts(last=1)
    assert (one._own, other._own, one.told is other.told, one != other) == ([1], [], False, True)
    assert pickle.loads(pickle.dumps(made.Open(1))) == copy.copy(made.Open(1)) == made.Open(1)  # noqa: S301 - our own
    assert weakref.ref(plain)() is plain
    match made.Plain(1, "b"):
        case made.Plain(1, two):
            assert two == "b"
        case _:
            pytest.fail("it has no fields by place")


ALL = """
import json, sys
from pathlib import Path
from refengine.cli.classes import kept_classes
from refengine.cli.recipes import Attrs
from refengine.cli.class_makers import Maker, kept_recipes
from tests.cli.test_class_makers import described
import refengine.cli.class_makers as door
door.first_hash = door.kept_hash = lambda *_: "version"
makers = []
door.Maker = lambda *given: makers.append(Maker(*given)) or makers[0]
home = Path(sys.argv[1])
with kept_classes("all", home), kept_recipes("all", home):
    import refengine.cli.check, refengine.cli.inquiry
found = [(module, name, recipe is not None) for (module, name), recipe in makers[0].found.items()]
told = {f"{m}.{n}": described(vars(sys.modules[m])[n]) for m, n, _ in found if n in vars(sys.modules[m])}
print(json.dumps([len(makers[0].known), [each for _, _, each in found], told], default=repr))
"""


def test_all_of_ours_are_those_that_attrs_makes(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONHASHSEED": "0"}  # sets are told in the same order
    runs = []
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", ALL, tmp_path], env=env, capture_output=True, text=True, check=True)
        runs.append(json.loads(run.stdout))
    (before, kept, first), (known, again, second) = runs
    assert before == 0
    assert known == len(kept) > 600
    assert again == kept
    assert sum(kept) > 0.95 * len(kept)
    assert [name for name in first if first[name] != second[name]] == []


def test_recipes_are_kept_for_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "OURS", "tests.")
    monkeypatch.setattr(door, "first_hash", lambda *_: "one")
    monkeypatch.setattr(door, "kept_hash", lambda *_: "one")

    def loaded() -> bool:
        sys.modules.pop(KINDS, None)
        with kept_recipes("kinds", tmp_path):
            found = importlib.import_module(KINDS)
        del sys.modules[KINDS]
        return isinstance(found.ByItself.__dict__[FIELDS], Fields)

    assert (loaded(), loaded()) == (False, True)
    (file,) = tmp_path.rglob("*.recipes")
    file.write_bytes(file.read_bytes()[:-3])
    assert (loaded(), loaded()) == (False, True)
    monkeypatch.setattr(door, "first_hash", lambda *_: "two")
    assert (loaded(), loaded()) == (False, False)  # it is another version by now, so that nothing is kept
    monkeypatch.setattr(door, "first_hash", lambda *_: None)
    assert not loaded()


def test_another_attrs_is_left_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    make = importlib.import_module("attr._make")
    monkeypatch.setattr(make, "_transform_attrs", print)
    assert Attrs.here() is None
    monkeypatch.undo()
    monkeypatch.delattr(make, "ClassProps")
    assert Attrs.here() is None
