"""What happens at one worker is seen at the others: turns, words on their way, people, chat, AI players."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.support import say

from echoes.app import open_engine
from echoes.core.log.events import CommandResult, Event
from echoes.engine.engine import GameEngine
from echoes.engine.turns.narration import NarrationPiece
from echoes.interfaces.web.live.ai_status import AIStatus
from echoes.interfaces.web.live.relay import OtherWorkers, RelayedMessage
from echoes.interfaces.web.live.session import LiveSession
from echoes.interfaces.web.live.sessions import LiveSessions
from echoes.interfaces.web.pending_answers import AnswerStopped, PendingAnswers
from echoes.interfaces.web.visitors import Visitor
from echoes.storage.notices import Notice

ANN, BO = Visitor("web-ann", "Ann", "en"), Visitor("web-bo", "Bo", "en")


@pytest.fixture
async def workers(
    each_backend: str, bell: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[LiveSessions, LiveSessions]]:
    """Two workers on one storage, with a game of Ann's."""
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    async with AsyncExitStack() as stack:
        found = [LiveSessions(await stack.enter_async_context(open_engine())) for _ in range(2)]
        following = [asyncio.create_task(one.follow()) for one in found]
        yield found[0], found[1]
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)


async def until(stream: AsyncIterator[str], words: str) -> str:
    """Read a page's stream until it has some words."""
    async for text in stream:
        if words in text:
            return text
    raise AssertionError(f"never heard: {words}")


async def present(live: LiveSession, other: LiveSession, name: str) -> None:
    """Wait until it is known at a worker who looks on at another; the first word may be lost."""
    while name not in live.subscribers.names():
        other.tell_who_is_here()
        await asyncio.sleep(0.02)


async def test_two_workers_show_one_game(workers: tuple[LiveSessions, LiveSessions]):
    here, there = workers
    session_id = (await here._engine.create_session("silent_bell", ANN.player_id)).session_id
    ours, theirs = await here.open(session_id), await there.open(session_id)
    steered: asyncio.Future[RelayedMessage] = asyncio.get_running_loop().create_future()
    there.handlers["steer"] = steered.set_result
    page_of_ann, page_of_bo = ours.stream(ANN, "", 0), theirs.stream(BO, "", 0)
    await anext(page_of_ann)
    await anext(page_of_bo)
    await present(theirs, ours, "Ann")
    await present(ours, theirs, "Bo")
    assert ours.has_company(ANN) and theirs.has_company(BO)
    with ours.asking("Ann", ""):
        await until(page_of_bo, '"asking": "Ann"')
    await until(page_of_bo, '"asking": ""')
    ours.hear(NarrationPiece("Snow fell. ", 0))
    await until(page_of_bo, '"piece": "Snow fell. "')
    await say(here._engine, session_id, "Was the bell broken?")
    await ours.catch_up()
    await until(page_of_bo, "Was the bell broken?")
    await theirs.room.say(BO, "Hello from over there")
    await until(page_of_ann, "Hello from over there")
    ours.say({"ai": "running"})
    await until(page_of_bo, '"ai": "running"')
    here.relay.tell(session_id, "steer", what="pause", pace_s=None)
    assert ((await steered).session, (await steered).what) == (session_id, "pause")
    await asyncio.gather(*(ours.room.say(ANN, f"a{n}") for n in range(3)), theirs.room.say(BO, "b"))
    assert len((await there.open(session_id)).room.chat()) >= 1
    await theirs.room.reload()
    assert sorted(one["text"] for one in theirs.room.chat()) == [
        "Hello from over there",
        "a0",
        "a1",
        "a2",
        "b",
    ]
    await theirs.room.close()
    await until(page_of_ann, '"reload": true')
    await page_of_bo.aclose()
    await here._engine.delete_session(session_id)


def test_who_looks_on_elsewhere_is_forgotten_when_that_worker_says_no_more():
    now = 0.0
    people = OtherWorkers(lambda: now)
    people.note("one", [("m1", "Ann")])
    people.note("two", [("m2", "Bo")])
    assert people.people() == [("m1", "Ann"), ("m2", "Bo")]
    people.note("one", [])
    now = 1000.0
    assert people.people() == []


def test_an_ai_player_of_a_worker_that_says_no_more_is_lost_and_one_s_own_is_not():
    now = 0.0
    status, running = AIStatus(lambda: now), {"ai": "running"}
    assert status.note(running, elsewhere=True) and not status.note(running, elsewhere=True)
    assert status.is_at_work and not status.is_here and not status.is_lost
    now = 1000.0
    assert status.is_lost and not status.is_at_work and status.shown() == {}
    status.note(running)
    now = 2000.0
    assert status.is_here and status.shown() == running


async def test_only_the_worker_that_plays_answers_for_an_ai_player(
    own_engine: GameEngine, bell: Path, monkeypatch: pytest.MonkeyPatch
):
    session_id = (await own_engine.create_session("silent_bell", ANN.player_id)).session_id
    here = LiveSessions(own_engine)
    live, told = await here.open(session_id), list[RelayedMessage]()

    def publish(message: str) -> None:
        told.append(RelayedMessage.model_validate_json(message))

    monkeypatch.setattr(own_engine.storage, "publish", publish)
    live.show_status({"ai": "running"})
    live.tell_again()
    assert told == []
    live.say({"ai": "running"})
    live.tell_again()
    assert [one.kind for one in told] == ["status", "status"]
    assert len({one.number for one in told}) == 2  # PostgreSQL would drop one of the same words


async def test_a_message_that_can_t_be_handled_does_not_keep_the_next_from_it(
    own_engine: GameEngine, monkeypatch: pytest.MonkeyPatch
):
    live, seen = LiveSessions(own_engine), list[str]()

    def handle(message: RelayedMessage) -> None:
        seen.append(message.session)
        raise RuntimeError("zz")

    async def notices() -> AsyncGenerator[Notice]:
        for session in ("one", "two"):
            yield Notice(message=f'{{"worker": "other", "session": "{session}", "kind": "steer"}}')

    live.handlers["steer"] = handle
    monkeypatch.setattr(own_engine.storage, "notices", notices)
    await live.follow()
    assert seen == ["one", "two"]


async def test_an_answer_is_stopped_from_another_worker(workers: tuple[LiveSessions, LiveSessions]):
    here, there = workers
    ours, theirs = PendingAnswers(here.relay), PendingAnswers(there.relay)
    here.handlers["stop"] = ours.stopped_elsewhere

    async def never() -> AsyncIterator[Event]:
        await asyncio.Event().wait()
        yield CommandResult(command="help", text="")

    waiting = asyncio.ensure_future(anext(ours.follow("s", "ann", never())))
    while not waiting.done():  # the first word may be lost
        theirs.stop("s", "ann")
        await asyncio.sleep(0.02)
    with pytest.raises(AnswerStopped):
        await waiting
