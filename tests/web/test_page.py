"""The page that plays a game: whole games in a real browser, by clicks; drawings that are refused."""

import html
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import compile_cached
from refengine.picture.drawing import drawing_data, load_drawing, parse_drawing
from refengine.program.lowering import lowered
from refengine.resolve.folder import find_games
from refengine.source.text import SourceText
from refengine.web.play import write_page
from refengine.web.reasons import Background
from tests.engine.rules import compiled
from tests.web.test_cursor import STOPS
from tests.web.test_package import HERE, ROOT

BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=60000", "--dump-dom",
]  # fmt: skip


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named by the library
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address under which the files of a folder are found."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def page_of(path: str | Path, players: int | None, folder: Path, drive: str | None = None) -> None:
    """Writes the page of a game, and beside it one that is played by a script."""
    (found,), _ = find_games(ROOT / path)
    loaded = compile_cached(found)
    assert loaded.game is not None
    configuration, _ = configure(loaded.game, players, {}, {}, None)
    assert configuration is not None
    game = specialise(loaded.game, configuration)
    drawing, _, wrong = load_drawing(found, game)
    assert not wrong
    background = Background(loaded.labels, loaded.rulebook, loaded.texts)
    _, wrong = write_page(game, background, drawing, folder)
    assert not wrong
    (folder / "drive.js").write_text(drive or (HERE / "drive.js").read_text("utf-8"), encoding="utf-8")
    page = (folder / "index.html").read_text(encoding="utf-8")
    driven = page.replace("</body>", '<script type="module" src="drive.js"></script></body>')
    (folder / "driven.html").write_text(driven, encoding="utf-8")


def told_by_browser(address: str, profile: Path) -> dict[str, Any]:
    """What the script found on the page."""
    assert BROWSER is not None
    command = [BROWSER, *OPTIONS, f"--user-data-dir={profile}", address]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=180, encoding="utf-8")
    told = re.search(r'data-told="([^"]*)"', done.stdout)
    assert told is not None, done.stdout[-3000:]
    found: dict[str, Any] = json.loads(html.unescape(told[1]))
    return found


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_a_whole_game_is_played_in_a_browser(tmp_path: Path) -> None:
    """In Czech: nothing that is hidden is drawn, and an illegal wish is answered with the statement of the rulebook."""
    page_of("spec/kaciri", 2, tmp_path / "page")
    with served(tmp_path / "page") as address:
        told = told_by_browser(f"{address}/driven.html?seed=3&seat=2&language=cs", tmp_path / "profile")
    assert told["turn"] == "over", told
    assert told["clicks"] > 10
    assert (told["hidden"], told["own"]) == ([0], 11)
    assert told["why"].startswith("Tohle nelze: vyslat osobnost")
    assert "není mezi tím, co lze zvolit" in told["why"]
    assert "R7" in told["why"]
    assert told["status"].startswith("Hra skončila. Vítězové: ")
    assert told["groups"] == ["hráč 2 (vy)", "hráč 1"]
    assert all(each.startswith("Reformátoři ") for each in told["titles"]), told["titles"]
    assert "strana Reformátoři" in told["numbers"]
    assert not told["errors"]
    assert "stuck" not in told
    assert told["focus"], "the keyboard has lost its place"


ROUND = """
const body = document.body;
while (!body.dataset.turn) await (await fetch("drawing.js", { cache: "no-store" })).text();
const click = (words) => [...document.querySelectorAll("#choices button")].find((each) => each.textContent === words).click();
const told = { before: document.getElementById("why").textContent, lines: document.querySelectorAll("#log li").length };
click("round");
click("1");
Object.assign(told, { why: document.getElementById("why").textContent, turn: body.dataset.turn });
told.more = document.querySelectorAll("#log li").length - told.lines;
click("more");
told.after = document.querySelector("#log li").textContent;
body.dataset.told = JSON.stringify(told);
"""


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_where_the_rules_stop_the_page_says_so_and_stays(tmp_path: Path) -> None:
    compiled(tmp_path / "stops", STOPS)
    page_of(tmp_path / "stops", 1, tmp_path / "page", ROUND)
    with served(tmp_path / "page") as address:
        told = told_by_browser(f"{address}/driven.html?language=en", tmp_path / "profile")
    assert (told["before"], told["turn"], told["more"]) == ("", "own", 0)
    assert told["why"].startswith("The rules do not say how to go on."), told
    assert "in `" in told["why"]
    assert told["after"] == "player 1: more"


BEHIND_THE_MARK = ("spec/abbey", "spec/pagan", "spec/palisades", "spec/portal", "docs/tutorial/goofspiel")
OTHERS = (
    "spec/european_war",
    "spec/carcassonne",
    *(pytest.param(each, marks=pytest.mark.campaign) for each in BEHIND_THE_MARK),
)


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_opponents_who_search_decide_while_the_page_is_drawn(tmp_path: Path) -> None:
    """The same seed, the same game: what they choose hangs on no clock."""
    page_of("docs/tutorial/goofspiel", 2, tmp_path / "page")
    with served(tmp_path / "page") as address:
        asked = f"{address}/driven.html?seed=4&language=en&opponents=search"
        told, again = (told_by_browser(asked, tmp_path / each) for each in ("one", "other"))
    assert told["turn"] == "over", told
    assert not told["errors"]
    assert told == again


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
@pytest.mark.parametrize("path", OTHERS)
def test_every_game_is_played_in_a_browser(path: str, tmp_path: Path) -> None:
    """By nothing but clicks on what is legal, until it is over, or the rules leave off, as in what nobody has decided."""
    page_of(path, 2, tmp_path / "page")
    with served(tmp_path / "page") as address:
        told = told_by_browser(f"{address}/driven.html?seed=1&language=en", tmp_path / "profile")
    assert told["clicks"] > 3, told
    assert told["turn"] == "over", told
    assert told["groups"] == ["player 1 (you)", "player 2"]
    assert not told["errors"]
    assert "stuck" not in told
    assert told["focus"], "the keyboard has lost its place"


@pytest.mark.parametrize("path", ["spec/pagan", "spec/palisades"])
def test_what_the_engine_counts_for_itself_is_not_drawn(path: str) -> None:
    """How often a phase is running, and who waits for a standing rule, are in the state and on no page."""
    (found,), _ = find_games(ROOT / path)
    game = compile_cached(found).game
    assert game is not None
    own = {each.name for each in game.variables if each.seen.by == "everyone" and " " in each.name}
    assert own
    shown = {each["name"] for each in drawing_data(game, {})["variables"]}
    assert shown == {each.name for each in game.variables} - own


def test_every_game_has_a_module_that_tells_what_a_seat_sees() -> None:
    """As the page about pages says."""
    assert "Every game of `spec/` is played so" in (ROOT / "docs/play/README.md").read_text("utf-8")
    for folder in (ROOT / "spec").iterdir():
        (listed,), _ = find_games(folder)
        game = compile_cached(listed).game
        assert game is not None
        configuration, _ = configure(game, None, {}, {}, None)
        assert configuration is not None
        found, reason = lowered(specialise(game, configuration), sight=True)
        assert found is not None, (folder.name, reason)


# ---- DRAWINGS


def game_at(path: str) -> Any:
    (found,), _ = find_games(ROOT / path)
    return compile_cached(found).game


@pytest.mark.parametrize(
    "path", ["spec/kaciri", "spec/european_war", "spec/pagan", "spec/palisades", "spec/carcassonne"]
)
def test_each_drawing_is_in_order(path: str) -> None:
    found, source, wrong = load_drawing(find_games(ROOT / path)[0][0], game_at(path))
    assert not wrong
    assert source is not None
    assert found != drawing_data(game_at(path), {})


def test_lines_on_a_map_are_the_pairs_of_the_relation() -> None:
    game = game_at("spec/european_war")
    found, _, _ = load_drawing(find_games(ROOT / "spec/european_war")[0][0], game)
    table = (ROOT / "spec/european_war/borders.csv").read_text("utf-8").split()[1:]
    assert {frozenset(each) for each in found["maps"]["Field"]["lines"]} == {
        frozenset(each.split(",")) for each in table
    }


def test_of_variables_that_hold_players_it_is_known() -> None:
    """So that the page says `player 2` and not 2, and of a number that is no seat the number."""
    shown = {each["name"]: each["of"] for each in drawing_data(game_at("spec/european_war"), {})["variables"]}
    assert {name for name, of in shown.items() if of == "player"} == {"on_turn", "drawer", "spies"}
    assert shown["still_opens"] is None


MAP = "".join(f"{name} = [1, 2]\n" for name in ("Britain", "Benelux"))


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("[zones]\nhands = 'hand'\n", "E0803", "hands"),
        ("[zones]\nhand = 'hnd'\n", "E0804", "hand"),
        ("[zones]\narmy = 'map'\n", "E0804", "map"),
        ("[zones]\nhand = 3\n", "E0804", "hand"),
        ("[pieces]\nFigure = 'meeple'\n", "E0804", "figure"),
        ("[colours]\nBritish = 'red'\n", "E0804", "#c0ffee"),
        ("[colours]\nMartian = '#00ff00'\n", "E0803", "Martian"),
        (f"[map.Field]\n{MAP}", "E0802", "Scandinavia"),
        ("[map.Felid]\n", "E0803", "Felid"),
        ("[lines]\nField = 'port_at'\n", "E0804", "border"),
        ("[lines]\nPower = 'border'\n", "E0803", "Power"),
        ("zones = 1\n", "E0804", "table"),
        ("[map]\nField = 1\n", "E0804", "table"),
        ("[cards]\n", "E0803", "cards"),
        ("[zones\n", "E0801", ""),
    ],
)
def test_a_drawing_that_is_not_in_order_is_refused(text: str, code: str, said: str) -> None:
    found, wrong = parse_drawing(SourceText("drawing.toml", text), game_at("spec/european_war"))
    assert found == {}
    assert code in {each.code for each in wrong}
    assert all(each.span is not None for each in wrong)
    assert any(said in each.message for each in wrong if each.code == code), wrong


@pytest.mark.parametrize("place", ["[1]", "[1, 2, 3]", "[-1, 2]", "[1, 1001]", "[1.5, 2]", "[true, 2]", "'a'"])
def test_a_place_on_a_map_is_two_numbers(place: str) -> None:
    found, wrong = parse_drawing(
        SourceText("drawing.toml", f"[map.Field]\nBritain = {place}\n"), game_at("spec/european_war")
    )
    assert found == {}
    assert any(each.code == "E0804" and "Britain" in each.message for each in wrong)
