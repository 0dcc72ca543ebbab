"""The schemas of what is written for programs, each of which may speak of the others."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

DOCS = Path(__file__).parents[1] / "docs"

Schema = Mapping[str, Any] | bool

_REGISTRY: Registry[Schema] = Registry().with_resources(
    (each.name, Resource.from_contents(json.loads(each.read_text("utf-8")))) for each in DOCS.glob("*.schema.json")
)


def validator(name: str) -> Draft202012Validator:
    """Returns the validator of `docs/NAME.schema.json`, which is itself in order."""
    schema = _REGISTRY.contents(f"{name}.schema.json")
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=_REGISTRY)
