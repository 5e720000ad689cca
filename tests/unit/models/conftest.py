"""What embeds is tested here itself, without a memory."""

import pytest


@pytest.fixture(autouse=True)
def each_text_embedded_once() -> None:
    """Nothing stands between a test and the embedder."""
