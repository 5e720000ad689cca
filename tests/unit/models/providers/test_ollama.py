"""Ollama: output modes and bounds in its own words."""

import pytest

from echoes.models.completion import Request
from echoes.models.providers.ollama import OllamaProvider, _bind_arguments
from echoes.models.settings import ModelSettings

SCHEMA = {"type": "object"}


def settings(**given: object) -> ModelSettings:
    return ModelSettings.model_validate({"provider": "ollama", **given})


@pytest.mark.parametrize(
    ("mode", "bound"),
    [
        ("json_schema", {"format": SCHEMA}),
        ("json_object", {"format": SCHEMA}),
        ("json", {"format": "json"}),
        (None, {}),
    ],
)
def test_each_mode_is_a_format(mode: str | None, bound: dict[str, object]):
    assert _bind_arguments(settings(), Request("", "", mode=mode, schema=SCHEMA)) == bound  # type: ignore[arg-type]


def test_a_bound_takes_the_temperature_along_since_options_replace_those_of_the_model():
    bound = _bind_arguments(settings(temperature=0.3, max_output_tokens=20), Request("", "", max_tokens=50))
    assert bound == {"options": {"num_predict": 20, "temperature": 0.3}}


def test_a_temperature_that_is_left_to_the_server_is_not_sent():
    bound = _bind_arguments(settings(temperature=None), Request("", "", max_tokens=50))
    assert bound == {"options": {"num_predict": 50}}


def test_without_a_name_there_is_no_model():
    assert OllamaProvider(settings()).completion() is None
    assert OllamaProvider(settings()).embeddings() is None
