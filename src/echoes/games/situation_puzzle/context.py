"""What the nodes of the graph are handed with each message."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from echoes.core.entries import Entry
from echoes.core.protocols import LLMClient, Retriever, SessionHistory
from echoes.games.situation_puzzle.events import PuzzleCommandResult
from echoes.games.situation_puzzle.hint_writer import HintWriter
from echoes.games.situation_puzzle.language.reading import Reader
from echoes.games.situation_puzzle.puzzle import Puzzle
from echoes.games.situation_puzzle.referees.base import Referee
from echoes.games.situation_puzzle.settings import Phrases, Verbosity
from echoes.games.situation_puzzle.state import PuzzleState, initial_state
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.games.table import Limits
from echoes.games.turn_state import TurnState


@dataclass(frozen=True)
class Narrator:
    """A model that narrates.

    Attributes:
        tone: how, in the language of the puzzle.
    """

    voice: LLMClient
    tone: str
    verbosity: Verbosity


@dataclass(frozen=True)
class PuzzleContext:
    """The puzzle, its referee and the bounds of the session; nothing here can write.

    Attributes:
        hint_writer: writes hints when the ladder is used up.
        narrator: the one that has further words; None without a model.
        verbosity: how much is told.
        vocabulary: the ideas of the authored rulings; others need not be remembered.
        authored: the wordings of the authored rulings, without case and punctuation.
        history: what has happened, for the recap.
        retrievers: one per role, each bound to its tiers.
    """

    session_id: str
    puzzle: Puzzle
    referee: Referee
    reader: Reader
    phrases: Phrases
    limits: Limits
    history: SessionHistory
    hint_writer: HintWriter
    narrator: Narrator | None
    verbosity: Verbosity
    vocabulary: frozenset[str]
    authored: Set[str]
    retrievers: Mapping[str, Retriever]

    def new_ideas(self, *texts: str) -> list[str]:
        """The ideas of the puzzle's vocabulary that these texts bring up."""
        return sorted(self.reader.ideas("\n".join(texts)) & self.vocabulary)


PuzzleTurn = TurnState[PuzzleState]
"""The state of the graph, with the puzzle's own in it."""


def game_of(state: PuzzleTurn) -> PuzzleState:
    """The game's own part of the graph's state."""
    return state.get("game", initial_state())


def say(command: str, text: str, trace: CommandTrace | None = None) -> Entry:
    """A `command_result`, the way in which the game says anything that is no ruling."""
    return Entry(PuzzleCommandResult(command=command, text=text), trace)
