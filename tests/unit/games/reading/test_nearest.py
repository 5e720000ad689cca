"""The nearness of open moves to a message: by the nearest of their texts, the same on every machine."""

from collections.abc import Sequence

import pytest

from echoes.games.reading.nearest import Nearness

MOVES = {"go": ["north"], "look": ["the lamp", "lantern"], "ask": ["tove"], "wait": ["wait"]}
AXES = {"north": 0, "the lamp": 1, "lantern": 2, "tove": 3, "wait": 4}


class Axes:
    """An embedder of texts that stand at right angles; a message leans to those that it names, the first most."""

    id, dimension, in_process = "axes", len(AXES), True

    def __init__(self) -> None:
        self.embedded: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.embedded += texts
        found: list[list[float]] = []
        for text in texts:
            vector = [0.0] * len(AXES)
            for place, name in enumerate(name for name in text.split("+") if name in AXES):
                vector[AXES[name]] = 0.8**place
            found.append(vector)
        return found


def nearness(axes: Axes | None = None) -> Nearness:
    made = axes or Axes()
    return Nearness(lambda: made)


async def test_a_move_is_as_near_as_the_nearest_of_its_texts_in_thousandths():
    assert await nearness().of("tove+lantern", MOVES) == {"ask": 1000, "look": 800, "go": 0, "wait": 0}


async def test_without_an_embedder_nothing_is_near():
    assert await Nearness().of("tove", MOVES) == {}


@pytest.mark.parametrize("message", ["", "  "])
async def test_where_nothing_is_said_or_open_nothing_is_near(message: str):
    assert await nearness().of(message, MOVES) == {}
    assert await nearness().of("tove", {"go": [], "look": [" "]}) == {}


async def test_a_text_is_embedded_once():
    axes = Axes()
    near = nearness(axes)
    for message in ("tove", "north"):
        await near.of(message, MOVES)
    assert sorted(axes.embedded) == sorted([*AXES, "tove", "north"])
