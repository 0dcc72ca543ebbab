"""Recipes of classes: what attrs added to each, so that the same can be added again without attrs.

What attrs makes of a class depends only on our sources, on Python and on attrs. A class that holds anything not known
here has no recipe, and attrs makes it every time.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from importlib import import_module
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any, Final, NamedTuple

FIELDS, PROPS = "__attrs_attrs__", "__attrs_props__"
PICKLING: Final = ("__getstate__", "__setstate__")
FACTORY: Final = "__attr_factory_"
CELL: Final = "__classcell__"
"""The name under which a class statement hands on what its functions call the class by."""

LOOKS_FOR_FIELDS: Final = ("cls", "these", "auto_attribs", "kw_only", "collect_by_mro", "field_transformer")
"""The parameters by which attrs finds the fields of a class; where it has others there are no recipes."""

HELD, ADDED, KNOWN, PLAIN, ANEW = range(5)
"""The sorts of entries of a class: one of its body, a function that was added, something of attrs, a value that can be
kept, and one that is made anew."""


class Body(NamedTuple):
    """A class as it is written, before there is one: what a class statement says."""

    name: str
    bases: tuple[type, ...]
    held: dict[str, Any]

    def as_class(self) -> type:
        """Returns the class that it is without attrs."""
        return type(self.name, self.bases, {key: value for key, value in self.held.items() if key != CELL})


class Function(NamedTuple):
    """A function that attrs has added: its code, the fields whose defaults it has, and those that its names are of."""

    code: CodeType
    defaults: tuple[str | None, ...]
    """By field; None stands for a default that says that nothing was given."""
    keywords: tuple[tuple[str, str | None], ...]
    annotations: tuple[tuple[str, str], ...] | None


class Recipe(NamedTuple):
    """A class as attrs made it: its entries in order, and what its functions know."""

    entries: tuple[tuple[str, int, Any], ...]
    """A function is kept packed, since few of them are called."""
    factories: tuple[str, ...]
    """The fields whose factories the functions call."""
    pickled: tuple[str, ...] | None
    """The names of the fields that are pickled; None where attrs has added nothing for that."""
    props: tuple[Any, ...]


class ClassFields:
    """A class as attrs looks at it to write the functions for pickling: the names of its fields."""

    _cache_hash = False

    def __init__(self, names: tuple[str, ...]) -> None:
        self._attr_names = names


class Attrs:
    """The parts of attrs that are used here, all of them its own affair."""

    def __init__(self, make: ModuleType) -> None:
        held = vars(make)
        self.find = held["_transform_attrs"]
        self.props = held["ClassProps"]
        self.counting = held["_CountingAttr"]
        self.nothing = held["NOTHING"]
        self.annotations = held["_get_annotations"]
        names = ("_frozen_setattrs", "_frozen_delattrs", "_OBJ_SETATTR", "__ne__", "_DEFAULT_ON_SETATTR")
        self.known = {"NO_OP": held["setters"].NO_OP, **{name: held[name] for name in names}}
        self.before = {"_compat": held["_compat"], "AttributeError": AttributeError}
        self.behind = {"NOTHING": self.nothing, "_cached_setattr_get": held["_OBJ_SETATTR"].__get__}
        self.globals = {**self.before, **self.behind}
        """The names by which functions that attrs has added call it; a module may hide the former."""
        self._pickling = held["_ClassBuilder"]._make_getstate_setstate  # noqa: SLF001 - as said above
        self._pickling_code = tuple(each.__code__ for each in self.pickling(()))

    @classmethod
    def here(cls) -> Attrs | None:
        """Returns them, or None if attrs is another one than is thought here."""
        try:
            make = import_module("attr._make")
            own = cls(make)
            taken = own.find.__code__
        except (ImportError, AttributeError, KeyError, TypeError):
            return None
        return own if taken.co_varnames[: taken.co_argcount] == LOOKS_FOR_FIELDS else None

    def pickling(self, names: tuple[str, ...]) -> tuple[FunctionType, FunctionType]:
        """Returns the functions that a class with these fields is pickled by."""
        found: tuple[FunctionType, FunctionType] = self._pickling(ClassFields(names))
        return found

    def pickles(self, function: Any, names: tuple[str, ...]) -> bool:
        """Returns whether a function is one of these."""
        told = [each.cell_contents for each in getattr(function, "__closure__", None) or ()]
        return getattr(function, "__code__", None) in self._pickling_code and told in ([names], [False, names])

    def name_of(self, value: object) -> str | None:
        """Returns the name of something of attrs."""
        return next((name for name, each in self.known.items() if each is value), None)

    def of_props(self, props: Any) -> tuple[Any, ...] | None:
        """Returns what attrs found out of a class as what can be kept, or None."""
        found: list[Any] = []
        for name in self.props.__slots__:
            value = getattr(props, name)
            if type(value) is bool or value is None:
                found.append(value)
            elif (known := self.name_of(value)) is not None:
                found.append((known,))
            elif type(value) in {self.props.Hashability, self.props.KeywordOnly}:
                found.append((type(value).__name__, value.name))
            else:
                return None
        return tuple(found)

    def to_props(self, kept: tuple[Any, ...]) -> Any:
        """Returns what attrs found out of a class."""
        found = []
        for value in kept:
            if not isinstance(value, tuple):
                found.append(value)
            elif len(value) == 1:
                found.append(self.known[value[0]])
            else:
                found.append(getattr(self.props, value[0])[value[1]])
        return self.props(*found)

    def default_of(self, held: Mapping[str, Any], field: str | None) -> Any:
        """Returns the default of a field that is among what a body of a class holds."""
        if field is None:
            return self.nothing
        value = held[field]
        return value._default if type(value) is self.counting else value  # noqa: SLF001 - as said above


def recipe_of(body: type, made: type, attrs: Attrs, how: Mapping[str, Any], space: Mapping[str, Any]) -> bytes | None:
    """Returns the recipe of a class that attrs made of a body as it is kept, or None.

    `how` is what attrs was told, and in `space` are the names that the functions know which it has added.
    """
    is_usual = how.get("auto_attribs") is True and how.get("slots") is True and how.get("these") is None
    if not is_usual or type(body) is not type or how.get("cache_hash"):
        return None
    fields = made.__dict__[FIELDS]
    names = tuple(each.name for each in fields)
    aliases = {each.alias: each.name for each in fields}
    entries: list[tuple[str, int, Any]] = []
    factories: set[str] = set()
    for key, value in made.__dict__.items():
        if isinstance(value, MemberDescriptorType | GetSetDescriptorType):
            continue
        kind: int = ANEW
        kept: Any = None
        if key in body.__dict__ and body.__dict__[key] is value:
            kind = HELD
        elif key in {FIELDS, PROPS} or (key in PICKLING and attrs.pickles(value, names)):
            pass
        elif (known := attrs.name_of(value)) is not None:
            kind, kept = KNOWN, known
        elif value is None or type(value) is bool or _is_of_words(value):
            kind, kept = PLAIN, value
        else:
            kind, kept = ADDED, _function(body, value, attrs, aliases, space, factories)
            if kept is None:
                return None
        entries.append((key, kind, kept))
    props = attrs.of_props(made.__dict__[PROPS])
    if props is None:
        return None
    pickled = names if any(key in PICKLING and kind == ANEW for key, kind, _ in entries) else None
    return marshal.dumps(tuple(Recipe(tuple(entries), tuple(sorted(factories)), pickled, props)))


def _function(
    body: type, made: Any, attrs: Attrs, aliases: Mapping[str, str], space: Mapping[str, Any], factories: set[str]
) -> bytes | None:
    """Returns a function that attrs has added as it is kept, or None; what it calls is put to the `factories`."""
    if not isinstance(made, FunctionType) or made.__closure__ or made.__globals__ is not space:
        return None
    code = made.__code__
    for name in code.co_names:
        field = name.removeprefix(FACTORY)
        if name not in space or name in attrs.globals:
            if space.get(name) != attrs.globals.get(name):
                return None
        elif field != name and field in body.__dict__:
            factories.add(field)
        else:
            return None
    given = made.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(given) : code.co_argcount]
    defaults: dict[str, str | None] = {}
    for name, value in (*zip(names, given, strict=True), *(made.__kwdefaults__ or {}).items()):
        default = None if value is attrs.nothing else aliases[name]
        if default is not None and (
            default not in body.__dict__ or attrs.default_of(body.__dict__, default) is not value
        ):
            return None
        defaults[name] = default
    told = tuple((name, aliases[name]) for name in made.__annotations__ if name != "return")
    own = attrs.annotations(body)
    if any(own.get(field) is not made.__annotations__[name] for name, field in told):
        return None
    keywords = tuple((name, defaults[name]) for name in made.__kwdefaults__ or {})
    kept = Function(code, tuple(defaults[each] for each in names), keywords, told if made.__annotations__ else None)
    return marshal.dumps(tuple(kept))


def _is_of_words(value: object) -> bool:
    return type(value) is tuple and all(type(each) is str for each in value)
