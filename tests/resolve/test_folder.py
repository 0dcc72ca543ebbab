import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from refengine.pipeline import compile_folder
from refengine.resolve.folder import GameFolder, find_games, fingerprint, game_in, with_texts
from refengine.source.diagnostic import Diagnostic
from tests.engine.rules import rulebook


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games under `spec`, claims for one of them, a tutorial; the working directory is the folder around them."""
    write(tmp_path, "spec/hops/b.rules", "spec/hops/a.rules", "spec/hops/rulebook.toml", "spec/hops/labels.toml")
    write(tmp_path, "spec/hops/animals.csv", "spec/hops/.hidden.rules", "spec/hops/deeper/c.rules")
    write(tmp_path, "spec/skips/game.rules", "spec/.secret/game.rules", "spec/README.md")
    write(tmp_path, "proofs/hops/claims.rules", "proofs/hops/README.md", "docs/tutorial/one/game.rules")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(name))


def found(path: str) -> list[str]:
    games, diagnostics = find_games(Path(path))
    assert diagnostics == ()
    return [game.path.as_posix() for game in games]


def refused(path: str) -> Diagnostic:
    games, (only,) = find_games(Path(path))
    assert games == ()
    return only


def game(path: str) -> GameFolder:
    (only,), diagnostics = find_games(Path(path))
    assert diagnostics == ()
    return only


def test_a_game_is_its_files(root: Path) -> None:
    folder = Path("spec/hops")
    assert game("spec/hops") == GameFolder(
        name="hops",
        path=folder,
        rules=(folder / "a.rules", folder / "b.rules"),
        claims=(Path("proofs/hops/claims.rules"),),
        rulebook=folder / "rulebook.toml",
        labels=folder / "labels.toml",
        tables=folder,
    )


def test_a_game_may_do_without_labels_and_claims(root: Path) -> None:
    skips = game("spec/skips")
    assert (skips.labels, skips.claims) == (None, ())
    assert game("docs/tutorial/one").claims == ()


@pytest.mark.parametrize(
    ("path", "games"),
    [
        ("spec", ["spec/hops", "spec/skips"]),
        ("spec/", ["spec/hops", "spec/skips"]),
        (".", ["docs/tutorial/one", "spec/hops", "spec/skips"]),
        ("docs", ["docs/tutorial/one"]),
        ("spec/hops/../skips", ["spec/hops/../skips"]),
    ],
)
def test_games_are_found_below_a_folder(root: Path, path: str, games: list[str]) -> None:
    assert found(path) == games


def test_the_name_and_the_claims_are_known_from_within(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "spec" / "hops")
    within = game(".")
    assert within.name == "hops"
    assert within.rules == (Path("a.rules"), Path("b.rules"))
    assert within.claims == (Path("../../proofs/hops/claims.rules"),)


def test_claims_that_cannot_be_looked_for_are_not_none(root: Path) -> None:
    """Where their folder is a link whose end was moved away, all that was claimed was gone, and nothing said so."""
    (root / "proofs" / "hops").rename("moved")
    assert game("spec/hops").claims == ()
    (root / "proofs" / "hops").symlink_to("elsewhere")
    _, (wrong,) = find_games(Path("spec/hops"))
    assert wrong.message == "cannot read `proofs/hops`: it is a link that leads nowhere"


def test_an_absolute_path_stays_one(root: Path) -> None:
    absolute = game(str(root / "spec" / "hops"))
    assert absolute.claims == (root / "proofs" / "hops" / "claims.rules",)


def test_games_are_not_looked_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "far/1/2/3/4/a.rules", "farther/1/2/3/4/5/a.rules")
    monkeypatch.chdir(tmp_path)
    assert found("far") == ["far/1/2/3/4"]
    assert refused("farther").code == "E0106"


@pytest.mark.parametrize(
    ("path", "code", "message"),
    [
        ("nowhere", "E0101", "cannot read `nowhere`: there is no such folder"),
        ("spec/hops/a.rules", "E0101", "cannot read `spec/hops/a.rules`: it is not a folder"),
        ("a\0b", "E0101", "cannot read `a\0b`: there is no such folder"),
        ("empty", "E0106", "the folder `empty` holds no rules"),
        ("x" * 5000, "E0101", f"cannot read `{'x' * 5000}`: the system refuses to read it"),
    ],
)
def test_a_path_without_games_is_explained(root: Path, path: str, code: str, message: str) -> None:
    (root / "empty" / "below").mkdir(parents=True)
    only = refused(path)
    assert (only.code, only.message) == (code, message)


def test_links_in_a_circle_are_left_out(root: Path) -> None:
    (root / "spec" / "again").symlink_to(root / "spec", target_is_directory=True)
    (root / "spec" / "itself").symlink_to(root / "spec" / "itself")
    assert found("spec") == ["spec/hops", "spec/skips"]


def test_a_link_to_a_game_is_followed(root: Path) -> None:
    (root / "here").mkdir()
    (root / "here" / "linked").symlink_to(root / "spec" / "skips", target_is_directory=True)
    assert found("here") == ["here/linked"]


def test_a_broken_link_to_rules_is_not_forgotten(root: Path) -> None:
    (root / "spec" / "skips" / "lost.rules").symlink_to(root / "nowhere.rules")
    assert [path.name for path in game("spec/skips").rules] == ["game.rules", "lost.rules"]


NO_TEXT = os.fsdecode(b"ex\xfe.rules")
"""The name of a file that is no text."""


def test_rules_that_no_report_could_name_are_told_of(root: Path) -> None:
    write(root, f"proofs/hops/{NO_TEXT}")
    (whole,), (only,) = find_games(Path("spec/hops"))
    assert (only.code, only.message) == ("E0101", f"cannot read `proofs/hops/{NO_TEXT}`: its name is not Unicode")
    assert whole.claims == ()
    write(root, f"spec/skips/{NO_TEXT}")
    assert refused("spec/skips").message == f"cannot read `spec/skips/{NO_TEXT}`: its name is not Unicode"
    assert game_in(Path("spec/skips")) == (None, (refused("spec/skips"),))
    assert [each.message for each in with_texts(whole, Path("spec/skips"))[1]] == [refused("spec/skips").message]


def test_a_base_that_no_report_could_name_is_none(root: Path) -> None:
    write(root, f"spec/hops/{NO_TEXT}")
    (root / "spec" / "skips" / "game.rules").write_text("module skips of hops from rulebook skips\n", encoding="utf-8")
    (skips,), (only,) = find_games(Path("spec/skips"))
    assert only.message == f"cannot read `spec/hops/{NO_TEXT}`: its name is not Unicode"
    assert (skips.base, skips.no_base) == (None, "the folder `spec/hops` cannot be read")


def test_a_table_whose_name_is_no_text_counts_as_any_other(root: Path) -> None:
    before = fingerprint(game("spec/hops"), {})
    write(root, "spec/hops/" + os.fsdecode(b"\xfe.csv"))
    assert fingerprint(game("spec/hops"), {}) != before


@pytest.mark.parametrize("closed", ["spec/skips", "proofs/hops"])
def test_a_closed_folder_is_told_of(root: Path, closed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by `chmod`, which does not stop everybody."""
    original = Path.iterdir

    def iterdir(path: Path) -> object:
        if path == Path(closed):
            raise PermissionError
        return original(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    games, (only,) = find_games(Path("spec"))
    assert (only.code, only.message) == ("E0101", f"cannot read `{closed}`: the system refuses to read it")
    assert "hops" in {game.name for game in games}


# ------------------------------------------------------------------------------------------------------ fingerprint


def test_a_fingerprint_is_of_contents_and_not_of_places(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(game("spec/hops"), {})
    assert before == fingerprint(game(str(root / "spec" / "hops")), {})
    os.utime(root / "spec" / "hops" / "a.rules", (0, 0))
    assert before == fingerprint(game("spec/hops"), {})
    write(root, "spec/hops/README.md", "proofs/hops/witnesses/one.itf.json")
    assert before == fingerprint(game("spec/hops"), {})


@pytest.mark.parametrize(
    "name",
    [
        "spec/hops/a.rules", "spec/hops/b.rules", "spec/hops/rulebook.toml", "spec/hops/labels.toml", "spec/hops/animals.csv",
        "spec/hops/new.toml", "spec/hops/new.rules", "proofs/hops/claims.rules", "proofs/hops/more.rules",
    ],
)  # fmt: skip
def test_every_file_of_the_game_counts(root: Path, name: str) -> None:
    before = fingerprint(game("spec/hops"), {})
    path = root / name
    path.write_bytes((path.read_bytes() if path.exists() else b"") + b"\xff")
    changed = fingerprint(game("spec/hops"), {})
    assert changed != before
    path.unlink()
    assert fingerprint(game("spec/hops"), {}) != changed


def test_replaced_tables_count_by_name_and_content(root: Path) -> None:
    folder = game("spec/hops")
    (root / "x.csv").write_text("x", encoding="utf-8")
    (root / "y.csv").write_text("y", encoding="utf-8")
    x, y, lost = Path("x.csv"), Path("y.csv"), Path("lost.csv")
    replaced: list[dict[str, Path]] = [
        {},
        {"a": x},
        {"b": x},
        {"a": y},
        {"a": x, "b": y},
        {"a": y, "b": x},
        {"a": lost},
    ]
    assert len({fingerprint(folder, tables) for tables in replaced}) == len(replaced)
    assert fingerprint(folder, {"a": x, "b": y}) == fingerprint(folder, {"b": y, "a": x})


CONTENTS = st.dictionaries(
    st.sampled_from(["a.rules", "ab.rules", "b.rules", "t.csv"]), st.binary(max_size=3), min_size=1
)


@given(CONTENTS, CONTENTS)
def test_equal_fingerprints_are_equal_files(
    tmp_path_factory: pytest.TempPathFactory, left: dict[str, bytes], right: dict[str, bytes]
) -> None:
    prints = []
    for contents in (left, right):
        folder = tmp_path_factory.mktemp("game")
        for name, content in {"z.rules": b"", **contents}.items():
            (folder / name).write_bytes(content)
        (only,), _ = find_games(folder)
        prints.append(fingerprint(only, {}))
    assert (prints[0] == prints[1]) == (left == right)


@pytest.mark.parametrize(("name", "other"), [("labels", "[en]\n"), ("evidence", "[fires]\n"), ("drawing", "")])
def test_what_is_no_table_does_not_stand_in_the_way_of_one(tmp_path: Path, name: str, other: str) -> None:
    rules = f"game x from rulebook tiny\n    players 2 per R1\n\ntable {name} per R1\n\nkind Bird from table {name} per R1\n"
    (tmp_path / "x").mkdir()
    files = {"x.rules": f"{rules}    wings: 0..9\n\nsetup per R1\n    game over\n", f"{name}.csv": "id,wings\nWren,2\n"}
    for file, text in {**files, f"{name}.toml": other, "rulebook.toml": rulebook()}.items():
        (tmp_path / "x" / file).write_text(text, "utf-8")
    found = compile_folder(find_games(tmp_path / "x")[0][0])
    assert found.game is not None, found.errors
    assert found.game.kinds[-1].rows == ((2,),)
