"""Narration: a narrator is heard while it speaks, and its words are recorded afterwards."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event, Narrated, Trace
from echoes.core.operation.spending import spending_for
from echoes.core.operation.tracing import span
from echoes.core.operation.usage import Usage
from echoes.core.text.plain_text import clean, strip_controls, whole_sentences
from echoes.core.views.live_text import OnWords
from echoes.engine.sessions.session import GameSession
from echoes.engine.turns.turn import Turn
from echoes.games.resources import NarrationRequest
from echoes.storage.backends import Storage


@dataclass(frozen=True)
class NarrationPiece:
    """A piece of a narration that is heard while the narrator speaks.

    Attributes:
        text: the piece, without control characters; empty if nothing of the narration was kept.
        turn: the turn of the log that it is about; `SeatView.number` gives a viewer's number.
        speaker: the name of who says it; empty for the narrator.
        audience: the seats that may hear it; empty for everybody.
    """

    text: str
    turn: int
    speaker: str = ""
    audience: tuple[str, ...] = ()


OnNarrationPiece = Callable[[NarrationPiece], None]
"""A callback that gets each piece of a narration as it comes."""


async def run_narrator(request: NarrationRequest, on_piece: OnNarrationPiece | None) -> Entry:
    """Run the narrator, and return its event.

    A failing narrator does not stop a game: its event is empty, and the trace gives the reason.

    Args:
        request: the request to the narrator.
        on_piece: gets each piece as it comes; None for nobody.
    """
    heard: list[str] = []

    def hear(piece: str) -> bool:
        piece = strip_controls(piece)[: request.longest - sum(map(len, heard))]
        heard.append(piece)
        if piece and on_piece:
            on_piece(_piece(request, piece))
        return sum(map(len, heard)) >= request.longest

    cause, asked = "", (request.system, request.prompt)
    try:
        voice = request.voice
        text, usage = await (voice.stream(*asked, hear) if on_piece else voice.generate(*asked))
    except ModelFailed as error:
        text, usage = error.said or whole_sentences("".join(heard)), error.spent or Usage()
        cause = error.cause
    said = Narrated(
        turn=request.turn,
        text=clean(text)[: request.longest],
        speaker=request.speaker,
        source=request.voice.id,
        usage=usage,
        audience=request.audience,
    )
    return Entry(said, Trace(cause=cause) if cause else None)


def turn_pieces(session: GameSession, on_piece: OnNarrationPiece | None) -> OnWords | None:
    """Return a callback that hands on the words of the turn that is being prepared; None for nobody."""
    if on_piece is None:
        return None
    return lambda speaker, text: on_piece(NarrationPiece(strip_controls(text), session.turn + 1, speaker))


def _piece(request: NarrationRequest, text: str) -> NarrationPiece:
    return NarrationPiece(text, request.turn, request.speaker, request.audience)


async def requested_narration(session: GameSession, turn: Turn) -> NarrationRequest | None:
    """Return the request to a narrator for a turn; None if it can't be made, since the turn counts anyway."""
    try:
        return await session.narration_request(turn)
    except EchoesError as error:
        logging.getLogger(__name__).warning("nothing is narrated: %s", error)
        return None


async def narrate_turn(
    session: GameSession,
    storage: Storage,
    request: NarrationRequest,
    since: int,
    on_piece: OnNarrationPiece | None,
) -> list[Event]:
    """Run the narrator, and record its words; only recording holds the session's lock.

    Args:
        session: the session.
        storage: the storage with its locks.
        request: the request to the narrator.
        since: the position of the log when the request was made.
        on_piece: gets each piece as it comes; None for nobody.
    """
    with span("narration", game=session.started.game_type), spending_for(session.started):
        entry = await run_narrator(request, on_piece)
    try:
        async with storage.lock(session.session_id):
            return await session.record_narration(entry, since)
    except EchoesError as error:  # the ruling is safe, and the words were heard
        logging.getLogger(__name__).warning("a narration was not kept: %s", error)
        if on_piece:
            on_piece(_piece(request, ""))
        return []
