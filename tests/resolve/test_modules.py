"""Modules: what they add stands in their base behind what is there, cited apart, and nothing else has changed."""

import re
import shutil
from pathlib import Path

import pytest

import refengine
from refengine.check.changed_examples import without_changed
from refengine.check.examples import ExampleResults, decide_examples
from refengine.ir import game as model
from refengine.ir.control import MoveTokens
from refengine.ir.traverse import walk
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games, fingerprint
from refengine.resolve.labels import Labels
from refengine.resolve.modules import cited_from
from refengine.source.cache import Cache
from refengine.source.render import render
from refengine.source.text import SourceText
from refengine.syntax.citations import citing
from refengine.syntax.parser import parse
from refengine.syntax.rewrite import rewritten

CORPUS = Path(__file__).parents[1] / "corpus"
DOCS = Path(__file__).parents[2] / "docs"
GARDEN = CORPUS / "modules" / "garden"

INDEX = """[rulebook]
id = "{0}"
title = "{0}"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "All of {0}."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, in which the base lies alone."""
    shutil.copytree(GARDEN, tmp_path / "garden")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def module(room: Path, name: str, rules: str, base: str = "garden") -> Path:
    folder = room / name
    folder.mkdir(exist_ok=True)
    (folder / "rules.rules").write_text(f"module {name} of {base} from rulebook {name}\n\n{rules}", "utf-8")
    (folder / "rulebook.toml").write_text(INDEX.format(name), "utf-8")
    return Path(name)


def compiled(folder: Path) -> Compilation:
    (found,), wrong = find_games(folder)
    assert wrong == ()
    return compile_folder(found)


def game_of(folder: Path) -> model.Game:
    made = compiled(folder)
    assert made.game is not None, made.diagnostics
    return made.game


def codes(folder: Path) -> list[str]:
    return [each.code for each in compiled(folder).diagnostics]


def decided(made: Compilation) -> ExampleResults:
    assert made.game is not None, made.diagnostics
    reader = Reader(made.rulebook, made.texts)
    found = decide_examples(
        made.game, lambda game, told: make_game(game, told, explain=True), reader, Words(Labels()), {}
    )
    return without_changed(made, made.game, found, reader, Cache(None))


def everything(room: Path) -> Path:
    folder = room / "this"
    folder.mkdir()
    shutil.copy(CORPUS / "modules" / "good" / "everything.rules", folder)
    shutil.copy(CORPUS / "rulebook.toml", folder)
    for table in CORPUS.glob("tables/more_*.csv"):
        shutil.copy(table, folder)
    return Path("this")


def test_one_of_everything_can_be_played(room: Path) -> None:
    found = decided(compiled(everything(room)))
    assert (found.examples, found.failures, found.changed) == (2, (), ())
    game = refengine.load("this", players=2)
    state, steps = game.initial(), 0
    while game.legal(state):
        state = game.apply(state, game.legal(state)[steps * 7 % len(game.legal(state))])
        assert game.violations(None, state) == ()
        steps += 1
    assert steps > 9


def test_what_the_base_has_stands_first_and_as_it_was(room: Path) -> None:
    before, after = game_of(Path("garden")), game_of(everything(room))
    assert after.name == "this"
    for kind, grown in zip(before.kinds, after.kinds, strict=True):
        assert grown.members[: len(kind.members)] == kind.members
        assert [row[: len(kind.fields)] for row in grown.rows[: len(kind.rows)]] == list(kind.rows)
    by_name = {each.name: each for each in after.values}
    for value in before.values:
        match value.body, by_name[value.name].body:
            case model.General() as body, model.General() as more:
                assert [each.clause.path for each in more.exceptions][: len(body.exceptions)] == [
                    each.clause.path for each in body.exceptions
                ]
                assert repr(more.normally) == repr(body.normally)
            case model.Sums() as body, model.Sums() as more:
                assert [each.clause.path for each in more.clauses][: len(body.clauses)] == [
                    each.clause.path for each in body.clauses
                ]
            case model.Single() as body, model.General() as more:
                assert repr(more.normally) == repr(body.result)
            case body, same:
                assert type(body) is type(same)


def test_citations_keep_their_rulebooks_apart(room: Path) -> None:
    made = compiled(everything(room))
    assert made.game is not None
    assert made.rulebook is not None
    assert list(made.rulebook.statements) == ["R1", "garden.G1", "garden.G2"]
    assert list(made.rulebook.own.statements) == ["R1"]
    (worth,) = (each for each in made.game.values if each.name == "worth")
    assert isinstance(worth.body, model.General)
    assert [str(each) for each in worth.clause.cites] == ["garden.G2"]
    assert [str(each) for each in worth.body.exceptions[0].clause.cites] == ["R1"]
    reader = Reader(made.rulebook, made.texts)
    assert reader.basis("garden.G2").text == "What is done."
    assert "beds" not in {each.path for each in made.cited if each.citation.id == "R1"}
    assert {"Colour", "Bed", "Stone", "fits.green_fits", "lay.no_slate", "Grow.no_thorns"} <= {
        each.path for each in made.cited if each.citation.id == "R1"
    }


def test_what_is_doubtful_in_the_base_is_told_there(room: Path) -> None:
    assert set(codes(Path("garden"))) == {"W0201"}
    assert codes(everything(room)) == []


def test_a_base_that_changes_changes_the_module(room: Path) -> None:
    (before,), _ = find_games(everything(room))
    first = fingerprint(before, {})
    table = room / "garden" / "stones.csv"
    table.write_text(table.read_text("utf-8").replace("basalt,Blue", "basalt,Red"), "utf-8")
    (after,), _ = find_games(Path("this"))
    assert fingerprint(after, {}) != first
    game = refengine.load("this", players=2)
    assert "basalt" in repr(game.to_json(game.initial()))
    (room / "garden" / "garden.rules").unlink()
    with pytest.raises(refengine.RuleSetError, match="E0209"):
        refengine.load("this", players=2)


def test_modules_stand_on_modules(room: Path) -> None:
    module(
        room, "lower", "except two_fit to fits over second_of_a_colour per R1, garden.G2\n    when true\n    is true\n"
    )
    module(
        room,
        "upper",
        "except none_fits to fits over two_fit per R1, lower.R1, garden.G2\n    when laid is not empty\n    is false\n",
        "lower",
    )
    assert codes(Path("upper")) == []
    (fits,) = (each for each in game_of(Path("upper")).values if each.name == "fits")
    assert isinstance(fits.body, model.General)
    assert [(each.clause.path, [str(cite) for cite in each.clause.cites]) for each in fits.body.exceptions] == [
        ("fits.second_of_a_colour", ["garden.G2"]),
        ("fits.two_fit", ["lower.R1", "garden.G2"]),
        ("fits.none_fits", ["R1", "lower.R1", "garden.G2"]),
    ]


def test_files_that_change_between_finding_and_reading(room: Path) -> None:
    """What was found is what stands there no more: whatever is read, it is told, and nothing breaks."""
    module(room, "this", "variable night: truth per R1\n")
    (found,), _ = find_games(Path("this"))
    rules = room / "this" / "rules.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.partition("\n")[2], "utf-8")
    assert [each.code for each in compile_folder(found).errors] == ["E0207"]
    rules.write_text("game this from rulebook this\n    players 2 per R1\n\nsetup per R1\n    game over\n", "utf-8")
    made = compile_folder(found).game
    assert made is not None
    assert (made.name, made.zones) == ("this", ())
    rules.write_text(text.replace("of garden", "of gardens"), "utf-8")
    assert [each.code for each in compile_folder(found).errors] == ["E0209"]


def test_no_module_is_called_as_its_base(room: Path) -> None:
    """Else what the one cites could not be told from what the other does."""
    folder = module(room, "this", "variable night: truth per R1\n")
    rules = folder / "rules.rules"
    rules.write_text(rules.read_text("utf-8").replace("module this", "module garden"), "utf-8")
    assert codes(folder) == ["E0202"]


def test_a_made_up_piece_has_what_a_module_says_by_default(room: Path) -> None:
    rules = room / "garden" / "garden.rules"
    made_up = "\nexample made_up per G1\n    given 2 players, a Peg with season Autumn in rack\n    expect rack is not empty\n"
    rules.write_text(rules.read_text("utf-8") + made_up, "utf-8")
    module(
        room,
        "this",
        "add length: 0..3, default 2 to Peg per R1\n\nvalue long: truth per R1\n    is some g in rack has g.length != 2\n\ninvariant all_long per R1\n    not long\n",
    )
    assert decided(compiled(Path("this"))).failures == ()


def test_two_modules_that_disagree_are_found_in_a_position(room: Path) -> None:
    dear = "except dear to worth per R1\n    when c is slate\n    is 9\n"
    module(room, "lower", dear)
    example = "\nexample slate per R1\n    given 2 players, slate in laid\n    expect worth(slate) = 9\n"
    module(room, "upper", "except cheap to worth per R1\n    when c.colour is Red\n    is 1\n" + example, "lower")
    (failure,) = (each for each in decided(compiled(Path("upper"))).failures if each.name == "slate")
    (told,) = failure.found
    assert "exceptions clash: `worth.dear`, `worth.cheap`" in told
    cheap = "except cheap to worth per R1\n    when c.colour is Red\n    when c is not slate\n    is 1\n"
    module(room, "upper", cheap + example, "lower")
    assert decided(compiled(Path("upper"))).failures == ()


def test_an_example_of_the_base_that_changes_is_told_with_the_clause(room: Path) -> None:
    module(room, "this", "except dear to worth per R1\n    when c is basalt\n    is 9\n")
    found = decided(compiled(Path("this")))
    assert found.failures == ()
    (changed,) = found.changed
    assert (changed.example, changed.line) == ("the_second_of_a_colour_does_not_fit", "`score = 4`")
    assert [(each.path, [cite.name for cite in each.basis]) for each in changed.by] == [("worth.dear", ["R1"])]


def test_an_example_that_fails_in_the_base_too_is_a_failure(room: Path) -> None:
    rules = room / "garden" / "garden.rules"
    rules.write_text(rules.read_text("utf-8").replace("score = 4", "score = 5"), "utf-8")
    module(room, "this", "except dear to worth per R1\n    when c is granite\n    is 9\n")
    found = decided(compiled(Path("this")))
    assert found.changed == ()
    assert [each.name for each in found.failures] == ["the_second_of_a_colour_does_not_fit"]


def test_a_label_of_the_base_stays(room: Path) -> None:
    module(room, "this", "variable night: truth per R1\n\nlaw dark per R1\n    true\n")
    (room / "garden" / "labels.toml").write_text('[en]\nheap = "pile"\n', "utf-8")
    (room / "this" / "labels.toml").write_text('[en]\nheap = "stack"\nlaid = "bed"\nnight = "night"\n', "utf-8")
    made = compiled(Path("this"))
    assert made.labels.languages["en"] == {"heap": "pile", "laid": "bed", "night": "night"}
    (twice,) = (each for each in made.diagnostics if each.code.startswith("W08"))
    page = (DOCS / "errors" / "W0803.md").read_text("utf-8")
    assert f"```text\n{render([twice], made.texts).rstrip()}\n```" in page


def test_what_the_indexes_say_is_told_apart_in_each_language(room: Path) -> None:
    """Both have a statement `R1`: that of the base is `garden.R1` to its module, in whatever language."""
    module(room, "this", "variable night: truth per R1\n\nlaw dark per R1\n    true\n")
    (room / "garden" / "rulebook.toml").write_text(INDEX.format("garden"), "utf-8")
    rules = room / "garden" / "garden.rules"
    rules.write_text(re.sub(r"per G\d", "per R1", rules.read_text("utf-8")).replace("about G2", "about R1"), "utf-8")
    (room / "garden" / "labels.toml").write_text('[cs]\n"R1: says" = "zahrada"\n', "utf-8")
    assert compiled(Path("this")).labels.languages["cs"] == {"garden.R1: says": "zahrada"}
    (room / "this" / "labels.toml").write_text('[cs]\n"R1: says" = "modul"\n', "utf-8")
    made = compiled(Path("this"))
    assert made.labels.languages["cs"] == {"garden.R1: says": "zahrada", "R1: says": "modul"}
    assert [each.code for each in made.diagnostics if each.code.startswith(("E", "W08"))] == []


def test_a_link_that_leads_back_is_a_ring(room: Path) -> None:
    module(room, "this", "variable night: truth per R1\n", "that_one")
    (room / "that_one").symlink_to(room / "this", target_is_directory=True)
    assert codes(Path("this")) == ["E0209"]
    (room / "that_one").unlink()
    (room / "that_one").mkdir()
    assert codes(Path("this")) == ["E0209"]
    (room / "that_one").rmdir()
    (room / "that_one").write_text("no folder", "utf-8")
    assert codes(Path("this")) == ["E0209"]


def test_a_rewritten_tree_is_the_same_where_nothing_is_changed() -> None:
    path = GARDEN / "garden.rules"
    file, _ = parse(SourceText(path.as_posix(), path.read_text("utf-8")))
    assert file is not None
    assert rewritten(file, lambda node: node) is file
    cited = cited_from(file, "garden")
    assert {each.citation.id for each in citing(file)} == {"G1", "G2"}
    assert {each.citation.id for each in citing(cited)} == {"garden.G1", "garden.G2"}
    assert cited_from(cited, "other") is cited


BEFORE = """before Grow per R1, garden.G2
    if supply of w > 0
        move 1 w from supply to c
    set nights to 1                                     per garden.G1

variable nights: count, starts 0                        per R1

bar no_slate to Grow                                    per R1
    when c is slate

example two_grow                                        per R1
    given 2 players, phase Turn(1)
    1: lay(basalt)
    expect Moss on basalt = 2, nights = 1

example behind_the_bars                                 per R1
    given 2 players, phase Turn(1)
    1: lay(slate)
    expect nights = 0
"""


def test_what_is_done_before_a_phase_is_done_behind_its_bars_and_cited_apart(room: Path) -> None:
    module(room, "this", BEFORE)
    made = compiled(Path("this"))
    (barred,) = decided(made).failures
    assert barred.name == "behind_the_bars"
    assert "no_slate" in " ".join(barred.found)
    assert {each.path for each in made.cited if str(each.citation) == "garden.G2"} >= {"Grow"}
    (grow,) = (each for each in game_of(Path("this")).phases if each.name == "Grow")
    moves = [tuple(map(str, each.origin.cites)) for each in walk(grow) if isinstance(each, MoveTokens)]
    assert len(set(moves)) == 2
    assert ("R1", "garden.G2") in moves


def test_one_thing_is_done_before_a_phase_whatever_the_number_of_modules(room: Path) -> None:
    before = "before Grow per R1\n    nothing\n"
    module(room, "lower", before)
    assert codes(Path("lower")) == []
    module(room, "upper", before, "lower")
    assert codes(Path("upper")) == ["E0212"]
    module(room, "upper", before.replace("Grow", "Tidy"), "lower")
    assert codes(Path("upper")) == []


def test_a_text_is_open_over_what_a_module_adds(room: Path) -> None:
    nettle = "add Nettle limit 6 on each Stone to Weed per R1\n\n"
    body = nettle + "news of Nettle per R1\n    enter Sleep\n\nphase Sleep per R1\n    nothing\n"
    module(room, "this", body)
    assert "E0420" in codes(Path("this"))
    module(room, "this", "add Sleep to news per R1\n\n" + body)
    assert codes(Path("this")) == []
    module(room, "this", "add Sleep, Grow to news per R1\n\n" + body)
    assert codes(Path("this")) == ["E0202"]


def test_a_sample_gives_way_to_what_the_first_module_adds(room: Path) -> None:
    rules = room / "garden" / "garden.rules"
    before, example = rules.read_text("utf-8").split("\nexample ")
    behind = example.partition("\ninvariant ")[2]  # the example names stones, which no rule of a sample should
    rules.write_text(before.replace("\ntable stones", "\ntable stones, sample") + "\ninvariant " + behind, "utf-8")
    for name, base, rows in (("lower", "garden", "chalk,Red\nmarl,Blue\n"), ("upper", "lower", "loess,Red\n")):
        module(room, name, f"table {name}_stones per R1\nadd table {name}_stones to Stone per R1\n", base)
        (room / name / f"{name}_stones.csv").write_text("id,colour\n" + rows, "utf-8")
        assert codes(Path(name)) == []
    assert _pieces("garden") == ["granite", "slate", "basalt"]
    assert _pieces("lower") == ["chalk", "marl"]
    assert _pieces("upper") == ["chalk", "marl", "loess"]
    assert "stones" not in {each.name for each in game_of(Path("lower")).tables}


def _pieces(name: str) -> list[str]:
    (stone,) = (each for each in game_of(Path(name)).components if each.name == "Stone")
    return [each.name for each in stone.pieces]
