"""Echoes of Deceit: a platform for situation puzzles, stories, tables and heists.

The names below are the library's public ones, and each is imported when it is first used. Whoever tests a
provider, a game or a referee finds suites for it in `echoes.testing`.
"""

import os

TYPE_CHECKING = False  # as type checkers know it; `typing` takes longer to import than all else here
if TYPE_CHECKING:
    from echoes.app import open_engine as open_engine
    from echoes.config import load_config as load_config
    from echoes.core.documents import Document as Document
    from echoes.core.documents import Passage as Passage
    from echoes.core.errors import EchoesError as EchoesError
    from echoes.core.log.entries import Entry as Entry
    from echoes.core.log.events import ClarificationAsked as ClarificationAsked
    from echoes.core.log.events import CommandResult as CommandResult
    from echoes.core.log.events import Event as Event
    from echoes.core.log.events import SessionEnded as SessionEnded
    from echoes.core.log.events import SessionStarted as SessionStarted
    from echoes.core.protocols import EmbeddingClient as EmbeddingClient
    from echoes.core.protocols import LLMClient as LLMClient
    from echoes.engine.engine import GameEngine as GameEngine
    from echoes.engine.scenarios.ingest import ingest as ingest
    from echoes.engine.sessions.queries import game_context as game_context
    from echoes.engine.sessions.session import GameSession as GameSession
    from echoes.games.base import GameType as GameType
    from echoes.games.player import Move as Move
    from echoes.games.situation_puzzle.authoring.rule_once import rule_once as rule_once
    from echoes.games.situation_puzzle.events import HintGiven as HintGiven
    from echoes.games.situation_puzzle.events import HypothesisJudged as HypothesisJudged
    from echoes.games.situation_puzzle.events import QuestionRuled as QuestionRuled
    from echoes.games.situation_puzzle.puzzle.schema import Puzzle as Puzzle
    from echoes.games.situation_puzzle.referees.contract import Referee as Referee
    from echoes.models.completion import Reply as Reply
    from echoes.models.completion import Request as Request
    from echoes.models.providers.base import ModelProvider as ModelProvider
    from echoes.rag.providers.base import BaseRAGProvider as BaseRAGProvider

__version__ = "0.1.0"
_HOMES = {
    "app": ("open_engine",),
    "config": ("load_config",),
    "core.documents": ("Document", "Passage"),
    "core.log.entries": ("Entry",),
    "core.errors": ("EchoesError",),
    "core.log.events": ("ClarificationAsked", "CommandResult", "Event", "SessionEnded", "SessionStarted"),
    "core.protocols": ("EmbeddingClient", "LLMClient"),
    "engine.engine": ("GameEngine",),
    "engine.scenarios.ingest": ("ingest",),
    "engine.sessions.session": ("GameSession",),
    "engine.sessions.queries": ("game_context",),
    "games.base": ("GameType",),
    "games.player": ("Move",),
    "games.situation_puzzle.authoring.rule_once": ("rule_once",),
    "games.situation_puzzle.events": ("HintGiven", "HypothesisJudged", "QuestionRuled"),
    "games.situation_puzzle.puzzle.schema": ("Puzzle",),
    "games.situation_puzzle.referees.contract": ("Referee",),
    "models.completion": ("Reply", "Request"),
    "models.providers.base": ("ModelProvider",),
    "rag.providers.base": ("BaseRAGProvider",),
}
"""The names that each module offers here; a test compares them with the imports above."""
_MODULES = {name: module for module, names in _HOMES.items() for name in names}
__all__ = sorted(_MODULES)  # pyright: ignore[reportUnsupportedDunderAll]

# Texts are short, and games and threads of our own run beside each other: more threads a product only wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _MODULES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
