"""Hashed n-grams find what shares words or parts of words, in any script."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echoes.models.providers.embedded import EmbeddedEmbeddings

EMBEDDER = EmbeddedEmbeddings()


async def cosine(one: str, other: str) -> float:
    first, second = await EMBEDDER.embed([one, other])
    return sum(a * b for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("Was the umbrella stolen?", "Did somebody steal the umbrella?", "Is the baker old?"),
        ("umbrela", "umbrella", "kidnapper"),
        ("伞是被偷的吗", "有人偷了雨伞吗", "面包师疯了吗"),
    ],
)
async def test_near_is_nearer_than_far(text: str, near: str, far: str):
    assert await cosine(text, near) > await cosine(text, far)


@given(st.text())
def test_vectors_have_unit_length_and_are_the_same_each_time(text: str):
    import asyncio

    [one], [other] = asyncio.run(EMBEDDER.embed([text])), asyncio.run(EMBEDDER.embed([text]))
    assert one == other
    assert len(one) == EMBEDDER.dimension
    assert math.isclose(math.hypot(*one), 1, abs_tol=1e-4) or not any(one)
