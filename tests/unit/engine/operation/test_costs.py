"""The costs of a session are summed by who answered."""

from tests.support import event

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.engine.operation.costs import costs_of


def narrated(number: int, source: str) -> Entry:
    usage = {"model_calls": 1, "prompt_tokens": 100, "completion_tokens": 10, "elapsed_ms": 1500}
    return Entry(
        event(event="narrated", event_id=f"s-{number}", turn=number, text="x", source=source, usage=usage)
    )


def test_each_source_has_a_row_and_a_price_where_one_is_known():
    entries = [narrated(1, "b"), narrated(2, "b"), narrated(3, "a")]
    rows = costs_of(entries, {"b": (1.0, 10.0)}, ("a", Usage(model_calls=1, prompt_tokens=5)))
    assert [row.to_json() for row in rows] == [
        {"source": "a", "events": 2, "model_calls": 2, "prompt_tokens": 105, "completion_tokens": 10, "seconds": 1.5, "cost": None},
        {"source": "b", "events": 2, "model_calls": 2, "prompt_tokens": 200, "completion_tokens": 20, "seconds": 3.0, "cost": 0.0004},
    ]  # fmt: skip
