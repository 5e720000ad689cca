"""The context that the node of a story is given with each message."""

from dataclasses import dataclass, field

from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import SessionHistory
from echoes.games.reading.reader import WordReader
from echoes.games.resources import Limits
from echoes.games.story.agents.calls import Agents
from echoes.games.story.pack.schema import StoryPack


@dataclass(frozen=True)
class StoryContext:
    """The story, the history and the bounds of the session.

    Attributes:
        journal: keeps a model's replies.
        agents: whoever plays where models do.
        reader: reads free words as open moves.
    """

    session_id: str
    story: StoryPack
    journal: ReplyJournal
    history: SessionHistory
    limits: Limits
    agents: Agents
    reader: WordReader = field(default_factory=WordReader)

    @property
    def models_play(self) -> bool:
        """Return whether models play this message; in a replay, where they played it then."""
        replayed = self.journal.replays_replies()
        return bool(self.agents.models) if replayed is None else replayed
