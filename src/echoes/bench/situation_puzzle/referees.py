"""Naming a referee for a benchmark, and what of it a plan keeps."""

from collections.abc import Sequence

from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.games.situation_puzzle.referees.contract import REFEREES, configured_referee
from echoes.models.provider_registry import ModelProviderRegistry


def named_referee(config: Config, name: str | None = None) -> str:
    """Return the name of a referee; None and `auto` are resolved from the settings.

    Raises:
        UnknownName: there is no such referee.
        BadInput: it needs a model, and none is configured.
    """
    models = ModelProviderRegistry(config.models)
    if name in (None, "auto"):
        return configured_referee(config.play.referee, models)
    REFEREES.load(name)
    if name == "model" and models.llm(Role.REFEREE) is None:
        raise BadInput("the referee has no model", "Configure one; docs/models.md shows how.")
    return name


def prompt_versions(referees: Sequence[str]) -> dict[str, str]:
    """Return the version of the prompts of each referee, as a plan keeps it."""
    return {name: REFEREES.load(name).prompt_version for name in referees}
