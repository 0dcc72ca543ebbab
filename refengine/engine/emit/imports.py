"""The import lines that a generated module needs: of all that it may use, what its text names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from refengine.engine.emit.text import Text

_STANDARD = {
    "collections.abc": ("Iterator",),
    "functools": ("cache", "partial"),
    "itertools": ("chain",),
    "typing": ("Any", "ClassVar", "Final"),
}
_ATTRS = ("frozen",)
_OURS = {
    "refengine.runtime.codec": ("Codec", "unusual"),
    "refengine.runtime.description": (
        "ActionInfo", "ComponentInfo", "CountInfo", "Description", "ExampleInfo", "FieldInfo", "FrameInfo", "GivenNew",
        "GivenOpen", "GivenPiece", "GivenTokens", "GivenVariable", "HiddenInfo", "InvariantInfo", "KindInfo", "LawInfo",
        "LineInfo", "MeasureInfo", "PhaseInfo", "PlayInfo", "RecordInfo", "SeenInfo", "TokenInfo", "ValueInfo",
        "VariableInfo", "ZoneInfo", "no_examples_yet",
    ),
    "refengine.runtime.fault": (
        "Clause", "Failed", "barred", "no_action", "no_case", "none_found", "nothing_below", "of_nothing",
        "several_found", "two_writes",
    ),
    "refengine.runtime.grids": (
        "SIDES", "Grid", "cell_name", "cells_around", "cells_beside", "cells_toward", "grid_places", "on_grid",
        "toward",
    ),
    "refengine.runtime.merging": ("Classes",),
    "refengine.runtime.module": ("Module",),
    "refengine.runtime.nearby": ("Nearby",),
    "refengine.runtime.recording": (
        "agreed", "agreeing", "behind", "decide", "fired", "listed", "not_overruled", "noted", "one_case", "passed_on",
    ),
    "refengine.runtime.regions": ("classes", "joined", "joined_both_ways"),
    "refengine.runtime.frames": (
        "CHANCE", "CHANCE_DECIDES", "END", "TABLE", "TABLE_DECIDES", "THE_END", "Action", "Frame", "Interned", "Place",
        "Turn", "beside", "down_to", "gone_back", "kept_frames", "kept_plays", "running", "settle",
    ),
    "refengine.runtime.spots": ("Parts", "Spread", "on_spot", "spot_places"),
    "refengine.runtime.changes": (
        "cells_near", "changed_of", "moved_among", "moved_on_grid", "moved_singly", "printed_of",
    ),
    "refengine.runtime.zones": (
        "all_in", "among", "conserves", "contents", "copied", "counted", "distinct", "emptied", "emptied_several",
        "filled", "filled_several", "gathered", "key_of", "key_of_single", "narrowed", "natural", "nonzero", "owner_of",
        "owner_of_single", "paid", "present", "put", "put_all", "put_last", "put_last_within", "put_several",
        "put_several_last", "put_several_last_within", "put_several_within", "put_within", "replaced", "set_of",
        "set_of_pieces", "set_of_compounds", "taken",
        "taken_several", "tally", "united", "without", "without_one", "written_once",
    ),
    "refengine.ir.domain": ("Cell", "Count", "Enum", "Option", "Piece", "Range", "Record", "SetOf", "Spot", "Truth"),
}  # fmt: skip


def importable() -> frozenset[str]:
    """Returns every name that a generated module may import."""
    modules = {**_STANDARD, **_OURS}
    return frozenset(name for names in modules.values() for name in names) | {*_ATTRS, "PlaceOf", "annotations"}


def defined_in(module: Text) -> frozenset[str]:
    """Returns the names that a module defines."""
    starts = (re.match(r"(?:class |def )(\w+)|(\w+)(?:: | = )", line.text) for line in module.lines if not line.depth)
    return frozenset(found[1] or found[2] for found in starts if found is not None)


def import_lines(body: str, of_rules: Collection[str] = ()) -> list[str]:
    """Returns the imports of a module with this body, with the names `of_rules` from the module of rules beside it."""
    # A name stands at the beginning of what is written without a gap; most of that is written again and again.
    words = set(re.findall(r"[\w.\"]+", re.sub(r'"[^"\n]*"', '""', body)))
    used = {found[0] for each in words if (found := re.match(r"[^\W\d]\w*", each))}
    lines = ["from __future__ import annotations", ""]
    lines += _from(_STANDARD.items(), used)
    classes = _from([("attrs", _ATTRS)], used)
    lines += ["", *classes, ""] if classes else [""]
    ours = _from(_OURS.items(), used)
    if "PlaceOf" in used:
        domain = "from refengine.ir.domain import "
        named = [line.removeprefix(domain) for line in ours if line.startswith(domain)]
        ours = [line for line in ours if not line.startswith(domain)]
        ours.append(domain + ", ".join(["Place as PlaceOf", *named]))
    named = sorted(used.intersection(of_rules))
    return [*lines, *ours, *([f"from .rules import ({', '.join(named)})"] if named else []), "", ""]


def _from(modules: Iterable[tuple[str, tuple[str, ...]]], used: set[str]) -> list[str]:
    lines = []
    for module, names in modules:
        wanted = [name for name in names if name in used]
        if wanted:
            lines.append(f"from {module} import {', '.join(wanted)}")
    return lines
