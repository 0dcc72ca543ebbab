"""Packages for other programs: Node plays random games, and the reference engine agrees with all that it tells."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached, make_game
from refengine.program.lowering import lowered
from refengine.resolve.folder import find_games
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.web.data import data_of
from refengine.web.package import package_files, write_package
from refengine.web.reasons import Background
from tests.engine.rules import compiled

NODE = shutil.which("node")
HERE = Path(__file__).parent
ROOT = HERE.parent.parent

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")


def built(path: str, players: int | None, folder: Path) -> Game:
    """The reference engine of a game whose package is written to a folder."""
    (found,), _ = find_games(ROOT / path)
    compiled = compile_cached(found)
    assert compiled.game is not None
    configuration, _ = configure(compiled.game, players, {}, {}, None)
    assert isinstance(configuration, Configuration)
    background = Background(compiled.labels, compiled.rulebook, compiled.texts)
    files, wrong = write_package(specialise(compiled.game, configuration), background, folder)
    assert not wrong
    assert {each.name for each in files} == {
        "README.md", "boards.js", "cursor.js", "errors.js", "game.d.ts", "game.js", "game.wasm", "package.json", "plain.js",
        "refengine.js",
    }  # fmt: skip
    return make_game(compiled.game, configuration)


def built_of(folder: Path, rules: str, players: int, package: Path) -> None:
    """Writes the package of rules that have no labels, and lie in a folder for that."""
    game = compiled(folder, rules)
    configuration, _ = configure(game, players, {}, {}, None)
    assert configuration is not None
    _, wrong = write_package(specialise(game, configuration), Background(), package)
    assert not wrong


def run(*arguments: str, cwd: Path) -> str:
    """What Node prints; it has to end well."""
    done = subprocess.run(
        [str(NODE), *arguments], cwd=cwd, capture_output=True, text=True, check=False, timeout=300, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def played(folder: Path, seed: int, games: int, limit: int) -> Iterator[dict[str, Any]]:
    """The lines of games that Node played."""
    text = run(str(HERE / "play.mjs"), str(folder), str(seed), str(games), str(limit), cwd=folder)
    return map(json.loads, text.splitlines())


def agreed(game: Game, line: dict[str, Any]) -> Any:
    """The state of a line, of which the reference engine says the same."""
    state = game.from_json(line["state"])
    assert game.to_json(state) == line["state"]
    turn = game.turn(state)
    assert line["turn"] == {"kind": turn.kind, "seats": list(turn.seats)}
    seats = range(1, game.description.players + 1)
    assert line["views"] == [json.loads(json.dumps(game.view(state, seat))) for seat in seats]
    outcome = game.outcome(state)
    told = None if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    assert line["outcome"] == told
    if "legal" in line:
        assert [written(each) for each in game.legal(state)] == line["legal"]
    return state


def written(action: Any) -> dict[str, Any]:
    """An action as the package has it."""
    given = [list(each) if isinstance(each, tuple) else each for each in action.arguments]
    told = {"actor": action.actor, "name": action.name, "arguments": given}
    return told if action.weight is None else {**told, "weight": action.weight}


def lockstep(game: Game, lines: Iterator[dict[str, Any]]) -> int:
    """The number of steps in which both agree; equal views are equal bytes."""
    steps, expected = 0, None
    seen: dict[str, str] = {}
    for line in lines:
        if "state" not in line:  # it cannot begin
            with pytest.raises(Fault) as fault:
                game.initial()
            assert line["fault"] == ["Fault", fault.value.path]
            continue
        state = agreed(game, line)
        assert expected in {None, state}
        for view, bytes_ in zip(line["views"], line["bytes"], strict=True):
            looks = json.dumps({name: each for name, each in view.items() if name != "turn"}, sort_keys=True)
            assert seen.setdefault(f"{view['player']} {looks}", bytes_) == bytes_
        expected = None
        if "fault" in line:
            with pytest.raises(Fault) as fault:
                game.apply(state, line["action"]) if "action" in line else game.legal(state)
            assert line["fault"] == ["Fault", fault.value.path]
        elif "action" in line:
            told = {name: each for name, each in line["action"].items() if name != "weight"}
            expected = game.apply(state, told)
            steps += 1
    return steps


@pytest.mark.parametrize(
    ("path", "players", "games", "limit"),
    [
        ("docs/tutorial/tictactoe", None, 8, 100),
        ("docs/tutorial/goofspiel", None, 3, 60),
        ("spec/kaciri", 3, 1, 90),
        ("spec/european_war", 2, 2, 60),
        ("spec/pagan", 2, 1, 50),
        ("spec/carcassonne", 2, 1, 90),
    ],
)
def test_node_and_the_reference_engine_agree(
    path: str, players: int | None, games: int, limit: int, tmp_path: Path
) -> None:
    game = built(path, players, tmp_path / "built")
    assert lockstep(game, played(tmp_path / "built", 7, games, limit)) > games


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("path", "players", "games"),
    [
        ("spec/kaciri", 4, 10),
        ("spec/european_war", 4, 10),
        ("spec/pagan", 2, 10),
        ("spec/palisades", 2, 1),  # a line of it has 140,000 letters
        ("spec/carcassonne", 4, 10),
    ],
)
def test_they_agree_in_a_campaign(path: str, players: int, games: int, seed: int, tmp_path: Path) -> None:
    game = built(path, players, tmp_path / "built")
    assert lockstep(game, played(tmp_path / "built", seed, games, 200 * games)) > 100


REFUSED = {
    "a module that was edited": "Damaged",
    "a module that was cut off": "Damaged",
    "no module at all": "Damaged",
    "a file that is not there": "Damaged",
    "a state of another game": "BadData E0711",
    "no state": "BadData E0711",
    "nothing for a state": "BadData E0711",
    "a seat that nobody has": "BadData E0712",
    "half a seat": "BadData E0712",
    "an object of no kind for a seat": "BadData E0712",
    "no seat": "BadData E0712",
    "no action": "BadData E0711",
    "an action without a name": "BadData E0711",
    "an action that is not offered": "BadData E0719",
    "an action of somebody else": "BadData E0713",
    "an action with too much": "BadData E0711",
    "an action with an object": "BadData E0712",
    "an action with an object of no kind": "BadData E0712",
    "an action of an object of no kind": "BadData E0713",
    "an action of a seat in letters": "BadData E0713",
    "a name of a million letters": "BadData E0719",
    "a wish that is none": "BadData E0711",
    "a wish without a name": "BadData E0711",
    "a wish for no action": "BadData E0719",
    "a wish with too much": "BadData E0711",
    "a wish of nobody": "BadData E0713",
    "a wish of nobody that is not asked now": "BadData E0713",
    "a wish for nothing there is that is not asked now": "BadData E0712",
    "a wish with too little that is not asked now": "BadData E0711",
    "words for no action": "BadData E0711",
    "words for too much": "BadData E0711",
    "words for an object of no kind": "nothing",
    "words for a wish that has none": "BadData E0711",
    "no data": "BadData E0711",
    "a list": "BadData E0711",
    "brackets without end": "BadData E0730",
    "another version": "BadData E0710",
    "another schema": "BadData E0710",
    "no schema": "BadData E0710",
    "a part too much": "BadData E0712",
    "a part too little": "BadData E0711",
    "an inherited part": "BadData E0710",
    "a piece twice": "BadData E0718",
    "a piece lost": "BadData E0718",
    "a piece that is none": "BadData E0712",
    "a zone that is no list": "BadData E0711",
    "a family without a key": "BadData E0711",
    "a family with a key too much": "BadData E0711",
    "no stack": "BadData E0711",
    "a stack of anything": "BadData E0712",
    "a stack that is too high": "Beyond",
    "a stack in which the first waits": "BadData E0711",
    "a number that is none": "BadData E0711",
    "a stack with a hole": "BadData E0711",
    "a card that is another when it is read again": "nothing",
    "a list as long as lists can be": "BadData E0730",
    "a name of a game that has no words": "BadData E0710",
    "a phase that has no words": "BadData E0712",
    "a symbol": "BadData E0711",
    "an action with a list as long as lists can be": "BadData E0711",
}


def test_what_nobody_should_hand_in_is_refused_by_name(tmp_path: Path) -> None:
    """And the game plays on afterwards."""
    built("spec/european_war", 2, tmp_path)
    assert json.loads(run(str(HERE / "refuse.mjs"), str(tmp_path), cwd=tmp_path)) == REFUSED


def test_what_is_hidden_does_not_change_what_is_seen(tmp_path: Path) -> None:
    """Cards that a player does not see change their places: his view is the same bytes, and that of who sees is not."""
    game = built("spec/european_war", 2, tmp_path)
    state = next(
        line["state"]
        for line in played(tmp_path, 3, 5, 300)
        if line["turn"]["kind"] != "chance" and line["state"]["zones"]["hand"]["2"] and line["state"]["zones"]["deck"]
    )
    twin = json.loads(json.dumps(state))
    hand, deck = twin["zones"]["hand"]["2"], twin["zones"]["deck"]
    other = next(number for number, card in enumerate(deck) if card not in hand)
    hand[0], deck[other] = deck[other], hand[0]
    told = game.to_json(game.from_json(twin))
    (tmp_path / "twins.json").write_text(json.dumps([state, told]), encoding="utf-8")
    looks = """
import { readFileSync } from "node:fs";
import { load } from "./game.js";
const game = await load();
const states = JSON.parse(readFileSync("twins.json", "utf8")).map((each) => game.fromJson(each));
const same = (seat) => Buffer.compare(...states.map((each) => game.viewBytes(each, seat))) === 0;
console.log(JSON.stringify([1, 2].map(same)));
"""
    (tmp_path / "looks.mjs").write_text(looks, encoding="utf-8")
    assert json.loads(run("looks.mjs", cwd=tmp_path)) == [True, False]


def test_the_page_says_what_is_so(tmp_path: Path) -> None:
    built("docs/tutorial/goofspiel", None, tmp_path)
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    (tmp_path / "page.mjs").write_text(page.split("```js\n")[1].split("```")[0], encoding="utf-8")
    assert "scores" in run("page.mjs", cwd=tmp_path)


def test_names_of_several_words_have_the_labels_that_reports_give_them() -> None:
    """A card that is called after its side and its number has no label of its own."""
    (found,), _ = find_games(ROOT / "spec" / "kaciri")
    compiled = compile_cached(found)
    assert compiled.game is not None
    configuration, _ = configure(compiled.game, 2, {}, {}, None)
    assert isinstance(configuration, Configuration)
    background = Background(compiled.labels, compiled.rulebook, compiled.texts)
    program, _ = lowered(specialise(compiled.game, configuration), sight=True)
    assert program is not None
    labels = data_of(program, "", background)["labels"]
    assert labels["cs"]["Reformers 6"] == "Reformátoři 6"
    assert "Reformers 6" not in background.labels.languages["cs"]
    for language, words in ((each, background.words(each)) for each in background.languages):
        for piece in (row.name for each in compiled.game.components for row in each.pieces):
            assert labels[language].get(piece, piece.replace("_", " ")) == str(words.name(piece))


def test_the_same_rules_are_the_same_files() -> None:
    """Byte for byte, and a game of more players is another."""
    (found,), _ = find_games(ROOT / "spec/kaciri")
    game = compile_cached(found).game
    assert game is not None
    configurations = [configure(game, players, {}, {}, None)[0] for players in (2, 2, 3)]
    assert all(configurations)
    one, two, three = (
        package_files(specialise(game, each), Background()) for each in configurations if each is not None
    )
    assert one == two
    assert one[0]["game.wasm"] != three[0]["game.wasm"]
    assert len(one[0]["game.wasm"]) < 20_000


def test_a_module_has_what_the_script_beside_it_calls_and_no_more() -> None:
    (found,), _ = find_games(ROOT / "spec/kaciri")
    game = compile_cached(found).game
    assert game is not None
    configuration, _ = configure(game, 2, {}, {}, None)
    assert configuration is not None
    module, _ = lowered(specialise(game, configuration), sight=True, led=True)
    assert module is not None
    script = (ROOT / "refengine" / "web" / "runtime.js").read_text(encoding="utf-8")
    called = set(re.findall(r'#(?:call\("|exports\.)(\w+)["(]', script))
    assert {each.name for each in module.program.functions if each.exported} == called


LARGE = """game large from rulebook tiny
    players 1 per R1
variable x: 0..999999999, starts 94906265 per R1
value low: count per R1
    is x * x
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action more per R1
            then add 2 to x
        action name(n in low..low + 1) per R1
            then game over
        action stop per R1
            then game over
    go Turn
outcome per R1
    scores are x * x for player p
    winners are all player p
"""

ASKED_LARGE = """
import { load } from "./game.js";
const game = await load();
const told = (work) => { try { return JSON.stringify(work()); } catch (error) { return error.name; } };
const take = (state, name) => {
  try { return game.apply(state, { actor: 1, name, arguments: [] }); } catch (error) { return error.name; }
};
let state = game.initial();
console.log(told(() => game.legal(state).map((each) => each.arguments)));
console.log(told(() => game.outcome(take(state, "stop"))));
state = take(state, "more");
console.log(told(() => game.legal(state)), take(state, "stop"));
"""


def test_a_number_that_javascript_would_round_is_beyond_it(tmp_path: Path) -> None:
    """Two choices would read the same, and a score be one that nobody has."""
    built_of(tmp_path / "large", LARGE, 1, tmp_path / "package")
    (tmp_path / "package" / "ask.mjs").write_text(ASKED_LARGE, "utf-8")
    said = run("ask.mjs", cwd=tmp_path / "package").splitlines()
    square = 94906265**2
    assert said == [
        f"[[],[{square}],[{square + 1}],[]]", f'{{"scores":[{square}],"winners":[1]}}', "Beyond Beyond",
    ]  # fmt: skip


OWN_WORDS = """game constructor from rulebook tiny
    players 2 per R1
kind places is toString, valueOf per R1
component constructor per R1
    hasOwnProperty: places
    2 alike of each hasOwnProperty
zone arguments holds constructor, seen by nobody per R1
zone eval of each player holds constructor, seen by owner per R1
variable name: places, starts toString per R1
variable isPrototypeOf: place of constructor, starts arguments per R1
setup per R1
    move all c in box to arguments
    go class(1)
phase class(static: player) per R1
    ask static
        action delete(places new) per R1
            then set name to new
            then set isPrototypeOf to eval of static
        action await(c in arguments) per R1
            then move c to eval of static
    go class(next of static)
"""

ASKED_OWN_WORDS = """
import { load } from "./game.js";
const game = await load();
let state = game.initial();
for (const take of [(each) => each.name === "await", (each) => each.arguments[0] === "valueOf"]) {
  state = game.apply(state, game.legal(state).find(take));
  const guess = game.guess(state, 2, (many) => many - 1);
  console.log(game.fromJson(game.toJson(state)).equals(state), guess.equals(state));
}
console.log(game.whyNot(state, 1, { name: "delete", arguments: ["valueOf"] }));
console.log(JSON.stringify(game.toJson(state).variables));
"""


def test_names_may_be_words_that_the_script_or_its_language_has(tmp_path: Path) -> None:
    """A kind `places` was taken for the places, and a `constructor` for what JavaScript has under that name."""
    built_of(tmp_path / "words", OWN_WORDS, 2, tmp_path / "package")
    (tmp_path / "package" / "ask.mjs").write_text(ASKED_OWN_WORDS, "utf-8")
    assert run("ask.mjs", cwd=tmp_path / "package").splitlines() == [
        "true false", "true false", "null", '{"name":"valueOf","isPrototypeOf":"eval of 2"}',
    ]  # fmt: skip


def loop(body: str) -> str:
    return f"""game endless from rulebook tiny
    players 1 per R1
variable n: 0..3 per R1
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action fall per R1
            then enter Fall
    go Turn
phase Fall per R1
{body}
outcome per R1
    scores are n for player p
    winners are all player p
"""


@pytest.mark.parametrize(
    ("body", "clause"),
    [
        ("    set n to 0\n    go Fall\n", "fall"),
        ("    repeat until n = 1\n        set n to 0\n", "fall"),
        ("    set n to (3 div n)\n", "Fall"),
    ],
)
def test_what_has_no_end_is_the_fault_that_the_reference_engine_finds(body: str, clause: str, tmp_path: Path) -> None:
    folder = tmp_path / "endless"
    folder.mkdir()
    (folder / "game.rules").write_text(loop(body), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "fooled" / "rulebook.toml", folder)
    game = built(str(folder), None, tmp_path / "built")
    with pytest.raises(Fault) as fault:
        game.apply(game.initial(), game.legal(game.initial())[0])
    lines = list(played(tmp_path / "built", 1, 1, 5))
    assert lines[-1]["fault"] == ["Fault", fault.value.path] == ["Fault", clause]


def test_the_page_about_other_programs_is_so(tmp_path: Path) -> None:
    built("spec/kaciri", 2, tmp_path / "kaciri")
    page = (ROOT / "docs" / "frontends.md").read_text(encoding="utf-8")
    programs = [each.split("```")[0] for each in page.split("```js\n")[1:]]
    printed = [each.split("```")[0] for each in page.split("```text\n")[1:]]
    assert len(programs) == len(printed) == 2
    for program, told in zip(programs, printed, strict=True):
        (tmp_path / "page.mjs").write_text(program, encoding="utf-8")
        assert run("page.mjs", cwd=tmp_path) == told
