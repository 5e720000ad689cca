"""Metrics of turns: how many, how long, and what came of them; no words of anybody."""

from collections.abc import Awaitable
from time import perf_counter

from echoes.core.errors import EchoesError
from echoes.core.operation.metrics import METRICS
from echoes.core.operation.tracing import span
from echoes.engine.turns.turn import Turn


async def measured_turn(game: str, answering: Awaitable[Turn]) -> Turn:
    """Wait for a turn, and count it.

    Args:
        game: the kind of game.
        answering: the turn.
    Returns:
        The turn.
    Raises:
        EchoesError: whatever the turn raises.
    """
    started = perf_counter()
    try:
        with span("turn", game=game):
            turn = await answering
    except EchoesError as error:
        METRICS.count("echoes_failures_total", kind=type(error).__name__)
        raise
    METRICS.count("echoes_turns_total", game=game)
    METRICS.observe("echoes_turn_seconds", perf_counter() - started, game=game)
    for event in turn.events:
        METRICS.count("echoes_events_total", event=event.event, outcome=event.metric_label)
    return turn
