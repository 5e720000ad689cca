"""OpenAI-compatible servers: output modes, bounds of replies, and settings that do not fit."""

import pytest

from echoes.core.errors import BadSetting
from echoes.models.completion import Request
from echoes.models.providers.api import ApiProvider, _bind_arguments
from echoes.models.settings import ModelSettings

SCHEMA = {"type": "object"}
LOCAL = "http://127.0.0.1:9/v1"


def settings(**given: object) -> ModelSettings:
    return ModelSettings.model_validate({"provider": "api", **given})


@pytest.mark.parametrize(
    ("mode", "response"),
    [
        (
            "json_schema",
            {"type": "json_schema", "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True}},
        ),
        ("json_object", {"type": "json_object", "schema": SCHEMA}),
        ("json", {"type": "json_object"}),
    ],
)
def test_each_mode_asks_for_its_format(mode: str, response: dict[str, object]):
    request = Request("", "", mode=mode, schema=SCHEMA)  # type: ignore[arg-type]
    assert _bind_arguments(settings(), request) == {"response_format": response}


def test_plain_text_asks_for_no_format():
    assert _bind_arguments(settings(), Request("", "")) == {}


def test_without_other_functions_the_reply_is_required_by_name():
    bound = _bind_arguments(settings(), Request("", "", mode="function_calling", schema=SCHEMA))
    assert bound["tool_choice"] == {"type": "function", "function": {"name": "reply"}}


@pytest.mark.parametrize(
    ("given", "limit"),
    [
        ({}, {"max_tokens": 50}),
        ({"max_output_tokens": 20}, {"max_tokens": 20}),
        ({"base_url": LOCAL}, {"extra_body": {"max_tokens": 50}}),
        ({"base_url": LOCAL, "api_version": "1"}, {"max_tokens": 50}),
    ],
)
def test_the_smaller_bound_counts_under_the_key_that_the_server_knows(
    given: dict[str, object], limit: dict[str, object]
):
    assert _bind_arguments(settings(**given), Request("", "", max_tokens=50)) == limit


def test_without_a_name_there_is_no_model():
    assert ApiProvider(settings()).completion() is None
    assert ApiProvider(settings()).embeddings() is None


def test_azure_embeds_nothing():
    with pytest.raises(BadSetting, match="Azure"):
        ApiProvider(settings(embedding_model_name="m", api_version="1", base_url=LOCAL)).embeddings()
