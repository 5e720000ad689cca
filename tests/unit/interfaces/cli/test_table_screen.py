"""The terminal of a seat prints what the seat sees, each event once."""

from collections.abc import AsyncIterator
from io import StringIO

import pytest
from rich.console import Console
from tests.support import say

from echoes.core.log.events import Event
from echoes.engine.engine import GameEngine
from echoes.interfaces.cli.event_printer import EventPrinter
from echoes.interfaces.cli.table_screen import TableScreen
from echoes.interfaces.terminal import TerminalRenderer


class Printed(EventPrinter):
    """A printer whose screen can be read."""

    def __init__(self, engine: GameEngine) -> None:
        super().__init__(False, engine.games)
        self.screen = StringIO()
        self.console = Console(file=self.screen, width=100)
        self.renderer = TerminalRenderer(self.console, engine.games)


@pytest.fixture
async def table(engine: GameEngine) -> AsyncIterator[tuple[str, TableScreen, Printed]]:
    """A new table, and the screen of somebody who holds a seat there."""
    session_id = (await engine.create_session("low_water", lang="en")).session_id
    printer = Printed(engine)
    screen = TableScreen(engine, session_id, printer, "jory")
    await screen.begin(resumed=False)
    yield session_id, screen, printer


async def test_where_nothing_is_new_nothing_is_printed(table: tuple[str, TableScreen, Printed]):
    _, screen, printer = table
    before = printer.screen.getvalue()
    assert await screen.catch_up() == []
    assert printer.screen.getvalue() == before


async def test_each_event_is_printed_once(engine: GameEngine, table: tuple[str, TableScreen, Printed]):
    session_id, screen, printer = table
    await say(engine, session_id, "/help")
    printed = await screen.catch_up()
    assert [event.event for event in printed] == ["command_result"]
    assert await screen.catch_up() == []
    assert printer.screen.getvalue().count("/status") == 1


async def test_where_seats_share_the_screen_no_two_events_have_the_same_id(engine: GameEngine):
    session_id = (await engine.create_session("low_water", lang="en")).session_id
    screen = TableScreen(engine, session_id, Printed(engine), None)
    await screen.begin(resumed=False)
    shown: list[Event] = []
    for _ in range(6):
        await say(engine, session_id, "1")
        shown += await screen.catch_up()
    ids = [event.event_id for event in shown]
    assert len({one.rpartition("@")[2] for one in ids}) > 1, "several seats have had their turn"
    assert len(ids) == len({*ids})


async def test_the_ids_of_one_seat_are_as_it_counts(
    engine: GameEngine, table: tuple[str, TableScreen, Printed]
):
    session_id, screen, _ = table
    await say(engine, session_id, "/help")
    assert "@" not in (await screen.catch_up())[0].event_id
