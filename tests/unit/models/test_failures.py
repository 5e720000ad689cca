"""Exceptions of client libraries become one of our kinds, and hold no key."""

from types import SimpleNamespace
from typing import Any

import pytest

from echoes.core.errors import ModelFailed
from echoes.core.usage import Usage
from echoes.models.failures import mark_cut, translate_error


class StatusError(Exception):
    def __init__(self, status: Any, text: str = "no", headers: dict[str, str] | None = None) -> None:
        super().__init__(text)
        self.status_code = status
        self.response = SimpleNamespace(headers=headers or {})


class ReadTimeout(Exception):
    pass


class ConnectError(Exception):
    pass


class RemoteProtocolError(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (StatusError(401), "denied"),
        (StatusError(403), "denied"),
        (StatusError(404), "missing"),
        (StatusError(408), "timeout"),
        (StatusError(429), "busy"),
        (StatusError(400), "refused"),
        (StatusError(400, "maximum context length is 4096"), "too_long"),
        (StatusError(500, "maximum context length is 4096"), "broken"),
        (StatusError(503), "broken"),
        (StatusError(-1), "unreadable"),
        (StatusError("?"), "unreadable"),
        (TimeoutError(), "timeout"),
        (ReadTimeout(), "timeout"),
        (ConnectionRefusedError(), "unreachable"),
        (ConnectError(), "unreachable"),
        (RemoteProtocolError(), "broken"),
        (KeyError("choices"), "unreadable"),
    ],
    ids=repr,
)
def test_the_kind_follows_from_status_or_class(error: Exception, kind: str):
    failed = translate_error("m", error)
    assert failed.kind == kind
    assert failed.remedy


def test_our_own_errors_pass_unchanged():
    error = ModelFailed("budget", "spent")
    assert translate_error("m", error) is error


@pytest.mark.parametrize("text", ["bad key s3cret!", "use sk-abcdef123456", "Bearer abcdef123456 is wrong"])
def test_no_key_is_repeated(text: str):
    failed = translate_error("m", StatusError(401, text), "s3cret!")
    assert "***" in failed.detail
    assert not any(word in failed.detail for word in ("s3cret!", "abcdef123456"))


def test_the_server_s_words_are_one_short_line_and_no_part_of_the_message():
    failed = translate_error("m", StatusError(400, "The solution\nis \x1b[31mthis. " * 100))
    assert len(failed.detail) <= 200
    assert not {"\n", "\x1b"} & {*failed.detail}
    assert "solution" not in str(failed)


@pytest.mark.parametrize(("header", "seconds"), [("7", 7), ("-1", 0), ("soon", 0), (None, 0)])
def test_retry_after_is_read_as_seconds(header: str | None, seconds: float):
    headers = {"retry-after": header} if header else {}
    assert translate_error("m", StatusError(429, headers=headers)).wait_s == seconds


def test_a_stream_that_broke_off_has_cost_a_call():
    failed = mark_cut(translate_error("m", ConnectError()))
    assert (failed.kind, failed.spent) == ("cut", Usage(model_calls=1))
    assert "(cut)" in str(failed)
