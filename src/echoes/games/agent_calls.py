"""Calls of models that play a part: each through the journal, and a failure is a reply that is missing."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import TypeAdapter

from echoes.core.errors import ModelFailed
from echoes.core.log.reply_journal import ReplyJournal
from echoes.core.operation.usage import Usage

ReplyT = TypeVar("ReplyT")
ReplyT_co = TypeVar("ReplyT_co", covariant=True)


@dataclass(frozen=True)
class AgentReply(Generic[ReplyT_co]):
    """The reply of an agent.

    Attributes:
        reply: None where there was none that can be used.
        usage: what it cost, failures too.
        problem: why there is none, or not all of it.
        error: the failure of the model, if that is why.
    """

    reply: ReplyT_co | None
    usage: Usage = field(default_factory=Usage)
    problem: str = ""
    error: ModelFailed | None = None

    @property
    def failure(self) -> ModelFailed:
        """The failure, as it is raised."""
        return self.error or ModelFailed(
            "unreadable", "the model's reply can't be used", "Try it again.", detail=self.problem
        )


async def kept_reply(
    journal: ReplyJournal,
    key: str,
    ask: Callable[[], Awaitable[tuple[ReplyT, Usage]]],
    form: TypeAdapter[tuple[ReplyT, Usage]],
) -> AgentReply[ReplyT]:
    """Ask for a reply and keep it, or return the kept one.

    Args:
        journal: of the session.
        key: under which the reply is kept.
        ask: asks the model.
        form: of the reply and its cost, as it is kept.
    """
    try:
        reply, usage = await journal.reply(key, ask, form)
    except ModelFailed as error:
        spent = error.spent or Usage()
        # Of a text that was cut, the whole sentences are a reply; a form has none.
        said = form.validate_python((error.said, spent))[0] if error.said else None
        return AgentReply(said, spent, error.cause, error)
    return AgentReply(reply, usage or Usage())
