"""The parent of several workers: none outlives it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from echoes.interfaces.web.workers import WorkerPool


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
