"""Having a narrator speak: it is heard while it does, and what it said is kept."""

import logging

from echoes.core.entries import Entry
from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.events import Event, Narrated, Trace
from echoes.core.plain_text import clean, strip_controls
from echoes.core.protocols import OnChunk
from echoes.core.usage import Usage
from echoes.engine.session import GameSession
from echoes.engine.turns import Turn
from echoes.games.resources import NarrationRequest
from echoes.storage.backends import Storage


async def run_narrator(request: NarrationRequest, on_chunk: OnChunk | None) -> Entry:
    """The event of a narration, after it was spoken.

    A narrator that fails is no reason to stop a game: its event is empty, and its trace says why.

    Args:
        request: what is to be put into words.
        on_chunk: is handed each piece as it comes, made harmless; None for nobody.
    """
    heard: list[str] = []

    def hear(piece: str) -> bool:
        piece = strip_controls(piece)[: request.longest - sum(map(len, heard))]
        heard.append(piece)
        if piece and on_chunk:
            on_chunk(piece)
        return sum(map(len, heard)) >= request.longest

    cause, asked = "", (request.system, request.prompt)
    try:
        voice = request.voice
        text, usage = await (voice.stream(*asked, hear) if on_chunk else voice.generate(*asked))
    except ModelFailed as error:
        text, usage = "".join([*heard, " …"] if heard else []), error.spent or Usage()
        cause = f"{error} {error.detail}".strip()
    said = Narrated(
        turn=request.turn, text=clean(text)[: request.longest], source=request.voice.id, usage=usage
    )
    return Entry(said, Trace(cause=cause) if cause else None)


async def requested_narration(session: GameSession, turn: Turn) -> NarrationRequest | None:
    """Return what a narrator is to say to a turn; nothing where it can't be laid out, for the turn counts."""
    try:
        return await session.narration_request(turn)
    except EchoesError as error:
        logging.getLogger(__name__).warning("nothing is narrated: %s", error)
        return None


async def narrated(
    session: GameSession, storage: Storage, request: NarrationRequest, since: int, on_chunk: OnChunk | None
) -> list[Event]:
    """Have the narrator speak, and record it; the session is locked for the latter only.

    Args:
        session: of which.
        storage: where it is recorded.
        request: what is to be put into words.
        since: the log's position when that was laid out.
        on_chunk: is handed each piece as it comes; None for nobody.
    """
    entry = await run_narrator(request, on_chunk)
    try:
        async with storage.lock(session.session_id):
            return await session.record_narration(entry, since)
    except EchoesError as error:  # the ruling is safe, and the words were heard
        logging.getLogger(__name__).warning("a narration was not kept: %s", error)
        return []
