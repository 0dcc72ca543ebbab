"""Faults: the places where the rules do not say how to go on."""

from __future__ import annotations

from typing import Literal

Kind = Literal[
    "no case applies",
    "exceptions clash",
    "several cases apply",
    "none is found",
    "several are found",
    "a number leaves its range",
    "something is divided by 0",
    "something is absent",
    "the highest of nothing",
    "a piece lies in none of the zones",
    "a token never lies there",
    "something is joined one way only",
    "a number is beyond counting",
    "a piece is not there",
    "there is no room",
    "there is no such spot",
    "there are too few tokens",
    "something is written twice at once",
    "nobody can act",
    "nothing is below",
    "a phase is not running",
    "a bar stands in the way",
    "nobody is ever asked",
]


class Fault(Exception):  # noqa: N818 - a thing of the rules, as everywhere in this package
    """The rules break off: a `kind` of failure in the clause with this `path`."""

    def __init__(self, kind: Kind, path: str) -> None:
        super().__init__(f"{kind} in `{path}`")
        self.kind = kind
        self.path = path


class Illegal(Exception):  # noqa: N818 - as Fault
    """An illegal decision: somebody decides what the rules do not let him decide here."""
