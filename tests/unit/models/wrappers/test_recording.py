"""A recording holds replies and no prompts, and plays them back in order."""

from pathlib import Path

import pytest
from tests.unit.models.fakes import REQUEST, FakeCompletion, outcome_of

from echoes.core.errors import BadSetting
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply, Request
from echoes.models.wrappers.recording import RecordingCompletion, ReplayingCompletion

REPLIES = (
    Reply("one", usage=Usage(model_calls=1, prompt_tokens=7)),
    Reply("", {"ruling": "YES"}, function="reply"),
)


async def test_replies_come_back_in_order_and_the_last_one_stays(tmp_path: Path):
    path = tmp_path / "folder" / "recording.jsonl"
    recording = RecordingCompletion(FakeCompletion(*REPLIES), path)
    for _ in REPLIES:
        await recording.complete(REQUEST)
    replaying = ReplayingCompletion(FakeCompletion(), path)
    assert [await replaying.complete(REQUEST) for _ in range(3)] == [*REPLIES, REPLIES[1]]
    assert "raining" not in path.read_text("utf-8")


async def test_the_mode_of_a_request_does_not_matter_and_its_words_do(tmp_path: Path):
    path = tmp_path / "recording.jsonl"
    await RecordingCompletion(FakeCompletion(), path).complete(REQUEST)
    replaying = ReplayingCompletion(FakeCompletion(), path)
    same = Request(REQUEST.system, REQUEST.prompt, mode="json", schema={"type": "object"})
    assert (await replaying.complete(same)).text == "fine"
    assert REQUEST.key("fake") != Request(REQUEST.system, "Was it snowing?").key("fake")
    assert REQUEST.key("fake") != REQUEST.key("another model")


async def test_a_chunk_is_passed_on_when_a_stream_is_replayed(tmp_path: Path):
    path = tmp_path / "recording.jsonl"
    await RecordingCompletion(FakeCompletion(), path).complete(REQUEST)
    chunks: list[str] = []
    request = Request(REQUEST.system, REQUEST.prompt, on_chunk=chunks.append)
    await ReplayingCompletion(FakeCompletion(), path).complete(request)
    assert chunks == ["fine"]


async def test_a_reply_is_returned_even_if_it_can_t_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    recording = RecordingCompletion(FakeCompletion(), tmp_path / "file" / "recording.jsonl")
    assert await outcome_of(recording) == "fine"


@pytest.mark.parametrize("content", [None, "no JSON", "{}", "[]", '{"key": "k", "text": "t", "usage": 1}'])
def test_a_recording_that_can_t_be_read_is_a_bad_setting(content: str | None, tmp_path: Path):
    path = tmp_path / "recording.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadSetting, match=r"models\.replay"):
        ReplayingCompletion(FakeCompletion(), path)
