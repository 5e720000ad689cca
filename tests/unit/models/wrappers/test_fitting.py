"""A request is sent in another shape when the usual one is refused, and what worked is kept."""

from dataclasses import replace

import pytest
from tests.unit.models.fakes import REQUEST, FakeCompletion

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.causes import Signal
from echoes.models.completion import Reply, Request
from echoes.models.endpoints import EndpointRecord, EndpointRecords
from echoes.models.failures import failure_of
from echoes.models.wrappers.fitting import FittedCompletion

SENT = ("temperature", "max_tokens", "response_format")
ONE_CALL = Usage(model_calls=1)


def refused(words: str) -> ModelFailed:
    return failure_of("m", Signal(400, words, SENT), spent=ONE_CALL)


class Listening(FakeCompletion):
    """Keeps the shapes in which it was asked."""

    shapes: list[EndpointRecord]

    async def complete(self, request: Request) -> Reply:
        self.shapes = [*getattr(self, "shapes", []), request.known]
        return await super().complete(request)


async def test_a_parameter_gets_its_other_name_and_is_then_left_out():
    inner = Listening(
        refused("max_tokens is unknown"), refused("no max_tokens"), Reply("fine", usage=ONE_CALL)
    )
    records = EndpointRecords()
    reply = await FittedCompletion(inner, records, "e").complete(REQUEST)
    assert [shape.renamed for shape in inner.shapes] == [{}, *[{"max_tokens": "max_completion_tokens"}] * 2]
    assert records.get("e").left_out == ("max_tokens",)
    assert reply.usage.model_calls == 3, "what was refused has cost a call"


async def test_nothing_is_kept_before_a_reply_came():
    records = EndpointRecords()
    inner = FakeCompletion(refused("temperature is unknown"), refused("no"))
    with pytest.raises(ModelFailed) as failed:
        await FittedCompletion(inner, records, "e").complete(REQUEST)
    assert (inner.calls, failed.value.spent, records.get("e")) == (2, Usage(model_calls=2), EndpointRecord())


@pytest.mark.parametrize("words", ["response_format is unknown", "json_schema is not supported"])
async def test_another_output_mode_is_the_clients_to_find(words: str):
    inner = FakeCompletion(refused(words))
    with pytest.raises(ModelFailed):
        await FittedCompletion(inner, EndpointRecords(), "e").complete(replace(REQUEST, mode="json_schema"))
    assert inner.calls == 1


async def test_a_server_that_refuses_everything_is_given_up():
    inner = FakeCompletion(*(refused(f"{name} is unknown") for name in SENT[:2] * 9))
    with pytest.raises(ModelFailed):
        await FittedCompletion(inner, EndpointRecords(), "e").complete(REQUEST)
    assert inner.calls <= 8


async def test_a_kept_shape_that_is_refused_is_looked_at_again_but_not_each_time():
    records, now = EndpointRecords(), [0.0]
    records.update("e", system_role=False)
    inner = FakeCompletion(refused("no"))
    fitted = FittedCompletion(inner, records, "e", clock=lambda: now[0])
    for calls in (2, 3):
        with pytest.raises(ModelFailed):
            await fitted.complete(REQUEST)
        assert inner.calls == calls
    now[0] = 301.0
    with pytest.raises(ModelFailed):
        await fitted.complete(REQUEST)
    assert inner.calls == 5
