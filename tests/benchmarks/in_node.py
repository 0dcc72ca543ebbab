"""How many steps a cursor of a package takes in Node, one call a step, against `legal` and `apply` of the reference engine in Python:
`python -m tests.benchmarks.in_node` prints a line for each game. Windows take turns, in processor time; the best of each counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import refengine
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached
from refengine.resolve.folder import find_games
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.benchmarks.playouts import SPEC, WINDOWS, by_hand, rounded

GAMES = ("kaciri", "european_war")
SECONDS = 0.5
SCRIPT = """
const { load } = await import(process.argv[1]);
const game = await load();
const cursor = game.cursor();
const begin = cursor.mark();
let number = Number(process.argv[2]);
let steps = 0;
const used = () => process.cpuUsage().user / 1e6;
for (let round = 0; round < 200; round++) play();  // compiled before anything is measured
steps = 0;
const started = used();
while (used() - started < Number(process.argv[3])) for (let round = 0; round < 20; round++) play();
console.log(steps / (used() - started));

function play() {
  let legal = cursor.back(begin);
  for (let step = 0; legal && step < 400; step++) {
    number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
    legal = cursor.take(Math.floor((number / 2 ** 32) * legal));
    steps++;
  }
}
"""


def in_node(package: Path, seed: int) -> float:
    """Steps a second through the cursor of a package."""
    command = ["node", "--input-type=module", "-e", SCRIPT, str(package / "game.js"), str(seed), str(SECONDS)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Prints steps a second in Python and in Node, and how many times as many these are."""
    named = sys.argv[1:] or GAMES
    if unknown := [each for each in named if not (SPEC / each).is_dir()]:
        sys.exit(f"`{unknown[0]}` is none of the games: {', '.join(each.name for each in sorted(SPEC.iterdir()))}")
    for name in named:
        (found,), _ = find_games(SPEC / name)
        game = compile_cached(found).game
        assert game is not None
        configuration, _ = configure(game, 2, {}, {}, None)
        assert configuration is not None
        engine = refengine.load(SPEC / name, players=2)
        with tempfile.TemporaryDirectory() as folder:
            _, wrong = write_package(specialise(game, configuration), Background(), Path(folder) / "package")
            assert not wrong
            pairs = [
                (by_hand(engine, seed, SECONDS, checked=False), in_node(Path(folder) / "package", seed))
                for seed in range(WINDOWS)
            ]
        python, node = (max(each) for each in zip(*pairs, strict=True))
        sys.stdout.write(f"{name}: {rounded(python)} in Python, {rounded(node)} in Node, {node / python:.0f} times\n")


if __name__ == "__main__":
    main()
