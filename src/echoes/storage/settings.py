"""The `storage` section of the settings."""

from pydantic import BaseModel, ConfigDict, Field


class StorageSettings(BaseModel):
    """The place where sessions are kept.

    Attributes:
        backend: a name of the registry (`sqlite`, `memory`).
        url: the address of a database server, for back ends that need one.
        lock_wait_s: the longest that a message waits for its turn in a session, in seconds.
    """

    model_config = ConfigDict(extra="forbid")

    backend: str = "sqlite"
    url: str | None = None
    lock_wait_s: float = Field(default=10.0, ge=0)
