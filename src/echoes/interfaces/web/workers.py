"""Workers: several processes that serve the web app on one address, and the parent that looks after them."""

import signal
import socket
import subprocess
import sys
import time
from types import FrameType

from echoes.core.errors import OperatorError

_YOUNG_S = 10.0
_MOST_FAILURES = 3
"""Workers that may end in a row soon after they began, before any other was at work for longer."""
_LONGEST_PAUSE_S = 16.0


class WorkersFailed(OperatorError):
    """Workers end as soon as they begin."""


class WorkerPool:
    """The workers of one address.

    Args:
        listening: the socket on which each accepts connections.
        count: how many there are.
        command: starts one; the number of the socket is appended.
    """

    def __init__(self, listening: socket.socket, count: int, command: list[str] | None = None) -> None:
        self._listening, self._count = listening, count
        self._command = command or [sys.executable, "-P", "-m", "echoes", "web", "--socket"]
        self._workers: dict[subprocess.Popen[bytes], float] = {}
        self._ending = False
        self._failures = 0
        self._starts_at = 0.0
        self._have_worked = False

    def run(self) -> None:
        """Keep the workers at work until a signal ends them; turns are finished unless a second one comes.

        Raises:
            WorkersFailed: the first ones end as soon as they begin. Where others have worked before, what all
                need is away for a while, and one more is tried after ever longer pauses.
        """
        before = {one: signal.signal(one, self._end) for one in (signal.SIGTERM, signal.SIGINT)}
        try:
            while self._workers or not self._ending:
                while self._may_start():
                    self._start()
                if self._ending:
                    self._listening.close()  # else new connections would wait for an answer in vain
                time.sleep(0.1)
                for worker in [one for one in self._workers if one.poll() is not None]:
                    self._note_end(self._workers.pop(worker))
        finally:
            self._tell(signal.SIGTERM)
            for worker in self._workers:
                worker.wait()
            for one, handler in before.items():
                signal.signal(one, handler)

    def _may_start(self) -> bool:
        lacking = len(self._workers) < self._count and not self._ending
        return lacking and time.monotonic() >= self._starts_at

    def _note_end(self, began: float) -> None:
        """Take note that a worker has ended, and of when the next one may begin."""
        now = time.monotonic()
        self._have_worked |= any(now - other >= _YOUNG_S for other in (began, *self._workers.values()))
        self._failures = self._failures + 1 if now - began < _YOUNG_S else 0
        self._pause()
        if self._failures >= _MOST_FAILURES and not (self._have_worked or self._ending):
            raise WorkersFailed("workers end as soon as they begin", "See what they said above, or use one.")

    def _pause(self) -> None:
        """Put off the next start for as long as the failures so far advise."""
        if self._failures:
            self._starts_at = time.monotonic() + min(_LONGEST_PAUSE_S, 2.0 ** min(self._failures - 2, 9))

    def _start(self) -> None:
        number = self._listening.fileno()
        # A session of its own: Ctrl-C reaches the parent alone, which ends them in order.
        worker = subprocess.Popen([*self._command, str(number)], pass_fds=(number,), start_new_session=True)
        self._workers[worker] = time.monotonic()
        self._pause()
        if self._ending:  # the signal came while the worker was not yet among those that are told
            worker.terminate()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._tell(signal.SIGKILL if self._ending else signal.SIGTERM)
        self._ending = True

    def _tell(self, number: int) -> None:
        for worker in self._workers:
            if worker.poll() is None:
                worker.send_signal(number)
