"""A game of moves with one seat, two places, a person and a secret, as small as they come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from types import SimpleNamespace
from typing import Any

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, TurnsUndone
from echoes.core.log.queries import effective_entries, last_turns
from echoes.core.seats.visibility import turns_to_undo
from echoes.games.packs.loader import PackFormat
from echoes.games.reading.move import WordedMove
from echoes.games.reading.reader import WordReader
from echoes.games.resources import Limits, PlayerMemory
from echoes.games.world.answer import answer_in_world
from echoes.games.world.game import WorldGame
from echoes.games.world.pack import WORLD_ATOMS, WorldPack
from echoes.games.world.rules import WorldContext
from echoes.games.world.state import WorldState
from echoes.games.world.world_play import WorldPlay

AnyPlay = WorldPlay[WorldPack, WorldState]


class SmallGame(WorldGame[WorldPack, WorldState]):
    """Ask the person in the yard, and leave."""

    name, title, folder = "small", "Small", "small"
    files = PackFormat("small.yaml", WorldPack, atoms=WORLD_ATOMS)

    def moves(self, play: AnyPlay) -> Iterator[WordedMove]:
        yield from super().moves(play)
        yield from (
            WordedMove(f"ask:{who}", f"Ask {play.scenario.people[who].name} why", ("why",), "ask", who)
            for who in play.people()
        )
        if play.knows("why"):
            yield WordedMove("end:gone", "Leave for good", ("leave for good",), final=True)

    def make(self, play: AnyPlay, move: WordedMove) -> None:
        kind, _, what = move.key.partition(":")
        if kind == "ask":
            play.speak(what, "Because.")
            play.learn("why")
            play.set_flag("asked")
        elif kind == "end":
            play.end(what)
        else:
            super().make(play, move)


class SmallTable(SmallGame):
    """The same for two, with a lamp in the hall that can be lit once."""

    def moves(self, play: AnyPlay) -> Iterator[WordedMove]:
        yield from super().moves(play)
        if play.place == "hall" and "lit" not in play.state["flags"]:
            yield WordedMove("light:", "Light the lamp")
        yield WordedMove("wait:", "Wait")

    def make(self, play: AnyPlay, move: WordedMove) -> None:
        if move.key == "light:":
            play.set_flag("lit")
        elif move.key != "wait:":
            super().make(play, move)

    def seats(self, scenario: WorldPack) -> tuple[str, str]:
        return ("ann", "ben")


def small_pack(language: str = "en", **changed: Any) -> WorldPack:
    """Return its scenario."""
    return WorldPack.model_validate({
        "id": "small", "language": language, "title": "Small", "statement": "A house.",
        "places": {
            "hall": {"name": "the hall", "text": "Dark.", "exits": ["yard"]},
            "yard": {"name": "the yard", "text": "Bright.", "exits": ["hall"], "wordings": ["outside"]},
        },
        "people": {"eve": {"name": "Eve", "at": "yard", "pronoun": "she"}},
        "secrets": {"why": {"title": "the reason", "text": "There is none."}},
        "endings": {"gone": {"title": "Gone", "text": "You leave."}},
        **changed,
    })  # fmt: skip


def small_game(kind: type[SmallGame] = SmallGame) -> SmallGame:
    """Return the game with the limits of the settings."""
    return kind(Limits(), {})


@dataclass(frozen=True)
class _Log:
    log: list[Entry]

    async def entries(self) -> list[Entry]:
        """Return the log so far."""
        return self.log


class PlayedGame:
    """A session of a small game as its node is given it, without an engine.

    Attributes:
        seat: that sends the messages.
        entries: of its log so far.
    """

    def __init__(self, game: SmallGame, pack: WorldPack, seat: str = "") -> None:
        self._game, self._pack, self.seat = game, pack, seat
        self._turn = 0
        self.entries: list[Entry] = []
        started, trace = game.opening(pack, PlayerMemory(), None)  # type: ignore[arg-type]
        self._log([Entry(started, trace), *game.dealt(pack, started, trace)])

    async def send(self, message: str) -> list[Event]:
        """Send a message; return what it leads to."""
        context = WorldContext(self._game, "s-1", self._pack, _Log(self.entries), WordReader())  # type: ignore[arg-type, var-annotated]
        state: Any = {"message": message, "seat": self.seat, "game": self.state}
        answered = await answer_in_world(state, SimpleNamespace(context=context))  # type: ignore[arg-type]
        if undo := answered.get("undo"):
            turns = last_turns(self.entries, turns_to_undo(self.entries, self.seat, undo))
            self._log([Entry(TurnsUndone(turns=turns, progress=0))])
        return self._log(answered["outbox"])

    def _log(self, entries: Sequence[Entry]) -> list[Event]:
        self._turn += any(entry.event.makes_turn for entry in entries)
        numbered = [entry.changed(turn=self._turn) for entry in entries]
        self.entries += numbered
        return [entry.event for entry in numbered]

    @property
    def state(self) -> WorldState:
        """Return the state after what counts."""
        start = self._game.initial_state(self._pack)
        return reduce(self._game.evolve, effective_entries(self.entries), start)
