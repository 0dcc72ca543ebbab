"""The types of one game in TypeScript: its pieces and members, its actions, states, views and outcomes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

Data = Mapping[str, Any]
"""The data of a game, made by `web.data`, or a part of them."""

WIDE: Final = 100
"""The greatest number of columns of a union on one line."""

_DECLARED: Final = (
    "Seat", "Place", "Action", "StateData", "FrameData", "View", "FrameView", "Outcome", "Obstacle", "Wish", "Asked",
    "Explanation", "Turn", "Game", "State", "GameError", "Damaged", "BadData", "IllegalAction", "Fault", "Beyond",
    "Cursor", "Mark", "MADE",
)  # fmt: skip
"""The types that are declared for every game."""

CELL: Final = "Cell"
TURNED: Final = ", turned "

_GLOBAL: Final = ("Record", "Promise", "Error", "URL", "ArrayBuffer", "ArrayBufferView", "Uint8Array")
"""The types of the language that these declarations name."""

_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


def declarations(data: Data) -> str:
    """Returns the text of `game.d.ts`."""
    names = _named(data)
    parts = [
        f"// The types of {data['game']} for {data['players']} players, version {data['version']}. Made by refengine.",
        _SHARED,
        f"export type Seat ={_union(range(1, data['players'] + 1))};",
        *(
            f"export type {names[each]} ={_union(members)};"
            for each, members in _sorts(data)
            if each not in data["parts"]
        ),
        *_boards(data, names),
        _places(data),
        _actions(data, names),
        _state(data, names),
        _view(data, names),
        _GAME,
    ]
    return "\n\n".join(parts) + "\n"


def _sorts(data: Data) -> Iterable[tuple[str, list[str]]]:
    yield from ((name, members) for name, members in data["kinds"].items() if name != "player")
    yield from ((name, each["pieces"]) for name, each in data["components"].items())
    yield from ((name, []) for name in data["parts"])


def _named(data: Data) -> dict[str, str]:
    """Returns the name of each sort as a type: capital letters where words begin, and no two alike.

    Letters of all languages may stand in a name there, as in the rules; a digit only behind one.
    """
    found: dict[str, str] = {}
    taken = {*_DECLARED, *_GLOBAL, *([CELL] if data["grids"] else [])}
    for name, _ in _sorts(data):
        words = re.findall(r"[^\W_]+", name)
        made = "".join(word[0].upper() + word[1:] for word in words)
        made = made if made.isidentifier() else f"Sort{re.sub(r'[^A-Za-z0-9]', '', made)}"
        while made in taken:
            made += "_"
        taken.add(made)
        found[name] = made
    return found


def _boards(data: Data, names: Mapping[str, str]) -> Iterable[str]:
    """Yields the types of cells and of spots, which have no end."""
    sides = {each["name"]: each["sides"] for each in data["grids"]}
    if data["grids"]:
        says = "/** A cell of a grid by its column and row, as `(2, -1)`. */"
        yield f"{says}\nexport type {CELL} = `(${{number}}, ${{number}})`;"
    for name, each in data["parts"].items():
        turned = sides[each["grid"]]
        told = "" if turned is None else f"{TURNED}${{{names[turned]}}}"
        says = "/** A part of what lies in a cell. */"
        yield f"{says}\nexport type {names[name]} = `${{{CELL}}} ${{{names[each['kind']]}}}{told}`;"


def _places(data: Data) -> str:
    boards = [f"`{each['name']} of ${{string}}`" for each in (*data["grids"], *data["spreads"])]
    named = _union(each["name"] for each in data["places"])
    return f"export type Place ={named}{''.join(f' | {each}' for each in boards)};"


def _lying(data: Data, names: Mapping[str, str], hidden: str) -> list[tuple[str, str]]:
    """Returns each zone with the type of what it shows; where things lie on boards, by the names of cells or spots."""
    found = {
        each["name"]: _family(each["index"], f"{names[each['component']]}[]{hidden}", names) for each in data["zones"]
    }
    for each in (*data["grids"], *data["spreads"]):
        found[each["name"]] = f"Record<string, {names[each['component']]}[]>"
    return [(name, found[name]) for name in data["order"]]


def _union(values: Iterable[object]) -> str:
    listed = [_text(each) for each in values] or ["never"]
    line = " | ".join(listed)
    return f" {line}" if len(line) <= WIDE else "\n  | " + "\n  | ".join(listed)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _NAME.match(name) else _text(name)


def _domain(domain: Data, names: Mapping[str, str]) -> str:
    match domain["is"]:
        case "truth":
            return "boolean"
        case "seat":
            return "Seat"
        case "member" | "piece":
            return names[domain["of"]]
        case "place":
            return "Place"
        case "cell":
            return CELL
        case "spot":
            return names[domain["of"]]
        case "option":
            return f"{_domain(domain['inner'], names)} | null"
        case "record":
            fields = (f"{_key(each['name'])}: {_domain(each['domain'], names)}" for each in domain["fields"])
            return f"{{ {'; '.join(fields)} }}"
        case "set":
            inner = _domain(domain["inner"], names)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case _:
            return "number"


def _family(index: str | None, value: str, names: Mapping[str, str]) -> str:
    if index is None:
        return value
    return f"Record<{'string' if index == 'player' else names[index]}, {value}>"


def _object(fields: Iterable[tuple[str, str]], depth: int = 1) -> str:
    indent = "  " * depth
    listed = [f"{indent}{_key(name)}: {value};" for name, value in fields]
    return "{\n" + "\n".join(listed) + f"\n{'  ' * (depth - 1)}}}" if listed else "Record<string, never>"


def _actions(data: Data, names: Mapping[str, str]) -> str:
    found: dict[str, None] = {}
    for each in data["actions"]:
        told = [_domain(one["domain"], names) for one in each["parameters"]]
        labels = [re.sub(r"\W", "_", one["name"]) for one in each["parameters"]]
        given = ", ".join(f"{label}: {value}" for label, value in zip(labels, told, strict=True))
        given = given if len(set(labels)) == len(labels) and all(map(_NAME.match, labels)) else ", ".join(told)
        actor = "Seat" if each["by"] == "player" else _text(each["by"])
        weight = "; weight?: number" if each["by"] == "chance" else ""
        found[f"{{ actor: {actor}; name: {_text(each['name'])}; arguments: [{given}]{weight} }}"] = None
    return (
        "/** What somebody, chance or the table may decide. */\nexport type Action ="
        + ("".join(f"\n  | {each}" for each in found) or " never")
        + ";"
    )


def _frames(data: Data, names: Mapping[str, str], hidden: str) -> str:
    found = ["{ phase: null }"]
    for each in data["frames"]:
        fields = "; ".join(f"{_key(one['name'])}: {_domain(one['domain'], names)}{hidden}" for one in each["fields"])
        held = f"{{ {fields} }}" if fields else "Record<string, never>"
        found.append(f"{{ phase: {_text(each['phase'])}; point: {_text(each['point'])}; data: {held} }}")
    return "".join(f"\n  | {each}" for each in dict.fromkeys(found))


def _tokens(data: Data, names: Mapping[str, str]) -> list[tuple[str, str]]:
    if not data["tokens"]:
        return []
    listed = [
        (
            each["name"],
            _object(((one["holder"], _family(one["holder"], "number", names)) for one in each["holders"]), 3),
        )
        for each in data["tokens"]
    ]
    return [("tokens", _object(listed, 2))]


def _state(data: Data, names: Mapping[str, str]) -> str:
    zones = _lying(data, names, "")
    variables = [
        (each["name"], _family(each["index"], _domain(each["domain"], names), names)) for each in data["variables"]
    ]
    fields = [
        ("schemaVersion", _text(data["schemaVersion"])),
        ("game", _text(data["game"])),
        ("version", "string"),
        ("zones", _object(zones, 2)),
        ("variables", _object(variables, 2)),
        *_tokens(data, names),
        ("control", "FrameData[]"),
    ]
    frames = f"export type FrameData ={_frames(data, names, '')};"
    return f"{frames}\n\n/** A state as JSON holds it. */\nexport interface StateData {_object(fields)}"


def _view(data: Data, names: Mapping[str, str]) -> str:
    zones = _lying(data, names, " | number")
    variables = [
        (each["name"], _family(each["index"], _nullable(_domain(each["domain"], names)), names))
        for each in data["variables"]
    ]
    fields = [
        ("player", "Seat"),
        ("zones", _object(zones, 2)),
        ("variables", _object(variables, 2)),
        *_tokens(data, names),
        ("control", "FrameView[]"),
        ("turn", "Turn"),
    ]
    frames = f"export type FrameView ={_frames(data, names, ' | null')};"
    said = "/** What a player sees: of what is hidden how much there is, or null. */"
    return f"{frames}\n\n{said}\nexport interface View {_object(fields)}"


def _nullable(value: str) -> str:
    return value if value.endswith("| null") else f"{value} | null"


_SHARED: Final = """/** Something that a game refuses; `code` is that of the page about it, where there is one. */
export class GameError extends Error {
  readonly code: string;
}

/** The module is not the one that this code was made for: nothing of it has run. */
export class Damaged extends GameError {}

/** Data from outside that are no state, seat or action of this game. */
export class BadData extends GameError {}

/** An action that the rules do not allow here. */
export class IllegalAction extends GameError {}

/** The rules do not say how to go on. */
export class Fault extends GameError {
  readonly clause: string;
  readonly citations: string[];
}

/** The module can not hold this, though the rules may go on. */
export class Beyond extends GameError {}"""

_GAME: Final = """/** Who decides; seats count from 1, and are empty for chance, the table and the end. */
export interface Turn {
  kind: "player" | "players" | "chance" | "table" | "over";
  seats: Seat[];
}

export interface Outcome {
  scores: number[];
  winners: Seat[];
}

/** An action that somebody is asked for, and what its parameters stand for; `values` lists a domain. */
export interface Asked {
  name: string;
  by: "player" | "chance" | "table";
  parameters: { name: string; domain: object }[];
}

/** An action that somebody would like to take, legal or not. */
export interface Wish {
  name: string;
  arguments: unknown[];
}

/**
 * What stands in the way of an action. `argument` is the one that is not on offer, `decides` are the seats that do.
 * Of those that are `hidden` one at least stands in the way; which, the seat may not know.
 */
export interface Obstacle {
  kind: "turn" | "choice" | "guard" | "bar" | "unasked";
  clause: string;
  citations: string[];
  argument: { name: string; value: unknown; domain: object } | null;
  decides: Seat[];
  written: string | null;
  labels: Record<string, string>;
  hidden: boolean;
}

/** An obstacle in words: what its clause is called, a sentence, and what the rulebook says there. */
export interface Explanation {
  label: string;
  says: string;
  basis: { id: string; name: string; lines: string | null; says: string | null }[];
}

/** A state: a value that nothing changes. */
export interface State {
  equals(other: State): boolean;
}

declare const MADE: unique symbol;

/** Leads back to a state of the cursor that made it, and of no other. */
export interface Mark {
  readonly [MADE]: true;
}

/** One game that is led on; an action is its place in the list of what is legal. */
export interface Cursor {
  readonly legal: number;
  take(place: number): number;
  actor(place: number): Seat | "chance" | "table";
  weight(place: number): number;
  action(place: number): Action;
  readonly state: State;
  outcome(): Outcome | null;
  mark(): Mark;
  back(mark: Mark): number;
}

export interface Game {
  readonly name: string;
  readonly version: string;
  readonly players: number;
  readonly languages: string[];
  label(name: string, language: string): string;
  initial(): State;
  turn(state: State): Turn;
  legal(state: State): Action[];
  apply(state: State, action: Action): State;
  asked(state: State): Asked[];
  values(domain: object): unknown[];
  valueWords(value: unknown, domain: object, language: string): string;
  whyNot(state: State, seat: Seat | "chance" | "table", action: Wish): Obstacle[] | null;
  explain(obstacle: Obstacle, language: string): Explanation;
  words(action: Wish, language: string): string;
  cursor(state?: State): Cursor;
  playout(state: State, below: (many: number) => number, steps: number): State;
  outcome(state: State): Outcome | null;
  view(state: State, seat: Seat): View;
  viewBytes(state: State, seat: Seat): Uint8Array;
  guess(state: State, seat: Seat, below: (many: number) => number): State | null;
  toJson(state: State): StateData;
  fromJson(data: StateData): State;
}

/** Loads the module, by default from beside this file; one that was not built with it is refused before it runs. */
export function load(source?: string | URL | ArrayBuffer | ArrayBufferView): Promise<Game>;"""
