"""The pages of disputes, made of the files beside them and of what is ruled on each.

`python -m tests.docs.dispute_pages` writes them.
"""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.loading import load_judge
from refengine.rulings.questions import Dispute
from refengine.rulings.reading import of_file
from refengine.rulings.text import ruling_text
from refengine.source.text import SourceText

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "disputes"
FILES = tuple(sorted(FOLDER.glob("*.dispute")))


def source(file: Path) -> SourceText:
    return SourceText(file.name, file.read_text(encoding="utf-8"))


def page(file: Path) -> str:
    """The page of a file: each dispute as it is asked, and what is ruled."""
    text, lines = source(file), Lines()
    disputes = of_file(text, lines)
    assert not lines.wrong
    judge = load_judge(ROOT / "spec" / file.stem)
    head = [
        f"# Disputes: {judge.rules.name}",
        "",
        f"What `refengine ask spec/{file.stem} docs/disputes/{file.name}` says; made by `python -m tests.docs.dispute_pages`.",
    ]
    parts = [_part(judge, each, written, lines) for each, written in zip(disputes, _written(text.text), strict=True)]
    return "\n".join([*head, *(line for part in parts for line in part), ""])


def _part(judge: Judge, dispute: Dispute, written: str, lines: Lines) -> list[str]:
    rulings = judge.decide([dispute], lines)
    told = "\n".join(ruling_text(evolve(each, title="")) for each in rulings)
    return ["", f"## {dispute.title}", "", "```text", written, "```", "", "```text", told.rstrip(), "```"]


def _written(text: str) -> list[str]:
    parts = text.split("\ndispute ")[1:]
    return ["\n".join(line for line in f"dispute {each}".rstrip().splitlines() if line) for each in parts]


def page_of(file: Path) -> Path:
    return file.with_suffix(".md")


if __name__ == "__main__":
    for each in FILES:
        page_of(each).write_text(page(each), encoding="utf-8")
