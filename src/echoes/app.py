"""The only place that wires concrete things together."""

from collections.abc import Mapping

from echoes.config import Config, load_config
from echoes.core.errors import BadSetting
from echoes.core.event_kinds import EventKinds
from echoes.core.protocols import EventLog
from echoes.engine.engine import GameEngine
from echoes.engine.puzzles import PuzzleRepository
from echoes.engine.scenario_knowledge import Announce
from echoes.games.base import GAME_TYPES, AnyGame
from echoes.models.provider_registry import Interceptor, ModelProviderRegistry
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.storage.backends import open_storage


def open_engine(
    config: Config | None = None,
    announce: Announce = lambda line: None,
    watch: Interceptor | None = None,
) -> GameEngine:
    """An engine as it is configured; use it as an async context manager.

    Args:
        config: None reads the configuration.
        announce: is told in one line when something takes a while.
        watch: looks over the models' shoulders, for benchmarks.
    Raises:
        BadSetting, UnknownName: the configuration names something that is not there.
    """
    config = config or load_config()
    games = game_types(config)
    paths = config.paths
    models = ModelProviderRegistry(config.models, paths.game_storage / "models", watch)
    embeddings = models.embeddings()
    factory = RAGProviderFactory(config.rag.provider, embeddings, config.rag.mode)
    return GameEngine(
        games=games,
        puzzles=open_puzzles(config, games),
        knowledge=KnowledgeBase(paths.rag_storage, factory),
        storage=open_storage(config.storage, paths.game_storage, event_kinds(games), embeddings),
        models=models,
        memory=config.memory,
        announce=announce,
    )


def open_puzzles(config: Config, games: Mapping[str, AnyGame]) -> PuzzleRepository:
    """The puzzles of the data folder, and the bundled ones.

    Args:
        config: says where they lie.
        games: all game types, as `game_types` gives them.
    """
    paths = config.paths
    gold = (paths.data / "gold").glob("*_??.jsonl") if paths.of_a_checkout else ()
    came_along = {path.stem for path in gold}  # each bundled puzzle has its gold set
    return PuzzleRepository(games, paths.data, paths.game_storage / "puzzles", paths.bundled, came_along)


def open_event_log(config: Config, games: Mapping[str, AnyGame]) -> EventLog:
    """The logs of all sessions, for what only reads: no model, no index, no store."""
    return open_storage(config.storage, config.paths.game_storage, event_kinds(games)).event_log


def event_kinds(games: Mapping[str, AnyGame]) -> EventKinds:
    """The kinds of events of all game types, by which logs are read."""
    return EventKinds({name: game.events for name, game in games.items()})


def game_types(config: Config) -> dict[str, AnyGame]:
    """All game types, each with its part of the `agents` section.

    Raises:
        BadSetting: a part fits no game type, or not its own.
    """
    names = GAME_TYPES.names()
    if unknown := sorted(set(config.agents) - set(names)):
        where = config.place_of("agents", unknown[0])
        raise BadSetting(f"unknown setting 'agents.{unknown[0]}' in {where}", f"Known: {', '.join(names)}.")
    return {name: _game_type(name, config) for name in names}


def _game_type(name: str, config: Config) -> AnyGame:
    try:
        return GAME_TYPES.load(name)(config.play, config.agents.get(name, {}))
    except BadSetting as error:  # a game type does not know where its settings stand
        raise BadSetting(error.problem, f"Fix it in {config.place_of('agents', name)}.") from None
