"""A person at the table: scripted input, and what may be seen."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.bulk import wasm
from refengine.opponents.errors import no_search
from refengine.source.codes import TITLES
from refengine.source.render import render
from tests.cli.conftest import Ran
from tests.engine.rules import compiled
from tests.odds.small_games import DRAW

Run = Callable[..., Ran]
ROOT = Path(__file__).parents[2]
BROADEST = 125
"""The columns of a page, and of a prompt."""


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_game_to_its_end(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("1\n" * 9)
    ran = run("play", "spec/tictactoe", "--seed", "1")
    assert ran.code == 0
    assert "The game is over." in ran.out
    assert "player 1 (you): " in ran.out


def test_the_same_seed_is_the_same_game(run: Run, games: Path, types: Callable[[str], None]) -> None:
    outs = []
    for _ in range(2):
        types("1\n" * 30)
        outs.append(run("play", "spec/goofspiel", "--seed", "5").out)
    assert outs[0] == outs[1]


@pytest.mark.parametrize("leave", ["q\n", "Q\n", "quit\n", ""])
def test_leaving(run: Run, games: Path, types: Callable[[str], None], leave: str) -> None:
    types(leave)
    ran = run("play", "spec/tictactoe")
    assert ran.code == 0
    assert "You leave the game." in ran.out


def test_only_numbers_on_offer_are_taken(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("\n0\n10\nx\n-1\n1.5\n²\n99999999999999999999\nq\n")
    ran = run("play", "spec/tictactoe")
    assert ran.out.count("please type a number from 1 to 9") == 7


def test_what_others_hold_is_not_shown(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("1\nq\n")
    ran = run("play", "spec/goofspiel", "--seed", "2", "--seat", "2")
    assert "player 1: hand: 13 hidden" in ran.out
    assert "player 1: hand: 12 hidden" in ran.out


def test_what_others_do_is_told_as_far_as_it_is_seen(run: Run, types: Callable[[str], None]) -> None:
    """Cards that are drawn for a hand, and given to one, are known to those two alone."""
    types("1\n" * 60)
    out = run("play", str(ROOT / "spec" / "european_war"), "--players", "3", "--seed", "2").out
    told = [line for line in out.splitlines() if line.startswith(("player ", "chance: "))]
    assert [line for line in told if line.startswith("chance: deal: ")]
    assert {line.partition(": ")[2] for line in told} >= {"draw: ?", "go on"}
    given = [line.split(": ")[-1].split(", ") for line in told if ": give: " in line]
    assert given
    assert [(card, to) for card, to in given if (card == "?") != (to != "1")] == []
    assert [line for line in told if ": attack: " in line and "?" in line] == []


def test_what_is_chosen_in_secret_is_told_when_it_lies_open(
    run: Run, games: Path, types: Callable[[str], None]
) -> None:
    types("1\n" * 13)
    out = run("play", "spec/goofspiel", "--seed", "2").out
    told = [line for line in out.splitlines() if line.startswith("player 2: ")]
    assert len(set(told)) == 13
    assert all(f"  to cards that were bid: {line.rpartition(': ')[2]}" in out for line in told)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--seat", "3"], "E0847"),
        (["--seat", "0"], "E0847"),
        (["--players", "9"], "E0832"),
        (["--reading", "tie=discarded"], "did you mean `ties`?"),
        (["--reading", "ties=discard"], "did you mean `discarded`?"),
        (["--option", "size=99"], "E0833"),
        (["--lang", "xx"], "E0844"),
        (["--playouts", "3"], "add `--opponent search`"),
    ],
)
def test_bad_input(run: Run, games: Path, argv: list[str], said: str) -> None:
    ran = run("play", "spec/goofspiel", *argv)
    assert ran.code == 2
    assert said in ran.err


def test_one_game_has_to_be_named(run: Run, games: Path) -> None:
    ran = run("play", "spec")
    assert ran.code == 2
    assert "spec/goofspiel" in ran.err


def test_no_line_is_broader_than_a_page(run: Run, types: Callable[[str], None]) -> None:
    """Of forty cards that come from one place, too."""
    types("1\n1\nq\n")
    ran = run("play", "spec/palisades", "--seed", "1")
    assert ran.code == 0
    assert "from box of Card: " in ran.out
    assert max(map(len, ran.out.splitlines())) <= BROADEST


# ---- AGAINST WHOEVER SEARCHES


def test_whoever_searches_takes_the_win(run: Run, games: Path, types: Callable[[str], None]) -> None:
    """The person takes the first free square each time; against chance that wins most games."""
    lost = 0
    for seed in range(5):
        types("1\n" * 9)
        out = run("play", "spec/tictactoe", "--seed", str(seed), "--opponent", "search", "--playouts", "60").out
        assert out.count("chooses at random") == 0
        lost += "player 2: 1, wins" in out
    assert lost >= 4


def test_a_search_is_the_same_for_the_same_seed(run: Run, games: Path, types: Callable[[str], None]) -> None:
    outs = []
    for _ in range(2):
        types("1\n" * 30)
        outs.append(run("play", "spec/goofspiel", "--seed", "5", "--opponent", "search", "--playouts", "10").out)
    assert outs[0] == outs[1]
    types("1\n" * 30)
    assert run("play", "spec/goofspiel", "--seed", "5").out != outs[0]


def test_without_wasmtime_a_search_is_slower_and_says_so(
    run: Run, games: Path, types: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    types("1\nq\n")
    ran = run("play", "spec/tictactoe", "--seed", "1", "--opponent", "search", "--playouts", "2")
    assert ran.code == 0
    assert ran.err.count("warning[W0804]") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\noutcome ", None, "no opponent searches in this game: the rules declare no outcome"),
        (
            "\ntoken Chip",
            "\nvariable debt: count, starts 0, seen by nobody per R2\n\ntoken Chip",
            "variable `debt` may be hidden, and there is no end of what it may be",
        ),
    ],
)
def test_nobody_searches_where_it_would_take_a_look(
    run: Run, games: Path, types: Callable[[str], None], old: str, new: str | None, said: str
) -> None:
    rules = Path("spec/goofspiel/goofspiel.rules")
    head, found, rest = rules.read_text("utf-8").partition(old)
    assert found
    if new is None:  # all of the declaration
        rest, new = rest[rest.index("\n# ---- ") :], ""
    rules.write_text(head + new + rest, "utf-8")
    Path("spec/goofspiel/examples.rules").unlink()
    types("1\n" * 30)
    ran = run("play", "spec/goofspiel", "--opponent", "search")
    assert ran.code == 2, ran.err
    assert "error[E0898]" in ran.err
    assert said in ran.err
    types("1\n" * 30)
    assert run("play", "spec/goofspiel").code == 0


def test_the_page_shows_what_is_said() -> None:
    said = no_search("variable `debt` may be hidden, and there is no end of what it may be")
    page = (ROOT / "docs" / "errors" / "E0898.md").read_text("utf-8")
    assert page.startswith(f"# E0898: {TITLES['E0898']}\n")
    assert f"```text\n{render([said], {}).rstrip()}\n```" in page


# ---- WHAT IS TOLD OF WHAT OTHERS CHOSE

SEALED = """
game sealed from rulebook tiny
    players 2..3                                                per R1

component Card                                                  per R1
    rank: 1..6
    one of each rank

zone hand of each player holds Card, seen by owner              per R1
zone pile of each player holds Card, seen by nobody             per R1

variable rounds: 0..3                                           per R1

setup                                                           per R1
    move Card(1) from box to hand of 1
    move Card(2) from box to hand of 1
    move Card(3) from box to hand of 2
    move Card(4) from box to hand of 2
    go Round

phase Round                                                     per R1
    ask every player p with p <= 2, at once, in secret
        action hide(c in hand of p)                             per R1
            then move c to pile of p
    add 1 to rounds
    if rounds = 2
        game over
    go Round

value highest_hidden: count                                     per R1
    is sum of c.rank for c in pile of 2
"""


def sealed(folder: Path, rules: str = SEALED) -> Path:
    compiled(folder / "sealed", rules)
    return folder / "sealed"


def told_of(ran: Ran) -> list[str]:
    return [line for line in ran.out.splitlines() if line.startswith(("player 2: ", "player 3: "))]


def test_what_stays_hidden_is_not_told_even_if_nothing_else_could_be_chosen(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    """In the second round each has one card left; who sees no card come or go is told of none."""
    types("1\n?\n1\n?\n")
    ran = run("play", sealed(tmp_path), "--seed", "3")
    assert ran.code == 0
    assert "The game is over." in ran.out
    assert {line.partition(": ")[2] for line in told_of(ran)} <= {"hide ?"}
    others = [line for line in ran.out.splitlines() if re.search(r"\b[34]\b", line.partition(". ")[2] or line)]
    assert [line for line in others if "hidden" not in line and "to 2" not in line and "score" not in line] == []


def test_who_watches_a_round_is_told_of_it_as_far_as_it_is_seen(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    """The same with the cards shown, to one who has chosen, too: what is certain is told whole."""
    types("1\n?\n1\n")
    ran = run("play", sealed(tmp_path, SEALED.replace("holds Card, seen by nobody", "holds Card")), "--seed", "3")
    (first,) = {line for line in told_of(ran) if "hide" in line and ran.out.index(line) < ran.out.index("you, 1 to 1")}
    assert first in {"player 2: hide 3", "player 2: hide 4"}
    assert "  to pile of player 2: " in ran.out


def test_after_a_secret_round_it_is_told_what_others_played_and_who_won(run: Run, types: Callable[[str], None]) -> None:
    types("11\n?\nq\n")
    out = run("play", str(ROOT / "spec" / "kaciri"), "--seed", "4").out
    second = out.partition("you, 1 to 11: ")[2]
    assert re.search(r"^player 2: send a personality: Reformers \d+$", second, re.MULTILINE)
    assert re.search(r"^  besieged city -> cities won of player 1: ", second, re.MULTILINE)
    why = second.partition("you, 1 to 10: ")[2]
    assert re.search(r"^Hussites 11 goes to: Temple of player 1 \(R9\)$", why, re.MULTILINE)
    assert re.search(r"^  Hussites 11 takes the city \(R", why, re.MULTILINE)
    assert "    R9: If one personality equals or exceeds the Resistance" in why


def test_without_anything_to_tell_it_is_said(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("?\nq\n")
    assert "nothing was decided by a rule" in run("play", "spec/tictactoe").out


# ---- THE GAME IS SAVED


@pytest.mark.parametrize("typed", ["", "q\n", "1\n2\nq\n", "1\n" * 40])
@pytest.mark.parametrize("game", ["tictactoe", "goofspiel"])
def test_a_saved_game_is_played_again(
    run: Run, games: Path, types: Callable[[str], None], game: str, typed: str
) -> None:
    types(typed)
    assert run("play", f"spec/{game}", "--seed", "4", "--save", "mine.itf.json").code == 0
    ran = run("replay", "mine.itf.json", "--game", f"spec/{game}")
    assert (ran.code, ran.err) == (0, "")
    steps = json.loads(Path("mine.itf.json").read_text("utf-8"))["#meta"]["refengine"]["steps"]
    assert f"all {steps} steps are legal" in ran.out or steps < 2


def test_the_game_is_on_disk_whenever_somebody_is_asked(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also who is cut off in the middle of a prompt has the game so far."""

    class Cut:
        def readline(self) -> str:
            assert Path("mine.itf.json").exists()
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Cut())
    assert run("play", "spec/goofspiel", "--save", "mine.itf.json").code == 3
    assert run("replay", "mine.itf.json", "--game", "spec").code == 0


def test_what_is_there_is_never_overwritten(run: Run, games: Path, types: Callable[[str], None]) -> None:
    types("q\n")
    Path("game.itf.json").write_text("yesterday", "utf-8")
    ran = run("play", "spec/tictactoe", "--save", "game.itf.json")
    page = (ROOT / "docs" / "errors" / "E0851.md").read_text("utf-8")
    assert (ran.code, ran.out, ran.err) == (2, "", page.partition("```text\n")[2].partition("```")[0])
    assert Path("game.itf.json").read_text("utf-8") == "yesterday"
    Path("link").symlink_to("nowhere")
    assert run("play", "spec/tictactoe", "--save", "link").code == 2
    assert not Path("nowhere").exists()
    ran = run("play", "spec/tictactoe", "--save", "x" * 5000)
    assert (ran.code, "E0846" in ran.err, ran.out) == (2, True, "")


def test_what_somebody_wrote_meanwhile_is_kept(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Meddling:
        def readline(self) -> str:
            Path("mine.itf.json").write_text("mine", "utf-8")
            return "1\n"

    monkeypatch.setattr("sys.stdin", Meddling())
    ran = run("play", "spec/tictactoe", "--save", "mine.itf.json")
    assert (ran.code, "E0846" in ran.err) == (2, True)
    assert Path("mine.itf.json").read_text("utf-8") == "mine"


def test_odds_begin_where_a_saved_game_ends(run: Run, tmp_path: Path, types: Callable[[str], None]) -> None:
    compiled(
        tmp_path / "draw",
        DRAW.replace(
            "for each player p\n",
            "ask 1\n        action start                                            per R1\n    for each player p\n",
        ),
    )
    types("q\n")
    file = tmp_path / "mine.itf.json"
    assert run("play", tmp_path / "draw", "--save", file).code == 0
    ran = run("odds", tmp_path / "draw", file, "--of", "total(1) > total(2)")
    assert (ran.code, "1216/2652" in ran.out) == (0, True)


# ---- THE TABLE


def test_the_table_shows_what_a_player_needs_and_all_of_it_when_asked(run: Run, types: Callable[[str], None]) -> None:
    types("t\nq\n")
    out = run("play", str(ROOT / "spec" / "kaciri"), "--players", "3", "--seed", "3").out
    table, _, everything = out.partition("you, 1 to 11: ")
    assert "player 1 (you): hand: Hussites 1, " in table
    assert "player 2: hand: 11 hidden; side: Reformers" in table
    assert "Fourth faction" not in table
    assert "Fourth faction 11" in " ".join(everything.split())


def test_reasons_name_clauses_only_for_who_wants_them(run: Run, types: Callable[[str], None]) -> None:
    types("11\n?\nq\n")
    argv = ("play", str(ROOT / "spec" / "kaciri"), "--seed", "4")
    assert "`" not in run(*argv).out.partition("you, 1 to 10: ")[2]
    types("11\n?\nq\n")
    assert "(R9) `fate.victor`" in run(*argv, "--verbose").out


# ---- WHAT COULD BE GUESSED FROM WHAT IS TOLD

BURIED = """
game buried from rulebook tiny
    players 2                                                       per R1

kind Rank is Low, Mid, High                                         per R1

component Card                                                      per R1
    rank: Rank
    3 alike of each rank

zone hand of each player holds Card, seen by owner                  per R1
zone grave holds Card, seen by nobody                               per R1
zone pile holds Card                                                per R1

variable favourite of each player: Rank or none, starts none, seen by owner  per R1
variable bid of each player: 0..3, starts 0, seen by owner          per R1
variable total of each player: 0..99, starts 0, seen by owner       per R1

value worth(r: Rank): 0..9                                          per R1
    is if r is Low then 1 else if r is Mid then 2 else 3

value tripled(n: 0..3): 0..9                                        per R1
    is n * 3

value always: 0..9                                                  per R1
    is 7

value two_more(n: 0..9): 0..11                                      per R1
    is n + 2

setup                                                               per R1
    for each c in box with c.rank is not High
        move c from box to hand of 2
    go Burying(2)

phase Burying(m: 0..9)                                              per R1
    ask 2
        action bury(c in hand of 2)                                 per R1
            then move c to grave
    if (number of c in hand of 2 with c.rank is Low) > 0
        move Card(Low) from hand of 2 to pile
    enter Loving
    ask 1
        action wait                                                 per R1
    add two_more(m) to total of 1
    ask 1
        action go_on                                                per R1
    game over

phase Loving                                                        per R1
    ask 2
        action love(r in Rank, m in 0..3)                           per R1
            then set favourite of 2 to r
            then set bid of 2 to m
    if favourite of 2 is not none
        add worth(favourite of 2) to total of 2
    if bid of 2 = 3
        add always to total of 2
    add tripled(bid of 2) to total of 2
    done
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_reason_does_not_tell_of_what_is_hidden_by_what_it_was_asked_of(
    run: Run, tmp_path: Path, types: Callable[[str], None], seed: int
) -> None:
    """Nor by its being asked for: `always` is, where 3 was bid. What hangs on open things alone is told."""
    types("?\n1\n?\n1\n")
    out = run("play", sealed(tmp_path, BURIED), "--seed", seed).out
    assert "you, 1 to 1: nothing was decided by a rule that hangs only on what you see" in out
    assert "two more of 2 is 4 (R1)" in out
    assert not re.search(r"worth of|tripled of|always", out)


def test_a_reason_is_told_where_all_that_it_was_asked_of_lies_open(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    types("?\n1\n?\n1\n")
    out = run("play", sealed(tmp_path, BURIED.replace(", seen by owner  per", "  per").replace(
        "starts 0, seen by owner", "starts 0"
    )), "--seed", 3).out  # fmt: skip
    (loved,) = re.findall(r"player 2: love (\w+), (\d)", out)
    assert f"worth of {loved[0]} is " in out
    assert f"tripled of {loved[1]} is {3 * int(loved[1])} (R1)" in out


@pytest.mark.parametrize("seed", range(6))
def test_a_piece_that_moves_by_chance_does_not_tell_that_its_like_was_chosen(
    run: Run, tmp_path: Path, types: Callable[[str], None], seed: int
) -> None:
    """A low card comes to the pile, whichever was buried."""
    types("q\n")
    out = run("play", sealed(tmp_path, BURIED), "--seed", seed).out
    assert "player 2: bury ?\n  to pile: Low\n" in out


def test_a_number_that_a_phase_was_told_does_not_tell_that_it_was_chosen(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    """Everybody sees that `Burying` was told 2 as its `m`; an `m` of 2 that is chosen is no more seen than another."""
    rules = BURIED.replace("action love(r in Rank, m in 0..3)", "action love(r in Rank, m in {2, 3})")
    folder = sealed(tmp_path, rules)
    for seed in range(6):
        types("q\n")
        assert "player 2: love ?, ?\n" in run("play", folder, "--seed", seed).out


def test_a_piece_is_not_told_where_another_may_have_lain_with_which_it_would_look_the_same(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    """Player 2 holds nothing but low cards, which player 1 does not know: others lie hidden in a deck."""
    rules = BURIED.replace("zone grave", "zone deck holds Card, shuffled, seen by nobody per R1\nzone grave")
    rules = rules.replace("c.rank is not High\n        move c from box to hand of 2", "c.rank is Low\n"
        "        move c from box to hand of 2\n    for each c in box\n        move c from box to deck")  # fmt: skip
    types("q\n")
    assert "player 2: bury ?\n  to pile: Low\n" in run("play", sealed(tmp_path, rules), "--seed", 1).out
    public = rules.replace("zone deck holds Card, shuffled, seen by nobody", "zone deck holds Card")
    types("q\n")
    assert "player 2: bury Low\n  to pile: Low\n" in run("play", sealed(tmp_path, public), "--seed", 1).out


def test_of_a_secret_round_no_piece_is_told_where_another_may_have_lain(
    run: Run, tmp_path: Path, types: Callable[[str], None]
) -> None:
    """All that player 2 holds are twos, of which one is laid open whatever was hidden; player 1 does not know that."""
    rules = SEALED.replace("    one of each rank", "    3 alike of each rank").replace("Card(3)", "Card(2)")
    rules = rules.replace("Card(4)", "Card(2)").replace("    add 1 to rounds", "    move Card(2) from hand of 2 to shown\n"
        "    add 1 to rounds")  # fmt: skip
    rules = rules.replace("    go Round\n\nphase", "    move Card(2) from box to hand of 2\n    move Card(5) from box to deck\n"
        "    go Round\n\nphase")  # fmt: skip
    rules = rules.replace("    move Card(2) from box to hand of 1\n", "    move Card(3) from box to hand of 1\n")
    zones = "zone shown holds Card per R1\nzone deck holds Card, seen by nobody per R1\n"
    rules = rules.replace("variable rounds", zones + "variable rounds").replace("rounds = 2", "rounds = 1")
    types("1\n")
    assert set(told_of(run("play", sealed(tmp_path, rules), "--seed", 3))) & {
        "player 2: hide ?",
        "player 2: hide 2",
    } == {"player 2: hide ?"}
    types("1\n")
    public = rules.replace("zone deck holds Card, seen by nobody", "zone deck holds Card")
    assert "player 2: hide 2" in told_of(run("play", sealed(tmp_path, public), "--seed", 3))
