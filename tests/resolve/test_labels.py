from pathlib import Path

from hypothesis import given, strategies as st

from refengine.resolve.labels import Labels, check_labels, load_labels, parse_labels
from refengine.source.text import SourceText

TEXT = """\
[en]
Fox = "fox"
hand = "hand"
[cs]
Fox = "liška"
"""


def labels(text: str) -> Labels:
    found, diagnostics = parse_labels(SourceText("labels.toml", text))
    assert diagnostics == ()
    return found


def test_a_label_is_found_by_language_and_name() -> None:
    found = labels(TEXT)
    assert found.label("cs", "Fox") == "liška"
    assert found.languages == {"en": {"Fox": "fox", "hand": "hand"}, "cs": {"Fox": "liška"}}


@given(st.text(), st.text())
def test_what_has_no_label_is_called_by_its_name(language: str, name: str) -> None:
    assert Labels().label(language, name) == name


def test_a_language_without_the_label_falls_back_to_the_name() -> None:
    assert labels(TEXT).label("cs", "hand") == "hand"


def test_wrong_labels_are_named_and_the_others_kept() -> None:
    text = 'de = 1\n[en]\nFox = 1\nHare = "hare"\nWolf = " "\nBear.big = "bear"\n'
    found, diagnostics = parse_labels(SourceText("labels.toml", text))
    assert found.languages == {"en": {"Hare": "hare"}}
    written = [(each.code, text[each.span.start : each.span.end]) for each in diagnostics if each.span]
    assert written == [("E0804", "1"), ("E0804", "1"), ("E0804", '" "'), ("E0804", "[en]")]


def test_a_label_for_nothing_is_a_warning() -> None:
    first, second = check_labels(labels(TEXT), ["Foxes", "hand"])
    assert (first.code, first.message, first.hint) == (
        "W0802",
        "nothing in the game is called `Fox`",
        "remove it",
    )
    assert [TEXT[each.span.start : each.span.end] for each in (first, second) if each.span] == ["Fox", "Fox"]
    assert check_labels(labels(TEXT), iter(["Fox", "hand"])) == ()


def test_a_slip_is_explained() -> None:
    (only,) = check_labels(labels('[en]\nhnad = "hand"\n'), ["hand"])
    assert only.hint == "did you mean `hand`?"


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels.toml"
    found, (only,) = load_labels(path, "labels.toml")
    assert (found, only.code) == (Labels(), "E0101")
    path.write_text("[en", encoding="utf-8")
    assert [each.code for each in load_labels(path, "labels.toml")[1]] == ["E0801"]
    path.write_text(TEXT, encoding="utf-8")
    assert load_labels(path, "labels.toml") == (labels(TEXT), ())
