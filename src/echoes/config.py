"""The configuration: each package's own settings, from `config/*.yaml` and the environment."""

import os
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from echoes.core.errors import BadSetting
from echoes.core.files.config_files import base_of, config_folders, read_layers
from echoes.core.files.install_paths import install_paths
from echoes.core.files.layers import Layers
from echoes.core.operation.spending import LimitSettings
from echoes.engine.operation.telemetry import TelemetrySettings
from echoes.games.situation_puzzle.play_settings import PuzzleLimits
from echoes.memory.settings import MemorySettings
from echoes.models.settings import ModelSettings
from echoes.rag.settings import RagSettings
from echoes.storage.settings import StorageSettings

_PREFIX = "ECHOES__"


class PathSettings(BaseModel):
    """The folders.

    Attributes:
        data: the puzzles that are taken in; in a checkout the bundled ones too.
        bundled: puzzles and gold sets that are only read, beside those of `data`; None for none.
    """

    model_config = ConfigDict(extra="forbid")

    data: Path = Path("data")
    rag_storage: Path = Path("rag_storage")
    game_storage: Path = Path("game_storage")
    bundled: Path | None = None

    @field_validator("data", "rag_storage", "game_storage", mode="before")
    @classmethod
    def _is_named(cls, value: object) -> object:
        """An empty variable would name the folder that holds the configuration."""
        if value == "":
            raise ValueError("names no folder; leave it out for the usual one")
        return value

    @property
    def of_a_checkout(self) -> bool:
        """Return whether the data folder is that of a checkout, which holds the bundled files too."""
        return self.data == install_paths().bundled / "data"

    def all_below(self, folder: Path) -> None:
        """Keep everything below one folder, with nothing bundled."""
        self.data, self.bundled = folder / "data", None
        self.rag_storage, self.game_storage = folder / "rag_storage", folder / "game_storage"

    def material(self, name: str) -> Path:
        """A folder beside the puzzles, as `gold`: the data folder's own, else the bundled one."""
        own = self.data / name
        return own if self.bundled is None or own.is_dir() else self.bundled / name


class PlaySettings(PuzzleLimits):
    """Settings of play: those of every game, and those that situation puzzles have always had here."""

    model_config = ConfigDict(extra="forbid")

    default_puzzle: str = "wrong_umbrella"


class WebSettings(BaseModel):
    """Settings of the web app: access, and bounds on everything.

    Attributes:
        password: what everybody has to give; None lets everybody in.
        operator_password: opens the author's desk; None keeps it closed.
        secret: signs cookies and room links; None makes one, and keeps it in the game storage.
        secure_cookies: only over HTTPS.
        messages_per_minute: of one player: messages, and whatever else others see or the server keeps.
        games_per_hour, ai_games_per_hour: of one player; the last of one address too.
        address_messages_per_minute, address_games_per_hour: of one address, behind which there may be many
            players.
        requests_per_minute: of one address, files of the pages not counted.
        address_streams: pages of one address that may look at games at once.
        trusted_proxies: addresses and networks, separated by commas, whose X-Forwarded-For, -Proto and -Host
            are believed; `*` believes everybody.
        root_path: the path under which a proxy serves the app, such as `/games`; empty for none.
        ai_players: whether visitors may watch AI players.
        prepare: whether all knowledge bases are built when the server starts, beside the play.
        metrics: whether `/metrics` is served, to everybody who can reach it.
        log_format: the form of the server's log, `json` for one object a line.
        shutdown_s: the longest that a server waits for turns when it is told to end, in seconds.
    """

    model_config = ConfigDict(extra="forbid")

    password: SecretStr | None = None
    operator_password: SecretStr | None = None
    secret: SecretStr | None = None
    secure_cookies: bool = False
    messages_per_minute: int = Field(default=120, ge=1)
    games_per_hour: int = Field(default=60, ge=1)
    ai_games_per_hour: int = Field(default=20, ge=1)
    address_messages_per_minute: int = Field(default=2400, ge=1)
    address_games_per_hour: int = Field(default=600, ge=1)
    requests_per_minute: int = Field(default=12_000, ge=1)
    address_streams: int = Field(default=512, ge=1)
    max_upload_kb: int = Field(default=1024, ge=1)
    trusted_proxies: str = ""
    root_path: str = Field(default="", pattern=r"^(/[A-Za-z0-9._~-]+)*/?$")
    ai_players: bool = True
    prepare: bool = True
    metrics: bool = False
    log_format: Literal["text", "json"] = "text"
    shutdown_s: int = Field(default=30, ge=0)

    @field_validator("password", "operator_password", "secret")
    @classmethod
    def _nothing_is_none(cls, value: SecretStr | None) -> SecretStr | None:
        """An empty variable opens nothing."""
        return value or None

    @field_validator("trusted_proxies")
    @classmethod
    def _names_addresses(cls, value: str) -> str:
        """A name would never match what a connection comes from."""
        for address in value.split(",") if value not in ("", "*") else ():
            ip_network(address.strip())
        return value


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
    limits: LimitSettings = LimitSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    web: WebSettings = WebSettings()
    agents: dict[str, dict[str, JsonValue]] = {}
    _layers: Layers = PrivateAttr(default_factory=Layers)

    @classmethod
    def of(cls, layers: Layers) -> "Config":
        """Compose the settings of the files and the environment.

        Raises:
            ValidationError, SettingsError: a key or value is not known.
        """
        config = cls(**layers.settings)
        config._layers = layers
        return config

    def place_of(self, *path: object) -> str:
        """The variable or file that a setting comes from, to be named where it is not right."""
        return _place(self._layers, path)

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

    >>> load_config().models.provider
    'embedded'
    """
    found = install_paths()
    _check_environment()
    folders = config_folders(found)
    layers = read_layers(folders, found)
    if unknown := sorted(name for name in map(str, layers.settings) if name not in Config.model_fields):
        known = ", ".join(sorted(Config.model_fields))
        where = _place(layers, unknown[:1])
        raise BadSetting(f"unknown setting '{unknown[0]}' in {where}", f"Known sections: {known}.")
    try:
        config = Config.of(layers)
    except ValidationError as error:
        raise _bad(error, layers) from None
    except SettingsError as error:
        raise BadSetting(str(error), "Set single keys: ECHOES__SECTION__KEY.") from None
    for name in PathSettings.model_fields:
        if path := getattr(config.paths, name):
            setattr(config.paths, name, _absolute(name, path, base_of(folders[-1], found)))
    return config


def _absolute(name: str, path: Path, base: Path) -> Path:
    try:
        absolute = base / path.expanduser()
        if not absolute.is_absolute():
            raise RuntimeError("the platform names no home")
    except RuntimeError:
        variable = f"{_PREFIX}PATHS__{name.upper()}"
        raise BadSetting(
            f"no home folder is known, so '{name}' has no place", f"Set HOME, or {variable}."
        ) from None
    return absolute.resolve()


def _check_environment() -> None:
    """An unknown section in the environment is an error too; pydantic looks at known ones only."""
    known = sorted(Config.model_fields)
    for variable in os.environ:
        if variable.upper().startswith(_PREFIX):
            section = variable[len(_PREFIX) :].split("__")[0].lower()
            if section not in known:
                raise BadSetting(f"unknown setting {variable}", f"Known sections: {', '.join(known)}.")


def _bad(error: ValidationError, layers: Layers) -> BadSetting:
    first = error.errors()[0]
    where, place = ".".join(map(str, first["loc"])), _place(layers, first["loc"])
    if first["type"] == "extra_forbidden":
        section: Any = Config
        for part in first["loc"][:-1]:
            section = getattr(section.model_fields.get(part), "annotation", None) or section
        known = ", ".join(sorted(getattr(section, "model_fields", {})))
        return BadSetting(f"unknown setting '{where}' in {place}", f"Known: {known}.")
    # The value itself is left out: it may be a key.
    reason = first["msg"].removeprefix("Value error, ")
    return BadSetting(f"setting '{where}': {reason}", f"Fix it in {place}.")


def _place(layers: Layers, path: Sequence[object]) -> str:
    """The variable or file that a setting comes from; the environment comes before the files."""
    wanted = _PREFIX + "__".join(map(str, path)).upper()
    for name in os.environ:
        given = name.upper()
        if given.startswith(_PREFIX) and f"{wanted}__".startswith(f"{given}__"):
            return name  # it, or a section around it
        if given.startswith(f"{wanted}__"):
            return name
    return layers.source(*path) or "the configuration"
