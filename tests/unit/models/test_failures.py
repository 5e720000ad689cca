"""Whatever a server does becomes one cause of a table, with its own line and remedy, and holds no key."""

import pytest

from echoes.core.operation.usage import Usage
from echoes.models.causes import CAUSES, Signal, signal_of_end
from echoes.models.failures import TRANSIENT, failure_of, mark_cut


@pytest.mark.parametrize(
    ("at", "words", "kind"),
    [
        (401, "", "denied"),
        (403, "Forbidden", "denied"),
        (403, "Project has no access to model gpt-x", "missing"),
        (400, "API key not valid. Please pass a valid API key.", "denied"),
        (404, "The model `x` does not exist", "missing"),
        (400, "Unknown model: x", "missing"),
        (404, "Not Found", "missing"),
        ("page", "<html>", "missing"),
        (308, "", "missing"),
        (408, "", "timeout"),
        ("timeout", "", "timeout"),
        (429, "", "busy"),
        (429, "You exceeded your current quota, please check your plan and billing details", "unpaid"),
        (429, "You exceeded your current quota. Please retry in 7.66s.", "busy"),
        (429, "Rate limit reached. Please try again in 20s. Add a payment method: /account/billing", "busy"),
        (402, "", "unpaid"),
        (403, "Insufficient balance", "unpaid"),
        (400, "Access denied: your account is in arrears", "unpaid"),
        (400, "欠费", "unpaid"),
        (400, "The response was filtered due to our content management policy", "filtered"),
        (400, "data_inspection_failed", "filtered"),
        (403, "input was flagged by moderation", "filtered"),
        (400, "no", "refused"),
        (400, "maximum context length is 4096", "too_long"),
        (500, "maximum context length is 4096", "too_long"),
        (400, "the request exceeds the available context size, try increasing it", "too_long"),
        (400, "Range of input length should be [1, 30720]", "too_long"),
        (413, "", "too_long"),
        ("short count", "", "too_long"),
        (500, "", "broken"),
        (503, "Loading model", "broken"),
        (503, "The engine is currently overloaded", "busy"),
        ("broken off", "", "broken"),
        ("connection", "All connection attempts failed", "unreachable"),
        ("connection", "[SSL: CERTIFICATE_VERIFY_FAILED]", "unreachable"),
        ("proxy", "", "unreachable"),
        ("empty", "", "empty"),
        ("format", "", "broken"),
        ("end", "load", "busy"),
        ("end", "length", "cut"),
        ("end", "content_filter", "filtered"),
        ("end", "error", "broken"),
        ("?", "", "unreadable"),
        (999, "", "unreadable"),
    ],
)
def test_the_first_row_that_fits_decides(at: int | str, words: str, kind: str):
    failed = failure_of("m", Signal(at, words))
    assert failed.kind == kind
    assert failed.remedy


@pytest.mark.parametrize(
    ("words", "cause", "named"),
    [
        (
            "Unsupported value: 'temperature' does not support 0.0 with this model.",
            "parameter",
            "temperature",
        ),
        (
            "max_tokens is not supported with this model. Use max_completion_tokens.",
            "parameter",
            "max_tokens",
        ),
        ("body stream_options Extra inputs are not permitted", "parameter", "stream_options"),
        ("stream_options is only allowed when stream is true", "parameter", "stream_options"),
        ("max_tokens is too large: 9000. The model's context length is 4096", "parameter", "max_tokens"),
        ("Invalid response_format", "parameter", "response_format"),
        ("json_schema is not supported", "output mode", ""),
        ("System role not supported", "system role", ""),
        ("Unknown role: system", "system role", ""),
        ("'messages[0].role' does not support 'system' with this model", "system role", ""),
        ("Conversation roles must alternate user/assistant/user/assistant/...", "system role", ""),
        ("Developer instruction is not enabled for models/gemma", "system role", ""),
        ("不支持 system 角色", "system role", ""),
        ("This model only support stream mode, please enable the stream parameter", "streaming", ""),
        ("parameter.enable_thinking must be set to false for non-streaming calls", "streaming", ""),
        ("stream error: stream ID 1; INTERNAL_ERROR", "", ""),
        ("Internal system error: unexpected EOF", "", ""),
    ],
)
def test_what_another_shape_helps_against_is_known_by_its_words(words: str, cause: str, named: str):
    sent = ("temperature", "max_tokens", "stream_options", "response_format")
    for status in (400, 500):
        failed = failure_of("m", Signal(status, words, sent))
        assert (failed.cause_name if failed.kind == "refused" and cause else cause) == cause
        assert not cause or failed.named == named


def test_a_parameter_that_was_refused_is_named_with_the_setting():
    failed = failure_of("m", Signal(400, "temperature: only 1 is supported", ("temperature",)))
    assert "temperature" in failed.problem and "models.temperature" in failed.remedy


def test_what_comes_again_follows_from_the_kind():
    for cause in CAUSES:
        assert cause.then != "again" or cause.kind in TRANSIENT
    assert {"unreachable", "busy", "broken", "empty"} == TRANSIENT


@pytest.mark.parametrize("text", ["bad key s3cret!", "use sk-abcdef123456", "Bearer abcdef123456 is wrong"])
def test_no_key_is_repeated(text: str):
    failed = failure_of("m", Signal(401, text), "s3cret!")
    assert "***" in failed.detail
    assert not any(word in failed.detail for word in ("s3cret!", "abcdef123456"))


def test_the_server_s_words_are_one_short_line_and_no_part_of_the_message():
    failed = failure_of("m", Signal(400, "The solution\nis \x1b[31mthis. " * 100))
    assert len(failed.detail) <= 200
    assert not {"\n", "\x1b"} & {*failed.detail}
    assert "solution" not in str(failed)


def test_a_stream_that_broke_off_has_cost_a_call():
    failed = mark_cut(failure_of("m", Signal("connection")))
    assert (failed.kind, failed.spent) == ("cut", Usage(model_calls=1))


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "eos", "", "end_turn"])
def test_a_reply_that_ends_for_a_good_reason_is_whole(reason: str):
    assert signal_of_end(reason) is None
