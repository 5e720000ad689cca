"""The loop of one session in the terminal: messages go in, and what happens is shown as it happens."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from echoes.core.errors import EchoesError
from echoes.core.log.events import CommandResult, Event, SessionEnded, TurnFailed
from echoes.engine.ai_players.table_runner import TableRunner
from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import (
    events_dealt,
    log_position,
    session_exists,
    unblocked,
    unread_events,
)
from echoes.engine.turns.narration import NarrationPiece
from echoes.interfaces.cli.answers import agrees
from echoes.interfaces.cli.event_printer import EventPrinter
from echoes.interfaces.cli.line_reader import LineReader
from echoes.interfaces.cli.table_screen import TableScreen
from echoes.interfaces.cli.thinking_line import ThinkingLine
from echoes.interfaces.terminal_words import TERMINAL_WORDS

_PACE_S = 1.5
"""Seconds between two turns of a table that plays by itself, for a person to read."""
_LOOK_EVERY_S = 0.25
"""Seconds from look to look at what was written from elsewhere."""


class MessageLoop:
    """Sends lines as messages to a session, and prints its events, those from elsewhere too.

    Args:
        engine: that plays it.
        session_id: which one.
        printer: prints events.
        lines: reads the messages.
        interactive: whether a person types them.
        seat: from which they are sent; None for the one whose turn it is.
        by: the sender's name, if several play.

    Attributes:
        session_id: which session.
        starters: messages that were proposed; one is sent by its number until something is asked.
        ended: whether the game is over.
        left: whether there is nothing to come back to, or it was said how.
        restarts: whether it was left for a new game of the same scenario.
    """

    def __init__(
        self,
        engine: GameEngine,
        session_id: str,
        printer: EventPrinter,
        lines: LineReader,
        interactive: bool,
        seat: str | None = None,
        by: str = "",
    ) -> None:
        self._engine, self.session_id = engine, session_id
        self._printer, self._lines, self._interactive = printer, lines, interactive
        self._seat, self._by = seat, by
        self._thinking = ThinkingLine(interactive, lambda: printer.renderer.lang)
        self._screen: TableScreen | None = None
        self._runner: TableRunner | None = None
        self._to_run, self._due_at, self._resumes = 0, 0.0, False
        self._position = 0
        self.starters: Sequence[str] = ()
        self.ended, self.left, self.restarts, self._gone, self._is_asked = False, False, False, False, False

    @property
    def over(self) -> bool:
        """Return whether no more messages are read; a program may send some after the end."""
        return self.left or (self.ended and self._interactive)

    async def sit_down(self, resumed: bool) -> None:
        """Show a table of several seats from where it stands; its free seats play by themselves."""
        session = await self._engine.open_session(self.session_id)
        if self._engine.games[session.started.game_type].companion:
            self._screen = TableScreen(self._engine, self.session_id, self._printer, self._seat)
            caps = self._engine.games[session.started.game_type].caps()
            self._runner = TableRunner(self._engine, self.session_id, caps)
            await self._screen.begin(resumed)
        elif not resumed:
            seat = self._seat if self._seat is not None else await self._engine.next_seat(self.session_id)
            for event in events_dealt(self._engine, self.session_id, seat):
                self._printer.event(event)

    async def run(self) -> None:
        """Read and send messages until the game is over or left.

        Raises:
            EOFError: there are no more lines.
        """
        await unread_events(self._engine, self.session_id, self._seat)  # all of it was shown
        self._position = await self._log_position()
        while not self.over:
            await self._run_table()
            if self.over:
                return
            line = asyncio.ensure_future(self._next_message())
            await self._watch(line, runs=True)
            if not line.done():
                line.cancel()
                return
            if line.result().strip() or not self._interactive:
                await self.say(self._started_with(line.result()))
            # A program gets all that a message leads to before it sends the next.
            settles = not (self._interactive or self._gone)
            for event in await self._engine.settled(self.session_id, self._seat) if settles else ():
                self._printer.event(event)

    async def say(self, message: str) -> None:
        """Send a message, and print what it leads to."""
        if self._runner and await self._is_order(message):
            return
        self._to_run = 0  # whoever speaks up wants the table to wait
        read_along = self._read_along if self._interactive else None
        events = self._engine.handle_message(self.session_id, message, read_along, self._by, self._seat)
        with self._thinking.waiting():
            first = asyncio.ensure_future(_next(events))
            with self._thinking.stopping(first):
                await self._watch(first)
            if first.cancelled():  # nothing of a turn counts before it is recorded
                self._thinking.hush()
                stopped = TERMINAL_WORDS[self._printer.renderer.lang]["stopped"]
                self._printer.console.print(stopped, style="dim", markup=False)
                return
            event = first.result()
            while event is not None:
                with self._thinking.aside():
                    await self._take(event)
                event = await _next(events)
        if self._screen:
            await self._screen.catch_up()
            self._due_at = monotonic() + _PACE_S

    async def _take(self, event: Event) -> None:
        """Print an event that a message led to, and take note of what ends the loop."""
        if self._screen is None or (isinstance(event, TurnFailed) and "-x" in event.event_id):
            self._printer.event(event)
        self._gone = isinstance(event, TurnFailed) and await self._is_deleted()
        command = event.command if isinstance(event, CommandResult) else ""
        self.restarts = self.restarts or command == "restart"
        self.left = self.left or self._gone or command in ("quit", "restart")
        self.ended = self.ended or isinstance(event, SessionEnded)
        if not isinstance(event, CommandResult | TurnFailed):
            self.starters = ()  # something else has been asked or is offered

    def _read_along(self, piece: NarrationPiece) -> None:
        """Print a narrator's words as they come."""
        self._thinking.hush()
        self._printer.renderer.piece(piece)

    async def _is_order(self, message: str) -> bool:
        """Take a command to the table runner, such as to make some turns; False for any other message."""
        session = await self._engine.open_session(self.session_id)
        game = self._engine.games[session.started.game_type]
        turns = game.turns_to_run(message)
        if turns is None or session.ended:
            return False
        if self._runner and self._runner.is_spent:
            self._runner = TableRunner(self._engine, self.session_id, game.caps())
        self._to_run, self._due_at, self._resumes = turns, 0.0, True
        return True

    async def _run_table(self) -> None:
        """Run a program's table until it is the turn of whoever sends the messages."""
        while not self._interactive and not self.over and await self._table_is_due():
            await self._run_turn()

    async def _table_is_due(self) -> bool:
        if self._runner is None or self._screen is None or self.over:
            return False
        return self._to_run > 0 or (self._seat is not None and await self._runner.is_due())

    async def _run_turn(self) -> None:
        """Run one turn of the table, and print it."""
        assert self._runner and self._screen
        with self._thinking.waiting():
            steps = await self._runner.step(ordered=self._to_run > 0, resumes=self._resumes)
        self._resumes = False
        self._to_run = 0 if self._runner.is_stuck else max(0, self._to_run - 1)
        shown = await self._screen.catch_up()
        self.ended = self.ended or any(isinstance(event, SessionEnded) for event in shown)
        self._due_at = monotonic() + _PACE_S
        refusals = [event for step in steps[-1:] for event in step.events if isinstance(event, TurnFailed)]
        if self._runner.why and refusals:
            self._printer.event(refusals[-1])
        elif self._runner.why and not self._printer.as_json:
            self._printer.console.print(self._runner.why, style="dim", markup=False)

    async def _next_message(self) -> str:
        """Return the next message; an empty one where somebody thought better of it."""
        if self._interactive:
            self._printer.console.print()
        message = await self._lines.read("› ")
        if not self._interactive:
            self._printer.message(message)
        elif question := self._printer.renderer.confirmation(message):
            self._to_run, self._is_asked = 0, True  # nothing comes between a question and its answer
            answer = await self._lines.read(question)
            self._is_asked = False
            return message if agrees(answer) else ""
        return message

    def _started_with(self, message: str) -> str:
        """Return the text to send; until something was asked, a number stands for a proposal."""
        proposed, number = self.starters, message.strip()
        if not (number.isdecimal() and 1 <= int(number) <= len(proposed)):
            return message
        self._printer.renderer.sent(proposed[int(number) - 1])
        return proposed[int(number) - 1]

    async def _watch(self, task: "asyncio.Future[Any]", runs: bool = False) -> None:
        """Print for a person what comes from elsewhere, until something is done or the game is over.

        Args:
            task: until which it is done.
            runs: whether the seats that nobody holds play meanwhile.
        """
        try:
            while not task.done() and not self.over:
                await asyncio.wait([task], timeout=_LOOK_EVERY_S if self._interactive else None)
                if self._interactive and self._screen and runs:
                    await self._go_on_at_table()
                elif self._interactive:
                    await self._print_news()
        except BaseException:
            task.cancel()
            raise

    async def _go_on_at_table(self) -> None:
        """Print what others did at the table, or let a turn of it be made, in the pace of reading."""
        assert self._screen
        if self._is_asked:
            return
        with suppress(EchoesError):
            position = await self._log_position()
            is_due = monotonic() >= self._due_at and await self._table_is_due()
            if position not in (0, self._position) or is_due:
                with self._lines.above():
                    if is_due:
                        await self._run_turn()
                    else:
                        shown = await self._screen.catch_up()
                        self.ended = self.ended or any(isinstance(one, SessionEnded) for one in shown)
                    self._printer.console.print()
                self._position = await self._log_position()

    async def _log_position(self) -> int:
        return await unblocked(self._engine, log_position, self.session_id)

    async def _is_deleted(self) -> bool:
        """Return whether the session is gone; one that can't be read now is not."""
        try:
            return not await unblocked(self._engine, session_exists, self.session_id)
        except EchoesError:
            return False

    async def _print_news(self) -> None:
        """Print what others or follow-up work wrote since the last look."""
        if self._screen:
            return
        with suppress(EchoesError):  # the next message says what is wrong
            if (position := await self._log_position()) in (0, self._position):
                return
            news = await unread_events(self._engine, self.session_id, self._seat)
            self._position = position
            if news:
                self.starters = ()
                with self._thinking.aside(), self._lines.above():
                    for event in news:
                        self._printer.event(event, theirs=True)
                    self._printer.console.print()
            self.ended = self.ended or any(isinstance(event, SessionEnded) for event in news)


async def _next(events: AsyncIterator[Event]) -> Event | None:
    return await anext(events, None)
