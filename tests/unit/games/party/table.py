"""A table for tests: the bundled module, begun with a seed."""

from collections.abc import Sequence

from tests.support import ROOT
from tests.words import READER, finished

from echoes.games.party.game import MODULE_FILES
from echoes.games.party.pack.random_walk import begun_table
from echoes.games.party.pack.schema import Module
from echoes.games.party.rules.play import PartyPlay
from echoes.games.party.state import PartyState, seat_to_act
from echoes.games.party.turn.intents import PartyIntent
from echoes.games.party.turn.moves import moves_of_seat
from echoes.games.party.turn.party_move import PartyMove
from echoes.games.party.turn.reading import read_at_table
from echoes.games.party.turn.respond import make_table_move

BUNDLED = {
    (report.scenario.id, report.scenario.language): report.scenario
    for path in MODULE_FILES.find(ROOT / "data/party")
    for report in MODULE_FILES.read(path)
    if isinstance(report.scenario, Module)
}
"""The bundled modules by id and language."""
MODULES = {language: BUNDLED["eleven_lanterns", language] for language in ("en", "zh")}


class Table:
    """A game that goes on: `play` is that of the last move."""

    def __init__(self, module: Module | None = None, seed: str = "seed") -> None:
        self.module = module or MODULES["en"]
        self.state: PartyState = begun_table(self.module, seed)
        self.play = PartyPlay(self.module, self.state, "ilse")

    def offered(self) -> list[str]:
        """Return the moves of the seat whose turn it is."""
        [seat] = seat_to_act(self.module, self.state)
        return [move.key for move in moves_of_seat(self.module, self.state, seat)]

    def move(self, key: str) -> PartyPlay:
        """Make a move from the seat whose turn it is; it must be open."""
        [seat] = seat_to_act(self.module, self.state)
        texts = {move.key: move.text for move in moves_of_seat(self.module, self.state, seat)}
        self.play = PartyPlay(self.module, self.state, seat)
        make_table_move(self.play, key, texts[key])
        self.state = self.play.state
        return self.play


def read_by(
    play: PartyPlay, message: str, shown: Sequence[str] = (), moves: Sequence[PartyMove] | None = None
) -> PartyIntent:
    """Return what a message of a seat means."""
    found = moves_of_seat(play.module, play.state, play.seat) if moves is None else moves
    return finished(lambda: read_at_table(READER, play, message, found, shown))
