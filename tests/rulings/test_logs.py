"""Logs of other programs: legal, not legal, legal under one reading alone, unreadable, and folders of them."""

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from refengine import RuleSetError
from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from refengine.rulings.audit import AuditedLog, audited_log
from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from refengine.rulings.logs import Log, read_log
from refengine.source.text import SourceText
from tests.rulings.test_hangs_on import OVERLAPPING, RULES_WITH_TWO, TWO
from tests.rulings.test_other_readings import leads_to
from tests.rulings.urn import RULES, write
from tests.schemas import validator

LABELS = '[cs]\ntake = "vezmi"\nfew = "málo"\n'


def log(**parts: Any) -> Log:
    found, wrong = read_log(SourceText("log", json.dumps(parts)))
    assert wrong == ()
    assert found is not None
    return found


def told(judge: Judge, **parts: Any) -> AuditedLog:
    return audited_log(judge, log(**parts))


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    folder = write(tmp_path_factory.mktemp("labelled"))
    (folder / "labels.toml").write_text(LABELS, encoding="utf-8")
    return load_judge(folder)


def test_a_log_is_legal_under_the_readings_that_allow_it(urn: Judge) -> None:
    found = told(urn, actions=["1: take(2)"])
    assert (found.is_legal, found.legal, found.whole) == (False, 0, 1)
    assert found.ruling is not None
    assert found.ruling.alternatives is not None
    assert [
        (each.outcome, [one.reading for way in each.ways for one in way[0]]) for each in found.ruling.alternatives
    ] == [
        ("illegal", ["few"]),
        ("legal", ["many"]),
    ]
    under = told(urn, actions=["1: take(2)"], readings={"first": "many"})
    assert under.is_legal
    assert under.ruling is not None
    assert under.ruling.is_beyond_dispute is False


def test_a_log_that_no_reading_matters_to_is_beyond_dispute(urn: Judge) -> None:
    found = told(
        urn, position={"variables": {"stones": 5}, "phase": {"name": "Turn", "arguments": [1]}}, actions=["1: take(2)"]
    )
    assert found.is_legal
    assert found.ruling is not None
    assert [each.outcome for each in found.ruling.alternatives or ()] == ["legal"]


@pytest.mark.parametrize(
    ("step", "kind", "says"),
    [
        ({"actor": 1, "action": "take", "arguments": [4]}, "choice", "4 may not be chosen: there is only 1, 2 and 3"),
        ({"actor": 1, "action": "take", "arguments": [3]}, "guard", "3 is at least 3; marked is not so"),
        ({"actor": 2, "action": "take", "arguments": [1]}, "turn", "player 1 decides here"),
    ],
)
def test_the_first_step_that_is_not_legal_has_its_reasons(urn: Judge, step: Any, kind: str, says: str) -> None:
    found = told(urn, actions=[step], readings={"first": "many"})
    assert found.ruling is not None
    assert found.ruling.reasons is not None
    assert [(each.kind, each.says) for each in found.ruling.reasons.obstacles] == [(kind, says)]


def test_what_comes_after_the_end_is_not_asked(urn: Judge) -> None:
    found = told(urn, actions=["1: take(1)", "2: take(1)"])
    assert (found.legal, found.moves) == (1, ("player 1: take 1",))
    assert found.ruling is not None
    assert found.ruling.reasons is not None
    assert [each.kind for each in found.ruling.reasons.obstacles] == ["not asked"]


def test_names_may_be_labels_in_any_language(labelled: Judge) -> None:
    assert told(labelled, actions=["player 1: Vezmi(1)"]).is_legal
    assert told(labelled, actions=[{"actor": "1", "action": "vezmi", "arguments": [1]}]).is_legal


def test_a_trace_of_ours_is_a_log(urn: Judge) -> None:
    game = urn.game
    action = game.legal(game.initial())[0]
    trace = trace_of(game, [game.initial(), game.apply(game.initial(), action)], [action])
    found, wrong = read_log(SourceText("trace", write_trace(trace)))
    assert wrong == ()
    assert found is not None
    assert audited_log(urn, found).is_legal


PLACES = (
    ('{"actions": 1}', "1"),
    ('{"actions": [], "moves": []}', '"moves"'),
    ('{"log" : 2, "actions": []}', "2"),
    ('{"actions": [], "players": "two"}', '"two"'),
    ('{"game": 3, "actions": []}', "3"),
    ('{"actions": [],\n "edition": ["one"]}', '["one"]'),
    ('{"options": [], "actions": []}', "[]"),
    ('{"actions": ["1: take(1)",\n  "take"]}', '"take"'),
    ('{"actions": [ 7 , "1: take(1)"]}', "7"),
    ('{"actions": [{"actor": true, "action": "take"}, "1: take(1)"]}', '{"actor": true, "action": "take"}'),
    ('{"actions": [], "readings": {"first": "some"}}', '"some"'),
    ('{"readings": {"last": "few"}, "actions": []}', '"few"'),
    ('{"actions": ["1: take(1)", "1: steal(1)"]}', '"1: steal(1)"'),
    ('{"note": "]}", "actions": []}', '"note"'),
    ('{"actions": ["1: take(Red \\"]\\")"], "players": 2}', '"1: take(Red \\"]\\")"'),
    ('{"actions": ["3: take(1)"]}', '"3: take(1)"'),
    ('{"actions": [], "position": {"variables": {"pebbles": 1}}}', '{"variables": {"pebbles": 1}}'),
)
"""Logs with a mistake, and what is marked as it."""


@pytest.mark.parametrize(("text", "marked"), PLACES)
def test_a_mistake_is_told_at_its_place(tmp_path: Path, urn: Judge, text: str, marked: str) -> None:
    source = SourceText("log.json", text)
    found, wrong = read_log(source)
    if found is not None:
        try:
            wrong = audited_log(urn, found).wrong
        except RuleSetError as error:
            wrong = error.diagnostics
    (diagnostic,) = wrong
    assert diagnostic.span is not None
    assert (diagnostic.span.path, text[diagnostic.span.start : diagnostic.span.end]) == ("log.json", marked)


def test_the_step_that_is_not_legal_has_a_place(urn: Judge) -> None:
    steps = ['"1: take(1)"', '{"actor": 2, "action": "take", "arguments": [1]}']
    text = '{"game": "urn",\n "actions": [%s ,\n  %s]}' % tuple(steps)  # noqa: UP031 - braces stand in it
    found, wrong = read_log(SourceText("log.json", text))
    assert found is not None
    told = audited_log(urn, found)
    assert (wrong, told.legal) == ((), 1)
    assert told.place is not None
    assert text[told.place.start : told.place.end] == steps[1]
    legal, _ = read_log(SourceText("log.json", '{"actions": ["1: take(1)"]}'))
    assert legal is not None
    assert audited_log(urn, legal).place is None


def test_the_step_of_a_trace_that_is_not_legal_has_a_place(urn: Judge) -> None:
    game = urn.game
    action = game.legal(game.initial())[0]
    trace = trace_of(game, [game.initial(), game.apply(game.initial(), action)], [action])
    text = write_trace(trace)
    found, wrong = read_log(SourceText("trace", text))
    assert wrong == ()
    assert found is not None
    place = found.step(1)
    assert json.loads(text[place.start : place.end]) == json.loads(text)["states"][1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "E0914"),
        ("[]", "E0914"),
        ('{"actions": 1}', "E0914"),
        ('{"log": 2, "actions": []}', "E0914"),
        ('{"log": true, "actions": []}', "E0914"),
        ('{"actions": [], "moves": []}', "E0914"),
        ('{"actions": [1]}', "E0914"),
        ('{"actions": ["take"]}', "E0914"),
        ('{"actions": [{"actor": true, "action": "take"}]}', "E0914"),
        ('{"actions": [{"actor": 1, "action": "take", "at": 3}]}', "E0914"),
        ('{"actions": [], "players": "two"}', "E0914"),
        ('{"actions": [], "readings": {"first": []}}', "E0914"),
        ('{"actions": [], "readings": {"first": "some"}}', "E0831"),
        ('{"actions": [], "players": 9}', "E0832"),
        ('{"actions": [], "game": "chess"}', "E0849"),
        ('{"actions": ["1: steal(1)"]}', "E0915"),
        ('{"actions": ["1: take(Red)"]}', "E0915"),
        ('{"actions": ["1: take"]}', "E0915"),
        ('{"actions": ["3: take(1)"]}', "E0915"),
        ('{"actions": ["bank: take(1)"]}', "E0915"),
        ('{"actions": [], "position": {"variables": {"pebbles": 1}}}', "E0915"),
        ('{"actions": ["1: take(1)"', "E0914"),
    ],
)
def test_what_cannot_be_read_is_a_diagnostic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: str
) -> None:
    game, file = write(tmp_path / "urn"), tmp_path / "log.json"
    file.write_text(text, encoding="utf-8")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "log.json").write_text(text, encoding="utf-8")
    assert main(["replay", str(tmp_path / "logs"), "--game", str(game)]) == 2
    assert f"error[{code}]" in capsys.readouterr().out
    assert main(["replay", str(file), "--game", str(game)]) == 2
    printed = capsys.readouterr()
    assert "error[E" in printed.err
    assert printed.out == ""


def test_a_folder_is_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, logs = write(tmp_path / "urn"), tmp_path / "logs"
    (logs / "below").mkdir(parents=True)
    for name, actions in (("a", ["1: take(1)"]), ("b", ["2: take(1)"]), ("below/c", ["2: take(1)"]), ("d", 3)):
        (logs / f"{name}.json").write_text(json.dumps({"actions": actions}), encoding="utf-8")
    assert main(["replay", str(logs), "--game", str(game)]) == 1
    told = capsys.readouterr().out
    assert "4 logs: 2 illegal, 1 legal, 1 unreadable\n" in told
    assert told.endswith("  2  take: somebody else decides (R1)\n")
    assert main(["replay", str(logs), "--game", str(game), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    validator("audit").validate(data)
    assert not validator("audit").is_valid({**data, "logs": [{**data["logs"][1], "ruling": {}}]})
    assert [each["verdict"] for each in data["logs"]] == ["legal", "illegal", "illegal", "unreadable"]
    assert data["broken"] == [{"path": "Turn", "label": "take: somebody else decides", "citations": "R1", "logs": 2}]


def test_a_folder_without_logs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "urn")
    assert main(["replay", str(tmp_path), "--game", str(game)]) == 2
    assert "E0916" in capsys.readouterr().err


def test_a_log_shows_the_last_legal_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = write(tmp_path / "urn"), tmp_path / "log.json"
    file.write_text('{"actions": ["1: take(2)"], "readings": {"first": "few"}}', encoding="utf-8")
    assert main(["replay", str(file), "--game", str(game)]) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{file.as_posix()}:1:14: 0 of 1 steps are legal\n")
    assert "it hangs on how the rules are read" in told
    assert "last legal position\n  stones: 1\n" in told
    assert main(["replay", str(file), "--game", str(game), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    validator("audit").validate(data)
    assert data["logs"][0]["ruling"]["reasons"]["obstacles"][0]["anchor"] == "rules#Turn.take"


def test_a_random_game_is_legal_as_a_log() -> None:
    judge = load_judge("spec/kaciri", players=3)
    game, steps = judge.game, []
    state = game.initial()
    for turn in range(12):
        legal = game.legal(state)
        action = legal[turn % len(legal)]
        steps.append({"actor": action.actor, "action": action.name, "arguments": list(action.arguments)})
        state = game.apply(state, action)
    found = audited_log(judge, log(actions=steps, players=3), other_readings=False)
    assert found.is_legal
    assert found.state == game.to_json(state)


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("Reformátoři 22", "did you mean `Reformers 2`?"),  # near to a label, of which the rules have another name
        ("hussits 3", "did you mean `Hussites 3`?"),
        ("Slovany", "known: Fourth 1, "),  # a city, near to nothing that can be sent
    ],
)
def test_what_may_have_been_meant_is_said_in_any_language(kaciri: Judge, word: str, hint: str) -> None:
    game = kaciri.game
    actions = [{"actor": "chance", "action": "reveal", "arguments": list(game.legal(game.initial())[0].arguments)}]
    found = audited_log(kaciri, log(actions=[*actions, {"actor": 1, "action": "send", "arguments": [word]}]))
    (diagnostic,) = found.wrong
    assert diagnostic.code == "E0915"
    assert str(diagnostic.hint).startswith(hint)


def test_a_log_that_was_cut_off_is_told_in_a_whole_sentence() -> None:
    _, wrong = read_log(SourceText("log", '{"actions": ["1: ta'))
    assert [(each.message, each.hint) for each in wrong] == [
        ("this is no log of a game: unterminated string", "the file ends too early")
    ]


WITH_ARGUMENTS = (
    RULES_WITH_TWO.replace("action lay_so_many per", "action lay_so_many(n in 0..2) per")
    .replace("    if first is right", "    if first is right and second = 1")
    .replace(
        "        action turn per R1",
        "        action go_on per R1\n            then go Rest(p)\n        action turn per R1",
    )
    + """
phase Rest(p: player) per R1
    if first is right
        go Tired(p)                                             per R1
    ask p
        action relax per R1
            then go Turn(next of p)

phase Tired(p: player) per R1
    ask p
        action rest per R1
            then if second = 1
                go Turn(next of p)
            then go More(next of p)

phase More(p: player) per R1
    ask p
        action put_more(n in 0..2, m in 0..2) per R1
            then go Turn(next of p)
"""
)
ALIKE = (
    '[cs]\nlay_one = "polož"\nlay_so_many = "polož"\nput = "přidej"\nput_more = "přidej"\nrelax = "spi"\nrest = "spi"\n'
)
"""Where only some readings lead to, what is called the same has an argument that it has nowhere else."""

DONE = ("lay", "turn", "put(0)", "put(1)", "put(2)", "polož", "polož(1)", "lay_more", "lay_more_still")


def test_a_log_is_said_to_be_at_each_table_what_it_is_there(tmp_path: Path) -> None:
    """By other readings it goes on further, and reads more questions on its way, than at the table's own."""
    folder, draw, unlike, unread = write(tmp_path, WITH_ARGUMENTS), random.Random(5), 0, 0
    (folder / "labels.toml").write_text(ALIKE, encoding="utf-8")
    judge = load_judge(folder)
    logs = [["1: turn", "1: lay_more_still", "2: put(1)"]]
    logs += [["1: turn", f"1: polož{told}", "2: put(1)"] for told in ("", "(0)", "(1)", "(2)")]
    logs += [["1: go_on", "1: spi", "2: přidej(1)"]]
    logs += [[f"{draw.choice([1, 1, 2])}: {draw.choice(DONE)}" for _ in range(draw.randint(1, 3))] for _ in range(20)]
    tables = [dict(zip(TWO, each, strict=True)) for each in product(*TWO.values())]
    for actions in logs:
        own = [told(judge, actions=actions, readings=each) for each in tables]
        for found in own:
            if found.ruling is None:
                continue
            for chosen, alone in zip(tables, own, strict=True):
                (led,) = leads_to(found.ruling, chosen)
                if alone.ruling is None:
                    assert (led.outcome, led.verdict.endswith(" cannot be taken.")) == ("illegal", True)
                    unread += 1
                else:
                    assert (led.outcome, led.verdict) == (alone.ruling.outcome, alone.ruling.verdict), (actions, chosen)
            unlike += len(found.ruling.alternatives or ()) > 1
    assert unlike > 10
    assert unread == 3 + 3 * 3 + 3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("when n < 3 or marked", "when may_be_taken"),
        ("then subtract n from stones", "then set marked to may_be_taken"),
        ("    ask p\n", "    ask who_is_on\n"),
    ],
    ids=["guard", "effect", "who decides"],
)
@pytest.mark.parametrize("holds", ["is true", "is false"])
def test_in_a_log_rules_break_off_where_cases_overlap(tmp_path: Path, old: str, new: str, holds: str) -> None:
    """A plain engine takes the first of them, and goes on, or says that the step is not legal."""
    rules = RULES.replace(old, new) + OVERLAPPING.replace("is false", holds)
    found = told(load_judge(write(tmp_path, rules)), actions=["1: take(1)"])
    assert found.ruling is not None
    assert (found.legal, found.ruling.outcome) == (0, "undetermined")
    assert "the rules break off, since several cases apply" in found.ruling.verdict
