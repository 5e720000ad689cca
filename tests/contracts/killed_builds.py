"""Builds a knowledge base in processes that are killed on the way, and looks at what they leave.

A program of its own: it forks, which a process with threads must not. Counting calls instead of time makes a
kill come at the same place on every machine.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from echoes.core.documents import Document
from echoes.core.seats.roles import Role, Tier
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAGProviderFactory

KILLS = 20
OLD = [Document(f"old-{tier}", f"the old lamp in the {tier} window", tier, "fact") for tier in Tier]
NEW = [
    Document(f"new-{tier}-{n}", f"lantern number {n} on the {tier} pier", tier, kind)
    for tier in Tier
    for n, kind in enumerate(("fact", "fact", "hint"))
]


class Letters:
    """An embedder that needs no model: the counts of letters."""

    id, dimension, in_process = "letters", 26, True

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[text.count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts]


def opened(provider: str, folder: Path) -> KnowledgeBase:
    return KnowledgeBase(folder, RAGProviderFactory(provider, Letters()))


async def build(provider: str, folder: Path, version: str, documents: Sequence[Document]) -> None:
    base = opened(provider, folder)
    await base.build("game_x_en", "X", version, documents, {})
    await base.close_all()


async def found(base: KnowledgeBase, version: str) -> set[str]:
    passages = await (await base.retriever("game_x_en", version, Role.REFEREE)).search("lamp lantern", 50)
    return {passage.id for passage in passages}


async def look(provider: str, folder: Path) -> None:
    """Check that the old version is whole, and that the new one is whole or not there."""
    base = opened(provider, folder)
    assert await found(base, "old") == {one.id for one in OLD}
    if base.is_current("game_x_en", "new"):
        assert await base.is_intact("game_x_en", "new")
        assert await found(base, "new") == {one.id for one in NEW}
    await base.close_all()


def forked(work: Callable[[], Any]) -> int:
    """Do something in a process of its own, and return how it ended."""
    child = os.fork()
    if not child:
        code = 1
        try:
            asyncio.run(work())
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)
    return os.waitpid(child, 0)[1]


def counted(limit: int | None, work: Callable[[], Any]) -> Callable[[], Any]:
    """Return work that is killed at a call, or that prints how many calls it makes."""
    calls = 0

    def profile(frame: FrameType, event: str, _: Any) -> None:
        nonlocal calls
        calls += event == "call"
        if limit is not None and calls >= limit:
            os.kill(os.getpid(), signal.SIGKILL)

    async def run() -> None:
        threading.setprofile(profile)
        sys.setprofile(profile)
        await work()
        sys.setprofile(None)
        threading.setprofile(None)  # pyright: ignore[reportArgumentType]
        (Path(sys.argv[2]) / "calls").write_text(str(calls))

    return run


def main(provider: str, folder: Path) -> None:
    if provider != "local":
        import_module({"chroma": "chromadb", "lightrag": "lightrag.lightrag", "minirag": "nltk"}[provider])
    dry, used = folder / "dry", folder / "used"
    for place in (dry, used):
        assert forked(lambda place=place: build(provider, place, "old", OLD)) == 0
    assert forked(counted(None, lambda: build(provider, dry, "new", NEW))) == 0
    calls, killed = int((folder / "calls").read_text()), 0
    for n in range(KILLS):
        ended = forked(counted(1 + calls * n // KILLS, lambda: build(provider, used, "new", NEW)))
        killed += os.WIFSIGNALED(ended)
        assert forked(lambda: look(provider, used)) == 0, (
            f"kill {n} at call {1 + calls * n // KILLS} of {calls}"
        )
    assert forked(lambda: build(provider, used, "new", NEW)) == 0
    assert forked(lambda: look(provider, used)) == 0
    workspaces = len([*used.glob("game_x_en/*/w*")])
    assert workspaces == (2 * len(Tier) if provider == "lightrag" else 0), workspaces
    print(killed)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
