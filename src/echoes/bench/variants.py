"""Changed configurations: the same settings but for what a benchmark varies."""

from dataclasses import dataclass
from typing import Any

from echoes.app import referee_of
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.roles import Role
from echoes.games.situation_puzzle.referees.base import REFEREES
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import EndpointSettings


@dataclass(frozen=True)
class Who:
    """A strategy or a referee, at times with a model of its own, written `name@model`."""

    name: str
    model: str | None = None

    @classmethod
    def read(cls, text: str) -> "Who":
        """From what stands on the command line.

        Raises:
            BadInput: a part is empty.
        """
        name, at, model = text.partition("@")
        if not name or (at and not model):
            raise BadInput(f"'{text}' names no player or referee", "Write NAME, or NAME@MODEL.")
        return cls(name, model or None)

    def __str__(self) -> str:
        return f"{self.name}@{self.model}" if self.model else self.name


def isolated(config: Config, referee: str) -> Config:
    """The same settings; nothing stays in the memory of players, nor comes out of it.

    Args:
        config: left as it is.
        referee: the name of the referee.
    """
    own = config.model_copy(deep=True)
    own.storage = own.storage.model_copy(update={"backend": "memory", "url": None})
    memory = {"remember": False, "propose": False, "hints": False, "difficulty": False}
    own.memory = own.memory.model_copy(update=memory)
    own.play.referee = referee
    return own


def with_model(config: Config, role: Role, model: str | None) -> Config:
    """The same settings with another model for a role; None leaves it."""
    if model is None:
        return config
    own = config.model_copy(deep=True)
    roles: dict[Any, EndpointSettings] = {**own.models.roles}
    before = roles.get(role.value, EndpointSettings())
    roles[role.value] = before.model_copy(update={"llm_model_name": model})
    own.models = own.models.model_copy(update={"roles": roles})
    return own


def named_referee(config: Config, name: str | None = None) -> str:
    """The name of a referee; None and `auto` are what the settings come to.

    Raises:
        UnknownName: there is no such referee.
        BadInput: it needs a model, and none is configured.
    """
    models = ModelProviderRegistry(config.models)
    if name in (None, "auto"):
        return referee_of(config, models)
    REFEREES.load(name)
    if name == "model" and models.llm(Role.REFEREE) is None:
        raise BadInput("the referee has no model", "Configure one; docs/models.md shows how.")
    return name
