"""Replies from outside the rules, kept so that a game can be run again from its log.

A game's code is the same each time; a referee, a model or a die is not. Each of their replies goes through
the journal under a key of its own, such as `rule` or `memory:mara`. The journal hands the reply on and keeps
it; in a replay it returns the kept reply instead of asking. Keys let several replies be asked for at once:
they are kept in the order in which they were asked for, and failures are kept too. After the recorded
activities of durable execution (Temporal, DBOS), without their machinery.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter

from echoes.core.chance import roll
from echoes.core.errors import BadInput, FailureKind, ModelFailed
from echoes.core.usage import Usage

T = TypeVar("T")
Replies = Mapping[str, JsonValue] | Sequence[JsonValue]
"""Kept replies by key; a plain list, in order, in logs from before there were keys."""


class ReplyFailure(BaseModel, frozen=True):
    """A model that gave no reply: all that its `ModelFailed` says."""

    kind: FailureKind
    problem: str
    remedy: str = ""
    detail: str = ""
    spent: Usage | None = None

    @classmethod
    def of(cls, error: ModelFailed) -> "ReplyFailure":
        """Return the kept form of an error."""
        return cls(
            kind=error.kind,
            problem=error.problem,
            remedy=error.remedy,
            detail=error.detail,
            spent=error.spent,
        )

    def error(self) -> ModelFailed:
        """Return the error that was kept."""
        return ModelFailed(self.kind, self.problem, self.remedy, self.detail, self.spent)


@dataclass
class Recording:
    """The replies to one message.

    Attributes:
        given: the replies to play back; None asks for them.
        given_failures: the failures to play back.
        failures: the failures so far, by key.
    """

    given: Replies | None = None
    given_failures: Mapping[str, ReplyFailure] = field(default_factory=dict[str, ReplyFailure])
    failures: dict[str, ReplyFailure] = field(default_factory=dict[str, ReplyFailure])
    _kept: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    _asked: list[str] = field(default_factory=list[str])

    @property
    def replies(self) -> dict[str, JsonValue]:
        """The replies so far by key, in the order in which they were asked for."""
        return {key: self._kept[key] for key in self._asked if key in self._kept}

    @property
    def failed(self) -> dict[str, ReplyFailure]:
        """The failures so far by key, in the order in which they were asked for."""
        return {key: self.failures[key] for key in self._asked if key in self.failures}

    def reserve(self, key: str) -> str:
        """Return the key under which a reply is kept: a repeated one is numbered."""
        repeated = sum(asked == key or asked.startswith(f"{key}#") for asked in self._asked)
        key = f"{key}#{repeated + 1}" if repeated else key
        self._asked.append(key)
        return key

    def keep(self, key: str, reply: JsonValue) -> None:
        """Keep a reply under a reserved key."""
        self._kept[key] = reply

    def has(self, key: str) -> bool:
        """Tell whether a replay holds a reply or a failure for a reserved key."""
        if isinstance(self.given, Mapping):
            return key in self.given or key in self.given_failures
        return bool(self.given and self._asked.index(key) < len(self.given))

    def given_for(self, key: str) -> JsonValue:
        """Return the reply that a replay holds for a reserved key.

        Raises:
            ModelFailed: the model had failed.
            BadInput: it holds none.
        """
        if not self.has(key):
            raise BadInput(f"a reply ({key}) is asked for that the log does not hold")
        if key in self.given_failures:
            failure = self.failures[key] = self.given_failures[key]
            raise failure.error()
        assert self.given is not None
        reply = self.given[key] if isinstance(self.given, Mapping) else self.given[self._asked.index(key)]
        self.keep(key, reply)
        return reply


_RECORDING: ContextVar[Recording | None] = ContextVar("recording", default=None)


class ReplyJournal:
    """The way by which a game asks for replies; what belongs to one message is found by the running task.

    Outside any message nothing is kept.
    """

    @contextmanager
    def recording(
        self, given: Replies | None = None, failures: Mapping[str, ReplyFailure] | None = None
    ) -> Generator[Recording]:
        """Keep the replies that are asked for meanwhile, by this task and those that it starts.

        Args:
            given: the replies to play back; None asks for them.
            failures: the failures to play back.
        """
        recording = Recording(given, failures or {})
        running = _RECORDING.set(recording)
        try:
            yield recording
        finally:
            _RECORDING.reset(running)

    async def reply(self, key: str, ask: Callable[[], Awaitable[T]], form: TypeAdapter[Any]) -> T:
        """Ask for a reply and keep it, or return the one that was kept.

        Args:
            key: what it is for; replies that are asked for at once need keys of their own.
            ask: asks for it.
            form: turns it into JSON and back.
        Raises:
            ModelFailed: the model failed, now or then.
            BadInput: a replay holds no such reply, or one of another form.
        """
        recording = _RECORDING.get()
        if recording is None:
            return await ask()
        key = recording.reserve(key)
        if recording.given is not None:
            try:
                return form.validate_python(recording.given_for(key))
            except ValueError as error:
                raise BadInput(f"the log holds a reply ({key}) of another form") from error
        try:
            answer = await ask()
        except ModelFailed as error:
            recording.failures[key] = ReplyFailure.of(error)
            raise
        recording.keep(key, form.dump_python(answer, mode="json"))
        return answer

    def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
        """Roll dice that follow from the session's seed, and keep them: see `core.chance.roll`.

        A replay returns the dice that were rolled then, even where chance is drawn in another way today.
        """
        recording = _RECORDING.get()
        if recording is None or isinstance(recording.given, list):
            return roll(seed, key, count, sides)
        reserved = recording.reserve(f"roll:{key}")
        if recording.given is not None and recording.has(reserved):
            dice: Any = recording.given_for(reserved)
            return tuple(int(die) for die in dice)
        dice = roll(seed, key, count, sides)
        recording.keep(reserved, [*dice])
        return dice
