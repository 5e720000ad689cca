"""Lines of standard input, read beside the event loop: the game goes on while somebody types."""

import asyncio
import shutil
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BufferedReader, FileIO
from threading import Thread
from typing import Any

from rich.cells import cell_len


class LineReader:
    """Lines that a person types, with editing and history, or that a program sends.

    A daemon thread waits for each line, so that neither the loop nor the end of the program waits for Enter.

    Args:
        at_terminal: whether a person types them.
    """

    def __init__(self, at_terminal: bool) -> None:
        self._at_terminal = at_terminal
        self._readline = _module("readline") if at_terminal else None  # gives `input` editing and history
        self._restore = _keep_terminal() if at_terminal else None
        self._pipe: BufferedReader | None = None
        self._line: asyncio.Future[str] | None = None
        self._prompt: str | None = None

    async def read(self, prompt: str = "") -> str:
        """Return the next line, without its end.

        A line that nobody waits for any more is there for the next who asks.

        Args:
            prompt: what a person is asked.
        Raises:
            EOFError: there are no more lines.
        """
        if self._line is None:
            self._line, self._prompt = asyncio.get_running_loop().create_future(), prompt
            Thread(target=self._deliver, args=(self._line, prompt), daemon=True).start()
        elif self._at_terminal and self._prompt != prompt:
            with self.above():
                self._prompt = prompt
        await asyncio.wait([self._line])
        line, self._line = self._line, None
        return line.result()

    @contextmanager
    def above(self) -> Generator[None]:
        """Print above the line that somebody is typing, which is then shown again."""
        waiting = self._at_terminal and self._prompt is not None
        if waiting:
            rows = cell_len(self._shown()) // shutil.get_terminal_size().columns
            # Where the system edits the line, nobody knows what is on it: it stays, and still counts.
            up = f"\x1b[{rows}A" if rows else ""
            sys.stdout.write(f"\r{up}\x1b[J" if self._readline else "\n")
            sys.stdout.flush()  # what is printed above may go to another stream
        yield
        if waiting:
            sys.stdout.write(self._shown())
            sys.stdout.flush()

    def close(self) -> None:
        """Give the terminal back as it was, if a line is still being typed."""
        if self._at_terminal and self._prompt is not None:
            print()
            if self._restore:
                self._restore()

    def _shown(self) -> str:
        typed: str = self._readline.get_line_buffer() if self._readline else ""
        return f"{self._prompt or ''}{typed}"

    def _deliver(self, line: "asyncio.Future[str]", prompt: str) -> None:
        read: str | BaseException
        try:
            read = input(prompt) if self._at_terminal else self._piped()
        except (EOFError, KeyboardInterrupt):
            read = EOFError()
            if self._at_terminal:
                print()
        except (OSError, ValueError) as error:
            read = error
        self._prompt = None
        with suppress(RuntimeError):  # the loop is closed: the game was left meanwhile
            line.get_loop().call_soon_threadsafe(_settle, line, read)

    def _piped(self) -> str:
        if not sys.stdin:
            raise EOFError
        # A stream of its own: Python would wait for the lock of `sys.stdin` when it ends.
        self._pipe = self._pipe or BufferedReader(FileIO(sys.stdin.fileno(), closefd=False))
        if not (line := self._pipe.readline()):
            raise EOFError
        return line.decode("utf-8", errors="replace").rstrip("\r\n")


def _settle(line: "asyncio.Future[str]", read: str | BaseException) -> None:
    if line.cancelled():
        return
    if isinstance(read, str):
        line.set_result(read)
    else:
        line.set_exception(read)
        line.exception()  # known: no word about it if nobody asks for the line any more


def _module(name: str) -> Any:
    """Return a module that not every system has; None where it is missing."""
    try:
        return import_module(name)
    except ImportError:
        return None


def _keep_terminal() -> Any:
    """Return a function that restores the terminal's modes; None where the system has none."""
    if not (termios := _module("termios")):
        return None
    stream = sys.stdin.fileno()
    modes = termios.tcgetattr(stream)
    return lambda: termios.tcsetattr(stream, termios.TCSADRAIN, modes)
