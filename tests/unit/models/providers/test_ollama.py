"""Ollama: output modes, bounds and contexts in its own words."""

import pytest

from echoes.models.completion import Request
from echoes.models.providers.ollama import OllamaProvider, _OllamaChat
from echoes.models.providers.reply_draft import ReplyDraft
from echoes.models.settings import ModelSettings

SCHEMA = {"type": "object"}


def settings(**given: object) -> ModelSettings:
    return ModelSettings.model_validate({"provider": "ollama", "llm_model_name": "m", **given})


@pytest.mark.parametrize(
    ("mode", "form"), [("json_schema", SCHEMA), ("json_object", SCHEMA), ("json", "json"), (None, None)]
)
def test_each_mode_is_a_format(mode: str | None, form: object):
    request = Request("", "", mode=mode, schema=SCHEMA)  # type: ignore[arg-type]
    assert _OllamaChat(settings()).body(request).get("format") == form


def test_options_hold_the_bound_the_temperature_and_the_context():
    chat = _OllamaChat(settings(temperature=0.3, max_output_tokens=20))
    options = chat.body(Request("", "", max_tokens=50))["options"]
    assert options == {"num_predict": 20, "temperature": 0.3, "num_ctx": 8192}


def test_the_context_holds_prompt_and_reply_and_does_not_shrink_again():
    chat = _OllamaChat(settings())
    for prompt, tokens in (("a" * 30_000, 16384), ("雪" * 30_000, 32768), ("a", 32768)):
        assert chat.body(Request("", prompt))["options"]["num_ctx"] == tokens


def test_a_context_of_the_settings_is_sent_as_it_is():
    chat = _OllamaChat(settings(context_tokens=4096))
    assert chat.body(Request("", "a" * 30_000))["options"]["num_ctx"] == 4096


@pytest.mark.parametrize(("read", "cut"), [(None, False), (4096, True), (9000, False), (0, False)])
def test_a_count_far_below_the_prompt_says_that_it_was_cut(read: int | None, cut: bool):
    doubt = _OllamaChat(settings()).doubt(Request("", "a" * 40_000), ReplyDraft(prompt=read))
    assert (doubt is not None) is cut


def test_without_a_name_there_is_no_model():
    assert OllamaProvider(settings(llm_model_name=None)).completion() is None
    assert OllamaProvider(settings()).embeddings() is None
