"""Rulings as JSON, for programs; `docs/ruling.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from refengine.report.anchors import of_citation, of_question
from refengine.report.envelope import head
from refengine.rulings.ruling import Reasons, Ruling

SCHEMA_VERSION = 1


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """Returns a ruling as JSON can hold it."""
    data = attrs.asdict(ruling)
    del data["code"], data["brief"]
    data["beyondDispute"] = ruling.is_beyond_dispute
    if ruling.open is not None:
        for told, each in zip(data["open"]["holdings"], ruling.open.holdings, strict=True):
            told["ruling"] = None if each.ruling is None else ruling_data(each.ruling)
    return _record(data)


def reasons_data(reasons: Reasons) -> dict[str, Any]:
    """Returns the reasons for which an action is not legal as JSON can hold them."""
    return _record(attrs.asdict(reasons))


def anchored(data: Any) -> Any:
    """Returns a ruling as data, and in it where each statement and question stands in the book of the game, too."""
    match data:
        case {"id": str(cite), "status": str(), "text": text}:
            return {**data, "anchor": None if text is None else of_citation(cite)}
        case {"question": str(name), "reading": str()}:
            return {**data, "anchor": of_question(name)}
        case dict():
            return _inside(data)
        case list():
            return [anchored(each) for each in data]
        case _:
            return data


def _inside(data: dict[str, Any]) -> dict[str, Any]:
    return {name: each if name == "answer" else anchored(each) for name, each in data.items()}


def rulings_data(game: str, rulings: Iterable[Ruling], version: str, hashes: Iterable[str]) -> dict[str, Any]:
    """Returns rulings with the game, each with the hash of its receipt."""
    return {
        **head(version, SCHEMA_VERSION),
        "game": game,
        "rulings": [
            {**anchored(ruling_data(each)), "sha256": found} for each, found in zip(rulings, hashes, strict=True)
        ],
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
