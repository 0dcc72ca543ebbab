"""What the prover says of the statements in `proofs/kaciri`, to be held against numbers that were counted otherwise.

Answers that are known from an earlier run (of `refengine check` or `refengine prove`, say) are taken from there.
"""

from functools import cache
from pathlib import Path

from refengine.cli.prover import prover
from refengine.ir.claims import Claim
from refengine.ir.expressions import And, Configured, Equal, Expr, Member, Not, Or
from refengine.ir.game import Game
from refengine.loading import compile_cached
from refengine.prove.cache import Answers
from refengine.prove.run import ProofTask, prove
from refengine.resolve.folder import find_games
from refengine.smt.goal import Decision, Limits
from tests.taken_over import take_over

SPEC = Path(__file__).parents[2] / "spec" / "kaciri"


@cache
def game() -> Game:
    (folder,), _ = find_games(SPEC)
    made = compile_cached(folder).game
    assert made is not None
    return made


@cache
def decisions(name: str) -> tuple[Decision, ...]:
    """What came of all goals of a claim, a witness, an audit or a dependence."""
    goals = tuple(each for each in prover().goals(game()) if each.name == name)
    assert goals, f"nothing is called {name}"
    take_over()
    proved = prove(ProofTask(game(), goals, Limits()), prover(), Answers(game(), Limits()))
    return tuple(each.decision for each in proved.answers)


def verdicts(name: str) -> set[str]:
    return {each.verdict for each in decisions(name)}


def claim(name: str) -> Claim:
    (found,) = (each for each in game().claims if each.name == name)
    return found


def allows(stated: Claim, chosen: dict[str, str]) -> bool:
    """Returns whether a claim is one about these readings: whether they are in its extent, and it does not assume others."""
    if stated.extent.readings == "default":
        usual = {each.name: reading.name for each in game().questions for reading in each.readings if reading.default}
        expected = usual | dict(stated.extent.under)
        return all(expected[question] == reading for question, reading in chosen.items())
    assert not stated.extent.under
    return all(_may_be(each, chosen) is not False for each in stated.extent.assuming)


def _may_be(expr: Expr, chosen: dict[str, str]) -> bool | None:
    """What an assumption comes to under readings; None if it is not about readings (alone)."""
    match expr:
        case Equal(left=Configured(what="question", name=question), right=Member(index=index)) if question in chosen:
            (names,) = (
                [reading.name for reading in each.readings] for each in game().questions if each.name == question
            )
            return names[index] == chosen[question]
        case And(parts=parts):
            found = [_may_be(each, chosen) for each in parts]
            return False if False in found else None if None in found else True
        case Or(parts=parts):
            found = [_may_be(each, chosen) for each in parts]
            return True if True in found else None if None in found else False
        case Not():
            known = _may_be(expr.inner, chosen)
            return None if known is None else not known
        case _:
            return None
