"""The contracts between packages; packages of one layer know each other only through these."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel, JsonValue

from echoes.core.documents import Passage
from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.records import GameFacts
from echoes.core.operation.usage import Usage
from echoes.core.seats.roles import AccessPolicy

OnChunk = Callable[[str], bool | None]
"""A callback that gets each piece of a text as it comes; it returns True to stop."""
ModelT = TypeVar("ModelT", bound=BaseModel)
JsonObject = dict[str, JsonValue]

EventFilter = Callable[[Event], bool]


class EmbeddingClient(Protocol):
    """An embedder, which turns texts into vectors.

    Attributes:
        id: name and version of the model; an index built with another id is rebuilt.
        dimension: the length of a vector.
        in_process: true if no server is asked, which could be down.

    >>> class Lengths:
    ...     id, dimension, in_process = "lengths", 1, True
    ...     async def embed(self, texts):
    ...         return [[1.0] for text in texts]
    >>> embedder: EmbeddingClient = Lengths()
    >>> asyncio.run(embedder.embed(["a lamp", "a loaf"]))
    [[1.0], [1.0]]
    """

    id: str
    dimension: int
    in_process: bool

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector of unit length per text, in order."""
        ...


@dataclass(frozen=True)
class Function:
    """A function that a model may call instead of replying.

    Attributes:
        description: when to use it.
        parameters: the JSON Schema of its arguments.
    """

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True)
class Call:
    """A function call that a model requests, with the arguments as it wrote them."""

    name: str
    arguments: JsonObject


class LLMClient(Protocol):
    """A language model, reduced to what the game needs.

    Attributes:
        id: the model's name, as it is in the event log.

    >>> from echoes.testing import ScriptedClient
    >>> narrator: LLMClient = ScriptedClient(["It was dark."])
    >>> asyncio.run(narrator.generate("You narrate.", "Begin."))[0]
    'It was dark.'
    """

    id: str

    def capped(self, tokens: int) -> "LLMClient":
        """Return this model with a bound on the length of its replies, in tokens."""
        ...

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """Generate free text.

        Args:
            system: the part that is the same for every call, for the server's prompt cache.
            prompt: the rest.
        Returns:
            The text and its cost.
        Raises:
            ModelFailed: there was no reply.
        """
        ...

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """Generate a reply that fits a schema.

        Raises:
            ModelFailed: there was no reply, or it could not be read.
        """
        ...

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """Generate a reply that fits a schema, or a function call, by the server's function calling.

        Returns:
            None if the server supports neither; then use `generate_structured`.
        Raises:
            ModelFailed: there was no reply.
        """
        ...

    async def stream(self, system: str, prompt: str, on_chunk: OnChunk) -> tuple[str, Usage]:
        """Generate free text for a person who reads along.

        Args:
            system, prompt: as for `generate`.
            on_chunk: is called with each piece as it comes; it returns True to stop.
        Returns:
            The whole text that was read, and its cost.
        Raises:
            ModelFailed: there was no reply, or it broke off, perhaps after it had begun.
        """
        ...


class Models(Protocol):
    """The language models of the roles."""

    def llm(self, role: str) -> LLMClient | None:
        """Return the model of a role; None if it has none."""
        ...


class Retriever(Protocol):
    """A search over the tiers of one role.

    It has no argument by which a caller could ask for more.
    """

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """Return the nearest passages, best first.

        Args:
            query: free text.
            limit: the most passages to return.
            kind: a type of documents, within the role's tiers; None for all.
        """
        ...


class Counters(Protocol):
    """Counters that all processes on one storage share, for budgets and bounds."""

    def add(self, name: str, amount: float, period_s: float) -> float:
        """Add to a counter, which begins anew when its period is over, and return its value.

        Raises:
            StorageFailed: it can't be counted.
        """
        ...

    def value(self, name: str) -> float:
        """Return the value of a counter, 0 if its period is over, or raise StorageFailed."""
        ...

    def add_all(self, amounts: Mapping[str, float], period_s: float) -> None:
        """Add to many counters at once, as `add` does."""
        ...

    def matching(self, prefix: str) -> Mapping[str, float]:
        """Return the values of all counters whose names begin so, by name, or raise StorageFailed."""
        ...

    def reserve(self, name: str, step_s: float) -> float:
        """Reserve the next of start times at equal steps, and return the seconds until then.

        Raises:
            StorageFailed: none can be reserved.
        """
        ...


class MemoryRules(Protocol):
    """The rules by which games of one kind are remembered; every game type has them."""

    @property
    def access(self) -> AccessPolicy:
        """The access policy: the tiers that each role may read."""
        ...

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the game's own facts of a finished session, none of them secret."""
        ...

    def summary(self, entries: Sequence[Entry]) -> str:
        """Return a summary of a session in a few sentences, made by rules."""
        ...

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """Return the prompts for a model that sums up a session; None leaves it to the rules."""
        ...


class TimeSource(Protocol):
    """A clock; replaced in tests."""

    def __call__(self) -> float:
        """Return the seconds since the epoch."""
        ...


class SessionHistory(Protocol):
    """The history of one session, without the turns that were undone."""

    async def entries(self) -> Sequence[Entry]:
        """Return the entries that count, in order."""
        ...

    async def newest(self, wanted: EventFilter) -> Sequence[Entry]:
        """Return the newest entries that count and whose events are wanted, in order; the cost is flat.

        Args:
            wanted: a function of a module, the same in each call.
        """
        ...
