"""The reading of a kind of game's own settings, from the section `agents`."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from echoes.core.errors import BadSetting
from echoes.core.protocols import JsonObject

SettingsT = TypeVar("SettingsT", bound=BaseModel)


def read_settings(form: type[SettingsT], agents: JsonObject, name: str) -> SettingsT:
    """Return the settings of a kind of game.

    Args:
        form: the keys that it knows.
        agents: its part of the section `agents`.
        name: of the kind of game, for the message.
    Raises:
        BadSetting: a key or value is not known.
    """
    try:
        return form.model_validate(agents)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(["agents", name, *map(str, first["loc"])])
        problem = first["msg"].removeprefix("Value error, ")
        raise BadSetting(
            f"setting '{where}': {problem}", "Fix it in config/agents.yaml or in the environment."
        ) from None
