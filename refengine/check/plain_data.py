"""Parts of a report as plain data, whose names are those of the schema."""

from __future__ import annotations

from typing import Any, cast

import attrs
from attrs import has

from refengine.check.report import Evidence


def as_data(value: object) -> Any:
    """Returns a part of a report as plain data, with the names of a schema."""
    match value:
        case Evidence():
            return {
                "level": value.level,
                "games": value.games,
                "steps": value.steps,
                "seed": value.seed,
                "pairs": value.pairs,
                "text": str(value),
            }
        case tuple() | list():
            return [as_data(each) for each in value]
        case _ if has(type(value)):
            names = [each.name for each in attrs.fields(cast("type[attrs.AttrsInstance]", type(value)))]
            return {_camel(name): as_data(getattr(value, name)) for name in names}
        case _:
            return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(each.capitalize() for each in rest)
