"""What the name of a model tells of its size."""

import pytest

from echoes.core.model_names import billions_in


@pytest.mark.parametrize(
    ("name", "billions"),
    [
        ("qwen3:8b", 8),
        ("Qwen2.5-Coder-1.5B-Instruct", 1.5),
        ("smollm2-135m", 0.135),
        ("mixtral:8x7b", 56),
        ("gpt-5-mini", None),
        ("claude-3-5-sonnet", None),
        ("phi3:3bit", None),
        ("qwen3:30b-a3b", 30),
        ("gemma3n:e4b", 4),
        ("claude-sonnet-4-5[1m]", None),
        ("Qwen2.5-14B-Instruct-1M", 14),
        ("ft:gpt-4o-mini:acme::9aK7p4B", None),
    ],
)
def test_a_size_is_a_number_with_its_unit(name: str, billions: float | None):
    assert billions_in(name) == billions
