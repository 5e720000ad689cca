"""The objects that pass between engine and game beside the graph's state."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic

from pydantic import BaseModel, Field

from echoes.core.log.events import SessionStarted
from echoes.core.log.records import GameFacts, PlayerStatistics, ScenarioStatistics
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import LLMClient, Models, Retriever, SessionHistory
from echoes.games.reading.reader import WordReader
from echoes.games.scenario import ScenarioT


@dataclass(frozen=True)
class GameResources(Generic[ScenarioT]):
    """The resources that the engine lends a game; none of them can write.

    Attributes:
        session_id: whose table it is.
        scenario: what is played.
        retrievers: one per role, each bound to its tiers.
        history: what has happened so far.
        started: the opening of the session; None outside any.
        agents: the names of the agents that play roles in this game instead of the configured ones, by role.
        models: the language models of the roles.
        journal: through which a game asks for replies from outside its rules.
        reader: reads free words as open moves.
    """

    session_id: str
    scenario: ScenarioT
    retrievers: dict[str, Retriever]
    history: SessionHistory
    started: SessionStarted | None
    agents: Mapping[str, str]
    models: Models
    journal: ReplyJournal
    reader: WordReader


@dataclass(frozen=True)
class NarrationRequest:
    """A request to a narrator; nothing in it is secret to those who hear the reply.

    Attributes:
        voice: the narrator's model.
        system, prompt: what it is shown.
        turn: what it is about.
        longest: characters; what is more is left out.
        speaker: the name of who says it; empty for the narrator.
        audience: the seats that hear it, set by the engine; empty for everybody.
    """

    voice: LLMClient
    system: str
    prompt: str
    turn: int
    longest: int
    speaker: str = ""
    audience: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayerMemory:
    """The memory of a player and a scenario when a session begins; empty where it is switched off.

    Attributes:
        profile: counts over the player's finished games.
        statistics: counts over all first tries of the scenario; None where there was none.
        hints: whether they may change when and which hints come.
        difficulty: whether difficulty may be shown against the player's own record.
        last: the facts of the player's latest finished game of this kind; None where there was none.
        earlier: those of all games of this kind that the player finished, in the order in which they ended.
        counted: those of the games that count: of each game and its forks the one that ended first.
        is_kept: whether finished games are remembered at all.
    """

    profile: PlayerStatistics = field(default_factory=PlayerStatistics)
    statistics: ScenarioStatistics | None = None
    hints: bool = False
    difficulty: bool = False
    last: GameFacts | None = None
    earlier: tuple[GameFacts, ...] = ()
    counted: tuple[GameFacts, ...] = ()
    is_kept: bool = False


class Limits(BaseModel):
    """The configured limits of a session; a kind of game may have more in a class of its own."""

    max_message_chars: int = Field(default=2000, ge=1)
