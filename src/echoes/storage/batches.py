"""The task in which a LangGraph store gathers the calls that are made at once."""

import asyncio
from typing import Any

from langgraph.store.base.batch import AsyncBatchedBaseStore


async def end_batches(store: AsyncBatchedBaseStore) -> None:
    """End the task of a store that is closed; LangGraph leaves it to the collector, which complains."""
    task: Any = store._task  # pyright: ignore[reportPrivateUsage, reportUnknownVariableType]
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
