"""Many spoilt inputs put to one door, under limits of memory and processor time: a program that tells what happened.

`python -m tests.hostile.knocking DOOR SEED FIRST COUNT` works in the current folder, so that it can be thrown away. The
input with a number is the same in every run; what it prints is the report.
"""

import json
import random
import resource
import signal
import sys
import time
import traceback
import types
from typing import Any

from tests.hostile.doors import DOORS, Door
from tests.hostile.spoiling import OWNED

MEMORY = 1 << 30
SECONDS = 8
"""Of processor time, for one input."""

MOST = 12
"""Failures that are told apart, by where they come from."""


class TooLong(BaseException):
    """An input is not done with in its time."""


def too_long(_signal: int, _frame: types.FrameType | None) -> None:
    raise TooLong


def knock(door: Door, seed: int, first: int, count: int) -> dict[str, Any]:
    """How many inputs were taken and refused, and for each sort of failure the first input."""
    became = {"taken": 0, "refused": 0}
    failures: dict[str, dict[str, Any]] = {}
    signal.signal(signal.SIGPROF, too_long)
    for number in range(first, first + count):
        sys.stderr.write(f"{number}\n")  # whoever is killed has told where it was
        given = None
        try:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            given = door.make(random.Random(f"{seed} {door.name} {number}"))
            became[door.put(given)] += 1
        except (Exception, TooLong) as error:  # noqa: BLE001 - that is what is looked for
            signal.setitimer(signal.ITIMER_PROF, 0)
            where = [
                f"{each.filename.rpartition('refengine/')[2]}:{each.name}"
                for each in traceback.extract_tb(error.__traceback__)
            ][-3:]
            key = f"{type(error).__name__} in {' '.join(where) if not isinstance(error, TooLong) else 'time'}"
            told = failures.setdefault(
                key,
                {
                    "times": 0,
                    "number": number,
                    "error": f"{error!s:.600}",
                    "input": f"{given!r:.3000}" if not huge(given) else "…",
                },
            )
            told["times"] += 1
            if len(failures) >= MOST:
                break
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        assert OWNED not in sys.modules, f"number {number} was run as code: {given!r:.3000}"
    return {
        "door": door.name,
        "tried": number + 1 - first,
        **became,
        "failures": failures,
        "seconds": round(time.process_time(), 1),
    }


def huge(given: object) -> bool:
    """Returns whether Python itself would not write it down."""
    try:
        repr(given)
    except (ValueError, RecursionError):
        return True
    return False


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    wanted = next(each for each in DOORS if each.name == sys.argv[1])
    seed, first, count = map(int, sys.argv[2:5])
    sys.stdout.write(json.dumps(knock(wanted, seed, first, count or wanted.enough)))
