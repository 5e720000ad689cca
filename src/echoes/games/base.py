"""What a game type brings, so that the engine can run it without knowing it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

from echoes.core.documents import Document
from echoes.core.entries import Entry
from echoes.core.errors import BadInput, UnknownName
from echoes.core.events import Event, SessionStarted, StartTrace, Trace
from echoes.core.history import ending_of
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.registry import Registry
from echoes.core.roles import TIERS, AccessPolicy
from echoes.core.views import Block, Panel
from echoes.games.player import Caps, Player, PlayerSeat
from echoes.games.rolling import Line
from echoes.games.scenario import FileReport, Scenario
from echoes.games.table import Finding, Limits, Recalled, Table, Tally, Telling
from echoes.games.turn_state import StateT, TurnState

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from echoes.games.context_window import Window

GAME_TYPES = Registry(
    "game type",
    "echoes.games",
    {"situation_puzzle": "echoes.games.situation_puzzle.game:SituationPuzzle"},
)


ScenarioT = TypeVar("ScenarioT", bound=Scenario)
ContextT = TypeVar("ContextT")


class GameType(ABC, Generic[ScenarioT, StateT, ContextT]):
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
    tiers: ClassVar[Sequence[str]] = TIERS
    """The tiers of its documents, the most public first."""
    roles: tuple[str, ...]
    """The roles for which it needs a retriever."""
    events: ClassVar[Sequence[type[Event]]] = ()
    """The kinds of events that it adds to the platform's, or says more of."""
    gives_way: Sequence[str] = ()
    """The kinds of lines of a history's summary, the first to go first."""

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        self.limits = limits

    @abstractmethod
    def read_file(self, path: Path) -> list[FileReport]:
        """Read a file into scenarios; what can't be read is reported, never raised."""

    def lint(self, scenario: ScenarioT) -> list[str]:
        """What its author should look at; nothing that keeps it from being played."""
        return []

    @abstractmethod
    def load(self, data: JsonObject) -> ScenarioT:
        """A scenario from its canonical form."""

    def about(self, scenario: ScenarioT) -> JsonObject:
        """What may be told of a scenario anywhere: `difficulty` (1 to 5), `tags`, `content_warnings`."""
        return {}

    @abstractmethod
    def documents(self, scenario: ScenarioT) -> list[Document]:
        """What its knowledge base holds, each with its tier."""

    @abstractmethod
    def opening(
        self, scenario: ScenarioT, referee: str, recalled: Recalled, models: Models
    ) -> tuple[SessionStarted, StartTrace]:
        """The event that opens a session, and what is noted beside it.

        Whatever is recalled or set and changes the game goes into its trace: later, only the
        log is asked.

        Raises:
            BadSetting: the scenario can't be played with these settings.
        """

    def seats(self, scenario: ScenarioT) -> Sequence[str]:
        """The seats at its table, each held by one; none where all share one."""
        return ()

    def may_act(self, scenario: ScenarioT, state: StateT) -> Sequence[str]:
        """The seats that may act next; none for all."""
        return ()

    @abstractmethod
    def initial_state(self, scenario: ScenarioT) -> StateT:
        """The game's state before anything has happened; plain data."""

    @abstractmethod
    def evolve(self, state: StateT, entry: Entry) -> StateT:
        """The state after one entry; pure, so that the log alone gives the state."""

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """What an event looks like, in a language; None for one that the platform shows, or nobody.

        Of the event that opens a session, what stands below its title.
        """
        return None

    def panels(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[Panel]:
        """What stands beside the conversation for a seat; `core.seats.PUBLIC` for whoever has none."""
        return []

    def line_of(self, event: Event) -> Line | None:
        """An event as a line of the history; None for one that establishes nothing."""
        return None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """The turn whose line an event changes, and its new kind; None for a kind removes it."""
        return None

    def progress(self, scenario: ScenarioT, state: StateT) -> float:
        """How far a state has come, 0 to 1."""
        return 0.0

    def kept(self, state: StateT) -> Trace | None:
        """What undoing does not take back: the trace of the event that undoes.

        Args:
            state: the game's own, before turns are taken back.
        """
        return None

    def tally(self, state: TurnState[StateT]) -> Tally:
        """What a game has cost so far, and what it may cost yet."""
        return Tally()

    def counts(self, entries: Sequence[Entry]) -> Mapping[str, int | None]:
        """What a list of sessions shows of one beside its turns, each figure by its name."""
        return {}

    def record(self, entries: Sequence[Entry]) -> JsonObject:
        """What memory keeps of a finished game beside what all have; nothing of its secrets."""
        return {}

    def summary(self, entries: Sequence[Entry]) -> str:
        """A session in a few sentences, by rules."""
        started, ended = cast("SessionStarted", entries[0].event), ending_of(entries)
        how = ended.status if ended else "Not finished"
        return f"{started.player_id} played “{started.title}”. {how}."

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """What a model is shown that sums a session up: order and text; None leaves it to the rules."""
        return None

    def findings(self, scenario: ScenarioT, state: StateT) -> list[Finding]:
        """What there was to find and what was found, for when the game is over."""
        return []

    @abstractmethod
    def add_nodes(self, graph: "StateGraph[Any, Any, Any, Any]", end: str) -> None:
        """Add the nodes of one message to a graph, and wire them.

        Nodes return partial state and write nothing. What they put into `outbox` is numbered, folded into
        `game`, recorded and shown by the engine.

        Args:
            graph: of `TurnState`; the game's first node follows `START`.
            end: the engine's own node, to which everything leads.
        """

    @abstractmethod
    def context(self, table: Table) -> ContextT:
        """What the graph's nodes get as their run-time context."""

    async def window(
        self,
        role: str,
        context: ContextT,
        state: TurnState[StateT],
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
        raise UnknownName(f"'{self.name}' lays out no context for the {role}")

    async def telling(
        self, context: ContextT, state: TurnState[StateT], message: str, events: Sequence[Event]
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

    def check_player(self, name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
        """Refuse an AI player that can't play with what there is, before a game is begun.

        Args:
            name: of a strategy.
            llm: the model of the players' role; None where there is none.
            script: what a scripted player says.
        Raises:
            UnknownName: no such strategy.
            BadInput: it lacks a model, or a script.
        """

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

    async def try_out(self, context: ContextT, text: str, explain: bool = False) -> JsonObject:
        """What a message would come to outside any session; for authors, secrets and all.

        Args:
            context: as `context` made it.
            text: what a player might say.
            explain: add why.
        Raises:
            BadInput: this game has nothing to try out.
        """
        raise BadInput(f"'{self.name}' has nothing to ask outside a session", "Play it: echoes play ID.")

    def correction(
        self, context: ContextT, state: StateT, turn: int, ruling: str, facts: Sequence[str], because: str
    ) -> Entry:
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


AnyGame = GameType[Any, Any, Any]
"""A kind of game of which nothing more is known."""
