"""Two people at two terminals play one session: each sees at once what the other does."""

import asyncio
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path
from typing import cast

import pytest
from rich.console import Console
from tests.support import say

from echoes.app import open_engine
from echoes.core.errors import StorageFailed
from echoes.engine.engine import GameEngine
from echoes.interfaces.cli.event_printer import EventPrinter
from echoes.interfaces.cli.line_reader import LineReader
from echoes.interfaces.cli.message_loop import MessageLoop
from echoes.interfaces.terminal import TerminalRenderer


class Screen(StringIO):
    """What a terminal shows; somebody may wait for a text."""

    def __init__(self) -> None:
        super().__init__()
        self._written = asyncio.Event()

    def write(self, s: str, /) -> int:
        self._written.set()
        return super().write(s)

    async def shows(self, text: str) -> None:
        while text not in self.getvalue():
            self._written.clear()
            await self._written.wait()


class Lines(LineReader):
    """Lines that a test types."""

    def __init__(self) -> None:
        super().__init__(at_terminal=False)
        self.typed: asyncio.Queue[str] = asyncio.Queue()
        self.asked: list[str] = []

    async def read(self, prompt: str = "") -> str:
        self.asked.append(prompt)
        return await self.typed.get()


@pytest.fixture
async def other(own_engine: GameEngine) -> AsyncIterator[GameEngine]:
    """Another process over the same folders."""
    async with open_engine() as engine:
        yield engine


@pytest.fixture
async def session(own_engine: GameEngine, bell: Path) -> str:
    return (await own_engine.create_session("silent_bell")).session_id


def terminal(engine: GameEngine, session_id: str) -> tuple[MessageLoop, Lines, Screen]:
    """A terminal at a session."""
    printer, lines, screen = EventPrinter(False, engine.games), Lines(), Screen()
    printer.console = Console(width=100, highlight=False, file=screen)
    printer.renderer = TerminalRenderer(printer.console, engine.games)
    session = engine.storage.event_log.read(session_id)[0].event
    printer.renderer.render(session)
    return MessageLoop(engine, session_id, printer, cast("LineReader", lines), True), lines, screen


async def test_moves_of_others_come_while_a_line_is_typed(
    own_engine: GameEngine, other: GameEngine, session: str
):
    loop, lines, screen = terminal(own_engine, session)
    playing = asyncio.create_task(loop.run())
    await screen.shows("\n\n")
    await say(other, session, "Was the bell broken?", "/status")
    await screen.shows("› Was the bell broken?\n✘ NO")
    await lines.typed.put("Is the sexton old?")
    await screen.shows("IRRELEVANT")
    shown = screen.getvalue()
    assert shown.count("Was the bell broken?") == 1
    assert "Questions: " not in shown, "whoever asked how it stands has read it"
    await lines.typed.put("/quit")
    await playing
    assert (loop.left, loop.ended) == (True, False)


async def test_the_end_by_somebody_else_is_the_end_while_a_line_is_typed(
    own_engine: GameEngine, other: GameEngine, session: str
):
    loop, lines, screen = terminal(own_engine, session)
    playing = asyncio.create_task(loop.run())
    await screen.shows("\n\n")
    await say(other, session, "/giveup")
    await playing
    assert loop.ended and "zzanswer" in screen.getvalue()
    assert lines.asked == ["› "]


async def test_what_cannot_be_taken_back_is_asked_about_first(own_engine: GameEngine, session: str):
    loop, lines, _ = terminal(own_engine, session)
    for line in ("/giveup", "maybe", "/giveup", "y"):
        await lines.typed.put(line)
    await loop.run()
    assert loop.ended
    assert [prompt != "› " for prompt in lines.asked] == [False, True, False, True]


async def test_what_is_proposed_at_first_stands_until_something_is_asked(
    own_engine: GameEngine, session: str
):
    loop, lines, screen = terminal(own_engine, session)
    loop.starters = ["Was the bell broken?", "Is the sexton old?"]
    for line in ("hello", "/status", "2", "1", "/quit"):
        await lines.typed.put(line)
    await loop.run()
    shown = screen.getvalue()
    assert "IRRELEVANT" in shown and "nothing to choose from" in shown
    assert "Was the bell broken?" not in shown


async def test_a_storage_that_fails_for_a_while_ends_no_game(
    own_engine: GameEngine, session: str, monkeypatch: pytest.MonkeyPatch
):
    loop, lines, screen = terminal(own_engine, session)
    log = own_engine.storage.event_log

    def fail(*_: object) -> int:
        raise StorageFailed("the database does not answer", "See whether it hangs.")

    playing = asyncio.create_task(loop.run())
    await screen.shows("\n\n")
    with monkeypatch.context() as away:
        away.setattr(log, "position", fail)
        await lines.typed.put("Is the sexton old?")
        await screen.shows("does not answer")
    await lines.typed.put("Is the sexton old?")
    await screen.shows("IRRELEVANT")
    await lines.typed.put("/quit")
    await playing
    assert loop.left


async def test_an_undo_at_another_terminal_is_told(own_engine: GameEngine, other: GameEngine, session: str):
    loop, lines, screen = terminal(own_engine, session)
    playing = asyncio.create_task(loop.run())
    await screen.shows("\n\n")
    await say(other, session, "Was the bell broken?")
    await screen.shows("Was the bell broken?")
    await say(other, session, "/undo")
    await screen.shows("Somebody has taken back: “Was the bell broken?”.")
    lines.typed.put_nowait("/quit")
    await playing
