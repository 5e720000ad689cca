"""A small puzzle with canaries in its secrets, and a search over a puzzle's documents."""

import json
from typing import Any

from echoes.core.documents import Passage
from echoes.core.files.install_paths import install_paths
from echoes.games.situation_puzzle.puzzle.loader import GameDataLoader
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.models.providers.embedded import EmbeddedEmbeddings


def canary_puzzle(**changes: Any) -> Puzzle:
    """Return a small puzzle; each of its secret fields holds a word in `zz` that stands nowhere else.

    >>> canary_puzzle(title="The Bell").title
    'The Bell'
    """
    path = install_paths().bundled / "data" / "leaks" / "silent_bell.json"
    return Puzzle.model_validate({**json.loads(path.read_text("utf-8")), **changes})


class ListRetriever:
    """A retriever over all documents of a puzzle, kept in a list."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._documents = GameDataLoader().documents(puzzle)
        self._embedder = EmbeddedEmbeddings()

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest documents."""
        chosen = [d for d in self._documents if kind in (None, d.type)]
        [wanted, *vectors] = await self._embedder.embed([query, *(d.text for d in chosen)])
        scores = [sum(a * b for a, b in zip(wanted, vector, strict=True)) for vector in vectors]
        found = [Passage(d.id, d.text, d.type, s) for d, s in zip(chosen, scores, strict=True)]
        return sorted(found, key=lambda passage: -passage.score)[:limit]
