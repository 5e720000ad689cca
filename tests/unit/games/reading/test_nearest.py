"""The open moves that come nearest: three at most, those chosen by words first, the same on every machine."""

from collections.abc import Sequence

import pytest

from echoes.games.reading.nearest import MOST_ASKED, NearestMoves

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


def nearest(axes: Axes | None = None) -> NearestMoves:
    made = axes or Axes()
    return NearestMoves(lambda: made)


async def test_the_nearest_come_first_by_any_of_their_texts_and_ties_stay_in_order():
    assert await nearest().ranked("tove+lantern", MOVES) == ["ask", "look", "go", "wait"]
    assert await nearest().ranked("lantern", MOVES) == ["look", "go", "ask", "wait"]


@pytest.mark.parametrize(
    ("chosen", "asked"),
    [
        ([], ["ask", "look", "go"]),
        (["ask"], ["ask"]),
        (["look"], ["look", "ask", "go"]),
        (["wait", "go"], ["wait", "go", "ask"]),
        (["go", "wait", "look"], ["go", "wait", "look"]),
        (["elsewhere"], ["elsewhere", "ask", "look"]),
    ],
)
async def test_what_words_chose_comes_first_and_stands_alone_where_it_is_the_nearest(
    chosen: list[str], asked: list[str]
):
    assert await nearest().completed("tove+lantern", chosen, MOVES) == asked
    assert len(asked) <= MOST_ASKED


async def test_without_an_embedder_only_what_was_chosen_is_asked():
    assert await NearestMoves().completed("tove", ["go"], MOVES) == ["go"]
    assert await NearestMoves().completed("tove", [], MOVES) == []


@pytest.mark.parametrize("message", ["", "  "])
async def test_where_nothing_is_said_or_open_nothing_is_near(message: str):
    assert await nearest().ranked(message, MOVES) == []
    assert await nearest().ranked("tove", {"go": [], "look": [" "]}) == []


async def test_a_text_is_embedded_once():
    axes = Axes()
    near = nearest(axes)
    for message in ("tove", "north"):
        await near.ranked(message, MOVES)
    assert sorted(axes.embedded) == sorted([*AXES, "tove", "north"])
