"""Spans nest as the steps do, across tasks, and hold no message of an error."""

import asyncio

import pytest

from echoes.core.operation.tracing import Span, observe_traces, rows_so_far, span


@pytest.fixture
def ended() -> list[Span]:
    traces: list[Span] = []
    stop = observe_traces(traces.append)
    yield traces  # type: ignore[misc]
    stop()


async def test_steps_of_tasks_belong_to_the_step_that_began_them(ended: list[Span]):
    async def step(name: str) -> None:
        with span(name):
            await asyncio.sleep(0)

    with span("turn", game="g"):
        await asyncio.gather(step("a"), step("b"))
        rows = [(row.depth, row.name) for row in rows_so_far()]
    assert rows == [(0, "turn"), (1, "a"), (1, "b")]
    assert [one.name for one in ended] == ["turn"]


async def test_what_outlasts_its_step_is_a_trace_of_its_own(ended: list[Span]):
    go_on = asyncio.Event()

    async def behind() -> None:
        await go_on.wait()
        with span("late"):
            pass

    with span("turn"):
        task = asyncio.create_task(behind())
        await asyncio.sleep(0)
    go_on.set()
    await task
    assert [(one.name, one.children) for one in ended] == [("turn", []), ("late", [])]


def test_an_error_is_named_by_its_class_alone(ended: list[Span]):
    with pytest.raises(ValueError, match="secret words"), span("turn"), span("node"):
        raise ValueError("secret words")
    [turn] = ended
    assert turn.attributes == turn.children[0].attributes == {"error": "ValueError"}
    assert rows_so_far() == []
