"""The only place that wires concrete things together."""

from echoes.config import Config, load_config
from echoes.core.errors import BadSetting
from echoes.core.roles import Role
from echoes.engine.assembly import Announce
from echoes.engine.engine import GameEngine
from echoes.engine.puzzles import PuzzleRepository
from echoes.games.base import GAME_TYPES, GameType
from echoes.games.situation_puzzle.referees.base import REFEREES
from echoes.games.table import Limits
from echoes.models.provider_registry import ModelProviderRegistry, Watch
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory
from echoes.storage.backends import open_storage


def open_engine(
    config: Config | None = None,
    announce: Announce = lambda line: None,
    watch: Watch | None = None,
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
    factory = RAGProviderFactory(config.rag.provider, embeddings)
    return GameEngine(
        games=games,
        puzzles=PuzzleRepository(games, paths.data, paths.game_storage / "puzzles"),
        knowledge=KnowledgeBase(paths.rag_storage, factory),
        storage=open_storage(config.storage, paths.game_storage, embeddings),
        referee=referee_of(config, models),
        models=models,
        memory=config.memory,
        announce=announce,
    )


def referee_of(config: Config, models: ModelProviderRegistry) -> str:
    """The referee that the settings come to: `auto` is the model where one is configured.

    Raises:
        UnknownName: there is no such referee.
    """
    name = config.play.referee
    if name == "auto":
        return "model" if models.llm(Role.REFEREE) else "embedded"
    REFEREES.load(name)
    return name


def game_types(config: Config) -> dict[str, GameType]:
    """All game types, each with its part of the `agents` section."""
    play = config.play
    limits = Limits(play.max_questions, play.max_hints, play.max_message_chars, play.offer_hint_after)
    names = GAME_TYPES.names()
    if unknown := sorted(set(config.agents) - set(names)):
        raise BadSetting(f"unknown setting 'agents.{unknown[0]}'", f"Known: {', '.join(names)}.")
    return {name: GAME_TYPES.load(name)(limits, config.agents.get(name, {})) for name in names}
