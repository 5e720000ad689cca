"""Pending answers: whoever waits for one can stop it, from whichever worker, and nobody else's."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from echoes.core.log.events import CommandResult, Event
from echoes.interfaces.web.live.relay import RelayedMessage
from echoes.interfaces.web.pending_answers import AnswerStopped, PendingAnswers

SAID = CommandResult(command="help", text="Ask.")


class Told:
    """A relay that keeps what it is told."""

    def __init__(self) -> None:
        self.messages: list[RelayedMessage] = []

    def tell(self, session_id: str, kind: Any, **data: Any) -> None:
        self.messages.append(RelayedMessage(worker="here", session=session_id, kind=kind, **data))


class Thinking:
    """Events of which the first takes its time."""

    def __init__(self, *events: Event) -> None:
        self.events, self.may_answer, self.was_stopped = events, asyncio.Event(), False

    async def __call__(self) -> AsyncIterator[Event]:
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.was_stopped = True
            raise
        for event in self.events:
            yield event


async def listen(answers: PendingAnswers, person: str, thinking: Thinking) -> list[Event]:
    return [event async for event in answers.follow("s", person, thinking())]


@pytest.fixture
def relay() -> Any:
    return Told()


async def test_an_answer_that_nobody_stops_comes(relay: Any):
    answers, thinking = PendingAnswers(relay), Thinking(SAID, SAID)
    thinking.may_answer.set()
    assert await listen(answers, "ann", thinking) == [SAID, SAID]
    thinking.events = ()
    assert await listen(answers, "ann", thinking) == []


async def test_it_is_too_late_to_stop_what_is_shown(relay: Any):
    answers, thinking = PendingAnswers(relay), Thinking(SAID, SAID)
    thinking.may_answer.set()
    events = answers.follow("s", "ann", thinking())
    assert await anext(events) is SAID
    answers.stop("s", "ann")
    assert await anext(events) is SAID


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_whoever_asked_stops_their_answer_and_no_other(relay: Any, elsewhere: bool):
    answers, anns, bos = PendingAnswers(relay), Thinking(SAID), Thinking(SAID)
    waiting = [
        asyncio.ensure_future(listen(answers, who, thinking))
        for who, thinking in (("ann", anns), ("bo", bos))
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    other = PendingAnswers(relay)
    (other if elsewhere else answers).stop("s", "ann")
    if elsewhere:
        answers.stopped_elsewhere(relay.messages[-1])
    with pytest.raises(AnswerStopped):
        await waiting[0]
    assert anns.was_stopped and not bos.was_stopped
    bos.may_answer.set()
    assert await waiting[1] == [SAID]


async def test_whose_page_is_gone_waits_for_nothing(relay: Any):
    answers, thinking = PendingAnswers(relay), Thinking(SAID)
    waiting = asyncio.ensure_future(listen(answers, "ann", thinking))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0)
    assert thinking.was_stopped
