"""Comparisons of two sets of rules, as data for programs; `docs/diff.schema.json` describes it."""

from __future__ import annotations

from typing import Any

import attrs

from refengine.engine.trace import TraceStep
from refengine.explore.lockstep import StateDifference
from refengine.report.envelope import head
from refengine.rulings.diff import Diff, ShownParting, TableComparison
from refengine.rulings.diff_proof import PartingPosition, TableProof
from refengine.rulings.diff_tables import Choices, DiffTable


def diff_data(found: Diff, names: tuple[str, str], version: str) -> dict[str, Any]:
    """Returns a comparison as JSON can hold it."""
    return {
        **head(version),
        "left": names[0],
        "right": names[1],
        "verdict": found.verdict,
        "tables": [_compared_data(each) for each in found.tables],
        "same": found.same,
        "leftOut": [_at_data(each) for each in found.left_out],
        "only": {"left": list(found.only[0]), "right": list(found.only[1])},
        "players": {"left": list(found.players[0]), "right": list(found.players[1])},
        "choices": {"left": _choices_data(found.choices[0]), "right": _choices_data(found.choices[1])},
        "complete": found.complete,
        "covered": found.covered,
    }


def _choices_data(choices: Choices) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in choices]


def _compared_data(each: TableComparison) -> dict[str, Any]:
    return {
        **_at_data(each.at),
        "verdict": each.verdict,
        "pairs": each.pairs,
        "depth": each.depth,
        "games": each.games,
        "scopes": list(each.scopes),
        "parting": None if each.shown is None else _shown_data(each.shown),
        "proof": None if each.proof is None else _proof_data(each.proof),
        "unseen": list(each.unseen),
    }


def _proof_data(proof: TableProof) -> dict[str, Any]:
    return {
        "proved": proof.proved,
        "everyTable": proof.every,
        "assumed": list(proof.assumed),
        "why": proof.why or None,
        "gaveUp": proof.gave_up or None,
        "apart": None if proof.apart is None else _apart_data(proof.apart),
    }


def _apart_data(apart: PartingPosition) -> dict[str, Any]:
    return {
        **_at_data(apart.at),
        "position": dict(apart.data),
        "move": None if apart.move is None else _move_data(apart.move),
        "unlike": [_unlike_data(each) for each in apart.unlike],
    }


def _at_data(at: DiffTable) -> dict[str, Any]:
    return {"players": at.players, "readings": dict(at.readings), "options": dict(at.options)}


def _shown_data(shown: ShownParting) -> dict[str, Any]:
    return {
        "begins": shown.begins,
        "scope": shown.scope,
        "shortest": shown.shortest,
        "played": shown.played,
        "moves": [_move_data(each) for each in shown.moves],
        "unlike": [_unlike_data(each) for each in shown.unlike],
        "by": {"left": list(shown.by[0]), "right": list(shown.by[1])},
    }


def _move_data(each: TraceStep) -> dict[str, Any]:
    return {"actor": each.actor, "action": each.action, "arguments": _plain(each.arguments)}


def _unlike_data(each: StateDifference) -> dict[str, Any]:
    sides = {"left": _plain(each.left), "right": _plain(each.right)}
    return {"kind": each.kind, "place": each.place, "seat": each.seat, **sides}


def _plain(data: Any) -> Any:
    match data:
        case dict() if any(isinstance(key, tuple) for key in data):
            return [
                {"actor": key[0], "action": key[1], "arguments": _plain(key[2]), "weight": weight}
                for key, weight in data.items()
            ]
        case dict():
            return {str(key): _plain(each) for key, each in data.items()}
        case tuple() | list() | set() | frozenset():
            return [_plain(each) for each in data]
        case None | bool() | int() | str():
            return data
        case _ if attrs.has(type(data)):
            return _plain(attrs.asdict(data))
        case _:
            return str(data)
