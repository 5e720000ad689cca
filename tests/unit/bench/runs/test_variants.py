"""Variants of the configuration differ in what they say, and leave the original alone."""

import pytest

from echoes.bench.runs.variants import AgentSpec, sandboxed, with_model
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role


def test_a_player_or_referee_may_name_a_model_of_its_own():
    assert AgentSpec.parse("model@small") == AgentSpec("model", "small")
    assert [str(AgentSpec.parse(text)) for text in ("baseline", "model@a@b")] == ["baseline", "model@a@b"]
    for text in ("", "@small", "model@"):
        with pytest.raises(BadInput):
            AgentSpec.parse(text)


def test_a_sandboxed_configuration_keeps_nothing_and_has_no_limits():
    config = load_config()
    config.memory.remember = True
    own = sandboxed(config, "embedded")
    assert (own.storage.backend, own.memory.remember, own.play.referee) == ("memory", False, "embedded")
    assert config.memory.remember and config.storage.backend != "memory"


def test_another_model_is_set_for_one_role_only():
    config = load_config()
    own = with_model(config, Role.REFEREE, "large")
    assert own.models.for_role(Role.REFEREE).llm_model_name == "large"
    before = config.models.for_role(Role.PLAYER).llm_model_name
    assert own.models.for_role(Role.PLAYER).llm_model_name == before != "large"
    assert with_model(config, Role.REFEREE, None) is config
