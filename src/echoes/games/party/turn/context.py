"""The context that the node of a table is given with each message."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from echoes.core.log.entries import Entry
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.protocols import SessionHistory
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.memory.witnessing import is_remembered
from echoes.games.party.pack.schema import Module
from echoes.games.reading.reader import WordReader
from echoes.games.resources import Limits


@dataclass(frozen=True)
class PartyContext:
    """The module, the history and the bounds of the session.

    Attributes:
        agents: the models that lead.
        reader: reads free words as open moves.
    """

    session_id: str
    module: Module
    journal: ReplyJournal
    history: SessionHistory
    limits: Limits
    agents: PartyAgents
    reader: WordReader = field(default_factory=WordReader)

    def for_one_message(self) -> "PartyContext":
        """Return the context without costs and failures, so that overlapping turns share none."""
        return replace(self, agents=replace(self.agents, costs={}, failures={}, kinds={}))

    async def newest(self) -> Sequence[Entry]:
        """Return the newest entries that are remembered, enough for all that is not summed up."""
        return await self.history.newest(is_remembered)

    @property
    def models_play(self) -> bool:
        """Return whether models lead now; in a replay, where they did then."""
        replayed = self.journal.replays_replies()
        return bool(self.agents.models) if replayed is None else replayed
