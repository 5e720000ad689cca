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
"""Workers that may end in a row soon after they began; then something is wrong that no new one mends."""


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

    def run(self) -> None:
        """Keep the workers at work until a signal ends them; turns are finished unless a second one comes.

        Raises:
            WorkersFailed: they end as soon as they begin.
        """
        before = {one: signal.signal(one, self._end) for one in (signal.SIGTERM, signal.SIGINT)}
        failures = 0
        try:
            while self._workers or not self._ending:
                while len(self._workers) < self._count and not self._ending:
                    self._start()
                if self._ending:
                    self._listening.close()  # else new connections would wait for an answer in vain
                time.sleep(0.1)
                for worker in [one for one in self._workers if one.poll() is not None]:
                    began = self._workers.pop(worker)
                    failures = failures + 1 if time.monotonic() - began < _YOUNG_S else 1
                    if failures >= _MOST_FAILURES and not self._ending:
                        raise WorkersFailed(
                            "workers end as soon as they begin", "See what they said above, or use one."
                        )
        finally:
            self._tell(signal.SIGTERM)
            for worker in self._workers:
                worker.wait()
            for one, handler in before.items():
                signal.signal(one, handler)

    def _start(self) -> None:
        number = self._listening.fileno()
        # A session of its own: Ctrl-C reaches the parent alone, which ends them in order.
        worker = subprocess.Popen([*self._command, str(number)], pass_fds=(number,), start_new_session=True)
        self._workers[worker] = time.monotonic()
        if self._ending:  # the signal came while the worker was not yet among those that are told
            worker.terminate()

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._tell(signal.SIGKILL if self._ending else signal.SIGTERM)
        self._ending = True

    def _tell(self, number: int) -> None:
        for worker in self._workers:
            if worker.poll() is None:
                worker.send_signal(number)
