"""What a game type brings, so that the engine can run it without knowing it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

from echoes.core.documents import Document
from echoes.core.errors import BadInput, UnknownName
from echoes.core.events import TURN_EVENTS, Draft, GameEvent
from echoes.core.protocols import JsonObject, Models
from echoes.core.registry import Registry
from echoes.core.roles import AccessPolicy, Role
from echoes.games.player import Caps, Player, PlayerSeat
from echoes.games.table import Finding, Limits, Recalled, Table, Tally, Telling

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from echoes.games.context_window import Window

GAME_TYPES = Registry(
    "game type",
    "echoes.games",
    {"situation_puzzle": "echoes.games.situation_puzzle.game:SituationPuzzle"},
)


LAST_NODE = "advance_phase"
"""The node that ends every game's graph; the engine writes rebuilt states in its name."""


class Scenario(Protocol):
    """What one session plays: a puzzle, a chapter, a heist.

    Attributes:
        id: the same in all languages.
        language: `en` or `zh`.
        content_hash: changes with any edit.
    """

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def content_hash(self) -> str: ...

    def to_json(self) -> JsonObject:
        """The canonical form, from which `GameType.load` makes it again."""
        ...


@dataclass
class FileReport:
    """What became of one record of a file that was read.

    Attributes:
        scenario: what was made of it, if it could be.
        error: why it could not be, naming file, field and reason.
        notes: unmapped fields, decisions taken, lint findings.
    """

    source: str
    scenario: Scenario | None = None
    error: str | None = None
    notes: list[str] = field(default_factory=list[str])


class TurnState(TypedDict, total=False):
    """The state that goes through a game's graph: plain data, of bounded size.

    Attributes:
        message: what the player sent.
        turn: the number of the last turn.
        entries, stamp: how many entries of the log `game` reflects, and the time of the last.
        outbox: what this message leads to, in order; the engine records and shows it.
        undo: how many turns the engine is asked to take back.
        game: the game's own state, the fold of the log by `GameType.evolve`.
        spent: what models have cost in the session, undone turns and all, as usage.
        history: the tail of what happened and a summary of the rest, by `games.rolling`.
        scratch: what nodes hand to each other within one message.
    """

    message: str
    turn: int
    entries: int
    stamp: str
    outbox: list[Draft]
    undo: int
    game: JsonObject
    history: JsonObject
    spent: JsonObject
    scratch: JsonObject


class GameType(ABC):
    """A kind of game. The engine knows only this.

    Args:
        limits: the configured bounds.
        agents: the game's own part of the `agents` section, which it checks itself.
    Raises:
        BadSetting: the `agents` section does not fit.
    """

    name: str
    folder: str
    """The folder below `data/` where its scenarios lie."""
    access: AccessPolicy
    roles: tuple[Role, ...]
    """The roles for which it needs a retriever."""

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        self.limits = limits

    @abstractmethod
    def read_file(self, path: Path) -> list[FileReport]:
        """Read a file into scenarios; what can't be read is reported, never raised."""

    def lint(self, scenario: Any) -> list[str]:
        """What its author should look at; nothing that keeps it from being played."""
        return []

    @abstractmethod
    def load(self, data: JsonObject) -> Scenario:
        """A scenario from its canonical form."""

    def about(self, scenario: Any) -> JsonObject:
        """What may be told of a scenario anywhere: `difficulty` (1 to 5), `tags`, `content_warnings`."""
        return {}

    @abstractmethod
    def documents(self, scenario: Any) -> list[Document]:
        """What its knowledge base holds, each with its tier."""

    @abstractmethod
    def opening(self, scenario: Any, referee: str, recalled: Recalled, models: Models) -> Draft:
        """The `session_started` event, without its envelope.

        Whatever is recalled or set and changes the game goes into its trace: later, only the
        log is asked.

        Raises:
            BadSetting: the scenario can't be played with these settings.
        """

    @abstractmethod
    def initial_state(self, scenario: Any) -> JsonObject:
        """The game's state before anything has happened."""

    @abstractmethod
    def evolve(self, state: JsonObject, draft: Draft) -> JsonObject:
        """The state after one event; pure, so that the log alone gives the state."""

    def progress(self, scenario: Any, state: JsonObject) -> float:
        """How far a state has come, 0 to 1."""
        return 0.0

    def kept(self, state: JsonObject) -> JsonObject:
        """What undoing does not take back: the trace of the event that undoes.

        Args:
            state: the game's own, before turns are taken back.
        """
        return {}

    def tally(self, state: TurnState) -> Tally:
        """What a game has cost so far, and what it may cost yet."""
        return Tally()

    def findings(self, scenario: Any, state: JsonObject) -> list[Finding]:
        """What there was to find and what was found, for when the game is over."""
        return []

    @abstractmethod
    def build_graph(self) -> "StateGraph[TurnState, Any, TurnState, TurnState]":
        """The graph of one message, not compiled; nodes return partial state and write nothing.

        Its last node is named `LAST_NODE`, numbers the turn, and folds the outbox into `game`.
        """

    @abstractmethod
    def context(self, table: Table) -> Any:
        """What the graph's nodes get as their run-time context."""

    async def window(
        self,
        role: Role,
        context: Any,
        state: TurnState,
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> "Window":
        """What a role is shown with a message, within its budget.

        Args:
            role: who looks.
            context: as `context` made it.
            state: of the session, between two messages.
            message: what the player sent; empty for none.
            name: as whom, where several play the role.
            notes: what was noted beside the session, each after the name of who noted it.
        Raises:
            UnknownName: this game shows nothing to anybody but by its own nodes.
            BadSetting: the budget does not hold what the role can't do without.
        """
        raise UnknownName(f"'{self.name}' lays out no context for the {role.value}")

    async def telling(
        self, context: Any, state: TurnState, message: str, events: Sequence[GameEvent]
    ) -> Telling | None:
        """What a narrator is to put into words after a message; None for nothing.

        Args:
            context: as `context` made it.
            state: of the session, after the message.
            message: what the player sent.
            events: what it led to.
        """
        return None

    def caps(self) -> Caps:
        """The bounds of an AI player's game, as they are configured."""
        return Caps()

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """An AI player for one session.

        Args:
            name: of a strategy.
            seat: what it is given; nothing in it is secret.
        Raises:
            UnknownName: no such strategy.
            BadInput: it lacks a model, or a script.
        """
        raise UnknownName(f"'{self.name}' has no AI players")

    def correction(
        self, context: Any, state: JsonObject, turn: int, ruling: str, facts: Sequence[str], because: str
    ) -> Draft:
        """The event by which an author or operator corrects a ruling of an earlier turn.

        Args:
            context: as `context` made it.
            state: the game's own, between two messages.
            turn: that of the ruling.
            ruling: what it ought to have been.
            facts: ids of what it bears on.
            because: the reason, for the player; may be empty.
        Raises:
            BadInput: there is no such ruling.
        """
        raise BadInput(f"'{self.name}' has no rulings to correct")


def number_turns(drafts: Sequence[Draft], turn: int) -> list[Draft]:
    """Give each draft its turn: events that make a turn count on from `turn`.

    A draft that is about an earlier turn has named it already.
    """
    numbered: list[Draft] = []
    for draft in drafts:
        turn += draft["event"] in TURN_EVENTS
        numbered.append({"turn": turn, **draft})
    return numbered
