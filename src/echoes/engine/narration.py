"""Having a narrator speak: it is heard while it does, and what it said is kept."""

from echoes.core.errors import ModelFailed
from echoes.core.events import Draft
from echoes.core.plain_text import clean, harmless
from echoes.core.protocols import OnPiece
from echoes.core.usage import Usage
from echoes.games.table import Telling


async def narrated(telling: Telling, on_piece: OnPiece | None) -> Draft:
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
    return {
        "event": "narrated",
        "turn": telling.turn,
        "text": clean(text)[: telling.longest],
        "source": telling.voice.id,
        "usage": usage.model_dump(),
        "trace": {"cause": cause} if cause else None,
    }
