"""Settings of the models room."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr


class ModelSettings(BaseModel):
    """Which models answer, and where.

    Attributes:
        provider: a name of the registry; `embedded` needs no model at all.
        timeout_s: how long one call may take, in seconds.
    """

    model_config = ConfigDict(extra="forbid")

    provider: str = "embedded"
    base_url: str | None = None
    api_key: SecretStr | None = None
    llm_model_name: str | None = None
    embedding_model_name: str | None = None
    timeout_s: float = Field(default=60.0, gt=0)
