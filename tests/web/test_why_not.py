"""Why an action is not legal: a built package and the reference engine say the same of random wishes."""

import json
import shutil
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from refengine.runtime.codec import Codec
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import Game
from refengine.testing.domains import drawn_from
from tests.engine.rules import play
from tests.engine.test_why_not import drawn_rules
from tests.web.test_package import HERE, NODE, ROOT, built, built_of, played, run, written

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

REFUSED = {"E0701", "E0711", "E0712", "E0713", "E0719"}
"""The codes of what is refused to whoever takes an action that is not legal, or none."""


def wished(game: Game, state: Any, random: Random) -> list[dict[str, Any]]:
    """Wishes in a state: legal actions as they are and with something changed, and any arguments of what is offered."""
    seats = range(1, game.description.players + 1)
    found: list[dict[str, Any]] = []
    with suppress(Fault):
        legal = [written(each) for each in game.legal(state)]
        found += random.sample(legal, min(2, len(legal)))
    info = Codec(game.description).frame_info(state.control[-1])
    for each in info.actions if info is not None else ():
        for _ in range(4):
            given = [drawn_from(game.description, one.domain, random) for one in each.params]
            actor = random.choice(seats) if each.by == "player" else each.by
            found.append({"actor": actor, "name": each.name, "arguments": given})
    for wish in list(found):
        if wish["arguments"]:
            assert info is not None
            offered = next(one for one in info.actions if one.name == wish["name"])
            changed = random.randrange(len(wish["arguments"]))
            given = list(wish["arguments"])
            given[changed] = drawn_from(game.description, offered.params[changed].domain, random)
            found.append({**wish, "arguments": given})
    return [*found, *(spoilt(each, random) for each in found)]


def spoilt(wish: dict[str, Any], random: Random) -> dict[str, Any]:
    """A wish in which something is not as an action of this name has it."""
    more = [*wish["arguments"], 1]
    return random.choice([
        {**wish, "name": "fly"}, {**wish, "name": "__proto__"}, {**wish, "actor": 9}, {**wish, "actor": "chance"},
        {**wish, "actor": "1"}, {**wish, "arguments": more}, {**wish, "arguments": more[1:]},
        {**wish, "arguments": more[:-2]}, {**wish, "arguments": [None for _ in wish["arguments"]]},
        {**wish, "weight": 0}, {**wish, "weight": True}, {**wish, "weight": None}, {**wish, "why": 1},
    ])  # fmt: skip


def said_by_reference(game: Game, state: Any, wish: dict[str, Any]) -> Any:
    """What the reference engine has against a wish, each with its clause; None where it is legal."""
    try:
        action = game.find_action(state, wish["actor"], wish["name"], wish["arguments"])
    except BadData as bad:
        return {"bad": bad.code}
    try:
        next(state.control[-1].why_not(state, action), None)
    except Fault as fault:
        return {"fault": fault.path}
    told = game.why_not(state, action)
    return [(each.kind, each.clause.path, list(each.clause.cites), each.hidden) for each in told] or None


def taken_by_reference(game: Game, state: Any, wish: dict[str, Any]) -> str:
    """How it ends in the reference engine to take a wish: the code of its refusal, or the clause that breaks off."""
    try:
        game.apply(state, wish)
    except Fault as fault:
        return fault.path
    except (BadData, IllegalAction) as refused:
        return refused.code
    return "taken"


def compared(path: str, players: int | None, games: int, limit: int, folder: Path, seed: int) -> Counter[str]:
    """The sorts of all that was said, where both say the same."""
    return compared_as_built(built(path, players, folder / "built"), games, limit, folder, seed)


def compared_as_built(game: Game, games: int, limit: int, folder: Path, seed: int) -> Counter[str]:
    """The same of a package that lies in `built`."""
    random = Random(seed)
    asked = []
    for line in played(folder / "built", seed, games, limit):
        state = game.from_json(line["state"])
        asked.append((state, line["state"], wished(game, state, random)))
    told = json.dumps([{"state": data, "wishes": wishes} for _, data, wishes in asked])
    (folder / "wishes.json").write_text(told, encoding="utf-8")
    lines = run(str(HERE / "wishes.mjs"), str(folder / "built"), str(folder / "wishes.json"), cwd=folder).splitlines()
    answers = iter(map(json.loads, lines))
    sorts: Counter[str] = Counter()
    for state, _, wishes in asked:
        for wish in wishes:
            line = next(answers)
            answer, expected = line["told"], said_by_reference(game, state, wish)
            assert line["took"] == taken_by_reference(game, state, wish), wish
            sorts[line["took"]] += 1
            if isinstance(answer, list):
                said = [(each["kind"], each["clause"], each["citations"], each["hidden"]) for each in answer]
                assert said == expected, wish
                sorts.update(each["kind"] for each in answer)
                sorts["hidden"] += any(each["hidden"] for each in answer)
                assert all(said["says"] and said["label"] for each in answer for said in each["says"])
            else:
                assert answer == expected, wish
                sorts["legal" if answer is None else next(iter(answer))] += 1
    assert next(answers, None) is None
    return sorts


@pytest.mark.parametrize(
    ("path", "players", "games", "limit", "seen"),
    [
        ("spec/kaciri", 3, 1, 30, {"turn", "choice"}),
        ("spec/european_war", 2, 4, 60, {"choice", "guard", "bar"}),
        ("spec/pagan", 2, 1, 40, {"choice"}),
        ("spec/carcassonne", 2, 1, 40, {"choice", "guard"}),
    ],
)
def test_both_say_the_same_of_random_wishes(
    path: str, players: int | None, games: int, limit: int, seen: set[str], tmp_path: Path
) -> None:
    sorts = compared(path, players, games, limit, tmp_path, 5)
    assert sorts["legal"] > games
    assert seen | REFUSED <= {each for each, many in sorts.items() if many}, sorts


def test_both_tell_as_much_of_what_is_hidden(tmp_path: Path) -> None:
    """In games of which some conditions are seen by everybody, some by one player, and some by nobody."""
    random = Random(11)
    sorts: Counter[str] = Counter()
    for number in range(4):
        rules, here = drawn_rules(random), tmp_path / str(number)
        here.mkdir()
        built_of(here / "rules", rules, 3, here / "built")
        sorts += compared_as_built(play(here / "engine", rules, 3), 8, 10, here, number)
    assert min(sorts["hidden"], sorts["guard"], sorts["legal"]) > 5, sorts


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("path", "players"),
    [("docs/tutorial/tictactoe", None), ("spec/kaciri", 4), ("spec/european_war", 4), ("spec/palisades", 2)],
)
def test_both_say_the_same_in_a_campaign(path: str, players: int | None, seed: int, tmp_path: Path) -> None:
    assert compared(path, players, 5, 500, tmp_path, seed).total() > 100


BREAKS_OFF = """game breaks from rulebook tiny
    players 2 per R1
variable n: 0..3 per R1
setup per R1
    go Turn
phase Turn per R1
    ask 1
        action share(m in {0, 1, 3}) per R1
            bar three per R1
                when m = 3
            when m < 3 or n = 3
            when (3 div m) > n
            then set n to 3
        action stay per R1
            when (3 div n) = 1
            then set n to 0
    game over
outcome per R1
    scores are n for player p
    winners are all player p
"""


def test_what_was_found_before_a_condition_breaks_off_is_told(tmp_path: Path) -> None:
    """And where nothing was, it is the fault of the rules; what nobody is asked for, and no action, are told apart."""
    folder = tmp_path / "breaks"
    folder.mkdir()
    (folder / "game.rules").write_text(BREAKS_OFF, encoding="utf-8")
    shutil.copy(ROOT / "tests" / "fooled" / "rulebook.toml", folder)
    game = built(str(folder), None, tmp_path / "built")
    state = game.initial()
    wishes = [
        {"actor": actor, "name": name, "arguments": given}
        for actor, name, given in [
            (1, "share", [0]), (1, "share", [1]), (1, "share", [3]), (2, "share", [0]), (1, "share", [2]),
            (1, "stay", []), (3, "stay", []), (1, "stay", [1]), ("chance", "stay", []), (1, "fly", []),
        ]
    ]  # fmt: skip
    over = game.apply(state, wishes[1])
    asked = [{"state": game.to_json(state), "wishes": wishes}, {"state": game.to_json(over), "wishes": [wishes[5]]}]
    (tmp_path / "wishes.json").write_text(json.dumps(asked), encoding="utf-8")
    lines = run(str(HERE / "wishes.mjs"), str(tmp_path / "built"), str(tmp_path / "wishes.json"), cwd=tmp_path)
    answers = [json.loads(each)["told"] for each in lines.splitlines()]
    told = [[each["clause"] for each in one] if isinstance(one, list) else one for one in answers]
    assert told == [
        {"fault": "share.when_2"}, None, ["share.when_1", "share.three"], ["Turn"], ["share"],
        {"fault": "stay.when_1"}, {"bad": "E0713"}, {"bad": "E0711"}, {"bad": "E0713"}, {"bad": "E0719"}, ["setup"],
    ]  # fmt: skip
    assert answers[2][0]["written"] == "when m < 3 or n = 3"
    assert answers[3][0]["decides"] == [1]
    assert answers[4][0]["argument"] == {"name": "m", "value": 2, "domain": answers[4][0]["argument"]["domain"]}
    assert answers[-1][0]["kind"] == "unasked"
    for wish, answer in zip(wishes[:6], answers, strict=False):
        expected = said_by_reference(game, state, wish)
        assert answer == expected or [each[1] for each in expected] == [each["clause"] for each in answer]
