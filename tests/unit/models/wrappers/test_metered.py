"""Each call is counted by its outcome, with its tokens and their price, and without a word of it."""

from typing import Any

import pytest
from tests.unit.models.fakes import FakeCompletion, outcome_of

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.completion import Reply
from echoes.models.settings import TokenPrices
from echoes.models.wrappers import metered
from echoes.models.wrappers.metered import MeteredCompletion


class Counts:
    """Metrics that are kept as they are told."""

    def __init__(self) -> None:
        self.counted: list[tuple[str, float, dict[str, Any]]] = []

    def count(self, name: str, by: float = 1, **labels: Any) -> None:
        self.counted.append((name, by, labels))

    def observe(self, name: str, value: float, **labels: Any) -> None:
        self.counted.append((name, 1, labels))

    def of(self, name: str, **labels: Any) -> list[float]:
        return [by for one, by, told in self.counted if one == name and labels.items() <= told.items()]


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    found = Counts()
    monkeypatch.setattr(metered, "METRICS", found)
    return found


SPENT = Usage(model_calls=1, prompt_tokens=2_000_000, completion_tokens=500_000)


async def test_a_reply_is_counted_with_its_tokens_and_their_price(counts: Counts):
    one = MeteredCompletion(FakeCompletion(Reply("fine", usage=SPENT)), TokenPrices(prompt=1.5, completion=4))
    assert await outcome_of(one) == "fine"
    assert counts.of("echoes_model_calls_total", outcome="ok", model="fake") == [1]
    assert counts.of("echoes_model_tokens_total", direction="prompt") == [2_000_000]
    assert counts.of("echoes_model_cost_total") == [5.0]
    assert "fine" not in str(counts.counted)


async def test_a_failure_is_counted_by_its_kind_with_what_it_cost(counts: Counts):
    failing = FakeCompletion(ModelFailed("unreadable", "it failed", spent=SPENT))
    assert await outcome_of(MeteredCompletion(failing, TokenPrices())) == "unreadable"
    assert counts.of("echoes_model_calls_total", outcome="unreadable") == [1]
    assert counts.of("echoes_model_tokens_total", direction="completion") == [500_000]
    assert counts.of("echoes_model_cost_total") == [], "without a price there is no cost"
    assert counts.of("echoes_model_seconds") == [1]
