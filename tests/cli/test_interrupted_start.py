"""Ctrl-C while the command line is still being imported ends it in silence, however early it comes."""

import subprocess
import sys

import pytest

_INTERRUPTED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == at:
            os.kill(os.getpid(), signal.SIGINT)
at = sys.argv[1]
sys.argv[:2] = ["echoes"]
sys.meta_path.insert(0, Finder())
signal.signal(signal.SIGINT, signal.default_int_handler)
from echoes.interfaces.cli.start import start
start()
"""


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("typer", ["sessions", "list"]),
        ("echoes.interfaces.cli.sessions", ["sessions", "list"]),
        ("echoes.games.heist.game", ["scenarios", "list"]),
        ("echoes.engine.engine", ["play", "wrong_umbrella", "--json"]),
    ],
)
def test_an_interrupt_in_the_middle_of_an_import_ends_it_in_silence(module: str, command: list[str]):
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, module, *command], input=b"", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
