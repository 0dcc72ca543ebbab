"""Two sets of rules compared: the same but for words, proved equal, parted, and what was not looked at."""

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from refengine.cli.main import main
from refengine.loading import load_rules
from refengine.rulings.diff import Diff, DiffLimits, diff
from refengine.rulings.diff_proof import same_sight
from refengine.rulings.diff_tables import Choices, DiffTable, Side
from refengine.smt.claims.pair import RulesChoice
from refengine.source.files import put_for_a_while
from tests.rulings.urn import RULES, write
from tests.types.front_end import elaborate_files, parse_texts

BIG = RULES.replace("    players 2 per R1", "    players 2..4 per R1").replace(
    "question first", "option big: truth, default false per R1\n\nquestion first"
)

FOUR = BIG.replace("when n < 3 or marked", "when n < 3 or marked or (big and (number of player q) = 4)")


def side(folder: Path, rules: str, **chosen: str) -> Side:
    return Side(folder.name, load_rules(write(folder, rules)), chosen)


def compared(tmp_path: Path, one: str, other: str, settings: DiffLimits | None = None) -> Diff:
    return diff(side(tmp_path / "one", one), side(tmp_path / "other", other), settings or DiffLimits())


@pytest.mark.parametrize(
    "other",
    [
        RULES,
        f"# a comment\n{RULES}",
        RULES.replace('"one"', '"a single one"').replace(" per R1\n    normally", " per R1, R1\n    normally"),
        f"{RULES}\nvalue nobody_asks: truth per R1\n    is stones > 4\n",
        RULES.replace("value enough", "value plenty"),
    ],
)
def test_rules_in_other_words_are_the_same_rules(tmp_path: Path, other: str) -> None:
    found = compared(tmp_path, RULES, other)
    assert (found.verdict, found.tables) == ("same", ())


def test_readings_are_compared_with_the_shortest_game(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path / "urn"))
    found = diff(Side("few", rules, {"first": "few"}), Side("many", rules, {"first": "many"}), DiffLimits())
    assert found.first is not None
    assert found.first.shown is not None
    assert (found.verdict, found.first.shown.moves, found.first.shown.shortest) == ("part", (), True)
    assert {each.kind for each in found.first.shown.unlike} == {"actions", "table"}


def test_what_differs_only_under_another_reading_is_found_there(tmp_path: Path) -> None:
    """By the defaults there is one stone, and whether 3 may be taken makes no difference."""
    found = compared(tmp_path, RULES, RULES.replace("n < 3", "n < 4"))
    assert [(each.at, each.verdict) for each in found.tables] == [
        (DiffTable(2), "equal"),
        (DiffTable(2, (("first", "many"),)), "part"),
    ]
    alone = compared(tmp_path, RULES, RULES.replace("n < 3", "n < 4"), DiffLimits(defaults=True))
    assert (alone.verdict, [each.verdict for each in alone.tables]) == ("equal", ["equal"])


def test_other_rules_for_the_same_game_are_proved_equal_in_every_position(tmp_path: Path) -> None:
    found = compared(tmp_path, RULES, RULES.replace("n < 3 or marked", "n <= 2 or marked"))
    assert (found.verdict, found.complete) == ("equal", True)
    assert all(each.verdict == "equal" and each.pairs > 1 for each in found.tables)


def test_where_not_every_position_was_looked_at_nothing_is_proved(tmp_path: Path) -> None:
    found = compared(
        tmp_path, RULES, RULES.replace("n < 3 or marked", "n <= 2 or marked"), DiffLimits(states=1, games=1, rlimit=0)
    )
    assert found.verdict == "unknown"
    assert {each.verdict for each in found.tables} == {"alike so far"}


def test_an_option_with_four_players_is_found(tmp_path: Path) -> None:
    found = compared(tmp_path, BIG, FOUR)
    assert found.verdict == "part"
    assert found.first is not None
    assert (found.first.at.players, dict(found.first.at.options)) == (4, {"big": "true"})
    assert dict(found.first.at.readings) == {"first": "many"}


def test_an_option_with_many_values_leaves_it_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where only the 28th of thirty values parts the two, nothing has been shown of the rest."""
    many = RULES.replace("question first", "option heap: 0..29, default 0 per R1\n\nquestion first")
    found = compared(tmp_path, many, many.replace("when n < 3 or marked", "when n < 3 or marked or heap = 28"))
    assert (found.complete, found.verdict in {"equal", "same"}) == (False, False)
    main(["diff", *(str(tmp_path / each) for each in ("one", "other")), "--rlimit", "0", "--games", "0"])
    assert "one of many numbers, were not looked at" in capsys.readouterr().out


def test_what_happens_to_the_table_may_be_left_out(tmp_path: Path) -> None:
    never_read = RULES.replace("then subtract n from stones", "then set marked to true")
    assert compared(tmp_path, RULES, never_read).verdict == "part"
    assert compared(tmp_path, RULES, never_read, DiffLimits(table=False)).verdict == "equal"


def test_who_sees_something_is_a_difference(tmp_path: Path) -> None:
    hidden = RULES.replace("starts false per R1", "starts false, seen by nobody per R1")
    assert hidden != RULES
    found = compared(tmp_path, RULES, hidden)
    assert found.first is not None
    assert found.first.shown is not None
    assert [(each.kind, each.seat) for each in found.first.shown.unlike] == [("view", 1), ("view", 2)]
    assert compared(tmp_path, RULES, hidden, DiffLimits(table=False)).verdict == "equal"


GUESSING = """\
game guessing from rulebook urn
    players 2 per R1

variable hid of each player: 0..2, seen by owner per R1
variable told: 0..2 per R1

setup per R1
    ask chance
        action hide(n in 0..2) per R1
            then set hid of 1 to n
            then go Guessing(hid of 1)

phase Guessing(n: 0..2) per R1
    ask 2
        action guess(m in 0..2) per R1
            then set told to (if m = n then 1 else 2)
    game over
"""
"""What the phase remembers comes of what only its owner sees, so nobody sees it."""


@pytest.mark.parametrize(
    "rules",
    [
        GUESSING.replace("n: 0..2)", "n: 0..2 seen by everyone)"),
        GUESSING.replace("go Guessing(hid of 1)", "go Guessing(n)"),
    ],
    ids=["said", "come of a choice aloud"],
)
def test_who_sees_what_a_phase_remembers_is_a_difference(tmp_path: Path, rules: str) -> None:
    """In both the same lies on the table, and the same can be done; in one player 2 sees the number to be guessed."""
    assert rules != GUESSING
    found = compared(tmp_path, GUESSING, rules)
    assert found.first is not None
    assert found.first.shown is not None
    assert [(each.kind, each.place, each.seat) for each in found.first.shown.unlike] == [
        ("view", "n of Guessing", 1),
        ("view", "n of Guessing", 2),
    ]
    assert len(found.first.shown.moves) == 1
    said = GUESSING.replace("n: 0..2)", "n: 0..2 seen by nobody)")
    assert compared(tmp_path, GUESSING, said).verdict == "equal"


def test_where_one_side_alone_remembers_what_is_seen_it_is_not_said_that_they_are_the_same(tmp_path: Path) -> None:
    seen = GUESSING.replace("n: 0..2)", "n: 0..2 seen by everyone)")
    without = (
        GUESSING.replace("(n: 0..2)", "").replace("Guessing(hid of 1)", "Guessing").replace("m = n", "m = hid of 1")
    )
    found = compared(tmp_path, seen, without)
    assert (found.verdict, [each.unseen for each in found.tables]) == ("unknown", [("Guessing",)])
    assert compared(tmp_path, GUESSING, without).verdict == "equal"


def test_how_long_something_lasts_is_who_sees_it() -> None:
    """What is not kept while no phase runs everybody knows then, so this is compared, and nothing proved without it."""
    lasting = "variable taken: 0..2, during Guessing, seen by nobody per R1\n\nsetup"
    games = [
        elaborate_files(parse_texts({"game.rules": GUESSING.replace("setup", more, 1)})[0], {})[0]
        for more in (lasting, lasting.replace(", during Guessing", ""))
    ]
    chosen = [RulesChoice(each, {}, {}) for each in games if each is not None]
    assert same_sight(chosen[0], chosen[0])
    assert not same_sight(*chosen)


def test_where_nobody_can_be_asked_it_is_compared_too(tmp_path: Path) -> None:
    """Who is asked is worked out when somebody is, and has no answer here: both break off there, or one of them."""
    nobody = RULES.replace("    ask p\n", "    ask lead\n").replace(
        "setup per R1", "variable lead: player or nobody, starts nobody per R1\n\nsetup per R1"
    )
    assert compared(tmp_path, nobody, nobody.replace("n < 3", "n < 4")).verdict == "equal"
    found = compared(tmp_path, nobody, nobody.replace("starts nobody", "starts 1"))
    assert found.first is not None
    assert found.first.shown is not None
    assert {each.kind for each in found.first.shown.unlike} == {"breaks off", "table"}


CHOSEN = RULES.replace("question first", "option heap: 0..2, default 0 per R1\n\nquestion first")


@pytest.mark.parametrize(
    ("one", "other", "alone"),
    [
        (CHOSEN.replace("0..2, default", "0..3, default"), CHOSEN, ((("heap", "3"),), ())),
        (CHOSEN, RULES, ((("heap", "1"), ("heap", "2")), ())),
        (RULES, CHOSEN.replace("0..2, default", "0..99, default"), ((), (("heap", "1"), ("heap", "99")))),
        (RULES, RULES.replace('    reading many "three"', '    reading more "six", house\n    reading many "three"'), ((), (("first", "more"),))),
    ],
    ids=["more values", "an option", "one with many values", "a reading"],
)  # fmt: skip
def test_what_can_be_chosen_on_one_side_alone_leaves_it_open(
    tmp_path: Path, one: str, other: str, alone: tuple[Choices, Choices]
) -> None:
    """At all tables that both sides know they are the same; of the others nothing has been shown."""
    found = compared(tmp_path, one, other)
    assert found.verdict == "unknown"
    for told, expected in zip(found.choices, alone, strict=True):
        assert told[:1] == expected[:1]
        assert told[-1:] == expected[-1:]
    assert compared(tmp_path, one, other, DiffLimits(defaults=True)).verdict in {"same", "equal"}


def test_rules_that_break_off_part(tmp_path: Path) -> None:
    broken = RULES.replace("then subtract n from stones", "then subtract n + 1 from stones")
    found = compared(tmp_path, RULES, broken)
    assert found.first is not None
    assert found.first.shown is not None
    assert [each.kind for each in found.first.shown.unlike] == ["breaks off"]
    assert len(found.first.shown.moves) == 1


def begun_with(effect: str) -> str:
    return RULES.replace("    go Turn(1)", f"    {effect} per R1\n    go Turn(1)")


TOO_FEW, BY_ZERO = "set stones to stones - 4", "set stones to 4 div (stones - stones mod 9)"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("other", ["set marked to true", BY_ZERO])
def test_rules_that_break_off_in_the_setup_part(tmp_path: Path, other: str, *, turned: bool) -> None:
    sides = [begun_with(TOO_FEW), begun_with(other)]
    found = compared(tmp_path, *(reversed(sides) if turned else sides))
    assert found.first is not None
    assert found.first.shown is not None
    assert (found.verdict, found.first.shown.moves) == ("part", ())
    assert [each.kind for each in found.first.shown.unlike] == ["breaks off"]


def test_where_both_break_off_in_the_setup_no_game_parts(tmp_path: Path) -> None:
    found = compared(tmp_path, begun_with(TOO_FEW), begun_with(TOO_FEW).replace("n < 3", "n < 4"))
    assert (found.verdict, {each.pairs for each in found.tables}) == ("equal", {0})


def test_where_nothing_was_compared_it_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, rules in (("one", begun_with(TOO_FEW)), ("other", begun_with(TOO_FEW).replace("n < 3", "n < 4"))):
        write(tmp_path / name, rules)
    assert main(["diff", str(tmp_path / "one"), str(tmp_path / "other")]) == 0
    said = capsys.readouterr().out
    assert "both break off in the setup, so nothing was compared" in said
    assert "positions were compared" not in said


def test_cases_that_overlap_in_the_setup_do_not_keep_games_from_parting(tmp_path: Path) -> None:
    """An engine that explains breaks off there; it is asked only which clauses decide."""
    cases = "".join(
        f"    case {name} per R1\n        when stones > 0\n        then set marked to true\n"
        for name in ("one_way", "other_way")
    )
    overlapping = RULES.replace("    go Turn(1)", f"{cases}    go Turn(1)")
    found = compared(tmp_path, overlapping, overlapping.replace("then subtract n from", "then subtract 0 from"))
    assert found.first is not None
    assert found.first.shown is not None
    assert (len(found.first.shown.moves), found.first.shown.by) == (1, ((), ()))


def test_other_numbers_of_players_part(tmp_path: Path) -> None:
    found = compared(tmp_path, RULES, BIG)
    assert (found.verdict, found.players) == ("part", ((), (3, 4)))


def test_where_no_game_was_found_the_positions_of_examples_are_looked_at(tmp_path: Path) -> None:
    given = "\nexample plenty per R1\n    given 2 players, stones = 5, phase Turn(1)\n    expect enough\n"
    found = compared(
        tmp_path, RULES + given, RULES.replace("n < 3", "n < 5") + given, DiffLimits(states=1, games=0, defaults=True)
    )
    assert found.first is not None
    assert found.first.shown is not None
    assert (found.verdict, found.first.shown.begins, found.first.shown.moves) == ("part", "plenty", ())
    (unlike,) = found.first.shown.unlike
    assert [key[2] for key in unlike.right if key not in unlike.left] == [(3,), (4,)]


# ---- THE COMMAND

READINGS = ("--reading", "first=few", "--reading", "first=many")


def test_the_command_says_how_they_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(write(tmp_path / "urn"))
    assert main(["diff", game, *READINGS]) == 1
    told = capsys.readouterr().out
    assert "they part in a game of 0 moves (2 players)" in told
    assert "  stones\n    left   1\n    right  3\n" in told
    assert main(["diff", game, *READINGS, "--format", "comment"]) == 1
    assert capsys.readouterr().out.startswith("**They part in a game of 0 moves (2 players).**")
    assert main(["diff", game, *READINGS, "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads(Path("docs/diff.schema.json").read_text("utf-8")))
    assert (data["verdict"], data["tables"][0]["parting"]["moves"]) == ("part", [])


def test_the_same_twice_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = (str(write(tmp_path / name)) for name in ("one", "other"))
    for words, code in (([], 0), (["--players", "2"], 0), (["--players", "9"], 2)):
        assert main(["diff", one, other, *words]) == code
        assert ("the same rules, worded otherwise at most" in capsys.readouterr().out) == (not code)


def committed(folder: Path) -> None:
    """Commits all that lies in a folder, in the repository that it is, or is made."""
    for each in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        own = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(folder), *each]
        subprocess.run(own, check=True, capture_output=True)


def test_a_commit_is_compared_with_what_lies_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = write(tmp_path / "games" / "urn")
    committed(tmp_path)
    write(game, RULES.replace("normally stones", "normally stones + 0"))
    assert main(["diff", str(game), "--since", "HEAD"]) == 0
    write(game, RULES.replace("then 3 else 1", "then 3 else 2"))
    assert main(["diff", str(game), "--since", "HEAD"]) == 1
    assert f"left   {game.as_posix()} at HEAD" in capsys.readouterr().out


def test_what_a_release_leaves_out_is_of_the_commit(tmp_path: Path) -> None:
    """An archive has no such file: rules were said to part that are the same, and to be the same where one was new."""
    game = write(tmp_path / "games" / "urn")
    (tmp_path / ".gitattributes").write_text("more.rules export-ignore\n", "utf-8")
    committed(tmp_path)
    (game / "more.rules").write_text("whenever stones > 2 per R1\n    set stones to 0\n", "utf-8")
    assert main(["diff", str(game), "--since", "HEAD"]) == 1
    committed(tmp_path)
    assert main(["diff", str(game), "--since", "HEAD"]) == 0
    assert main(["diff", str(game), "--since", "HEAD~1", "--until", "HEAD"]) == 1


def test_links_lead_where_they_lead_in_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = write(tmp_path / "shelf" / "urn")
    (tmp_path / "games").mkdir()
    link = tmp_path / "games" / "urn"
    link.symlink_to("../shelf/urn")
    (tmp_path / "games" / "beyond").symlink_to("/etc/hosts")
    (tmp_path / "games" / "above").symlink_to("../../..")
    committed(tmp_path)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))  # as in a hook of another repository
    assert main(["diff", str(link), "--since", "HEAD"]) == 0
    write(game, RULES.replace("then 3 else 1", "then 3 else 2"))
    assert main(["diff", str(link), "--since", "HEAD"]) == 1


def test_nothing_leads_out_of_what_is_put_there() -> None:
    held: dict[str, bytes | str] = {"a/b": b"", "a/up": "../a/b", "a/out": "../../x", "out": "..", "../beyond": b""}
    with put_for_a_while(held) as room:
        assert sorted(each.relative_to(room).as_posix() for each in room.rglob("*")) == ["a", "a/b", "a/up"]
        assert (room / "a" / "up").read_bytes() == b""
        assert not (room.parent / "beyond").exists()


def test_a_folder_that_was_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "games" / "urn")
    committed(tmp_path)
    assert main(["diff", str(write(tmp_path / "games" / "bowl")), "--since", "HEAD"]) == 2
    said = "error[E0913]: the rules at `HEAD` cannot be read: `games/bowl` was not there"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "E0840"),
        (["--reading", "first=few"], "E0840"),
        (["--reading", "first"], "E0841"),
        ([*READINGS, "--reading", "first=few"], "E0842"),
        (["--reading", "first=few", "--reading", "first=several"], "E0831"),
        (["--reading", "last=few", "--reading", "last=many"], "E0830"),
        ([*READINGS, "--players", "9"], "E0832"),
        (["--since=-x"], "E0913"),
        (["--since", "HEAD"], "E0913"),
        (["--edition", "a", "--edition", "b"], "E0830"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    game = write(tmp_path / "urn")
    assert main(["diff", str(game), *words]) == 2
    printed = capsys.readouterr()
    assert f"error[{said}]" in printed.err
    assert printed.out == ""
