"""Settings for measurements in which a scripted model answers in place of a configured one."""

from echoes.config import Config


def with_a_model(config: Config) -> Config:
    """Return a configuration whose models are named; whoever measures answers in their place."""
    own = config.model_copy(deep=True)
    own.models.provider, own.models.base_url = "api", "http://127.0.0.1:9/v1"
    own.models.llm_model_name, own.models.roles = "scripted", {}
    return own
