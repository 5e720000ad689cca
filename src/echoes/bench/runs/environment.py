"""The settings and versions on which a run depends, as its plan keeps them."""

import hashlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import JsonValue

from echoes import __version__
from echoes.bench.runs.folder import FORMAT
from echoes.bench.runs.plan import PlannedModel, RunEnvironment
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.models.provider_registry import ModelProviderRegistry
from echoes.models.settings import redacted_url


def run_environment(config: Config) -> RunEnvironment:
    """Return the settings and versions on which a run depends, as its plan keeps them; no secret is in it.

    Args:
        config: as it is resolved.
    """
    agents = json.dumps(config.agents, sort_keys=True, ensure_ascii=False)
    return {
        "format": FORMAT,
        "echoes": __version__,
        "machine": {
            "python": platform.python_version(),
            "system": platform.system(),
            "packages": {name: _installed_version(name) for name in _PACKAGES},
        },
        "models": {role.value: _model(config, role) for role in (Role.REFEREE, Role.PLAYER)},
        "embedder": ModelProviderRegistry(config.models).embeddings().id,
        "rag": config.rag.model_dump(mode="json"),
        "play": config.play.model_dump(mode="json", exclude={"default_puzzle", "referee"}),
        "agents": hashlib.sha256(agents.encode()).hexdigest()[:16],
        "settings": {game: _without_phrases(found) for game, found in config.agents.items()},
    }


_PACKAGES = ("langgraph", "langchain-core", "httpx", "onnxruntime", "pydantic")


def _installed_version(package: str) -> str | None:
    """Return the version of a package; None where it is not installed, as those of extras may be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _model(config: Config, role: Role) -> PlannedModel:
    own = config.models.for_role(role.value)
    return {
        "provider": own.provider,
        "url": redacted_url(own),
        "model": own.llm_model_name,
        "temperature": own.temperature,
        "max_output_tokens": own.max_output_tokens,
        "structured": own.structured,
    }


def _without_phrases(settings: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the settings of a game without its phrases, which are in the hash of the settings."""
    return {name: value for name, value in settings.items() if name not in ("phrases", "personas")}


def short_hash(path: Path) -> str:
    """Hash the content of a file, as a plan names it: the first 16 hexadecimal digits of SHA-256.

    Raises:
        BadInput: it can't be read.
    """
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise BadInput(f"{path} can't be read ({error.strerror})", "Name a file that is there.") from None
