"""Data flows one way through the package, and the folders say so."""

import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.architecture.module import MODULES, Module

MAY_IMPORT: dict[str, frozenset[str]] = {
    layer: frozenset(others.split())
    for layer, others in {
        "source": "",
        "syntax": "source",
        "resolve": "source syntax",
        "ir": "source",
        "types": "source syntax resolve ir",
        "runtime": "source ir",
        "semantics": "ir",
        "engine": "source ir runtime",
        "program": "source ir",
        "bulk": "source ir runtime engine program",
        "cluster": "source ir",
        "picture": "source resolve ir runtime engine report",
        "web": "source resolve ir runtime engine program report picture",
        "smt": "source ir",
        "local": "source ir smt",
        "testing": "source ir runtime engine",
        "opponents": "source ir runtime engine testing",
        "explore": "source ir runtime engine program bulk loading relocation",
        "odds": "source ir runtime engine explore",
        "report": "source resolve ir runtime engine",
        "rulings": "source syntax resolve types ir runtime engine smt explore odds report loading compiled",
        "oracle": "source ir runtime engine rulings",
        "book": "source resolve ir evidence report rulings compiled",
        "evidence": "source resolve ir smt",
        "prove": "source ir smt local runtime engine evidence explore loading relocation",
        "check": "source resolve ir smt runtime engine bulk picture testing evidence explore odds prove report rulings compiled loading relocation",
        "pytest_plugin": "source resolve ir smt evidence prove check report rulings compiled loading",
        "mutants": "source syntax resolve ir types runtime engine smt testing evidence prove check report compiled loading",
    }.items()
}
"""A folder that is not here has no place yet: add it, with what it may import."""

ONLY_IN = {
    "lark": "syntax",
    "interegular": "syntax",
    "z3": "smt",
    "hypothesis": "testing",
    "babel": "report",
    "distributed": "cluster",
    "junitparser": "check",
    "markdown_it": "book",
    "multiprocessing": "source",
    "pytest": "pytest_plugin",
    "rfc8785": "rulings",
    "wasmtime": "bulk",
}
"""Libraries that stay behind one door, so that everything else works, and loads, without them."""

WITH_ROOMS = {"smt": {"terms", "solving", "encode", "course", "induction", "claims", "windows"}}
"""The folders whose own folders import one another, and which these are."""

ENTRANCE = ("refengine.cli", "refengine.__main__")


def is_entrance(module: Module) -> bool:
    return module.name.startswith(ENTRANCE)


def our_imports(module: Module) -> list[tuple[int, Module]]:
    """What a module imports of ours: the longest name that is a module, so `from refengine.a import b` may be either."""
    return [(line, nearest(name)) for line, name in module.imports if name.split(".")[0] == "refengine"]


def nearest(name: str) -> Module:
    by_name = {each.name: each for each in MODULES}
    return by_name[name] if name in by_name else nearest(name.rpartition(".")[0])


def test_every_folder_has_a_place() -> None:
    layers = {module.layer for module in MODULES if not module.is_top_level}
    assert layers <= {*MAY_IMPORT, "cli"}


def test_the_table_of_layers_has_no_cycle() -> None:
    list(TopologicalSorter(MAY_IMPORT).static_order())


def test_each_layer_imports_only_what_lies_below() -> None:
    breaches = []
    for module in MODULES:
        if is_entrance(module):
            continue
        allowed = {*MAY_IMPORT, *(each.layer for each in MODULES if each.is_top_level)} - {"cli", "__main__"}
        if not module.is_top_level:
            allowed = {module.layer, *MAY_IMPORT.get(module.layer, ())}
        breaches += [
            f"{module.at(line)} imports {imported.name}"
            for line, imported in our_imports(module)
            if imported.layer not in allowed
        ]
    assert breaches == []


def test_the_rooms_of_a_folder_import_in_one_direction() -> None:
    rooms: dict[str, set[str]] = {}
    for module in MODULES:
        own = module.name.split(".")[1:3]
        for _, imported in our_imports(module):
            other = imported.name.split(".")[1:3]
            if (
                len(own) == len(other) == 2
                and own[0] in WITH_ROOMS
                and own[:1] == other[:1]
                and own[1] in WITH_ROOMS[own[0]]
                and other != own
            ):
                rooms.setdefault(own[1], set()).update({*other[1:]} & WITH_ROOMS[own[0]])
    assert {*rooms} == set().union(*WITH_ROOMS.values())
    list(TopologicalSorter(rooms).static_order())


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {module.name: {imported.name for _, imported in our_imports(module)} for module in MODULES}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_heavy_libraries_stay_behind_their_door() -> None:
    breaches = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        for line, name in module.imports
        if ONLY_IN.get(name.split(".")[0], module.layer) != module.layer
    ]
    assert breaches == []


def test_the_package_knows_no_game_tests_or_proofs() -> None:
    breaches = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        for line, name in module.imports
        if name.split(".")[0] in {"spec", "proofs", "tests", "grammar"}
    ]
    assert breaches == []


def test_the_package_imports_only_what_it_declares() -> None:
    declared = {
        "attr",
        "attrs",
        "cyclopts",
        "markdown_it",
        "platformdirs",
        "prompt_toolkit",
        "refengine",
        "rich",
        *ONLY_IN,
    }
    breaches = [
        f"{module.at(line)} imports {name}"
        for module in MODULES
        for line, name in module.imports
        if name.split(".")[0] not in declared | sys.stdlib_module_names
    ]
    assert breaches == []
