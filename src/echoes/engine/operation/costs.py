"""The costs of a session, by source."""

from collections.abc import Mapping, Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import StartTrace
from echoes.core.log.queries import usage_of
from echoes.core.log.records import Row
from echoes.core.operation.usage import Usage


class SourceCosts(Row, frozen=True):
    """The costs of one source in a session.

    Attributes:
        source: the name of a model or referee.
        events: the number of its replies that had a cost.
        model_calls, prompt_tokens, completion_tokens: sums over these.
        seconds: the time spent waiting for it.
        cost: in the unit of the prices; None if no price is known.
    """

    source: str
    events: int
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    cost: float | None


def costs_of(
    entries: Sequence[Entry],
    prices: Mapping[str, tuple[float, float]],
    summary: tuple[str, Usage] = ("rules", Usage()),
) -> list[SourceCosts]:
    """Return calls, tokens, seconds and cost of each source, sorted by name; undone turns count too.

    Args:
        entries: the entries of the session's log.
        prices: for each model, the price of a million tokens of prompt and of reply.
        summary: who summed up the session after its end, and the cost of that.
    """
    spent: dict[str, Usage] = {}
    count: dict[str, int] = {}
    first = entries[0].event if entries else None
    model = getattr(first, "model", None) or "embedded"
    # A fork did not pay for the past that it shares.
    shared = getattr(first, "forked_at", None) or 0
    if entries:
        shared = entries[0].traced(StartTrace).shared_turns or shared
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
    return [
        _costs(source, count[source], usage, prices.get(source)) for source, usage in sorted(spent.items())
    ]


def price_of(usage: Usage, prompt: float, completion: float) -> float:
    """Return the price of tokens.

    Args:
        usage: the tokens.
        prompt, completion: the price of a million tokens of prompt and of reply.
    """
    return (usage.prompt_tokens * prompt + usage.completion_tokens * completion) / 1e6


def _costs(source: str, events: int, usage: Usage, price: tuple[float, float] | None) -> SourceCosts:
    return SourceCosts(
        source=source,
        events=events,
        model_calls=usage.model_calls,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        seconds=round(usage.elapsed_ms / 1000, 3),
        cost=None if price is None else round(price_of(usage, *price), 6),
    )
