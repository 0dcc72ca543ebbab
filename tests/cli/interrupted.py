"""Commands that run in a process of their own and are interrupted from outside, as by Control-C."""

import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager


@contextmanager
def started(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A process whose standard error has said that there is something to do; it does not outlive the test.

    What a shell starts in the background is deaf to interruptions, and so is whatever that starts in turn; this hears.
    """
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        try:
            assert process.stderr is not None
            assert "to do" in process.stderr.readline()
            yield process
        finally:
            process.kill()
