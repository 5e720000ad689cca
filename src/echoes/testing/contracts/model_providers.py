"""The contract of a model provider, whatever stands behind it: a server, a library or a script."""

import asyncio
from abc import ABC, abstractmethod
from typing import Literal

import pytest
from pydantic import BaseModel

from echoes.core.errors import ModelFailed
from echoes.models.client import ModelClient
from echoes.models.completion import Completion, Request
from echoes.models.endpoints import EndpointRecords
from echoes.models.providers.base import ModelProvider


class NamedColour(BaseModel):
    """The closed form that is asked for."""

    colour: Literal["red", "blue"]


RED = '{"colour": "red"}'


@pytest.mark.asyncio
class ModelProviderContract(ABC):
    """The suite; `replying` makes the provider whose model gives a reply, `failing` one that can't."""

    @abstractmethod
    def replying(self, reply: str) -> ModelProvider:
        """Return a provider whose model gives this reply to everything."""

    def failing(self) -> ModelProvider | None:
        """Return a provider whose model can't be reached; None where that can't happen."""
        return None

    def completion(self, reply: str) -> Completion:
        """Return the model, which there must be."""
        completion = self.replying(reply).completion()
        assert completion is not None, "a model is named, so there is one"
        return completion

    async def test_a_reply_comes_whole_and_is_counted(self) -> None:
        """A reply is the model's words, and counts as one call of a model with a name."""
        completion = self.completion("Good evening.")
        reply = await completion.complete(Request("You are brief.", "Say it."))
        assert completion.id
        assert (reply.text, reply.failed) == ("Good evening.", None)
        assert reply.usage.model_calls == 1

    async def test_the_pieces_make_up_the_reply(self) -> None:
        """A provider that streams passes on all of the reply; one that does not passes on nothing."""
        pieces: list[str] = []
        reply = await self.completion("one two three").complete(Request("s", "p", on_chunk=pieces.append))
        assert reply.text == "one two three"
        assert "".join(pieces) in ("", reply.text)

    async def test_a_closed_form_is_read(self) -> None:
        """A reply in JSON is read as the form that was asked for."""
        form, usage = await self._client(RED).generate_structured("You name colours.", "Which?", NamedColour)
        assert (form.colour, usage.model_calls) == ("red", 1)

    async def test_what_can_t_be_read_fails_after_a_second_try(self) -> None:
        """A reply of another form is asked for once more, and then is a failure with its cost."""
        with pytest.raises(ModelFailed) as failed:
            await self._client("Red, I guess.").generate_structured("s", "Which?", NamedColour)
        assert failed.value.kind == "unreadable"
        assert failed.value.spent
        assert failed.value.spent.model_calls == 2

    async def test_several_are_asked_at_once(self) -> None:
        """Requests do not get into each other's way."""
        completion = self.completion("Good evening.")
        replies = await asyncio.gather(*(completion.complete(Request("s", str(n))) for n in range(8)))
        assert [reply.text for reply in replies] == ["Good evening."] * 8

    async def test_a_failure_is_a_failure_of_the_model(self) -> None:
        """A model that can't be reached raises `ModelFailed`, in one line, and nothing else."""
        provider = self.failing()
        if provider is None:
            pytest.skip("this model is always there")
        completion = provider.completion()
        assert completion is not None
        with pytest.raises(ModelFailed) as failed:
            await completion.complete(Request("s", "p"))
        assert "\n" not in str(failed.value)

    async def test_an_embedder_gives_a_vector_of_unit_length_for_each_text(self) -> None:
        """All vectors are of one length, in the order of the texts, also for an empty text."""
        embedder = self.replying(RED).embeddings()
        if embedder is None:
            pytest.skip("it has no embedder")
        vectors = await embedder.embed(["a lamp", "a loaf", "a lamp", ""])
        assert [len(vector) for vector in vectors] == [embedder.dimension] * 4
        assert vectors[0] == vectors[2]
        assert all(abs(sum(x * x for x in vector) - 1) < 1e-5 for vector in vectors[:3])

    async def test_it_names_its_models_and_its_context_if_it_can(self) -> None:
        """Names are texts, and a context has a length."""
        provider = self.replying(RED)
        assert all(isinstance(name, str) and name for name in await provider.models())
        context = await provider.context()
        assert context is None or context > 0

    def _client(self, reply: str) -> ModelClient:
        return ModelClient(self.completion(reply), EndpointRecords(), "contract", "plain")
