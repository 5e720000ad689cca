"""A client finds out how an endpoint gives structured output, asks twice at most, and counts every call."""

import json

import pytest
from pydantic import BaseModel
from tests.unit.models.fakes import FakeCompletion

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.protocols import Call, Function
from echoes.models.client import ModelClient
from echoes.models.completion import Reply, Request
from echoes.models.endpoints import EndpointRecords
from echoes.models.settings import OUTPUT_MODES, OutputMode


class Ruling(BaseModel):
    """A form for tests."""

    word: str


ONE_CALL = Usage(model_calls=1)
GOOD = Reply(json.dumps({"word": "YES"}), {"word": "YES"}, ONE_CALL)
JUNK = Reply("I am not sure what you mean", usage=ONE_CALL)


class Endpoint(FakeCompletion):
    """Answers in some modes only.

    Args:
        takes: the modes in which it gives the form; in the others it fails so.
    """

    def __init__(self, takes: set[OutputMode], otherwise: FailureKind | Reply) -> None:
        super().__init__()
        self._takes, self._otherwise = takes, otherwise
        self.asked: list[OutputMode | None] = []

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request.mode)
        if request.mode in self._takes:
            return GOOD
        if isinstance(self._otherwise, Reply):
            return self._otherwise
        raise ModelFailed(self._otherwise, "it failed", spent=ONE_CALL)


def client(
    completion: FakeCompletion, records: EndpointRecords | None = None, **options: bool
) -> ModelClient:
    return ModelClient(completion, records or EndpointRecords(), "endpoint", **options)


async def ask(asked: ModelClient) -> tuple[Ruling, Usage]:
    return await asked.generate_structured("You rule.", "Was it raining?", Ruling)


@pytest.mark.parametrize("otherwise", ["refused", "broken", JUNK])
@pytest.mark.parametrize("works", OUTPUT_MODES)
async def test_the_modes_are_tried_in_turn_and_the_one_that_works_is_kept(
    works: OutputMode, otherwise: FailureKind | Reply
):
    # A server that fails where only the mode is at fault replies in plain words.
    takes = {works, OUTPUT_MODES[-1]} if otherwise == "broken" else {works}
    records, endpoint = EndpointRecords(), Endpoint(takes, otherwise)
    found, spent = await ask(client(endpoint, records))
    assert found.word == "YES"
    each = 2 if isinstance(otherwise, Reply) else 1  # one bad reply does not speak against a mode
    probed = 2 if otherwise == "broken" and works != OUTPUT_MODES[0] else 0  # whether it was the mode
    assert spent.model_calls == len(endpoint.asked) == each * OUTPUT_MODES.index(works) + 1 + probed
    assert records.get("endpoint").mode == works
    endpoint.asked.clear()
    await ask(client(endpoint, records))
    assert endpoint.asked == [works]


async def test_a_server_that_fails_in_any_mode_is_told_after_three_calls():
    records, completion = EndpointRecords(), FakeCompletion("broken", spent=ONE_CALL)
    with pytest.raises(ModelFailed) as raised:
        await ask(client(completion, records))
    assert (raised.value.kind, raised.value.spent, completion.calls) == ("broken", Usage(model_calls=3), 3)
    assert records.get("endpoint").mode is None


async def test_a_server_that_fails_once_leaves_no_weaker_mode_behind():
    records = EndpointRecords()
    await ask(client(FakeCompletion("broken", GOOD), records))
    assert records.get("endpoint").mode == OUTPUT_MODES[0]


@pytest.mark.parametrize("failure", ["unreachable", "timeout", "too_long", "denied", "budget"])
async def test_what_no_mode_can_cause_ends_the_search_without_a_result(failure: FailureKind):
    records, endpoint = EndpointRecords(), Endpoint(set(), failure)
    with pytest.raises(ModelFailed) as raised:
        await ask(client(endpoint, records))
    assert (raised.value.kind, len(endpoint.asked), records.get("endpoint").mode) == (failure, 1, None)


async def test_an_unreadable_reply_is_asked_for_once_more_and_both_are_counted():
    records = EndpointRecords()
    records.update("endpoint", mode="plain")
    found, spent = await ask(client(FakeCompletion(JUNK, GOOD), records))
    assert (found.word, spent.model_calls) == ("YES", 2)


async def test_a_second_unreadable_reply_is_a_failure_that_counts_both():
    records = EndpointRecords()
    records.update("endpoint", mode="plain")
    with pytest.raises(ModelFailed) as raised:
        await ask(client(FakeCompletion(JUNK), records))
    assert raised.value.kind == "unreadable"
    assert raised.value.spent == Usage(model_calls=2)


async def test_an_endpoint_that_calls_functions_gives_the_call():
    called = Reply("", {"query": "rain"}, ONE_CALL, function="search")
    functions = [Function("search", "Search.", {"type": "object"})]
    found, _ = await client(FakeCompletion(called)).call("s", "p", Ruling, functions)
    assert found == Call("search", {"query": "rain"})


@pytest.mark.parametrize("failure", ["refused", "broken", "unreadable"])
async def test_an_endpoint_that_calls_none_is_not_asked_again_for_a_while(failure: FailureKind):
    completion = FakeCompletion(failure, spent=ONE_CALL)
    asked = client(completion)
    functions = [Function("search", "Search.", {"type": "object"})]
    assert await asked.call("s", "p", Ruling, functions) == (None, ONE_CALL)
    assert await asked.call("s", "p", Ruling, functions) == (None, Usage())
    assert completion.calls == 1


async def test_one_bad_reply_leaves_no_weaker_mode_behind():
    records = EndpointRecords()
    await ask(client(FakeCompletion(JUNK, GOOD), records))
    assert records.get("endpoint").mode == "json_schema"


async def test_an_empty_reply_is_asked_for_again_in_two_modes_and_then_given_up():
    completion = FakeCompletion("empty", spent=ONE_CALL)
    with pytest.raises(ModelFailed) as raised:
        await ask(client(completion))
    assert (raised.value.kind, completion.calls) == ("empty", 4)


async def test_a_text_that_is_not_whole_fails_with_its_whole_sentences():
    cut = Reply("A lamp. And then the", usage=ONE_CALL, failed=ModelFailed("cut", "too long"))
    for ask_text in (
        client(FakeCompletion(cut)).generate("s", "p"),
        client(FakeCompletion(cut)).stream("s", "p", print),
    ):
        with pytest.raises(ModelFailed) as raised:
            await ask_text
        assert (raised.value.kind, raised.value.said, raised.value.spent) == ("cut", "A lamp.", ONE_CALL)


async def test_a_form_that_was_cut_is_told_the_remedy_of_that():
    cut = Reply('{"wo', usage=ONE_CALL, failed=ModelFailed("cut", "it was cut", "Raise the bound."))
    with pytest.raises(ModelFailed, match="Raise the bound") as raised:
        await ask(client(FakeCompletion(cut)))
    assert raised.value.kind == "unreadable"
