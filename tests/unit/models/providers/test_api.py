"""OpenAI-compatible servers: output modes, bounds of replies, addresses, and settings that do not fit."""

import pytest

from echoes.core.errors import BadSetting
from echoes.models.completion import Request
from echoes.models.providers.api import ApiProvider, _ApiChat
from echoes.models.settings import ModelSettings

SCHEMA = {"type": "object"}
LOCAL = "http://127.0.0.1:9/v1"


def settings(**given: object) -> ModelSettings:
    return ModelSettings.model_validate({"provider": "api", "llm_model_name": "m", **given})


@pytest.mark.parametrize(
    ("mode", "response"),
    [
        (
            "json_schema",
            {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True}},
        ),
        ("json_object", {"type": "json_object", "schema": SCHEMA}),
        ("json", {"type": "json_object"}),
        (None, None),
    ],
)
def test_each_mode_asks_for_its_format(mode: str | None, response: object):
    request = Request("", "", mode=mode, schema=SCHEMA)  # type: ignore[arg-type]
    assert _ApiChat(settings()).body(request).get("response_format") == response


def test_without_other_functions_the_reply_is_required_by_name():
    body = _ApiChat(settings()).body(Request("", "", mode="function_calling", schema=SCHEMA))
    assert body["tool_choice"] == {"type": "function", "function": {"name": "reply"}}


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ({}, {"max_completion_tokens": 50}),
        ({"max_output_tokens": 20}, {"max_completion_tokens": 20}),
        ({"base_url": LOCAL}, {"max_tokens": 50}),
        ({"base_url": LOCAL, "api_version": "1"}, {"max_completion_tokens": 50}),
    ],
)
def test_the_smaller_bound_counts_under_the_key_that_the_server_knows(
    given: dict[str, object], limit: dict[str, object]
):
    assert limit.items() <= _ApiChat(settings(**given)).body(Request("", "", max_tokens=50)).items()


def test_without_a_name_there_is_no_model():
    assert ApiProvider(settings(llm_model_name=None)).completion() is None
    assert ApiProvider(settings()).embeddings() is None


def test_azure_needs_an_address():
    with pytest.raises(BadSetting, match="Azure"):
        ApiProvider(settings(api_version="1"))
