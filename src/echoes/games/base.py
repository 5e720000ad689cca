"""The contract of a game type: everything that the engine knows of a kind of game."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from echoes.core.documents import Document
from echoes.core.entries import Entry
from echoes.core.errors import UnknownName
from echoes.core.events import ClarificationAsked, Event, SessionStarted, StartTrace, Trace
from echoes.core.history import ending_of
from echoes.core.panels import Panel
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.records import GameFacts
from echoes.core.registry import Registry
from echoes.core.roles import TIERS, AccessPolicy
from echoes.core.views import Block, ComposerMode, plain_mode
from echoes.games.authoring import Authoring
from echoes.games.guide import Guide
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.resources import GameResources, Limits, NarrationRequest, PlayerMemory
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
    """A kind of game.

    Args:
        limits: the configured limits.
        agents: the game's own part of the `agents` section of the settings, which the game checks.
    Raises:
        BadSetting: that part of the settings is invalid.
    """

    name: str
    title: ClassVar[str] = ""
    """The name of this kind of game for people."""
    description: ClassVar[str] = ""
    """The game in one sentence, for lists."""
    translations: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Title and description in other languages than English."""
    folder: str
    """The folder below `data/` where its scenarios lie."""
    access: AccessPolicy
    tiers: ClassVar[Sequence[str]] = TIERS
    """The tiers of its documents, the most public first."""
    roles: tuple[str, ...]
    """The roles for which it needs a retriever."""
    events: ClassVar[Sequence[type[Event]]] = ()
    """The kinds of events that it adds to the platform's, or extends."""
    trim_order: Sequence[str] = ()
    """The kinds of lines of a history's summary, in the order in which they are dropped."""

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        self.limits = limits

    def introduction(self, language: str) -> tuple[str, str]:
        """Return title and description in a language; the English ones if there are no others."""
        return self.translations.get(language, (self.title or self.name, self.description))

    @abstractmethod
    def documents(self, scenario: ScenarioT) -> list[Document]:
        """Return the documents of a scenario's knowledge base, each with its tier."""

    @abstractmethod
    def opening(
        self, scenario: ScenarioT, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, StartTrace]:
        """Return the event that opens a session, and its trace.

        Everything from memory and settings that changes the game goes into the trace: later, only the log is
        asked.

        Args:
            scenario: the scenario with its secrets.
            recalled: the memory of player and scenario.
            models: the language models of the roles.
        Raises:
            BadSetting: the scenario can't be played with these settings.
        """

    def uses_model(self, models: Models) -> bool:
        """Tell whether one of the roles' language models would rule or lead a new session."""
        return False

    def seats(self, scenario: ScenarioT) -> Sequence[str]:
        """Return the seats of a game, each held by one player; none if all share one."""
        return ()

    def may_act(self, scenario: ScenarioT, state: StateT) -> Sequence[str]:
        """Return the seats that may act next; none for all."""
        return ()

    @abstractmethod
    def initial_state(self, scenario: ScenarioT) -> StateT:
        """Return the game's state before anything has happened, as plain data."""

    @abstractmethod
    def evolve(self, state: StateT, entry: Entry) -> StateT:
        """Return the state after one entry; a pure function, so that the log alone determines the state."""

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event; None if the platform shows it, or nobody does.

        Args:
            event: the event; for the one that opens a session, the blocks are shown below its title.
            language: the language of the session.
        """
        return None

    def panels(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[Panel]:
        """Return the panels beside the conversation of a seat.

        Args:
            scenario: the scenario.
            state: the state of the session.
            language: the language of the session.
            seat: the seat; `core.seats.PUBLIC` for viewers without one.
        """
        return []

    def composer(
        self, scenario: ScenarioT, state: TurnState[StateT], language: str, seat: str
    ) -> Sequence[ComposerMode]:
        """Return the ways in which a seat may say something, at least one, the usual one first."""
        return [plain_mode(language)]

    def guide(self, language: str) -> Guide | None:
        """Return what newcomers are shown, in a language; None where they are left to themselves."""
        return None

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return an event as a line of the history; None if it establishes nothing."""
        return None

    def open_choice(self, entries: Sequence[Entry]) -> Event | None:
        """Return the event that offers what can still be picked, for whoever comes back; None for nothing.

        Args:
            entries: of the whole log, as the viewer sees it.
        """
        last = entries[-1].event if entries else None
        return last if isinstance(last, ClarificationAsked) else None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """Return the turn whose line an event changes, and the line's new kind; None removes the line."""
        return None

    def progress(self, scenario: ScenarioT, state: StateT) -> float:
        """Return the progress of a state, 0 to 1."""
        return 0.0

    def kept(self, state: StateT) -> Trace | None:
        """Return what undoing a state does not take back, as the trace of the undoing event."""
        return None

    def still_fits(self, message: str, seat: str, before: StateT, now: StateT) -> bool:
        """Tell whether the replies to a message hold and may be used though others have moved since."""
        return False

    def unsettled(self, state: StateT) -> bool:
        """Tell from the state alone whether after-work is left, so that a crash loses none."""
        return False

    async def settle(self, context: ContextT, state: TurnState[StateT]) -> Sequence[Entry]:
        """Do the after-work of the last turn in the background: memories, summaries, checks.

        It is a second write, and the next turn waits for it. After it, also after a failure, `unsettled`
        must be false. If the turn is undone meanwhile, the result is dropped.

        Args:
            context: the run-time context, from `context`.
            state: the state of the session after the turn.
        Returns:
            The resulting entries, in order; each belongs to the last turn.
        """
        return []

    def counts(self, entries: Sequence[Entry]) -> Mapping[str, int | None]:
        """Return the counts that a list of sessions shows besides the turns, by name."""
        return {}

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the game's own facts of a finished session, none of them secret."""
        return GameFacts()

    def summary(self, entries: Sequence[Entry]) -> str:
        """Return a summary of a session in a few sentences, made by rules."""
        started, ended = cast("SessionStarted", entries[0].event), ending_of(entries)
        how = ended.status if ended else "Not finished"
        return f"{started.player_id} played “{started.title}”. {how}."

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """Return the prompts for a model that sums up a session; None leaves it to the rules."""
        return None

    @abstractmethod
    def add_nodes(self, graph: "StateGraph[Any, Any, Any, Any]", end: str) -> None:
        """Add the nodes of one message to a graph, and connect them.

        Nodes return a partial state and write nothing. The engine numbers, records and shows the entries
        that they put into `outbox`, and folds them into `game`.

        Args:
            graph: a graph of `TurnState`; the game's first node follows `START`.
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
        """Return the context that a role is shown with a message, within its budget.

        Args:
            role: the role.
            context: the run-time context, from `context`.
            state: the state of the session, between two messages.
            message: the player's message; empty for none.
            name: the name of the viewer, if several play the role.
            notes: the notes on the session, each after the name of its author.
        Raises:
            UnknownName: this game has no such contexts.
            BadSetting: the budget is too small for what the role must see.
        """
        raise UnknownName(f"'{self.name}' lays out no context for the {role}")

    async def narration_request(
        self, context: ContextT, state: TurnState[StateT], message: str, events: Sequence[Event]
    ) -> NarrationRequest | None:
        """Return what a narrator is to put into words after a message; None for nothing.

        Args:
            context: the run-time context, from `context`.
            state: the state of the session after the message.
            message: the player's message; empty if not all who hear the narration may read it.
            events: the events that it led to: the public ones, or of a hidden turn those that its audience
                sees. The engine hands the narration to the same viewers and nobody else.
        """
        return None

    def caps(self) -> PlayerLimits:
        """Return the configured limits of an AI player's game."""
        return PlayerLimits()

    def check_player(self, name: str, llm: LLMClient | None, script: Sequence[str]) -> None:
        """Refuse an AI player that lacks what it needs, before a game is begun.

        Args:
            name: the name of the strategy.
            llm: the model of the player's role; None if there is none.
            script: the messages of a scripted player.
        Raises:
            UnknownName: no such strategy.
            BadInput: it lacks a model or a script.
        """

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player for one session.

        Args:
            name: the name of the strategy.
            seat: everything that the player is given; nothing in it is secret.
        Raises:
            UnknownName: no such strategy.
            BadInput: it lacks a model or a script.
        """
        raise UnknownName(f"'{self.name}' has no AI players")


AnyGame = GameType[Any, Any, Any]
"""Any kind of game."""
