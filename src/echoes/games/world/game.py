"""A kind of game of moves: a subclass says which are open and what comes of each; all else is here."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, cast

from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event, SessionStarted, StartTrace
from echoes.core.log.queries import ending_of
from echoes.core.log.records import GameFacts
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import Models, SessionHistory
from echoes.core.seats.roles import DEFAULT_ACCESS
from echoes.core.text.bilingual import LANGUAGES
from echoes.core.views.blocks import Block
from echoes.core.views.panels import Listing, Panel
from echoes.games.history_summary import HistoryLine
from echoes.games.packs.game import PackGame
from echoes.games.player import Player, PlayerSeat
from echoes.games.player_registry import PlayerRegistry
from echoes.games.reading.move import WordedMove
from echoes.games.reading.reader import WordReader
from echoes.games.resources import GameResources, PlayerMemory
from echoes.games.single_node_graph import add_single_node
from echoes.games.turn_state import GameGraph, TurnState
from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable
from echoes.games.world import events as happened
from echoes.games.world.blocks import blocks_of_world
from echoes.games.world.events import WORLD_EVENTS, MoveOption, MovesOffered
from echoes.games.world.pack import WorldT, unreached_places
from echoes.games.world.phrases import world_phrase
from echoes.games.world.players import ModelPlayer
from echoes.games.world.state import WorldStateT, new_world, world_after
from echoes.games.world.world_play import WorldPlay

_MOST_OFFERED = 6

WORLD_COMMANDS: Mapping[str, Collection[str]] = {
    "help": ("help", "帮助"),
    "look": ("look", "recap", "四周", "回顾"),
    "notebook": ("notebook", "notes", "笔记", "笔记本"),
    "undo": ("undo", "撤销", "撤回"),
    "giveup": GIVE_UP_WORDS,
    "quit": ("quit", "exit", "退出"),
}
"""The commands that every game of moves has, each with its words."""


@dataclass(frozen=True)
class WorldContext(Generic[WorldT, WorldStateT]):
    """The context that the node is given with each message: the game, the scenario, the history."""

    game: "WorldGame[WorldT, WorldStateT]"
    session_id: str
    scenario: WorldT
    journal: ReplyJournal
    history: SessionHistory
    reader: WordReader


class WorldGame(PackGame[WorldT, WorldStateT, WorldContext[WorldT, WorldStateT]]):
    """A kind of game in which players go about a world, each message being one of the moves that are open.

    It brings reading of free words, offers, questions back, undo, seats, a notebook, AI players, lint and a
    walk. A subclass has a name, a folder and the files of its packs, and says in `moves` and `make` what it
    is about.
    """

    access = DEFAULT_ACCESS
    roles = ()
    events = WORLD_EVENTS
    commands = CommandTable(WORLD_COMMANDS)
    trim_order = ("learned",)
    players: ClassVar[PlayerRegistry] = PlayerRegistry(
        "",
        {
            "random": "echoes.games.world.players:RandomPlayer",
            "curious": "echoes.games.world.players:CuriousPlayer",
            "baseline": "echoes.games.world.players:CuriousPlayer",
            "none": "echoes.games.world.players:RandomPlayer",
            "model": "echoes.games.world.players:ModelPlayer",
        },
    )

    @abstractmethod
    def make(self, play: WorldPlay[WorldT, WorldStateT], move: WordedMove) -> None:
        """Make a move: what comes of it is added to the play.

        Args:
            play: of the message.
            move: that is open.
        """
        play.go(move.key.removeprefix("go:"))

    @abstractmethod
    def moves(self, play: WorldPlay[WorldT, WorldStateT]) -> Iterator[WordedMove]:
        """Yield the moves that are open to the seat of a play: ways, as far as this class goes."""
        for place in play.scenario.places[play.place].exits:
            spec = play.scenario.places[place]
            yield WordedMove(
                f"go:{place}", play.say("move_go", place=spec.name), (spec.name, *spec.wordings), "go"
            )

    def run_command(self, play: WorldPlay[WorldT, WorldStateT], name: str, argument: str) -> str | None:
        """Return the reply to a command that the subclass adds; empty for none, None for no such command.

        Args:
            play: of the message, to which may be added.
            name: of the command; empty for one that there is not.
            argument: what stands behind it.
        """
        return None

    def names(self, scenario: WorldT) -> Mapping[str, Sequence[str]]:
        """Return the names by which each person may be called, by id."""
        return {who: (one.name, *one.wordings) for who, one in scenario.people.items()}

    def offered(self, play: WorldPlay[WorldT, WorldStateT]) -> MovesOffered:
        """Return the first of the open moves as they are offered, those that the seat has not made first."""
        made = play.state["made"][play.seat]
        moves = [move for move in self.moves(play) if move.shown]
        shown = sorted(moves, key=lambda move: move.key in made)[:_MOST_OFFERED]
        options = [MoveOption(n=n, text=move.text, key=move.key) for n, move in enumerate(shown, 1)]
        progress = self.progress(play.scenario, play.state)
        return MovesOffered(
            seat=play.seat,
            prompt=play.say("at_hand"),
            options=options,
            progress=progress,
            audience=play.own(),
        )

    def play(self, scenario: WorldT, state: WorldStateT, seat: str = "") -> WorldPlay[WorldT, WorldStateT]:
        """Return the play of a message from a seat."""
        seats = {one: self.seat_label(scenario, one) for one in self.seats(scenario)}
        return WorldPlay(scenario, state, self.evolve, seat, seats)

    def initial_state(self, scenario: WorldT) -> WorldStateT:
        """Return the state before anything has happened; a subclass may add to it."""
        seats = self.seats(scenario) or ("",)
        at = {**dict.fromkeys(seats, scenario.start), **{who: one.at for who, one in scenario.people.items()}}
        return cast("WorldStateT", new_world(at, seats))

    def evolve(self, state: WorldStateT, entry: Entry) -> WorldStateT:
        """Return the state after one entry; a subclass adds what its own events change."""
        return world_after(state, entry)

    def opening(
        self, scenario: WorldT, recalled: PlayerMemory, models: Models
    ) -> tuple[SessionStarted, StartTrace]:
        """Return the event that opens a session."""
        started = happened.WorldStarted(
            puzzle_id=scenario.id,
            title=scenario.title,
            lang=scenario.language,
            puzzle_hash=scenario.content_hash,
            game_type=self.name,
            content_warnings=[*scenario.content_warnings],
            statement=scenario.statement,
        )
        return started, StartTrace()

    def dealt(self, scenario: WorldT, started: SessionStarted, trace: StartTrace) -> Sequence[Entry]:
        """Return the place where all begin, and what each seat can do."""
        state = self.initial_state(scenario)
        plays = [self.play(scenario, state, seat) for seat in self.seats(scenario) or ("",)]
        for play in plays:
            play.add(play.arrival(play.place))
            play.add(self.offered(play))
        return [entry for play in plays for entry in play.entries()]

    def documents(self, scenario: WorldT) -> list[Document]:
        """Return the opening; all else is read from the scenario itself."""
        return [Document("opening", scenario.statement, "public", "opening")]

    def progress(self, scenario: WorldT, state: WorldStateT) -> float:
        """Return the share of the secrets that somebody has learned."""
        known = {secret for learned in state["knows"].values() for secret in learned}
        return len(known) / len(scenario.secrets) if scenario.secrets else 0.0

    def blocks(self, event: Event, language: str) -> Sequence[Block] | None:
        """Return the blocks that show an event."""
        return blocks_of_world(event, language)

    def panels(
        self, scenario: WorldT, state: TurnState[WorldStateT], language: str, seat: str
    ) -> Sequence[Panel]:
        """Return the notebook of a seat."""
        game = state.get("game") or self.initial_state(scenario)
        notes = [scenario.secrets[key].text for key in game["knows"].get(seat, ())]
        title, empty = world_phrase(language, "notebook"), world_phrase(language, "notebook_empty")
        return [Listing(title, notes or [empty], by_line=bool(notes))]

    def open_choice(self, state: WorldStateT, entries: Sequence[Entry]) -> Event | None:
        """Return the open moves, or the question that was asked back, for whoever comes back."""
        last = next((one.event for one in reversed(entries) if not one.event.keeps_options), None)
        return last if isinstance(last, ClarificationAsked | MovesOffered) else None

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return what was learned as a line of the history."""
        if isinstance(event, happened.Learned):
            return HistoryLine(turn=event.turn, kind="learned", text=event.text)
        return None

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the figures of a finished game."""
        ended = ending_of(entries)
        if not isinstance(ended, happened.WorldEnded):
            return GameFacts()
        return GameFacts.model_validate(ended.details.model_dump(include={"ending", "turns", "learned"}))

    def lint(self, scenario: WorldT) -> list[str]:
        """Return findings for the author: places that can't be reached or left."""
        return [*unreached_places(scenario.places, [scenario.start])]

    async def test(
        self, scenario: WorldT, context: WorldContext[WorldT, WorldStateT], seed: int
    ) -> list[str]:
        """Walk through a scenario at random many times; return what went wrong or was never reached."""
        from echoes.games.world.world_walk import walk_world

        return walk_world(self, scenario, seed)

    def player(self, name: str, seat: PlayerSeat) -> Player:
        """Return an AI player; the one that is a model is shown what this game shows."""
        if name != "model":
            return super().player(name, seat)
        self.check_player(name, seat.llm, seat.script)
        systems = {
            language: world_phrase(language, "model_plays", title=self.introduction(language)[0])
            for language in LANGUAGES
        }
        return ModelPlayer(seat, self.blocks, systems)

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the one node that answers a message."""
        from echoes.games.world.answer import answer_in_world

        add_single_node(graph, answer_in_world, end)

    def context(self, resources: GameResources[WorldT]) -> WorldContext[WorldT, WorldStateT]:
        """Build the context of the node."""
        return WorldContext(
            game=self,
            session_id=resources.session_id,
            scenario=resources.scenario,
            journal=resources.journal,
            history=resources.history,
            reader=resources.reader,
        )
