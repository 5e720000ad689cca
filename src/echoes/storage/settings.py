"""The `storage` section of the settings."""

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationInfo, field_validator


class StorageSettings(BaseModel):
    """The place where sessions are kept.

    Attributes:
        backend: a name of the registry (`sqlite`, `postgres`, `memory`).
        url: the address of a database server, for back ends that need one; it may hold a password.
        lock_wait_s: the longest that a message waits for its turn in a session, in seconds.
        timeout_s: the longest that a database server may take to answer, in seconds.
        pool_size: the most connections of a process to a database server, for its log and for the rest each.
    """

    model_config = ConfigDict(extra="forbid")

    backend: str = "sqlite"
    url: SecretStr | None = None
    lock_wait_s: float = Field(default=10.0, ge=0)
    timeout_s: float = Field(default=10.0, ge=1)
    pool_size: int = Field(default=4, ge=1)

    @field_validator("url")
    @classmethod
    def _address_is_used(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        """Refuse an address that nobody would read: its owner believes that the games are there."""
        backend = info.data.get("backend")
        if value and backend in ("sqlite", "memory"):
            raise ValueError(f"storage.url is set, but storage.backend '{backend}' uses none")
        return value or None  # an empty variable names no address
