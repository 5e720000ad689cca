"""Learning of weights: what tells right from wrong gets weight, and the same examples the same weights."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from echoes.bench.wordings import training
from echoes.bench.wordings.training import LabelledMessage, learn_weights
from echoes.games.reading import policy


def examples(scenario: str, count: int) -> list[LabelledMessage]:
    """Messages whose right move is said, beside one that is only near; every third means neither."""
    rows = [{"said": 1.0, "near": 0.2}, {"near": 0.9}, {"none": 1.0}]
    lost = [{"near": 0.3}, {"near": 0.4}, {"none": 1.0}]
    return [
        LabelledMessage(scenario, lost if n % 3 == 0 else rows, (2,) if n % 3 == 0 else (0,), 2)
        for n in range(count)
    ]


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "weights.json"
    monkeypatch.setattr(training, "WEIGHTS", path)
    monkeypatch.setattr(policy, "WEIGHTS", path)
    policy.learnt_weights.cache_clear()
    yield path
    policy.learnt_weights.cache_clear()


def test_what_tells_right_from_wrong_gets_weight(weights: Path):
    lines = learn_weights([*examples("mill", 30), *examples("weir", 30)])
    learnt = json.loads(weights.read_text("utf-8"))
    assert learnt["moves"]["said"] > 0 and learnt["moves"]["said"] > learnt["moves"]["near"]
    assert learnt["certainty"]["odds"] > 0
    assert lines[:2] == [f"{name}, left out: the likeliest is right in 30 of 30" for name in ("mill", "weir")]
    assert policy.learnt_weights() == learnt


def test_the_same_examples_give_the_same_weights(weights: Path):
    learn_weights(examples("mill", 30))
    first = weights.read_text("utf-8")
    learn_weights(examples("mill", 30))
    assert weights.read_text("utf-8") == first and all(
        [*one] == sorted(one) for one in json.loads(first).values()
    )
