"""A kind of game of moves: a subclass says which are open and what comes of each; all else is here."""

from collections.abc import Sequence
from typing import ClassVar

from echoes.core.documents import Document
from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, Event, SessionStarted, StartTrace
from echoes.core.log.queries import ending_of
from echoes.core.log.records import GameFacts
from echoes.core.protocols import Models
from echoes.core.seats.roles import DEFAULT_ACCESS
from echoes.core.text.bilingual import LANGUAGES
from echoes.core.views.blocks import Block
from echoes.core.views.panels import Listing, Panel
from echoes.games.history_summary import HistoryLine
from echoes.games.player import Player, PlayerSeat
from echoes.games.player_registry import PlayerRegistry
from echoes.games.resources import GameResources, PlayerMemory
from echoes.games.single_node_graph import add_single_node
from echoes.games.turn_state import GameGraph, TurnState
from echoes.games.world import events as happened
from echoes.games.world.answer import answer_in_world
from echoes.games.world.blocks import blocks_of_world
from echoes.games.world.events import WORLD_EVENTS, WorldOffered
from echoes.games.world.pack import WorldT, unreached_places
from echoes.games.world.phrases import world_phrase
from echoes.games.world.players import PromptedPlayer
from echoes.games.world.rules import WorldContext, WorldRules
from echoes.games.world.state import WorldStateT
from echoes.games.world.world_walk import walk_world


class WorldGame(WorldRules[WorldT, WorldStateT]):
    """A kind of game in which players go about a world, each message being one of the moves that are open.

    It brings reading of free words, offers, questions back, undo, seats, a notebook, AI players, lint and a
    walk. A subclass has a name, a folder and the files of its packs, and says in `moves` and `make` what it
    is about.
    """

    access = DEFAULT_ACCESS
    roles = ()
    events = WORLD_EVENTS
    trim_order = ("learned",)
    players: ClassVar[PlayerRegistry] = PlayerRegistry(
        "",
        {
            "random": "echoes.games.world.players:RandomPlayer",
            "curious": "echoes.games.world.players:CuriousPlayer",
            "baseline": "echoes.games.world.players:CuriousPlayer",
            "none": "echoes.games.world.players:RandomPlayer",
            "model": "echoes.games.world.players:PromptedPlayer",
        },
    )

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
        return last if isinstance(last, ClarificationAsked | WorldOffered) else None

    def line_of(self, event: Event) -> HistoryLine | None:
        """Return a secret that was learned as a line of the history."""
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
        """Return findings for the author: places that can't be reached or left, people named like a seat."""
        taken = [who for who in scenario.people if who in self.seats(scenario)]
        return [
            *unreached_places(scenario.places, [scenario.start]),
            *(f"people.{who}: a seat has this id" for who in taken),
        ]

    async def test(
        self, scenario: WorldT, context: WorldContext[WorldT, WorldStateT], seed: int
    ) -> list[str]:
        """Walk through a scenario at random many times; return what went wrong or was never reached."""
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
        return PromptedPlayer(seat, self.blocks, systems)

    def add_nodes(self, graph: GameGraph, end: str) -> None:
        """Add the one node that answers a message."""
        add_single_node(graph, answer_in_world, end)

    def context(self, resources: GameResources[WorldT]) -> WorldContext[WorldT, WorldStateT]:
        """Build the context of the node."""
        return WorldContext(
            game=self,
            session_id=resources.session_id,
            scenario=resources.scenario,
            history=resources.history,
            reader=resources.reader,
        )
