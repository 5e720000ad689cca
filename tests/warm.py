"""The command line in fresh processes that need not import everything anew; not a test itself.

Run as a program it imports what every command needs, and then forks for each request that it reads as a JSON
line: `argv`, `env`, `cwd`, and the files for `stdin`, `stdout` and `stderr`. It answers with the exit status.
Nothing is opened before the fork, so that each command finds what a command finds that was just started.
"""

import atexit
import gc
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

_ENVIRONMENT = {**os.environ}
"""As it was before any test changed it."""


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
            self._server = subprocess.Popen(
                command, env=_ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
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
        return subprocess.CompletedProcess(["echoes", *arguments], status, out, err)

    def close(self) -> None:
        """Let go of the process."""
        self._server.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)


WARM = Warm()


def echoes(
    *arguments: str, text: str = "", cwd: Path | None = None, check: bool = False
) -> "subprocess.CompletedProcess[str]":
    """Run a command as `subprocess.run` would, with text in and out."""
    done = WARM.run(*arguments, text=text.encode(), cwd=cwd)
    said = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    if check:
        said.check_returncode()
    return said


_MODULES = """
chromadb langgraph.graph onnxruntime tokenizers
echoes.storage.sqlite.long_term_store echoes.storage.sqlite.checkpoints echoes.storage.sqlite.counters echoes.storage.sqlite.event_log
echoes.storage.sqlite.storage echoes.models.providers.embedded echoes.models.minilm.encoder echoes.rag.providers.local
echoes.interfaces.cli.doctor echoes.interfaces.cli.ingest echoes.interfaces.cli.main
echoes.interfaces.cli.play echoes.interfaces.cli.terminal_game echoes.interfaces.cli.scenarios
echoes.interfaces.cli.sessions echoes.interfaces.cli.situation_puzzle.ask
echoes.interfaces.cli.situation_puzzle.puzzles echoes.games.situation_puzzle.graph
""".split()
"""What commands import when they are used."""
_PUZZLES = sorted((Path(__file__).parents[1] / "data").glob("situation_puzzles/wrong_umbrella_*.json"))
"""What most commands play; it is read once, as every process does when it plays it."""


def _serve() -> None:
    from echoes.games.game_types import GAME_TYPES
    from echoes.games.situation_puzzle.puzzle.schema import Puzzle
    from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of

    sys.path.remove(str(Path(__file__).parent))  # as if started with the command itself
    for module in _MODULES:
        import_module(module)
    for name in GAME_TYPES.names():
        GAME_TYPES.load(name)
    for path in _PUZZLES:
        analysis_of(Puzzle.model_validate_json(path.read_bytes()))
    gc.freeze()  # what is shared with the commands stays so
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
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
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
