"""The contract of a game type: everything that the engine knows of a kind of game."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from echoes.core.documents import Document
from echoes.core.errors import UnknownName
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, SessionStarted, StartTrace, Trace
from echoes.core.log.queries import ending_of
from echoes.core.log.records import GameFacts
from echoes.core.protocols import JsonObject, LLMClient, Models
from echoes.core.seats.roles import TIERS, AccessPolicy
from echoes.games.authoring import Authoring
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerLimits, PlayerSeat
from echoes.games.player_registry import PlayerRegistry
from echoes.games.presentation import Presentation
from echoes.games.resources import GameResources, Limits, NarrationRequest, PlayerMemory
from echoes.games.scenario import ScenarioT
from echoes.games.turn_state import ContextT, GameGraph, StateT, TurnState

if TYPE_CHECKING:
    from echoes.games.context_window import Window


class GameType(Presentation[ScenarioT, StateT], Authoring[ScenarioT, StateT, ContextT]):
    """A kind of game; how it looks is in `Presentation`, the tools of authors in `Authoring`.

    Args:
        limits: the configured limits.
        agents: the game's own part of the `agents` section of the settings, which the game checks.
    Raises:
        BadSetting: that part of the settings is invalid.

    >>> class Dice(GameType):
    ...     name, title, folder, roles = "dice", "Dice", "dice", ("player",)
    ...     access = {"player": frozenset({"public"})}
    >>> sorted(Dice.__abstractmethods__ & {"opening", "evolve"})
    ['evolve', 'opening']
    """

    rules: ClassVar[int] = 1
    """The version of its rules; a session that began by another one is shown and exported, not played on."""
    folder: str
    """The folder below `data/` where its scenarios lie."""
    access: AccessPolicy
    tiers: ClassVar[Sequence[str]] = TIERS
    """The tiers of its documents, the most public first."""
    roles: tuple[str, ...]
    """The roles for which it needs a retriever."""
    model_roles: ClassVar[Sequence[str]] = ()
    """The roles for which it asks a model; each may have one of its own (the setting `models.roles`)."""
    events: ClassVar[Sequence[type[Event]]] = ()
    """The kinds of events that it adds to the platform's, or extends."""
    players: ClassVar[PlayerRegistry] = PlayerRegistry("", {})
    """Its AI players by name; the scripted one is always there."""
    companion: ClassVar[str] = ""
    """The AI player of seats that nobody holds, by which a table goes on by itself; empty for none."""
    trim_order: Sequence[str] = ()
    """The kinds of lines of a history's summary, in the order in which they are dropped."""

    def __init__(self, limits: Limits, agents: JsonObject) -> None:
        self.limits = limits

    @abstractmethod
    def documents(self, scenario: ScenarioT) -> list[Document]:
        """Return the documents of a scenario's knowledge base, each with its tier."""

    def session_documents(self, scenario: ScenarioT, state: StateT, role: str) -> list[Document] | None:
        """Return the documents open to a role in a session, where they change with it; None for no such role.

        Args:
            scenario: the scenario with its secrets.
            state: as it is now.
            role: an id of the game's own, such as `judgement:mara`.
        """
        return None

    @abstractmethod
    def opening(
        self, scenario: ScenarioT, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, StartTrace]:
        """Return the event that opens a session, and its trace.

        What memory and settings change in the game goes into the trace: later, only the log is asked.

        Args:
            scenario: the scenario with its secrets.
            recalled: the memory of player and scenario.
            models: the language models of the roles.
        Raises:
            BadSetting: the scenario can't be played with these settings.
        """

    def dealt(self, scenario: ScenarioT, started: SessionStarted, trace: StartTrace) -> Sequence[Entry]:
        """Return the entries that follow the opening in the same write, such as what each seat is dealt.

        Args:
            scenario: the scenario with its secrets.
            started, trace: the opening.
        """
        return []

    def uses_model(self, models: Models) -> bool:
        """Return whether one of the roles' language models would rule or lead a new session."""
        return False

    def seats(self, scenario: ScenarioT) -> Sequence[str]:
        """Return the seats of a game, each held by one player; none if all share one."""
        return ()

    def seat_label(self, scenario: ScenarioT, seat: str) -> str:
        """Return the name of a seat for people."""
        return seat

    def as_played(self, scenario: ScenarioT, state: StateT) -> ScenarioT:
        """Return a scenario as a session plays it, such as with characters that were made there."""
        return scenario

    def may_act(self, scenario: ScenarioT, state: StateT) -> Sequence[str]:
        """Return the seats that may act next; none for all."""
        return ()

    @abstractmethod
    def initial_state(self, scenario: ScenarioT) -> StateT:
        """Return the game's state before anything has happened, as plain data."""

    @abstractmethod
    def evolve(self, state: StateT, entry: Entry) -> StateT:
        """Return the state after one entry; a pure function, so that the log alone determines the state."""

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return an event as a line of the history; None if it establishes nothing."""
        return None

    def amends(self, event: Event) -> tuple[int, str | None] | None:
        """Return the turn whose line an event changes, and the line's new kind; None removes the line."""
        return None

    def progress(self, scenario: ScenarioT, state: StateT) -> float:
        """Return the progress of a state, 0 to 1."""
        return 0.0

    def kept(self, state: StateT) -> Trace | None:
        """Return the part of a state that undoing does not take back, as the trace of the undoing event."""
        return None

    def still_fits(self, message: str, seat: str, before: StateT, now: StateT) -> bool:
        """Return whether the replies to a message hold and may be used though others have moved since."""
        return False

    def unsettled(self, state: StateT) -> bool:
        """Tell from the state alone whether follow-up work is left, so that a crash loses none."""
        return False

    async def settle(self, context: ContextT, state: TurnState[StateT]) -> Sequence[Entry]:
        """Do the follow-up work of the last turn in the background: memories, summaries, checks.

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
        started, ended = entries[0].event, ending_of(entries)
        assert isinstance(started, SessionStarted)
        how = ended.status if ended else "Not finished"
        return f"{started.player_id} played “{started.title}”. {how}."

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """Return the prompts for a model that sums up a session; None leaves it to the rules."""
        return None

    @abstractmethod
    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the nodes of one message to a graph, and connect them.

        Nodes return a partial state and write nothing. The engine numbers, records and shows the entries
        that they put into `outbox`, and folds them into `game`.

        Args:
            graph: a graph of `TurnState`; the game's first node follows `START`.
            end: the end of the graph, to which everything leads.
        """

    def read_ahead(self, scenario: ScenarioT) -> None:
        """Compute and keep what a first turn needs and takes long; in a thread, which the turn waits for."""

    @abstractmethod
    def context(self, resources: GameResources[ScenarioT]) -> ContextT:
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
        """Return the request for a narrator to put into words after a message; None for nothing.

        Args:
            context: the run-time context, from `context`.
            state: the state of the session after the message.
            message: the player's message; empty if not all who hear the narration may read it.
            events: the events that it led to: the public ones, or of a hidden turn those that its audience
                sees. The engine hands the narration to the same viewers and nobody else.
        """
        return None

    def is_paused(self, state: StateT) -> bool:
        """Return whether seats that nobody holds wait until somebody acts or asks them to go on."""
        return False

    def turns_to_run(self, message: str) -> int | None:
        """Return the number of turns that a command such as `/auto 5` asks for; None for any other."""
        return None

    def idle_s(self) -> float | None:
        """Return after how many seconds of silence a person's seat is played by its AI; None for never."""
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
        self.players.check(name, llm, script)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player for one session.

        Args:
            name: the name of the strategy.
            seat: everything that the player is given; nothing in it is secret.
        Raises:
            UnknownName, BadInput: as in `check_player`.
        """
        return self.players.open(name, seat)


AnyGame = GameType[Any, Any, Any]
