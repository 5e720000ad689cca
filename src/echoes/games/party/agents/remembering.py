"""Summaries by a model: each from what one seat has witnessed, in two passes at most; else rules do."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.context_window import estimate_tokens
from echoes.games.party.agents.calls import PartyAgents
from echoes.games.party.agents.prompts import joined, table_system, table_word, under_title
from echoes.games.party.memory.summaries import (
    KEPT_LINES,
    MOST_WORDS,
    SeatMemory,
    count_words,
    merged_summary,
    within_words,
)
from echoes.games.party.memory.witnessing import lines_since

MOST_SUMMED_CHARS = 250_000
"""The most of what was witnessed that a model is shown at once; of more, the end."""
_LONGEST_TOKENS = 900
"""About five hundred words."""


async def new_summary(
    agents: PartyAgents | None,
    language: str,
    name: str,
    seat: str,
    memory: SeatMemory,
    entries: Sequence[Entry],
) -> str:
    """Return the summary of a seat with all that it has witnessed but the newest lines.

    Args:
        agents: that write it; None leaves it to the rules.
        language: of the module.
        name: of the character.
        seat: whose memory.
        memory: so far.
        entries: of the session.
    """
    by_rules = merged_summary(language, memory["summary"], memory["noted"])
    if agents is None:
        return by_rules
    older = lines_since(entries, seat, memory["heard"] - memory["upto"])[:-KEPT_LINES]
    told = "\n".join(older)[-MOST_SUMMED_CHARS:]
    text = await _summed_up(agents, language, name, seat, memory["summary"], told)
    if text and (count_words(text) >= MOST_WORDS or estimate_tokens(text) > _LONGEST_TOKENS):
        text = await _summed_up(agents, language, name, seat, text, "") or text
    return within_words(text) if text else by_rules


async def _summed_up(agents: PartyAgents, language: str, name: str, seat: str, before: str, told: str) -> str:
    system = table_system(language, "summary", name=name)
    prompt = joined(
        under_title(language, "before", before or table_word(language, "none")),
        under_title(language, "events", told),
    )
    return await agents.sum_up(f"summary:{seat}", system, prompt)
