"""The room of a live session: whose it is, who is who, and who hears what."""

import asyncio
import re
from pathlib import Path

import pytest
from tests.support import canary_puzzle, write_puzzle
from tests.unit.games.situation_puzzle.table import CLOZE

from echoes.engine.engine import GameEngine
from echoes.engine.sessions.queries import read_entries
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.live.subscribers import Subscriber, event_text
from echoes.interfaces.web.visitors import Visitor

ANN, BO = Visitor("ann", "Ann", "en"), Visitor("bo", "Bo", "en")


@pytest.fixture
async def table(own_engine: GameEngine, bell: Path) -> LiveSession:
    """A game of Ann's, into which Bo has come."""
    session = await own_engine.create_session("silent_bell", "ann")
    live = await LiveSessions(own_engine).open(session.session_id)
    await live.room.enter(ANN)
    await live.room.enter(BO)
    return live


async def test_two_of_one_name_are_told_apart(table: LiveSession):
    other = Visitor("eve", "Bo", "en")
    assert await table.room.enter(other) == "Bo 2"
    assert table.room.shown_to(BO)["mine"] == ["Bo"] and table.room.shown_to(other)["mine"] == ["Bo 2"]


async def test_the_chat_goes_to_all_and_outlives_the_server(table: LiveSession, own_engine: GameEngine):
    with table.subscribers.join(Subscriber("ann", "Ann", "")) as queue:
        await table.room.say(BO, "Hello")
        heard = [queue.get_nowait() for _ in range(queue.qsize())]
    assert {"chat": [{"n": 1, "by": "Bo", "text": "Hello"}]} in heard
    opened = await LiveSessions(own_engine).open(table.session_id)
    assert opened.room.chat() == [{"n": 1, "by": "Bo", "text": "Hello"}]
    assert (await opened.feed("")).entries == 1, "the log of the game does not have it"


async def test_lines_go_by_the_name_that_somebody_has_taken_since(table: LiveSession, own_engine: GameEngine):
    await table.room.say(BO, "Hello")
    events = own_engine.handle_message(table.session_id, "Was the bell broken?", by="Bo")
    assert [one async for one in events]
    with table.subscribers.join(Subscriber("ann", "Ann", "")) as queue:
        await table.room.enter(Visitor("bo", "Ben", "en"))
        assert {"whole": True} in [queue.get_nowait() for _ in range(queue.qsize())]
    page = (await table.feed("")).whole(read_entries(own_engine, table.session_id))["set"]
    shown = "".join(html for _, html in page)
    assert "Ben" in shown and "Bo<" not in shown and 'data-by="Bo"' not in shown
    assert table.room.chat() == [{"n": 1, "by": "Ben", "text": "Hello"}]
    assert table.room.shown_to(Visitor("bo", "Ben", "en"))["mine"] == ["Bo", "Ben"]


async def test_the_owner_hands_the_room_over_and_can_take_it_back(table: LiveSession):
    room = table.room
    assert room.is_host(ANN) and not room.may_hand_over(BO)
    await room.hand_over(room.person("Bo"))
    assert room.is_host(BO) and room.may_hand_over(ANN)
    assert (room.shown_to(ANN)["host"], room.shown_to(ANN)["owns"]) == ("Bo", True)
    await room.hand_over(room.person("Ann"))
    assert room.is_host(ANN) and not room.is_host(BO)


async def test_a_closed_room_is_its_owners_alone(table: LiveSession):
    before = table.room.key
    await table.room.hand_over(table.room.person("Bo"))
    await table.room.close()
    assert table.room.key != before and table.room.is_host(ANN)


async def test_whoever_comes_in_while_the_room_is_closed_sees_nothing_of_it(table: LiveSession):
    page = table.stream(BO, "", 0)
    await anext(page)
    await table.room.close()
    assert [text async for text in page][-1] == event_text({"reload": True})
    late = table.stream(Visitor("eve", "Eve", "en"), "", 0)
    _, entered = await asyncio.gather(table.room.close(), anext(late))
    assert entered == event_text({"reload": True})


async def test_what_was_forgotten_does_not_come_back(table: LiveSession, own_engine: GameEngine):
    await table.room.say(BO, "Hello")
    await (await own_engine.players.memory()).rooms.forget_player("bo", own_engine.storage.lock)
    await table.room.say(ANN, "Is anybody here?")
    assert [one["by"] for one in table.room.chat()] == ["Ann"]
    assert table.room.person("Bo") == ""


async def test_an_answer_by_cloze_is_of_whoever_filled_it(own_engine: GameEngine, own_folders: Path):
    """It stays theirs when somebody else challenges or undoes it; who fills the same later has done so, too."""
    write_puzzle(own_folders / "data" / "situation_puzzles", canary_puzzle(cloze=CLOZE))
    session = await own_engine.create_session("silent_bell", "ann")
    table = await LiveSessions(own_engine).open(session.session_id)

    async def authors(*messages: tuple[str, str]) -> list[str]:
        for by, text in messages:
            assert [one async for one in own_engine.handle_message(table.session_id, text, by=by)]
        feed = await table.feed("")
        await table.catch_up()
        page = dict(feed.whole(read_entries(own_engine, table.session_id))["set"])["log"]
        return re.findall(r't-hypothesis_judged[^>]*data-by="(.*?)"', page)

    assert await authors(("Ann", "/answer"), ("Bo", "/answer 2 2")) == ["Bo"]
    assert await authors(("Ann", "/challenge")) == ["Bo"]
    assert await authors(("Ann", "/answer 3 2"), ("Ann", "/undo")) == ["Bo"]
    assert await authors(("Ann", "/undo"), ("Ann", "/answer 2 2")) == ["Ann"]
