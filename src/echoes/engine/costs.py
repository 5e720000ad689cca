"""What the models of a session have cost, by who answered."""

from collections.abc import Mapping, Sequence

from echoes.core.entries import Entry
from echoes.core.history import usage_of
from echoes.core.protocols import JsonObject
from echoes.core.usage import Usage


def costs_of(
    entries: Sequence[Entry],
    prices: Mapping[str, tuple[float, float]],
    summary: tuple[str, Usage] = ("rules", Usage()),
) -> list[JsonObject]:
    """Calls, tokens, seconds and cost, one row for each source, those of undone turns among them.

    Args:
        entries: of the session's log.
        prices: for each model what a million tokens of prompt and of reply cost.
        summary: who summed the session up when it had ended, and what that has cost.
    Returns:
        Rows with `source`, `events`, `model_calls`, `prompt_tokens`, `completion_tokens`,
        `seconds` and `cost`; the cost is None where no price is known.
    """
    spent: dict[str, Usage] = {}
    count: dict[str, int] = {}
    first = entries[0].event if entries else None
    model = getattr(first, "model", None) or "embedded"
    shared = getattr(first, "forked_at", None) or 0  # a fork has not paid for the past that it shares
    for entry in entries:
        usage = usage_of(entry)
        if usage == Usage() or entry.event.turn <= shared != 0:
            continue
        source = str(getattr(entry.event, "source", None) or model)
        spent[source] = spent.get(source, Usage()) + usage
        count[source] = count.get(source, 0) + 1
    source, usage = summary
    if usage != Usage():
        spent[source] = spent.get(source, Usage()) + usage
        count[source] = count.get(source, 0) + 1
    return [_row(source, count[source], usage, prices.get(source)) for source, usage in sorted(spent.items())]


def price_of(usage: Usage, prompt: float, completion: float) -> float:
    """What was used has cost, where a million tokens of prompt and of reply cost so much."""
    return (usage.prompt_tokens * prompt + usage.completion_tokens * completion) / 1e6


def _row(source: str, events: int, usage: Usage, price: tuple[float, float] | None) -> JsonObject:
    cost = None
    if price is not None:
        cost = round(price_of(usage, *price), 6)
    return {
        "source": source,
        "events": events,
        "model_calls": usage.model_calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "seconds": round(usage.elapsed_ms / 1000, 3),
        "cost": cost,
    }
