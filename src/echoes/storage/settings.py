"""Settings of storage."""

from pydantic import BaseModel, ConfigDict, Field


class StorageSettings(BaseModel):
    """The place where sessions are kept.

    Attributes:
        backend: a name of the registry (`sqlite`, `memory`).
        url: the address of a database server, for back ends that have one.
        lock_wait_s: how long a message waits for its turn on a session, in seconds.
    """

    model_config = ConfigDict(extra="forbid")

    backend: str = "sqlite"
    url: str | None = None
    lock_wait_s: float = Field(default=10.0, ge=0)
