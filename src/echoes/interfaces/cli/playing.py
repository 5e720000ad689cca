"""The loop of a game in the terminal."""

import contextlib
import signal
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module

from rich.console import Console
from rich.table import Table
from rich.text import Text

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.events import CommandResult, GameEvent, SessionEnded, SolutionRevealed, event_to_json
from echoes.engine.engine import GameEngine
from echoes.games.base import Scenario
from echoes.interfaces.cli.output import json_line, notice
from echoes.interfaces.render import Renderer


class Game:
    """One run of `echoes play`.

    Args:
        as_json: print events as JSON lines and nothing else.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._console = Console(highlight=False)
        self._renderer = Renderer(self._console)
        self._interactive = _at_terminal() and not as_json
        self._over = False
        self._session_id: str | None = None
        self._ended = False

    async def run(self, puzzle: str | None, player: str, session: str | None, lang: str | None) -> None:
        """Start or resume a session and play it until the input ends."""
        # asyncio's own handler would wait for `input` to return; this one interrupts it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        config = load_config()
        async with open_engine(config, announce=notice) as engine:
            if session is None:
                choice = puzzle or self._choose(engine, lang) or config.play.default_puzzle
                game = await engine.create_session(choice, player, lang)
            else:
                game = await engine.open_session(session)
                if puzzle and puzzle != game.started.puzzle_id:
                    raise BadInput(
                        f"session '{session}' plays '{game.started.puzzle_id}', not '{puzzle}'",
                        "Leave out one of the two.",
                    )
                if lang and lang != game.started.lang:
                    raise BadInput(
                        f"session '{session}' is played in '{game.started.lang}'", "Leave out --lang."
                    )
            self._session_id = game.session_id
            with contextlib.suppress(KeyboardInterrupt, EOFError):
                self._show(game.started.model_copy(update={"resumed": session is not None}))
                if session:
                    await self._welcome_back(engine, session)
                await self._loop(engine, game.session_id)
        self.leave()

    async def _welcome_back(self, engine: GameEngine, session_id: str) -> None:
        """Show a person how a game stands, or how it ended."""
        for entry in engine.storage.event_log.read(session_id):
            if isinstance(entry.event, SolutionRevealed | SessionEnded):
                self._ended = True
                if not self._as_json:
                    self._show(entry.event)
        self._over = self._ended and self._interactive
        if self._interactive and not self._ended:
            await self._say(engine, session_id, "/recap")

    async def _loop(self, engine: GameEngine, session_id: str) -> None:
        messages = self._messages()
        while not self._over and (message := next(messages, None)) is not None:
            if message.strip() or not self._interactive:
                await self._say(engine, session_id, message)

    async def _say(self, engine: GameEngine, session_id: str, message: str) -> None:
        async for event in engine.handle_message(session_id, message):
            self._show(event)
            quitting = isinstance(event, CommandResult) and event.command == "quit"
            self._ended = self._ended or isinstance(event, SessionEnded)
            self._over = self._over or quitting or (self._ended and self._interactive)

    def _messages(self) -> Iterator[str]:
        if not self._interactive:
            for line in _lines():
                text = line.decode("utf-8", errors="replace").rstrip("\r\n")
                if not self._as_json:
                    self._console.print(f"\n› {text}", markup=False)
                yield text
            return
        with contextlib.suppress(ImportError):
            import_module("readline")  # gives `input` editing and history
        while True:
            yield input("\n› ")

    def _show(self, event: GameEvent) -> None:
        if self._as_json:
            json_line(event_to_json(event))
        else:
            self._renderer.render(event)

    def leave(self) -> None:
        """Say how to go on, unless there is nothing to go on with or it was said."""
        if self._session_id is None or self._ended or self._over:
            return
        line = f"Saved. Go on with: echoes play --session {self._session_id}"
        if self._as_json:
            notice(line)
        else:
            self._console.print(f"\n{line}", markup=False)

    def _choose(self, engine: GameEngine, lang: str | None) -> str | None:
        """Let a person choose a puzzle; None through a pipe."""
        if not self._interactive:
            return None
        versions: dict[str, Scenario] = {}
        for _, scenario in engine.puzzles.scenarios():
            if scenario.language == (lang or "en") or (lang is None and scenario.id not in versions):
                versions[scenario.id] = scenario
        found = list(versions.values())
        if not found:
            raise BadInput(f"there is no puzzle in '{lang}'", "Choose another --lang.")
        table = Table("", "", box=None, show_header=False)
        for number, scenario in enumerate(found, 1):
            level = getattr(scenario, "difficulty", None)
            table.add_row(str(number), Text(scenario.title), "★" * level if level else "")
        self._console.print(table)
        while True:
            answer = input(f"Which puzzle? (1 to {len(found)}, Enter for any) › ").strip()
            if not answer:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(found):
                return found[int(answer) - 1].id


def _at_terminal() -> bool:
    """Whether a person sits there; a closed standard input is nobody."""
    return bool(sys.stdin) and sys.stdin.isatty()


def _lines() -> Iterable[bytes]:
    return sys.stdin.buffer if sys.stdin else ()
