"""Having a narrator speak: it is heard while it does, and what it said is kept."""

import logging
from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.errors import EchoesError, ModelFailed
from echoes.core.events import Event, Narrated, Trace
from echoes.core.plain_text import clean, harmless
from echoes.core.protocols import OnPiece
from echoes.core.usage import Usage
from echoes.engine.session import GameSession
from echoes.games.table import Telling
from echoes.storage.backends import Storage


async def narrated(telling: Telling, on_piece: OnPiece | None) -> Entry:
    """The event of a narration, after it was spoken.

    A narrator that fails is no reason to stop a game: its event is empty, and its trace says why.

    Args:
        telling: what is to be put into words.
        on_piece: is handed each piece as it comes, made harmless; None for nobody.
    """
    heard: list[str] = []

    def hear(piece: str) -> bool:
        piece = harmless(piece)[: telling.longest - sum(map(len, heard))]
        heard.append(piece)
        if piece and on_piece:
            on_piece(piece)
        return sum(map(len, heard)) >= telling.longest

    cause, asked = "", (telling.system, telling.prompt)
    try:
        voice = telling.voice
        text, usage = await (voice.stream(*asked, hear) if on_piece else voice.generate(*asked))
    except ModelFailed as error:
        text, usage = "".join([*heard, " …"] if heard else []), error.spent or Usage()
        cause = f"{error} {error.detail}".strip()
    said = Narrated(
        turn=telling.turn, text=clean(text)[: telling.longest], source=telling.voice.id, usage=usage
    )
    return Entry(said, Trace(cause=cause) if cause else None)


async def telling_of(session: GameSession, events: Sequence[Event]) -> Telling | None:
    """What a narrator is to say to a message; nothing where it can't be laid out, for the rulings count."""
    try:
        return await session.telling(events)
    except EchoesError as error:
        logging.getLogger(__name__).warning("nothing is narrated: %s", error)
        return None


async def told(
    session: GameSession, storage: Storage, telling: Telling, since: int, on_piece: OnPiece | None
) -> list[Event]:
    """Have the narrator speak, and record it; the session is locked for the latter only.

    Args:
        session: of which.
        storage: where it is recorded.
        telling: what is to be put into words.
        since: the log's position when that was laid out.
        on_piece: is handed each piece as it comes; None for nobody.
    """
    entry = await narrated(telling, on_piece)
    try:
        async with storage.lock(session.session_id):
            return await session.add(entry, since)
    except EchoesError as error:  # the ruling is safe, and the words were heard
        logging.getLogger(__name__).warning("a narration was not kept: %s", error)
        return []
