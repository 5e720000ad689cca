"""Replies from outside the rules are kept by key, and played back without asking."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from pydantic import TypeAdapter

import echoes.core.log.reply_journal as module
from echoes.core.errors import BadInput, ModelFailed
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage

TEXT: TypeAdapter[str] = TypeAdapter(str)
NUMBER: TypeAdapter[int] = TypeAdapter(int)


def says(text: str) -> Callable[[], Awaitable[str]]:
    async def ask() -> str:
        return text

    return ask


async def nobody() -> str:
    raise AssertionError("a replay asks nobody")


async def test_replies_that_come_in_any_order_are_kept_in_the_order_in_which_they_were_asked_for():
    journal, first_may_answer = ReplyJournal(), asyncio.Event()

    async def slow() -> str:
        await first_may_answer.wait()
        return "late"

    async def quick() -> str:
        first_may_answer.set()
        return "early"

    with journal.recording() as recording:
        asked = (journal.reply("memory:mara", slow, TEXT), journal.reply("memory:ben", quick, TEXT))
        await asyncio.gather(*asked)
    assert list(recording.replies.items()) == [("memory:mara", "late"), ("memory:ben", "early")]

    with journal.recording(recording.replies) as again:  # in a replay they may be asked for in another order
        replies = await asyncio.gather(
            *(journal.reply(key, nobody, TEXT) for key in ("memory:ben", "memory:mara"))
        )
    assert replies == ["early", "late"]
    assert again.replies == recording.replies


async def test_a_failure_is_kept_and_comes_again():
    journal, spent = ReplyJournal(), Usage(model_calls=2, prompt_tokens=30)

    async def fails() -> str:
        raise ModelFailed("timeout", "it took too long", "Wait.", "detail", spent)

    with journal.recording() as recording:
        assert await journal.reply("rule", says("YES"), TEXT) == "YES"
        with pytest.raises(ModelFailed):
            await journal.reply("check", fails, TEXT)
    with journal.recording(recording.replies, recording.failures) as again:
        assert await journal.reply("rule", nobody, TEXT) == "YES"
        with pytest.raises(ModelFailed, match="it took too long") as caught:
            await journal.reply("check", nobody, TEXT)
    assert (caught.value.kind, caught.value.spent) == ("timeout", spent)
    assert (again.replies, again.failures) == (recording.replies, recording.failures)


async def test_a_key_that_is_used_again_is_numbered():
    journal = ReplyJournal()
    with journal.recording() as recording:
        for text in ("one", "two", "three"):
            await journal.reply("rule", says(text), TEXT)
    assert recording.replies == {"rule": "one", "rule#2": "two", "rule#3": "three"}
    with journal.recording(recording.replies):
        assert [await journal.reply("rule", nobody, TEXT) for _ in range(3)] == ["one", "two", "three"]


async def test_a_replay_that_lacks_a_reply_or_has_another_form_says_so():
    journal = ReplyJournal()
    with journal.recording({"rule": "YES"}):
        with pytest.raises(BadInput, match="another form"):
            await journal.reply("rule", nobody, NUMBER)
        with pytest.raises(BadInput, match=r"\(judge\)"):
            await journal.reply("judge", nobody, TEXT)


async def test_messages_that_are_thought_about_at_once_have_replies_of_their_own():
    journal, both = ReplyJournal(), asyncio.Barrier(2)

    async def message(text: str) -> dict[str, object]:
        async def ask() -> str:
            await both.wait()
            return text

        with journal.recording() as recording:
            await journal.reply("rule", ask, TEXT)
        return dict(recording.replies)

    assert await asyncio.gather(message("one"), message("two")) == [{"rule": "one"}, {"rule": "two"}]


async def test_outside_a_message_nothing_is_kept():
    assert await ReplyJournal().reply("rule", says("YES"), TEXT) == "YES"


def test_dice_are_kept_so_that_a_replay_meets_them_whatever_chance_does_today(
    monkeypatch: pytest.MonkeyPatch,
):
    journal = ReplyJournal()
    with journal.recording() as recording:
        dice = journal.roll("seed", "lock", 3, 6)
    assert recording.replies == {"roll:lock": [*dice]}
    monkeypatch.setattr(module, "roll", lambda *_: (0, 0, 0))
    with journal.recording(recording.replies):
        assert journal.roll("seed", "lock", 3, 6) == dice


def test_a_thought_that_is_thought_again_is_no_replay():
    journal = ReplyJournal()
    found: list[bool | None] = [journal.replays_replies()]
    for replies, is_replay in ((None, True), ({}, True), ({"rule": "YES"}, True), ({}, False)):
        with journal.recording(replies, is_replay=is_replay):
            found.append(journal.replays_replies())
    assert found == [None, None, False, True, None]
