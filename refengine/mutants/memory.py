"""A memory of mutants that were judged: of each what came of it, by all that it hangs on, as soon as it is known.

So whoever stops a run, and gives the same command again, goes on where it was.
"""

from __future__ import annotations

import hashlib
import pickle
from typing import Final

from attrs import field, frozen

from refengine.mutants.bench import Bench
from refengine.mutants.mutant import Mutant
from refengine.mutants.verdicts import MutantVerdict
from refengine.prove.cache import engine_maker, solver_version
from refengine.source.cache import Cache

NOT_KEPT: Final = frozenset({"internal error"})
"""Verdicts on us, and not on the mutant."""


@frozen
class Judgements:
    """The judgements on the mutants of one bench that are known; without a `key` none is kept.

    INVARIANT: a key has every text of the rules, whatever part of them a mutant touches, which of them stands in the
    place of which table, and the means.
    """

    key: str = ""
    folder: Cache = field(factory=Cache)

    @classmethod
    def of(cls, bench: Bench, folder: Cache | None = None) -> Judgements:
        """Returns the memory of a bench."""
        texts = sorted((path, text.text) for path, text in bench.compiled.texts.items())
        tables = sorted((name, path.as_posix()) for name, path in bench.compiled.tables.items())
        means = bench.means
        told = (means.prover is not None, means.limits, means.games, means.enough, means.patience, means.seed)
        whole = repr((engine_maker(), solver_version(), bench.compiled.folder.name, texts, tables, told))
        return cls(hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest(), folder or Cache())

    def read(self, mutant: Mutant) -> MutantVerdict | None:
        """Returns what came of a mutant, or None."""
        content = self.folder.read(self._name(mutant)) if self.key else None
        if content is None:
            return None
        try:
            found = pickle.loads(content)  # noqa: S301 - from the user's own folder
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        return found if isinstance(found, MutantVerdict) and found.mutant == mutant else None

    def write(self, judged: MutantVerdict) -> None:
        """Keeps what came of a mutant."""
        if self.key and judged.found not in NOT_KEPT:
            self.folder.write(self._name(judged.mutant), pickle.dumps(judged))

    def _name(self, mutant: Mutant) -> str:
        return hashlib.sha256(f"mutant {self.key} {mutant.id}".encode()).hexdigest()
