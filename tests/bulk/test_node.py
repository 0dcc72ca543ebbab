"""The same module plays the same games in Node: what comes of each game of a seed is the same, byte for byte."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.bulk.configurations import configurations

NODE = shutil.which("node")

PLAYS = """
const fs = require("fs");
const [file, seed, games, limit, results, bytes] = process.argv.slice(2);
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(file)), {});
instance.exports.games(BigInt(seed), 0n, BigInt(games), BigInt(limit), 1);
const told = new Uint8Array(instance.exports.memory.buffer, Number(results), Number(bytes));
process.stdout.write(Buffer.from(told).toString("hex"));
"""


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
@pytest.mark.parametrize("path", ["docs/tutorial/tictactoe", "docs/tutorial/goofspiel", "spec/kaciri"])
def test_node_plays_the_same_games(path: str, tmp_path: Path) -> None:
    machine = next(configurations(path)).machine()
    results, trapped = machine.games(7, 0, 50, 300, checked=True)
    assert trapped is None
    assert len(results) == 50
    (tmp_path / "game.wasm").write_bytes(machine.binary)
    (tmp_path / "play.js").write_text(PLAYS, encoding="utf-8")
    addresses = machine.lowered.addresses
    told = [7, 50, 300, addresses.results, 50 * addresses.result]
    ran = subprocess.run(
        [str(NODE), "play.js", "game.wasm", *map(str, told)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    own = b"".join(number.to_bytes(8, "little", signed=True) for result in results for number in result)
    assert ran.stdout == own.hex()
