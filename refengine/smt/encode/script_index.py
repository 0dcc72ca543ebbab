"""The index of the scripts and points of a game, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from refengine.ir import control


@frozen(eq=False)
class ScriptIndex:
    """The scripts of a game by name, and their points by the names of both; at the points in `asks` somebody decides.

    At the points in `counting` a phase that is counted begins, and counts itself.
    """

    scripts: Mapping[str, control.Script]
    points: Mapping[tuple[str, str], control.Point]
    asks: Mapping[tuple[str, str], control.Ask]
    counting: frozenset[tuple[str, str]]
