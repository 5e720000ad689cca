"""Summaries of sessions by a model, from their public events alone."""

import logging
from collections.abc import Sequence
from typing import Literal

from echoes.core.errors import ModelFailed
from echoes.core.log.entries import Entry
from echoes.core.log.records import Row
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient, MemoryRules
from echoes.core.text.plain_text import clean

_MAX_CHARS = 800
"""The longest summary, in characters."""


class StoredSummary(Row, frozen=True):
    """The summary of a session that has ended, as the store keeps it.

    Attributes:
        content: the text.
        source: its author: a model's name, or `rules`.
        usage: its cost.
        last_updated: ISO 8601 in UTC.
    """

    summary_type: Literal["session"] = "session"
    content: str
    source: str = "rules"
    usage: Usage = Usage()
    last_updated: str = ""


async def write_summary(entries: Sequence[Entry], rules: MemoryRules, writer: LLMClient) -> tuple[str, Usage]:
    """Sum up a session by a model; by rules if the model fails.

    Args:
        entries: the whole log.
        rules: the memory rules of its game type.
        writer: the model for summaries.
    Returns:
        The summary and its cost.
    """
    prompt = rules.summary_prompt(entries)
    if prompt is None:
        return rules.summary(entries), Usage()
    try:
        text, usage = await writer.generate(*prompt)
    except ModelFailed as error:
        logging.getLogger(__name__).info("a session is summed up by rules: %s", error)
        return rules.summary(entries), error.spent or Usage()
    return clean(text)[:_MAX_CHARS] or rules.summary(entries), usage
