"""Pieces of a reply become one, whatever their types are; a count that is none is not reported."""

from typing import Any

import pytest

from echoes.models.completion import Request
from echoes.models.providers.reply_draft import ReplyDraft, error_in


@pytest.mark.parametrize("count", [None, "7", 7.0, True, -1, 10**12, [7], {}])
def test_a_count_that_is_none_is_estimated(count: Any):
    draft = ReplyDraft(texts=["eight characters"])
    draft.count(count, count)
    usage = draft.usage(Request("s" * 8, "p" * 8), 1.0)
    assert (usage.prompt_tokens, usage.completion_tokens) == (4, 4)


def test_the_largest_count_stands():
    draft = ReplyDraft(texts=["a"])
    for prompt, completion in ((9, 1), (9, None), (9, 3), (0, 2)):
        draft.count(prompt, completion)
    usage = draft.usage(Request("", ""), 1.0)
    assert (usage.prompt_tokens, usage.completion_tokens) == (9, 3)


def test_a_piece_that_repeats_all_that_was_said_adds_the_rest():
    draft = ReplyDraft(texts=["A lamp. ", "It "])
    assert draft.rest_of("A lamp. It burns.") == "burns."
    assert draft.rest_of("burns.") == "burns."


def test_an_object_in_place_of_words_is_the_form_and_never_a_text():
    draft = ReplyDraft()
    assert draft.take({"ruling": "YES"}) == ""
    assert draft.called_with == {"ruling": "YES"}
    assert draft.take({"type": "text", "text": "a"}) == "a"


@pytest.mark.parametrize(
    ("texts", "thoughts", "found"),
    [
        ([], ['{"a":', " 1}\n"], ['{"a": 1}']),
        (["\n"], ['{"a": 1}'], ["\n", '{"a": 1}']),
        (["no"], ['{"a": 1}'], ["no"]),
        ([], ['maybe {"a": 1}'], []),
    ],
)
def test_thinking_is_the_reply_where_it_is_one_object_and_nothing_else_is(
    texts: list[str], thoughts: list[str], found: list[str]
):
    draft = ReplyDraft(texts=texts)
    for thought in thoughts:
        assert draft.take(None, thought, "the same by another name") == ""
    draft.use_thoughts()
    assert draft.texts == found


@pytest.mark.parametrize(
    ("piece", "at"),
    [
        ({"error": {"code": "429", "message": "slow"}}, 429),
        ({"error": "no"}, 500),
        ({"message": "no", "code": 502}, 502),
        ({"choices": [{"error": {"code": 503, "message": "no"}, "message": {"content": "a"}}]}, 503),
        ({"error": {"code": 0, "message": "ok"}}, None),
        ({"message": "success", "code": 200}, None),
        ({"message": "fine", "choices": [{"delta": {"content": "a"}}]}, None),
        ({"errors": [], "error": None}, None),
    ],
)
def test_an_error_stands_in_place_of_a_reply(piece: dict[str, Any], at: int | None):
    signal = error_in(piece)
    assert (signal and signal.at) == at
