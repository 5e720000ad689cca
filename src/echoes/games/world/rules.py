"""The rules of a game of moves: which are open, what comes of each, what is offered, and the state."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, cast

from echoes.core.log.entries import Entry
from echoes.core.protocols import SessionHistory
from echoes.games.packs.game import PackGame
from echoes.games.reading.move import WordedMove
from echoes.games.reading.reader import WordReader
from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable
from echoes.games.world.events import MoveOption, WorldOffered
from echoes.games.world.pack import WorldT
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

    game: "WorldRules[WorldT, WorldStateT]"
    session_id: str
    scenario: WorldT
    history: SessionHistory
    reader: WordReader


class WorldRules(PackGame[WorldT, WorldStateT, WorldContext[WorldT, WorldStateT]]):
    """The rules of a game of moves, without what the platform asks of a kind of game."""

    commands = CommandTable(WORLD_COMMANDS)

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

    def offered(self, play: WorldPlay[WorldT, WorldStateT]) -> WorldOffered:
        """Return the first of the open moves as they are offered, those that the seat has not made first."""
        made = play.state["made"][play.seat]
        moves = [move for move in self.moves(play) if move.shown]
        shown = sorted(moves, key=lambda move: move.key in made)[:_MOST_OFFERED]
        options = [MoveOption(n=n, text=move.text, key=move.key) for n, move in enumerate(shown, 1)]
        progress = self.progress(play.scenario, play.state)
        return WorldOffered(
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
        at = {**{who: one.at for who, one in scenario.people.items()}, **dict.fromkeys(seats, scenario.start)}
        return cast("WorldStateT", new_world(at, seats))

    def evolve(self, state: WorldStateT, entry: Entry) -> WorldStateT:
        """Return the state after one entry; a subclass adds what its own events change."""
        return world_after(state, entry)

    def progress(self, scenario: WorldT, state: WorldStateT) -> float:
        """Return the share of the secrets that all have learned: it tells nobody what others know."""
        known = {*scenario.secrets}.intersection(*state["knows"].values())
        return len(known) / len(scenario.secrets) if scenario.secrets else 0.0
