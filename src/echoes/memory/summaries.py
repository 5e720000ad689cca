"""A session in a few sentences, from its public events alone: by rules, or in a model's words."""

import logging
from collections.abc import Sequence

from echoes.core.entries import Entry
from echoes.core.errors import ModelFailed
from echoes.core.plain_text import clean
from echoes.core.protocols import LLMClient, MemoryRules
from echoes.core.usage import Usage

_LONGEST = 800
"""Characters of a summary."""


async def in_words(entries: Sequence[Entry], rules: MemoryRules, writer: LLMClient) -> tuple[str, Usage]:
    """A session in the words of a model that is shown what was said; by rules where it fails.

    Args:
        entries: a whole log.
        rules: of its game type.
        writer: the model for summaries.
    """
    prompt = rules.summary_prompt(entries)
    if prompt is None:
        return rules.summary(entries), Usage()
    try:
        text, usage = await writer.generate(*prompt)
    except ModelFailed as error:
        logging.getLogger(__name__).info("a session is summed up by rules: %s", error)
        return rules.summary(entries), error.spent or Usage()
    return clean(text)[:_LONGEST] or rules.summary(entries), usage
