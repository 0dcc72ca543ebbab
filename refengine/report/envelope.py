"""The envelope of every report that machines read: its head, and how it is written."""

from __future__ import annotations

import json
from typing import Any


def head(version: str, schema: int = 1) -> dict[str, Any]:
    """Returns the head of a report: the version of its schema (1 or more), and the program with its own version."""
    return {"schemaVersion": schema, "tool": {"name": "refengine", "version": version}}


def as_text(data: object) -> str:
    """Returns a report as JSON with letters as they are; raises `TypeError` for what JSON does not hold."""
    return json.dumps(data, ensure_ascii=False, indent=2)
