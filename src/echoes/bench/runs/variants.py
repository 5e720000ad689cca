"""Variants of the configuration: the same settings except for what a benchmark varies."""

from dataclasses import dataclass

from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.operation.spending import LimitSettings
from echoes.core.seats.roles import Role
from echoes.models.settings import EndpointSettings


@dataclass(frozen=True)
class AgentSpec:
    """An AI player or a referee, optionally with a model of its own, written `name@model`."""

    name: str
    model: str | None = None

    @classmethod
    def parse(cls, text: str) -> "AgentSpec":
        """Parse `NAME` or `NAME@MODEL`.

        Raises:
            BadInput: a part is empty.
        """
        name, at, model = text.partition("@")
        if not name or (at and not model):
            raise BadInput(f"'{text}' names no player or referee", "Write NAME, or NAME@MODEL.")
        return cls(name, model or None)

    def __str__(self) -> str:
        return f"{self.name}@{self.model}" if self.model else self.name


def sandboxed(config: Config, referee: str | None = None) -> Config:
    """Copy the settings so that sessions leave no trace on disk or in the memory of players, and read none.

    The limits of games do not hold: a benchmark has its own.

    Args:
        config: is not changed.
        referee: the name of the referee; None leaves it.
    """
    own = config.model_copy(deep=True)
    own.storage = own.storage.model_copy(update={"backend": "memory", "url": None})
    memory = {"remember": False, "propose": False, "hints": False, "difficulty": False}
    own.memory = own.memory.model_copy(update=memory)
    own.limits = LimitSettings()
    if referee:
        own.play.referee = referee
    return own


def with_model(config: Config, role: Role, model: str | None) -> Config:
    """Copy the settings with another model for a role; None leaves it."""
    if model is None:
        return config
    own = config.model_copy(deep=True)
    before = own.models.roles.get(role, EndpointSettings())
    changed = {role.value: before.model_copy(update={"llm_model_name": model})}
    own.models = own.models.model_copy(update={"roles": own.models.roles | changed})
    return own
