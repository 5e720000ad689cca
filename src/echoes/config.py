"""The configuration: each room's own settings, from `config/*.yaml` and the environment."""

import os
from pathlib import Path
from typing import Any, cast

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from echoes.core.errors import BadSetting
from echoes.memory.settings import MemorySettings
from echoes.models.settings import ModelSettings
from echoes.rag.settings import RagSettings
from echoes.storage.settings import StorageSettings

_PREFIX = "ECHOES__"
_FILES = ("game.yaml", "models.yaml", "agents.yaml")


class PathSettings(BaseModel):
    """The three folders; relative ones are relative to the folder that holds `config/`."""

    model_config = ConfigDict(extra="forbid")

    data: Path = Path("data")
    rag_storage: Path = Path("rag_storage")
    game_storage: Path = Path("game_storage")


class PlaySettings(BaseModel):
    """How games run; None means no bound."""

    model_config = ConfigDict(extra="forbid")

    default_puzzle: str = "wrong_umbrella"
    referee: str = "auto"
    max_message_chars: int = Field(default=2000, ge=1)
    max_questions: int | None = Field(default=None, ge=1)
    max_hints: int | None = Field(default=None, ge=0)
    offer_hint_after: int | None = Field(default=8, ge=1)


class WebSettings(BaseModel):
    """Who may come in, and how much of everything.

    Attributes:
        password: what everybody has to give; None lets everybody in.
        operator_password: opens the author's desk; None keeps it closed.
        secret: signs cookies and room links; None makes one, and keeps it in the game storage.
        secure_cookies: only over HTTPS.
        messages_per_minute, games_per_hour, ai_games_per_hour: of one player.
        requests_per_minute: of one address, files of the pages not counted.
        ai_players: whether visitors may watch AI players.
        prepare: whether all knowledge bases are built when the server starts, beside the play.
    """

    model_config = ConfigDict(extra="forbid")

    password: SecretStr | None = None
    operator_password: SecretStr | None = None
    secret: SecretStr | None = None
    secure_cookies: bool = False
    messages_per_minute: int = Field(default=120, ge=1)
    games_per_hour: int = Field(default=60, ge=1)
    ai_games_per_hour: int = Field(default=20, ge=1)
    requests_per_minute: int = Field(default=12_000, ge=1)
    max_upload_kb: int = Field(default=1024, ge=1)
    ai_players: bool = True
    prepare: bool = True

    @field_validator("password", "operator_password", "secret")
    @classmethod
    def _nothing_is_none(cls, value: SecretStr | None) -> SecretStr | None:
        """An empty variable opens nothing."""
        return value or None


class Config(BaseSettings):
    """Everything that can be set. The environment comes before the files."""

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX, env_nested_delimiter="__", extra="forbid", env_parse_none_str="null"
    )

    paths: PathSettings = PathSettings()
    play: PlaySettings = PlaySettings()
    models: ModelSettings = ModelSettings()
    rag: RagSettings = RagSettings()
    storage: StorageSettings = StorageSettings()
    memory: MemorySettings = MemorySettings()
    web: WebSettings = WebSettings()
    agents: dict[str, dict[str, JsonValue]] = {}

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment, then what was read from the files."""
        return env_settings, init_settings


def load_config() -> Config:
    """Read the configuration.

    Raises:
        BadSetting: an unknown key or value, named with the known ones; a file that can't
            be read.
    """
    folder = config_folder()
    _check_environment()
    sections = _files(folder)
    if unknown := sorted(str(name) for name in sections if name not in Config.model_fields):
        known = ", ".join(sorted(Config.model_fields))
        raise BadSetting(f"unknown setting '{unknown[0]}'", f"Known sections: {known}.")
    try:
        config = Config(**sections)
    except ValidationError as error:
        raise _bad(error) from None
    except SettingsError as error:
        raise BadSetting(str(error), "Set single keys: ECHOES__SECTION__KEY.") from None
    base = folder.parent
    for name in PathSettings.model_fields:
        setattr(config.paths, name, (base / getattr(config.paths, name).expanduser()).resolve())
    return config


def config_folder() -> Path:
    """`ECHOES_CONFIG_DIR`, else the `config/` of the checkout, else the one of the current folder."""
    named = os.environ.get("ECHOES_CONFIG_DIR")
    if named:
        folder = Path(named).expanduser().resolve()
        if not folder.is_dir():
            raise BadSetting(
                f"ECHOES_CONFIG_DIR names '{folder}', which is no folder", "Name one, or unset it."
            )
        return folder
    checkout = Path(__file__).resolve().parents[2] / "config"
    return checkout if checkout.is_dir() else Path.cwd() / "config"


def _files(folder: Path) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for name in _FILES:
        path = folder / name
        try:
            content: Any = yaml.safe_load(path.read_text("utf-8")) if path.exists() else {}
        except (yaml.YAMLError, OSError, UnicodeDecodeError) as error:
            reason = str(error).splitlines()[0]
            raise BadSetting(f"{path} can't be read ({reason})", "Mend the file.") from None
        if not isinstance(content, dict | None):
            raise BadSetting(f"{path} holds no sections", "Write `section:` and its keys below it.")
        merged.update(cast("dict[str, Any]", content or {}))
    return merged


def _check_environment() -> None:
    """An unknown section in the environment is an error too; pydantic looks at known ones only."""
    known = sorted(Config.model_fields)
    for variable in os.environ:
        if variable.upper().startswith(_PREFIX):
            section = variable[len(_PREFIX) :].split("__")[0].lower()
            if section not in known:
                raise BadSetting(f"unknown setting {variable}", f"Known sections: {', '.join(known)}.")


def _bad(error: ValidationError) -> BadSetting:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        section: Any = Config
        for part in first["loc"][:-1]:
            section = getattr(section.model_fields.get(part), "annotation", None) or section
        known = ", ".join(sorted(getattr(section, "model_fields", {})))
        return BadSetting(f"unknown setting '{where}'", f"Known: {known}.")
    # The value itself is left out: it may be a key.
    return BadSetting(f"setting '{where}': {first['msg']}", "Mend it in config/ or in the environment.")
