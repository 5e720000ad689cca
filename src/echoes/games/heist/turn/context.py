"""The context that the node of a heist is given with each message."""

from dataclasses import dataclass, field

from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import LLMClient, SessionHistory
from echoes.games.heist.pack.schema import Score
from echoes.games.reading.reader import WordReader
from echoes.games.resources import Limits


@dataclass(frozen=True)
class HeistContext:
    """The score, its dice and the bounds of the session.

    Attributes:
        journal: keeps dice and a model's replies.
        master: the model that is the game master's voice; None without one.
        tokens: the bound of what a model is shown.
        reader: reads free words as open moves.
    """

    session_id: str
    score: Score
    journal: ReplyJournal
    history: SessionHistory
    limits: Limits
    master: LLMClient | None = None
    tokens: int = 4000
    reader: WordReader = field(default_factory=WordReader)
