"""The command line in fresh processes that need not import everything anew; not a test itself.

Run as a program it imports what every command needs, and then forks for each request that it reads as a JSON
line: `argv`, `env`, `cwd`, and the files for `stdin`, `stdout` and `stderr`. It answers with the exit status.
Nothing is opened before the fork, so that each command finds what a command finds that was just started.
"""

import atexit
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any


class Warm:
    """Runs commands; the process behind it is started with the first."""

    def __init__(self) -> None:
        self._folder = Path()
        self._server: Any = None

    def run(
        self, *arguments: str, text: bytes = b"", cwd: Path | None = None, **env: str
    ) -> "subprocess.CompletedProcess[bytes]":
        """Run a command, and wait for it."""
        if self._server is None:
            command = [sys.executable, __file__]
            self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._folder = Path(tempfile.mkdtemp(prefix="echoes-warm-"))
            atexit.register(self.close)
        streams = {name: str(self._folder / name) for name in ("stdin", "stdout", "stderr")}
        Path(streams["stdin"]).write_bytes(text)
        wanted = {
            "argv": ["echoes", *arguments],
            "env": {**os.environ, **env},
            "cwd": str(cwd or Path.cwd()),
            **streams,
        }
        self._server.stdin.write(json.dumps(wanted).encode() + b"\n")
        self._server.stdin.flush()
        status = int(self._server.stdout.readline())
        out, err = (Path(streams[name]).read_bytes() for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(wanted["argv"], status, out, err)

    def close(self) -> None:
        """Let go of the process."""
        self._server.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)


WARM = Warm()


def _serve() -> None:
    for module in (
        *("chromadb", "langgraph.graph", "onnxruntime", "tokenizers", "echoes.storage.long_term_store"),
        *("echoes.storage.checkpoints", "echoes.interfaces.cli.playing", "echoes.interfaces.cli.main"),
        *(
            f"echoes.interfaces.cli.{name}"
            for name in (
                "ingest",
                "scenarios",
                "sessions",
                "situation_puzzle.ask",
                "situation_puzzle.puzzles",
            )
        ),
    ):
        import_module(module)
    from echoes.language.readers import reader_for

    reader_for("en").clauses("Words are loaded with the first sentence.")
    for line in sys.stdin.buffer:
        wanted = json.loads(line)
        if child := os.fork():
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            os.write(1, f"{status}\n".encode())
        else:
            _become(wanted)


def _become(wanted: dict[str, Any]) -> None:
    """Be the command, as if it had just been started."""
    os.chdir(wanted["cwd"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, name, how in ((0, "stdin", os.O_RDONLY), (1, "stdout", flags), (2, "stderr", flags)):
        os.dup2(os.open(wanted[name], how, 0o600), number)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), encoding="utf-8", write_through=True)
    sys.argv = wanted["argv"]
    status: Any = 0
    try:
        import_module("echoes.interfaces.cli.main").main()
    except SystemExit as leaving:
        status = leaving.code or 0
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    _serve()
