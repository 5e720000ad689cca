"""The contract of a game type: all that the engine knows of a kind of game."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from echoes.core.documents import Document
from echoes.core.entries import Entry
from echoes.core.errors import UnknownName
from echoes.core.events import Event, SessionStarted, StartTrace, Trace
from echoes.core.history import ending_of
from echoes.core.panels import Panel
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.records import GameFacts
from echoes.core.registry import Registry
from echoes.core.roles import TIERS, AccessPolicy
from echoes.core.views import Block, ComposerMode, plain_mode
from echoes.games.authoring import Authoring
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.resources import Finding, GameResources, Limits, NarrationRequest, PlayerMemory, Tally
from echoes.games.scenario import ScenarioT
from echoes.games.turn_state import ContextT, StateT, TurnState

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from echoes.games.context_window import Window

GAME_TYPES = Registry(
    "game type",
    "echoes.games",
    {
        "situation_puzzle": "echoes.games.situation_puzzle.game:SituationPuzzle",
        "heist": "echoes.games.heist.game:Heist",
    },
)


class GameType(Authoring[ScenarioT, StateT, ContextT]):
    """A kind of game. The engine knows only this.

    Args:
        limits: the configured bounds.
        agents: the game's own part of the `agents` section, which it checks itself.
    Raises:
        BadSetting: the `agents` section does not fit.
    """

    name: str
    title: ClassVar[str] = ""
    """What people call this kind of game."""
    description: ClassVar[str] = ""
    """The game in one sentence, for whoever chooses."""
    folder: str
    """The folder below `data/` where its scenarios lie."""
    access: AccessPolicy
    tiers: ClassVar[Sequence[str]] = TIERS
    """The tiers of its documents, the most public first."""
    roles: tuple[str, ...]
    """The roles for which it needs a retriever."""
    events: ClassVar[Sequence[type[Event]]] = ()
    """The kinds of events that it adds to the platform's, or says more of."""
    trim_order: Sequence[str] = ()
    """The kinds of lines of a history's summary, the first to go first."""

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        self.limits = limits

    @abstractmethod
    def documents(self, scenario: ScenarioT) -> list[Document]:
        """Return the documents of its knowledge base, each with its tier."""

    @abstractmethod
    def opening(
        self, scenario: ScenarioT, referee: str, recalled: PlayerMemory, models: Models
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
        """Return the blocks of an event, in a language; None for one that the platform shows, or nobody.

        Of the event that opens a session, what stands below its title.
        """
        return None

    def panels(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[Panel]:
        """Return the panels beside the conversation of a seat; `core.seats.PUBLIC` for whoever has none."""
        return []

    def composer(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the ways in which a seat may say something, the usual one first; at least one."""
        return [plain_mode(language)]

    def line_of(self, event: Event) -> HistoryLine | None:
        """An event as a line of the history; None for one that establishes nothing."""
        return None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """The turn whose line an event changes, and its new kind; None for a kind removes it."""
        return None

    def progress(self, scenario: ScenarioT, state: StateT) -> float:
        """Return the progress of a state, 0 to 1."""
        return 0.0

    def kept(self, state: StateT) -> Trace | None:
        """Return what undoing does not take back, as the trace of the event that undoes.

        Args:
            state: the game's own, before turns are taken back.
        """
        return None

    def unsettled(self, state: StateT) -> bool:
        """Tell from the state alone whether after-work of the last turn is left; so a crash loses none."""
        return False

    async def settle(self, context: ContextT, state: TurnState[StateT]) -> Sequence[Entry]:
        """Do the after-work of the last turn behind the reader's back: memories, summaries, checks.

        It is a second write, and the next turn waits for it. What it returns has to make `unsettled` false,
        after a failure too; where the turn is undone meanwhile, it is dropped.

        Args:
            context: as `context` made it.
            state: of the session, after the turn.
        Returns:
            What comes of it, in order; each is of the last turn.
        """
        return []

    def tally(self, state: TurnState[StateT]) -> Tally:
        """Return the charges of a game so far, and what it may still cost."""
        return Tally()

    def counts(self, entries: Sequence[Entry]) -> Mapping[str, int | None]:
        """Return the figures that a list of sessions shows beside the turns, by name."""
        return {}

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the game's own facts of a finished session; nothing secret is in them."""
        return GameFacts()

    def summary(self, entries: Sequence[Entry]) -> str:
        """A session in a few sentences, by rules."""
        started, ended = cast("SessionStarted", entries[0].event), ending_of(entries)
        how = ended.status if ended else "Not finished"
        return f"{started.player_id} played “{started.title}”. {how}."

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """Return the prompts for a model that sums a session up; None leaves it to the rules."""
        return None

    def findings(self, scenario: ScenarioT, state: StateT) -> list[Finding]:
        """Return what there was to find and what was found, once the game is over."""
        return []

    @abstractmethod
    def add_nodes(self, graph: "StateGraph[Any, Any, Any, Any]", end: str) -> None:
        """Add the nodes of one message to a graph, and wire them.

        Nodes return partial state and write nothing. What they put into `outbox` is numbered, folded into
        `game`, recorded and shown by the engine.

        Args:
            graph: of `TurnState`; the game's first node follows `START`.
            end: the end of the graph, to which everything leads.
        """

    @abstractmethod
    def context(self, resources: GameResources) -> ContextT:
        """Return the run-time context of the graph's nodes."""

    async def window(
        self,
        role: str,
        context: ContextT,
        state: TurnState[StateT],
        message: str,
        name: str | None = None,
        notes: Sequence[tuple[str, str]] = (),
    ) -> "Window":
        """Lay out the context that a role is shown with a message, within its budget.

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

    async def narration_request(
        self, context: ContextT, state: TurnState[StateT], message: str, events: Sequence[Event]
    ) -> NarrationRequest | None:
        """Return what a narrator is to put into words after a message; None for nothing.

        Args:
            context: as `context` made it.
            state: of the session, after the message.
            message: what the player sent.
            events: what it led to.
        """
        return None

    def caps(self) -> PlayerLimits:
        """The bounds of an AI player's game, as they are configured."""
        return PlayerLimits()

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


AnyGame = GameType[Any, Any, Any]
"""A kind of game of which nothing more is known."""
