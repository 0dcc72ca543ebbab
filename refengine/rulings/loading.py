"""Loading a judge: from a path, and what a table has agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from refengine.ir.configuration import configure
from refengine.loading import RuleSetError, against_the_laws, load_rules
from refengine.rulings.judge import Judge
from refengine.rulings.proving.prover import prove
from refengine.rulings.questions import TableAgreement


def load_judge(
    path: str | Path,
    *,
    players: int | None = None,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
    tables: Mapping[str, str | Path] | None = None,
    edition: str | None = None,
    limits: Mapping[str, int] | None = None,
    texts: str | Path | None = None,
    language: str = "en",
) -> Judge:
    """Loads the judge of a table at the game in a folder; all is given as to `refengine.load`.

    `language` is that of the names in what it says. Raises `RuleSetError` for what `load` does.
    """
    compiled = load_rules(path, tables=tables, limits=limits, texts=texts)
    chosen_options = tuple((name, str(value)) for name, value in (options or {}).items())
    agreed = TableAgreement(edition, tuple((readings or {}).items()), chosen_options)
    judge = Judge(compiled, players, agreed, language, prove)
    found = configure(judge.rules, players, readings or {}, options or {}, edition)
    if found[0] is None:
        raise RuleSetError(found[1], compiled.texts)
    if wrong := against_the_laws(compiled.game or judge.rules, found[0]):
        raise RuleSetError(wrong, compiled.texts)
    return judge
