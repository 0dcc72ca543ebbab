"""The folder of a game for other programs: a module, an ES module around it, its types, and a page that says how.

INVARIANT: the same rules under the same configuration give the same files, byte for byte, wherever they lie.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from refengine.engine.emit.description import version_of
from refengine.ir import game as model
from refengine.program.from_ir.unit import SITE
from refengine.program.lowering import lowered
from refengine.program.to_wasm.module import module_of
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import write_folder
from refengine.web.data import data_of
from refengine.web.errors import not_packed
from refengine.web.reasons import Background
from refengine.web.types import declarations

SHARED: Final = {
    "boards.js": "boards.js",
    "cursor.js": "cursor.js",
    "errors.js": "errors.js",
    "plain.js": "plain.js",
    "refengine.js": "runtime.js",
}
"""The files that are the same for every game, and from which files beside this one."""


def write_package(
    game: model.Game, background: Background, directory: Path
) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Writes the folder of a specialised game; gives the files, or what stands in the way."""
    files, wrong = package_files(game, background)
    if wrong is None:
        wrong = write_folder(directory, files)
    return ((), (wrong,)) if wrong is not None else (tuple(directory / name for name in files), ())


def package_files(game: model.Game, background: Background) -> tuple[dict[str, str | bytes], Diagnostic | None]:
    """Returns the content of every file of the folder; or the reason for which the game has no module."""
    found, reason = lowered(game, sight=True, led=True)
    if found is None:
        return {}, not_packed(str(reason))
    binary = module_of(found.program, SITE, summaries=found.summaries)
    data = data_of(found, version_of(game), background)
    return {
        "README.md": _page(data, binary),
        "game.d.ts": declarations(data),
        "game.js": _front(data, hashlib.sha256(binary).hexdigest()),
        "game.wasm": binary,
        "package.json": _manifest(data),
        **{name: (Path(__file__).parent / file).read_text(encoding="utf-8") for name, file in SHARED.items()},
    }, None


def _front(data: dict[str, Any], digest: str) -> str:
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"""// {data["game"]} for {data["players"]} players, version {data["version"]}. Made by refengine.
import {{ Game }} from "./refengine.js";

export {{ BadData, Beyond, Damaged, Fault, GameError, IllegalAction }} from "./refengine.js";

const HASH = "{digest}";

const DATA = JSON.parse({json.dumps(told)});

/** Loads the module, by default from beside this file; one that was not built with it is refused before it runs. */
export function load(source = new URL("game.wasm", import.meta.url)) {{
  return Game.open(DATA, HASH, source);
}}
"""


def _manifest(data: dict[str, Any]) -> str:
    told = {
        "name": f"refengine-{data['game'].replace('_', '-').lower()}",
        "version": "0.0.0",
        "private": True,
        "type": "module",
        "main": "game.js",
        "types": "game.d.ts",
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def _page(data: dict[str, Any], binary: bytes) -> str:
    return f"""# {data["game"]} for {data["players"]} players

The rules as a program for browsers and Node, version {data["version"]}. `game.wasm` ({len(binary):,} bytes)
imports nothing and can touch nothing but its own memory; `game.js` is an ES module around it that needs nothing else;
`game.d.ts` has the types.

A random game, start to end:

```js
import {{ load }} from "./game.js";

const game = await load();
let state = game.initial();
while (game.turn(state).kind !== "over") {{
  const legal = game.legal(state);
  state = game.apply(state, legal[Math.floor(Math.random() * legal.length)]);
}}
console.log(game.outcome(state));
```

* A state is a value: `apply` gives a new one, and the old one stays what it was. `one.equals(other)` compares two.
* `game.view(state, seat)` is what a player sees. It is cut inside the module: what is hidden never leaves it, and equal
  views are equal bytes (`viewBytes`). Show nobody the state itself.
* `whyNot(state, seat, action)` says why a seat (or `"chance"`, `"table"`) may not take an action: a list of all that
  it sees stand in its way, else of what may do so unseen (`hidden`), null where it is legal. Each has its `kind`
  (`turn`, `choice`, `guard`, `bar`, or `unasked`, where nobody decides about such a thing now), the `clause` of the
  rules and its `citations`. `explain(obstacle, language)` is the same in words: the clause's label, a sentence, what
  each statement of the rulebook says.
* `toJson` and `fromJson` speak the JSON of the reference engine (`to_json`, `from_json` in Python), both ways.
* For many steps `game.cursor()` leads one game on, with `take(place)` of what is `legal`. Who thinks ahead plays on
  at random by `playout(state, below, steps)`, from what `guess(state, seat, below)` draws of what a seat does not see.
* What goes wrong is an error with a name: `IllegalAction`; `BadData`, for what is no state, seat or action of this
  game; `Fault`, where the rules do not say how to go on, with `clause` and `citations`; `Beyond`, where the module can
  not hold what the rules may; `Damaged`, where `game.wasm` is not the file that was built with `game.js`: it is
  compared by its SHA-256 before anything of it runs.
* `game.label(name, language)` gives the words that players know; `game.languages` lists the languages.
"""
