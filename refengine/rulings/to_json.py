"""Rulings as JSON, for programs; `docs/ruling.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from refengine.rulings.ruling import Reasons, Ruling

SCHEMA_VERSION = 1


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """Returns a ruling as JSON can hold it."""
    data = attrs.asdict(ruling)
    data["beyondDispute"] = ruling.is_beyond_dispute
    return _record(data)


def reasons_data(reasons: Reasons) -> dict[str, Any]:
    """Returns the reasons for which an action is not legal as JSON can hold them."""
    return _record(attrs.asdict(reasons))


def rulings_data(game: str, rulings: Iterable[Ruling], version: str, hashes: Iterable[str]) -> dict[str, Any]:
    """Returns rulings with the game, each with the hash of its receipt."""
    return {
        "schemaVersion": SCHEMA_VERSION,
        "tool": {"name": "refengine", "version": version},
        "game": game,
        "rulings": [{**ruling_data(each), "sha256": found} for each, found in zip(rulings, hashes, strict=True)],
    }


def _record(data: dict[str, Any]) -> dict[str, Any]:
    return {_key(name): each if name == "answer" else _camel(each) for name, each in data.items()}


def _camel(data: Any) -> Any:
    """Returns data with the keys of ours as JSON has them; answers, which are the game's, stay as they are."""
    match data:
        case dict():
            return _record(data)
        case list() | tuple():
            return [_camel(each) for each in data]
        case _:
            return data


def _key(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.capitalize() for each in rest)
