"""Receipts of rulings, verified: whole, edited, by other rules, of another version."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refengine.cli.main import main
from refengine.engine.trace import trace_of, write_trace
from refengine.loading import RuleSetError, load
from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.reading import of_words
from refengine.rulings.receipts import HASH, Receipt, digest, read_receipts, receipt_of_state, receipts
from refengine.rulings.verification import VerifiedReceipt, verified_text, verify_receipt
from refengine.source.text import SourceText
from tests.rulings.urn import RULES, write
from tests.schemas import validator

WORDS = (
    "under first is many",
    "given stones = 5",
    "ask enough",
    "1: take(2)",
    "ask stones",
    "ask after 1: take(1): stones",
)


def made(judge: Judge, *words: str) -> tuple[Receipt, ...]:
    lines = Lines()
    dispute = of_words([SourceText(f"question {at}", each) for at, each in enumerate(words, start=1)], lines)
    return receipts(judge, (dispute,), lines, judge.decide([dispute], lines), "1")


@pytest.fixture(scope="module")
def whole(urn: Judge) -> tuple[Receipt, ...]:
    phase = ("under first is many", "given stones = 5, phase Turn(1)", *WORDS[2:3], "ask why not 1: take(3)")
    return made(urn, *phase)


def changed(receipt: Receipt, change: Callable[[dict[str, Any]], object], *, hashed: bool) -> Receipt:
    data = json.loads(receipt.text)
    carried = data.pop(HASH)
    change(data)
    return Receipt(data, digest(data) if hashed else carried)


def test_a_receipt_agrees_and_is_canonical(urn: Judge, whole: tuple[Receipt, ...]) -> None:
    text = "\n".join(each.text for each in whole)
    read, wrong = read_receipts(SourceText("receipts", text + "\n"))
    assert wrong == ()
    assert [each.text for each in read] == text.split("\n")
    assert all(verify_receipt(each, urn, "1").agrees for each in read)
    assert whole[1].data["lines"] == ["given stones = 5, phase Turn(1)", "ask why not 1: take(3)"]


def test_one_laid_out_otherwise_says_the_same(urn: Judge, whole: tuple[Receipt, ...]) -> None:
    pretty = json.dumps(json.loads(whole[0].text), indent=3)
    (read,), _ = read_receipts(SourceText("receipts", pretty))
    assert verify_receipt(read, urn, "1").agrees


def test_what_is_ruled_about_a_state_has_a_receipt(urn: Judge) -> None:
    game = urn.game
    state = game.position({"variables": {"stones": 5}})
    made_of_state = receipt_of_state(urn, state, urn.ask(state, "enough"), "1")
    (read,), wrong = read_receipts(SourceText("receipts", made_of_state.text))
    assert wrong == ()
    assert verify_receipt(read, urn, "1").agrees
    for edit in (lambda data: data["state"]["variables"].update(stones=1), lambda data: data["state"].pop("zones")):
        assert not verify_receipt(changed(read, edit, hashed=True), urn, "1").same_ruling


def test_it_does_not_hang_on_where_the_rules_lie(tmp_path: Path, whole: tuple[Receipt, ...]) -> None:
    assert verify_receipt(whole[0], load_judge(write(tmp_path / "elsewhere")), "1").agrees


@pytest.mark.parametrize("hashed", [False, True])
def test_one_digit_edited_in_what_is_given_is_found(urn: Judge, whole: tuple[Receipt, ...], hashed: bool) -> None:
    def edit(data: dict[str, Any]) -> None:
        data["lines"][0] = data["lines"][0].replace("5", "1")

    found = verify_receipt(changed(whole[0], edit, hashed=hashed), urn, "1")
    assert found.edited is not hashed
    assert not found.same_ruling
    assert "answer" in {each.place for each in found.differences}
    told = verified_text(found).splitlines()
    assert next(each.split(": ")[1] for each in told if each.startswith("other ruling")) == "verdict"
    assert not any(sign in "".join(told) for sign in ("{'", "[{", "True", "None"))


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data["ruling"].update(answer=False),
        lambda data: data["ruling"].update(verdict="No: enough: no."),
        lambda data: data["ruling"]["rules"].pop(),
        lambda data: data["ruling"]["alternatives"][0].update(sets=3),
    ],
)
def test_whatever_is_edited_in_the_ruling_is_found_even_if_it_was_hashed_again(
    urn: Judge, whole: tuple[Receipt, ...], edit: Callable[[dict[str, Any]], object]
) -> None:
    assert verify_receipt(changed(whole[0], edit, hashed=False), urn, "1").edited
    again = verify_receipt(changed(whole[0], edit, hashed=True), urn, "1")
    assert not again.edited
    assert not again.same_ruling


def against(tmp_path: Path, whole: tuple[Receipt, ...], old: str, new: str) -> VerifiedReceipt:
    assert old in RULES
    return verify_receipt(whole[0], load_judge(write(tmp_path / "changed", RULES.replace(old, new))), "1")


def test_other_rules_are_told_with_whether_the_ruling_is_the_same(tmp_path: Path, whole: tuple[Receipt, ...]) -> None:
    worded = against(tmp_path, whole, '"one"', '"a single one"')
    assert (worded.files, worded.agrees, worded.same_ruling) == ((("changed", "rules/game.rules"),), False, True)
    other = against(tmp_path, whole, "normally stones >= 2", "normally stones >= 6")
    assert not other.same_ruling
    gone = against(tmp_path, whole, "value enough", "value plenty")
    assert gone.refused == ("there is no name called `enough`",)


def test_another_version_is_told(urn: Judge, whole: tuple[Receipt, ...]) -> None:
    found = verify_receipt(whole[0], urn, "2")
    assert (found.version, found.same_ruling, found.agrees) == ("1", True, False)


def test_the_commands_write_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = write(tmp_path / "urn"), tmp_path / "ruling.json"
    asked = ["ask", str(game), *WORDS[:3], "--format"]
    assert main([*asked, "receipt"]) == 0
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main([*asked, "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rulings"][0]["sha256"] == json.loads(file.read_text("utf-8"))[HASH]
    assert main(["verify", str(file), "--game", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "> enough\nagrees: decided again, by the same rules, with the same ruling\n"
    write(game, RULES.replace("game urn", "# urn\ngame urn"))
    assert main(["verify", str(file), "--game", str(game), "--format", "json"]) == 3
    data = json.loads(capsys.readouterr().out)
    validator("verify").validate(data)
    assert data["receipts"][0]["sameRuling"] is True
    assert [how for how, _ in data["receipts"][0]["files"]] == ["changed"]
    file.write_text(file.read_text("utf-8").replace('"players":2', '"players":3'), encoding="utf-8")
    assert main(["verify", str(file), "--game", str(game), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    validator("verify").validate(data)
    assert data["receipts"][0]["edited"] is True
    assert not validator("verify").is_valid({**data, "receipts": [{}]})
    assert main(["verify", str(file), "--game", str(game)]) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "E0910"),
        ("[]", "E0910"),
        ('{"receipt": 9}', "E0911"),
        ('{"receipt": true}', "E0910"),
        ('{"game":"urn"}', "E0910"),
        ("[" * 100, "E0910"),
        ("not\x00text", "E0105"),
    ],
)
def test_what_is_no_receipt_is_a_diagnostic(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    file = tmp_path / "ruling.json"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file), "--game", "spec/kaciri"]) == 2
    assert f"error[{said}]" in capsys.readouterr().err


def test_a_receipt_cut_off_at_any_place_is_a_diagnostic(whole: tuple[Receipt, ...]) -> None:
    text = whole[0].text
    for length in range(0, len(text), 97):
        found, wrong = read_receipts(SourceText("cut", text[:length]))
        assert found == ()
        assert [each.code for each in wrong] == ["E0910"]


def test_a_receipt_of_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], whole: tuple[Receipt, ...]
) -> None:
    file = tmp_path / "ruling.json"
    file.write_text(whole[0].text, encoding="utf-8")
    assert main(["verify", str(file), "--game", "spec/kaciri"]) == 2
    assert "E0849" in capsys.readouterr().err


OTHERWISE = RULES.replace(
    "value enough: truth per R1\n    normally stones >= 2", "value enough: truth per R1\n    normally stones >= 7"
)


@pytest.mark.parametrize(
    "meanwhile",
    [
        OTHERWISE,
        RULES.replace("stones: 0..9", "stones: 1..9"),
        RULES + "value more: 0..9 per R1\n    is 3\n",
        "nonsense",
    ],
)
@pytest.mark.parametrize("words", [("ask enough",), ("ask more",), ("as beginning", "ask enough")])
def test_a_judge_knows_the_rules_that_it_was_made_of_and_no_others(
    tmp_path: Path, words: tuple[str, ...], meanwhile: str
) -> None:
    """Questions were read by the files as they are by now, and receipts told of these; rulings are by those of then."""
    rules = f"{RULES}\nexample beginning per R1\n    given 2 players, stones = 5\n"
    folder = write(tmp_path / "urn", rules)
    then, judge = load_judge(folder), load_judge(folder)
    asked = "more" not in words[-1]
    wanted = made(then, *words) if asked else ()
    write(folder, meanwhile)
    for each in (judge, then):
        if asked:
            assert made(each, *words) == wanted
            assert wanted[0].data["ruling"]["answer"] is (len(words) > 1)
        else:
            with pytest.raises(RuleSetError, match="there is no name called `more`"):
                made(each, *words)
    write(folder, rules)
    assert all(verify_receipt(each, load_judge(folder), "1").agrees for each in wanted)


def test_of_two_games_of_one_name_none_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first that was found decided again what another had ruled, and nothing said which it was."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "new" / "urn", OTHERWISE)
    old = write(tmp_path / "old" / "urn")
    Path("one.receipt").write_text(made(load_judge(old), "given stones = 5", "ask enough")[0].text, "utf-8")
    Path("a.json").write_text(json.dumps({"game": "urn", "actions": ["1: take(1)"]}), "utf-8")
    game = load(old)
    states, action = [game.initial()], game.legal(game.initial())[0]
    trace = trace_of(game, [*states, game.apply(states[0], action)], [action])
    Path("b.itf.json").write_text(write_trace(trace), "utf-8")
    found = {"verify": 3, "replay": 0}  # the receipt is of another version
    asked = (["verify", "one.receipt"], ["replay", "a.json"], ["replay", "b.itf.json"])
    for each in asked:
        assert main(each) == 2
        told = capsys.readouterr()
        assert "several games here are called `urn`" in told.out + told.err
        assert main([*each, "--game", "old/urn"]) == found[each[0]]
    shutil.rmtree("new")
    Path("new").symlink_to("old")
    for each in asked:
        assert main(each) == found[each[0]], "what two links lead to is one"
