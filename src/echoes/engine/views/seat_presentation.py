"""The presentation of a session to one seat: all secrets go in, and what the seat may see comes out."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.seats.projection import SeatProjection
from echoes.core.views.blocks import Block, ComposerMode
from echoes.core.views.panels import Panel
from echoes.engine.log.projection import SessionProjection
from echoes.engine.sessions.session import GameSession
from echoes.games.base import AnyGame
from echoes.games.guide import Guide


class SeatPresentation:
    """A session as its game presents it to one seat, as plain data; the views of all media draw it.

    Neither the scenario nor the state of the session, which hold all secrets, can be asked for.

    Args:
        game: the game type of the session.
        session: that was opened.
        projection: of the session, kept up for all seats.
        known: what the seat knows of it, kept up for this seat.

    Attributes:
        known: as above.
        started: the opening of the session; `language`: of it.
        guide: for newcomers; None where the game has none.
        giving_up: what is asked before the game is given up; empty for nothing.
    """

    def __init__(
        self, game: AnyGame, session: GameSession, projection: SessionProjection, known: SeatProjection
    ) -> None:
        self._game, self._scenario, self._projection = game, session.scenario, projection
        self.known, self.started, self.language = known, session.started, session.started.lang
        self.guide: Guide | None = game.guide(self.language)
        self.giving_up = game.giving_up(self.language)

    def blocks(self, event: Event) -> Sequence[Block] | None:
        """Return the blocks that show an event that the seat may see; None for what the platform shows."""
        return self._game.blocks(event, self.language)

    def panels(self) -> Sequence[Panel]:
        """Return the panels beside the conversation."""
        return self._game.panels(self._scenario, self._projection.state, self.language, self.known.seat)

    def composer_modes(self) -> Sequence[ComposerMode]:
        """Return the ways in which the seat may say something, the usual one first."""
        return self._game.composer(self._scenario, self._projection.state, self.language, self.known.seat)

    def view_model(self) -> object:
        """Return the data that the game's own view draws beside blocks and panels; None for nothing."""
        return self._game.view_model(self._scenario, self._projection.state, self.language, self.known.seat)

    def seat_label(self, seat: str) -> str:
        """Return the name of a seat for people."""
        return self._projection.seat_label(seat)

    def starters(self) -> Sequence[str]:
        """Return messages to begin with, none of which gives anything away."""
        return self.guide.starters(self._scenario) if self.guide else ()

    def confirmation(self, message: str) -> str:
        """Return the question that is asked before a message that can't be taken back; empty for others."""
        return self._game.confirmation(message, self.language)
