"""The only place that wires concrete things together."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import SecretStr

from echoes.config import Config, load_config
from echoes.core.errors import BadSetting, UnknownName
from echoes.core.log.event_kinds import EventKinds
from echoes.core.log.event_log import EventLog
from echoes.core.operation.spending import Spending
from echoes.core.seats.roles import PLATFORM_MODEL_ROLES, READER
from echoes.engine.engine import GameEngine
from echoes.engine.operation.telemetry import start_tracing
from echoes.engine.scenarios.knowledge import OnNotice
from echoes.engine.scenarios.repository import ScenarioRepository
from echoes.games.base import AnyGame
from echoes.games.game_types import GAME_TYPES, GameTypes
from echoes.models.provider_registry import Interceptor, ModelProviderRegistry
from echoes.rag.graph_extraction import GraphExtractor
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.storage.backends import Storage, open_storage


def open_engine(
    config: Config | None = None,
    announce: OnNotice = lambda line: None,
    watch: Interceptor | None = None,
    at_once: bool = True,
) -> GameEngine:
    """An engine as it is configured; use it as an async context manager.

    Args:
        config: None reads the configuration.
        announce: is told in one line when something takes a while.
        watch: looks over the models' shoulders, for benchmarks.
        at_once: whether all game types are imported and their settings checked, not each when it is used.
    Raises:
        BadSetting, UnknownName: the configuration names something that is not there.

    >>> async def first_ruling(text):
    ...     async with open_engine() as engine:
    ...         session = await engine.create_session("wrong_umbrella", lang="en")
    ...         return [event.ruling async for event in engine.handle_message(session.session_id, text)]
    >>> asyncio.run(first_ruling("Was the umbrella stolen?"))
    ['NO']
    """
    config = config or load_config()
    games = game_types(config)
    if at_once or config.models.roles:
        _check_model_roles(config, games)
    if config.telemetry.traces:
        start_tracing()
    paths = config.paths
    with _named_by(config, "models", "provider"):
        embeddings = ModelProviderRegistry(config.models).embeddings()
    with _named_by(config, "storage", "backend"):
        storage = open_storage(config.storage, paths.game_storage, event_kinds(games), embeddings)
    folder, counters = paths.game_storage / "models", storage.counters
    models = ModelProviderRegistry(config.models, folder, watch, counters, config.limits)
    reader = models.llm(READER) if config.rag.graph == "model" else None
    extractor = GraphExtractor(reader) if reader else None
    with _named_by(config, "rag", "provider"):
        factory = RAGProviderFactory(config.rag.provider, embeddings, config.rag.mode, extractor)
    return GameEngine(
        games=games,
        scenarios=open_scenarios(config, games),
        knowledge=KnowledgeBase(paths.rag_storage, factory),
        storage=storage,
        models=models,
        memory=config.memory,
        spending=Spending(config.limits, counters),
        announce=announce,
    )


@contextmanager
def _named_by(config: Config, *path: str) -> Generator[None]:
    """Say which variable or file an unknown name comes from, which whoever looks it up does not know."""
    try:
        yield
    except UnknownName as error:
        raise UnknownName(error.problem, f"{error.remedy} Fix it in {config.place_of(*path)}.") from None


def open_storage_at(config: Config, place: str) -> Storage:
    """Open another storage than the configured one.

    Args:
        config: everything else.
        place: the address of a PostgreSQL database, or a folder for files.
    Raises:
        BadSetting: the address can't be read.
    """
    is_address = _is_address(place)
    changes = {"backend": "postgres", "url": SecretStr(place)} if is_address else {"backend": "sqlite"}
    settings = config.storage.model_copy(update=changes)
    embeddings = ModelProviderRegistry(config.models).embeddings()
    return open_storage(settings, files_at(config, place), event_kinds(game_types(config)), embeddings)


def files_at(config: Config, place: str) -> Path:
    """Return the folder of what is a file in another storage; beside a database, it is `game_storage`."""
    return config.paths.game_storage if _is_address(place) else Path(place).expanduser().resolve()


def _is_address(place: str) -> bool:
    return place.startswith(("postgresql://", "postgres://"))


def open_scenarios(config: Config, games: Mapping[str, AnyGame]) -> ScenarioRepository:
    """The scenarios of the data folder, and the bundled ones.

    Args:
        config: says where they lie.
        games: all game types, as `game_types` gives them.
    """
    paths = config.paths
    gold = (paths.data / "gold").glob("*_??.jsonl") if paths.of_a_checkout else ()
    bundled_stems = {path.stem for path in gold}  # each bundled scenario has its gold set
    return ScenarioRepository(games, paths.data, paths.game_storage / "puzzles", paths.bundled, bundled_stems)


def open_event_log(config: Config, games: Mapping[str, AnyGame]) -> EventLog:
    """The logs of all sessions, for what only reads: no model, no index, no store."""
    return open_storage(config.storage, config.paths.game_storage, event_kinds(games)).event_log


def event_kinds(games: Mapping[str, AnyGame]) -> EventKinds:
    """The kinds of events of all game types, by which logs are read."""
    return EventKinds(lambda name: games[name].events if name in games else None)


def game_types(config: Config) -> GameTypes:
    """All game types, each imported with its part of the `agents` section when it is first used.

    Raises:
        BadSetting: a part fits no game type.
    """
    names = GAME_TYPES.in_order()
    if unknown := sorted(set(config.agents) - set(names)):
        where = config.place_of("agents", unknown[0])
        raise BadSetting(f"unknown setting 'agents.{unknown[0]}' in {where}", f"Known: {', '.join(names)}.")
    return GameTypes(names, lambda name: _game_type(name, config))


def _check_model_roles(config: Config, games: Mapping[str, AnyGame]) -> None:
    """Refuse a model for a role that neither the platform nor any game has."""
    known = sorted({*PLATFORM_MODEL_ROLES, *(role for game in games.values() for role in game.model_roles)})
    if unknown := sorted(config.models.roles.keys() - known):
        where = config.place_of("models", "roles", unknown[0])
        said = f"unknown setting 'models.roles.{unknown[0]}' in {where}"
        raise BadSetting(said, f"Known: {', '.join(known)}.")


def _game_type(name: str, config: Config) -> AnyGame:
    try:
        with _named_by(config, "play", "referee"):
            return GAME_TYPES.load(name)(config.play, config.agents.get(name, {}))
    except BadSetting as error:  # a game type does not know where its settings stand
        raise BadSetting(error.problem, f"Fix it in {config.place_of('agents', name)}.") from None
