"""A checkpoint is a cache: it is read back as it was, and what can't be read counts as empty."""

from pathlib import Path
from typing import Any

import pytest

from echoes.core.errors import StorageFailed
from echoes.engine.log.checkpoint import Checkpoint
from echoes.storage.in_memory import InMemoryStorage
from echoes.storage.settings import StorageSettings


@pytest.fixture
def storage(tmp_path: Path) -> InMemoryStorage:
    return InMemoryStorage(StorageSettings(), tmp_path, None)  # type: ignore[arg-type]


def state(entries: int) -> Any:
    return {"entries": entries, "game": {"facts": {"a": [entries]}}}


async def count(storage: InMemoryStorage) -> int:
    return len(
        [one async for one in (await storage.checkpointer()).alist({"configurable": {"thread_id": "s"}})]
    )


async def test_the_newest_state_is_read_back(storage: InMemoryStorage):
    one = Checkpoint("s", storage)
    assert await one.read() is None
    for entries in (1, 2):
        await one.write(state(entries))
    assert await one.read() == state(2)
    assert await Checkpoint("other", storage).read() is None


async def test_old_ones_are_removed_from_time_to_time(storage: InMemoryStorage):
    one = Checkpoint("s", storage)
    for entries in range(40):
        await one.write(state(entries))
    assert await count(storage) <= 16
    assert await one.read() == state(39)


async def test_a_state_takes_the_place_of_all_before(storage: InMemoryStorage):
    one = Checkpoint("s", storage)
    await one.write(state(1))
    await one.write(state(2))
    await one.replace(state(1))
    assert (await count(storage), await one.read()) == (1, state(1))


@pytest.mark.parametrize("failure", [StorageFailed("damaged", ""), ValueError("what a decoder says")])
async def test_a_checkpoint_that_can_not_be_read_is_empty(
    storage: InMemoryStorage, failure: Exception, monkeypatch: pytest.MonkeyPatch
):
    async def broken(config: Any) -> None:
        raise failure

    monkeypatch.setattr(await storage.checkpointer(), "aget_tuple", broken)
    assert await Checkpoint("s", storage).read() == {}


@pytest.mark.parametrize(
    ("known", "found"),
    [
        (state(1), "right"),
        (state(1) | {"game": {"facts": {}}}, "wrong"),
        (state(2), "wrong"),
    ],
)
async def test_what_is_not_as_the_log_tells_it_is_written_anew(
    storage: InMemoryStorage, known: Any, found: str
):
    here = Checkpoint("s", storage)
    await here.write(known)
    assert [await here.repair(state(1)) for _ in range(2)] == [found, "right"]
