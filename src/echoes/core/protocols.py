"""The contracts by which the rooms meet; siblings know each other only through these."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import BaseModel, JsonValue

from echoes.core.documents import Passage
from echoes.core.entries import Entry
from echoes.core.records import GameFacts
from echoes.core.roles import AccessPolicy
from echoes.core.usage import Usage

OnChunk = Callable[[str], bool | None]
"""Is handed each piece of a text as it comes; True for enough."""
ModelT = TypeVar("ModelT", bound=BaseModel)
JsonObject = dict[str, JsonValue]


class EmbeddingClient(Protocol):
    """Turns texts into vectors.

    Attributes:
        id: names model and version; an index built with another id is built again.
        dimension: the length of a vector.
    """

    id: str
    dimension: int

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit-length vector per text, in order."""
        ...


@dataclass(frozen=True)
class Function:
    """A function that a model may call instead of replying.

    Attributes:
        description: when it is of use.
        parameters: JSON schema of its arguments.
    """

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True)
class Call:
    """The call of a function that a model wants made; the arguments are as it wrote them."""

    name: str
    arguments: JsonObject


class LLMClient(Protocol):
    """A language model, reduced to what the game needs.

    Attributes:
        id: the model's name, as it stands in the event log.
    """

    id: str

    async def generate(self, system: str, prompt: str) -> tuple[str, Usage]:
        """A reply in words.

        Args:
            system: what stays the same from call to call, for the server's prompt cache.
            prompt: the rest.
        Raises:
            ModelFailed: no reply came.
        """
        ...

    async def generate_structured(
        self, system: str, prompt: str, schema: type[ModelT]
    ) -> tuple[ModelT, Usage]:
        """A reply in a closed form.

        Raises:
            ModelFailed: no reply came, or none that can be read.
        """
        ...

    async def call(
        self, system: str, prompt: str, schema: type[ModelT], functions: Sequence[Function]
    ) -> tuple[ModelT | Call | None, Usage]:
        """A reply in a closed form, or the call of a function, by the server's own function calling.

        Returns:
            None where this endpoint does neither: `generate_structured` then does it in words.
        Raises:
            ModelFailed: no reply came.
        """
        ...

    async def stream(self, system: str, prompt: str, on_chunk: OnChunk) -> tuple[str, Usage]:
        """A reply in words, for a person who reads along.

        Args:
            system, prompt: as for `generate`.
            on_chunk: is handed each piece as it comes.
        Returns:
            The whole reply, as far as it was read.
        Raises:
            ModelFailed: no reply came, or it broke off; it may have begun.
        """
        ...


class Models(Protocol):
    """The language models of the roles."""

    def llm(self, role: str) -> LLMClient | None:
        """The model that speaks for a role; None where there is none."""
        ...


class Retriever(Protocol):
    """Finds passages in the tiers of the role that it was made for.

    There is no argument by which a caller could ask for more.
    """

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        """The nearest passages, best first.

        Args:
            query: free text.
            limit: how many at the most.
            kind: only documents of this type, within the role's tiers.
        """
        ...


class EventLog(Protocol):
    """The truth about sessions: appended to, never changed."""

    def append(self, session_id: str, entries: Sequence[Entry], position: int | None = None) -> None:
        """Write entries, all or none, before anyone sees them.

        Args:
            session_id: whose log.
            entries: what happened.
            position: where the log has to stand; None for anywhere.
        Raises:
            StorageFailed: nothing was written.
        """
        ...

    def read(self, session_id: str) -> list[Entry]:
        """All entries in order; a torn end, which nobody was shown, is left out.

        Raises:
            UnknownName: no such session.
            StorageFailed: the log can't be read.
        """
        ...

    def read_intact(self, session_id: str) -> list[Entry]:
        """All entries before the first that can't be read.

        Raises:
            UnknownName: no such session.
        """
        ...

    def tail(self, session_id: str, since: int) -> tuple[list[Entry], int]:
        """Return the entries behind a position, for whoever reads along.

        Args:
            session_id: whose log.
            since: a position as `position` gave it, or one that this gave.
        Returns:
            Whole writes only, and the position behind them; all of the log where it is no longer the
            one that was read before.
        Raises:
            UnknownName: no such session.
            StorageFailed: the log can't be read.
        """
        ...

    def repair(self, session_id: str, since: int = 0) -> tuple[list[Entry], str]:
        """Read a log and set a torn end aside; the caller holds the session's lock.

        Args:
            session_id: whose log.
            since: only from this position on, where the log was sound.
        Returns:
            The entries, and what was done, as one line; empty when nothing was.
        Raises:
            UnknownName: no such session.
            StorageFailed: it can't be read or repaired.
        """
        ...

    def position(self, session_id: str) -> int:
        """A number that grows with every append, 0 for no log; cheap to ask."""
        ...

    def age(self, session_id: str) -> float:
        """Seconds since a log was last written; 0 for no log."""
        ...

    def sessions(self) -> list[str]:
        """The ids of all sessions, oldest first."""
        ...

    def delete(self, session_id: str) -> None:
        """Remove a session's log altogether."""
        ...


class MemoryRules(Protocol):
    """The rules by which games of one kind are remembered; every game type has them."""

    @property
    def access(self) -> AccessPolicy:
        """The access policy: the tiers that each role may read."""
        ...

    def record(self, entries: Sequence[Entry]) -> GameFacts:
        """Return the game's own facts of a finished session; nothing secret is in them."""
        ...

    def summary(self, entries: Sequence[Entry]) -> str:
        """A session in a few sentences, by rules."""
        ...

    def summary_prompt(self, entries: Sequence[Entry]) -> tuple[str, str] | None:
        """Return the prompts for a model that sums a session up; None leaves it to the rules."""
        ...


class SessionHistory(Protocol):
    """The history of one session, without the turns that were undone."""

    def entries(self) -> Sequence[Entry]:
        """The entries that count, in order."""
        ...


class TimeSource(Protocol):
    """Tells the time; replaced in tests."""

    def __call__(self) -> float:
        """Seconds since the epoch."""
        ...
