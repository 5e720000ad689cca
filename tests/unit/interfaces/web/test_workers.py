"""The parent of several workers: none outlives it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from echoes.interfaces.web.workers import WorkerPool, WorkersFailed


def test_a_worker_that_is_just_being_started_is_ended_too(monkeypatch: pytest.MonkeyPatch):
    begin: Any = subprocess.Popen
    started: list[subprocess.Popen[bytes]] = []

    def interrupted(*args: Any, **kwargs: Any) -> subprocess.Popen[bytes]:
        started.append(begin(*args, **kwargs))
        os.kill(os.getpid(), signal.SIGTERM)
        return started[-1]

    monkeypatch.setattr("echoes.interfaces.web.workers.subprocess.Popen", interrupted)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        WorkerPool(listening, 2, [sys.executable, "-c", "import time; time.sleep(3600)"]).run()
    assert [one.returncode for one in started] == [-signal.SIGTERM]


_TAKES_ITS_TIME = """
import os, pathlib, signal, sys, time
told = []
signal.signal(signal.SIGTERM, lambda *_: told.append(1))
folder = pathlib.Path(sys.argv[1])
(folder / "up").touch()
signal.alarm(120)  # a test that fails ends
while not told:
    time.sleep(0.01)
os.close(int(sys.argv[2]))
while not (folder / "answered").exists():
    time.sleep(0.01)
"""


def _refused(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize("is_impatient", [False, True])
def test_workers_finish_while_new_connections_are_refused_unless_a_second_signal_comes(
    tmp_path: Path, is_impatient: bool, monkeypatch: pytest.MonkeyPatch
):
    begin: Any = subprocess.Popen
    started: list[subprocess.Popen[bytes]] = []

    def noted(*args: Any, **kwargs: Any) -> subprocess.Popen[bytes]:
        started.append(begin(*args, **kwargs))
        return started[-1]

    def told(port: int) -> None:
        while not (tmp_path / "up").exists():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)
        while not _refused(port):
            time.sleep(0.01)
        if is_impatient:
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            (tmp_path / "answered").touch()

    monkeypatch.setattr("echoes.interfaces.web.workers.subprocess.Popen", noted)
    listening = socket.create_server(("127.0.0.1", 0))
    operator = threading.Thread(target=told, args=[listening.getsockname()[1]])
    operator.start()
    WorkerPool(listening, 1, [sys.executable, "-c", _TAKES_ITS_TIME, str(tmp_path)]).run()
    operator.join()
    assert [one.returncode for one in started] == [-signal.SIGKILL if is_impatient else 0]


class Clock:
    """A clock that only moves while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Played:
    """A worker that ends by itself after some seconds."""

    def __init__(self, clock: Clock, lives_s: float) -> None:
        self._clock, self.began, self._ends = clock, clock.now, clock.now + lives_s

    def poll(self) -> int | None:
        return 1 if self._clock.now >= self._ends else None

    def send_signal(self, number: int) -> None:
        self._ends = self._clock.now

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        return 1


def starts_of(monkeypatch: pytest.MonkeyPatch, lives_s: list[float]) -> list[float]:
    """When workers that live for so long are started by a pool of two, which ends when they are used up."""
    clock, plan, started = Clock(), [*lives_s], list[Played]()

    def begin(*_: Any, **__: Any) -> Played:
        started.append(Played(clock, plan.pop(0)))
        if not plan:
            os.kill(os.getpid(), signal.SIGTERM)
        return started[-1]

    monkeypatch.setattr("echoes.interfaces.web.workers.time", clock)
    monkeypatch.setattr("echoes.interfaces.web.workers.subprocess.Popen", begin)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        WorkerPool(listening, 2).run()
    return [one.began for one in started]


def test_workers_that_end_as_soon_as_they_begin_are_given_up(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(WorkersFailed):
        starts_of(monkeypatch, [1.0] * 50)


@pytest.mark.parametrize("others", [[1e6], [60.0]])
def test_while_something_is_away_others_stay_at_work_and_one_is_tried_after_ever_longer_pauses(
    others: list[float], monkeypatch: pytest.MonkeyPatch
):
    """The database is away for hours; the workers that are there go on, and so does the pool."""
    hours = 1200
    starts = starts_of(monkeypatch, [*others, 60.0, *[1.0] * hours, 1e6])
    pauses = [later - earlier for earlier, later in pairwise(starts[2:])]
    assert len(starts) == hours + 3 and max(pauses) < 20
    assert pauses[-1] > 10 > 3 > pauses[0]
