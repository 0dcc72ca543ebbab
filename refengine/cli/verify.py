"""`refengine verify`: receipts of rulings, decided again."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from refengine import __version__
from refengine.check.plain_data import as_data
from refengine.cli.errors import Refused
from refengine.cli.games import GameAdditions, compiled_games, game_called, pairs, with_what_is_beside, words_in
from refengine.cli.limits import limits_of
from refengine.cli.options import Pairs
from refengine.cli.proving import prove_open
from refengine.compiled import Compilation
from refengine.report.envelope import as_text, head
from refengine.resolve.folder import find_games
from refengine.rulings.bench import DisagreementError
from refengine.rulings.errors import disagreement
from refengine.rulings.judge import Judge
from refengine.rulings.receipts import Receipt, read_receipts
from refengine.rulings.verification import VerifiedReceipt, verified_text, verify_receipt
from refengine.source.text import MAX_RECORDED_BYTES, Files, read_source

DIFFERS = 1
OTHER_RULES = 3
DISAGREE = 4


def verify(
    receipt: Path,
    *,
    game: Path | None = None,
    table: Pairs = (),
    texts: Path | None = None,
    module: Pairs = (),
    limit: Pairs = (),
    format: Literal["text", "json"] = "text",  # noqa: A002 - the name of the option
) -> int:
    """Decide again what a receipt says was ruled, and agree, or say what differs.

    Exit codes: 0 every receipt agrees, 1 one was edited or its ruling is another now, 2 bad input, 3 the rulings are
    the same but the rules or the version of refengine are others, 4 executors disagree.

    Args:
        receipt: The file that `refengine ask --format receipt` wrote; it may hold several, one on each line.
        game: The folder of the game, or one that games are looked for in; the current folder, if not given.
        table: Replace a table, as in `--table NAME=FILE`; may be repeated.
        texts: A folder with bodies of texts that the owner of the game wrote.
        module: Put in a module that lies beside the game, as in `--module NAME`; may be repeated.
        limit: Raise a limit on how much the rules may make, as in `--limit NAME=N`; may be repeated.
        format: Text for people or JSON for programs.
    """
    source, wrong = read_source(receipt, receipt.as_posix(), Files(most=MAX_RECORDED_BYTES))
    if source is None or wrong:
        raise Refused(wrong, {} if source is None else {source.path: source})
    found, wrong = read_receipts(source)
    if wrong:
        raise Refused(wrong, {source.path: source})
    tables = {name: Path(file) for name, file in pairs("--table", table).items()}
    folders, wrong = find_games(game or Path())
    if wrong:
        raise Refused(wrong)
    compiled = compiled_games(with_what_is_beside(folders, GameAdditions(texts, module)), tables, limits_of(limit))
    try:
        results = [verify_receipt(each, _judge(each, compiled), __version__) for each in found]
    except DisagreementError as error:
        raise Refused([disagreement(str(error))], exit_code=DISAGREE) from error
    if format == "json":
        print(as_text(_data(results)))
    else:
        print("\n".join(verified_text(each) for each in results), end="")
    if any(each.edited or not each.same_ruling for each in results):
        return DIFFERS
    return 0 if all(each.agrees for each in results) else OTHER_RULES


def _judge(receipt: Receipt, compiled: list[Compilation]) -> Judge:
    """Returns the judge of the game that a receipt is of."""
    found = game_called(compiled, receipt.data["game"])
    words_in(receipt.data["language"], [found])
    return Judge(found, prover=prove_open)


def _data(results: list[VerifiedReceipt]) -> dict[str, object]:
    return {
        **head(__version__),
        "receipts": [{**as_data(each), "agrees": each.agrees, "sameRuling": each.same_ruling} for each in results],
    }
