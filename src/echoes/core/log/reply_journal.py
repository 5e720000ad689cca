"""Replies from outside the rules, kept so that a game can be run again from its log.

A game's code is deterministic; a referee, a model or a die is not. Each of their replies goes through the
journal under a key of its own, such as `rule` or `memory:mara`. The journal keeps the reply and hands it
on; in a replay it returns the kept reply instead of asking. Thanks to the keys, several replies may be asked
for at once: they are kept in the order of the requests. Failures are kept too. The idea is that of recorded
activities in durable execution (Temporal, DBOS).
"""

from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import GenericAlias
from typing import Any, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter

from echoes.core.chance import roll
from echoes.core.errors import BadInput, FailureKind, ModelFailed
from echoes.core.operation.usage import Usage

T = TypeVar("T")
Replies = Mapping[str, JsonValue]
"""Kept replies by key."""


class ReplyFailure(BaseModel, frozen=True):
    """A model's failure to reply: everything that its `ModelFailed` says."""

    kind: FailureKind
    problem: str
    remedy: str = ""
    detail: str = ""
    spent: Usage | None = None
    said: str = ""

    @classmethod
    def of(cls, error: ModelFailed) -> "ReplyFailure":
        """Return the kept form of an error."""
        return cls(
            kind=error.kind,
            problem=error.problem,
            remedy=error.remedy,
            detail=error.detail,
            spent=error.spent,
            said=error.said,
        )

    def error(self) -> ModelFailed:
        """Return the error that was kept."""
        return ModelFailed(self.kind, self.problem, self.remedy, self.detail, self.spent, said=self.said)


@dataclass
class Recording:
    """The replies to one message.

    Attributes:
        given: the replies to play back; None asks for them.
        given_failures: the failures to play back.
        is_replay: whether those are of a message in the log, and not of a turn that is prepared again.
        failures: the failures so far, by key.
    """

    given: Replies | None = None
    given_failures: Mapping[str, ReplyFailure] = field(default_factory=dict[str, ReplyFailure])
    is_replay: bool = True
    failures: dict[str, ReplyFailure] = field(default_factory=dict[str, ReplyFailure])
    _kept: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    _asked: list[str] = field(default_factory=list[str])

    @property
    def replies(self) -> Replies:
        """The replies so far by key, in the order of the requests."""
        return {key: self._kept[key] for key in self._asked if key in self._kept}

    @property
    def failed(self) -> dict[str, ReplyFailure]:
        """The failures so far by key, in the order of the requests."""
        return {key: self.failures[key] for key in self._asked if key in self.failures}

    def reserve(self, key: str) -> str:
        """Return the key under which a reply is kept; a repeated key is numbered."""
        repeated = sum(asked == key or asked.startswith(f"{key}#") for asked in self._asked)
        key = f"{key}#{repeated + 1}" if repeated else key
        self._asked.append(key)
        return key

    def keep(self, key: str, reply: JsonValue) -> None:
        """Keep a reply under a reserved key."""
        self._kept[key] = reply

    def has(self, key: str) -> bool:
        """Return whether a replay has a reply or a failure for a reserved key."""
        return key in (self.given or {}) or key in self.given_failures

    def given_for(self, key: str) -> JsonValue:
        """Return the reply that a replay has for a reserved key.

        Raises:
            ModelFailed: the model had failed.
            BadInput: there is no such reply.
        """
        if not self.has(key):
            raise BadInput(f"a reply ({key}) is asked for that the log does not hold")
        if key in self.given_failures:
            failure = self.failures[key] = self.given_failures[key]
            raise failure.error()
        reply = (self.given or {})[key]
        self.keep(key, reply)
        return reply


def with_usage(form: type[T]) -> TypeAdapter[tuple[T, Usage]]:
    """Return the record form of a model's reply together with its cost."""
    kept: Any = GenericAlias(tuple, (form, Usage))
    return TypeAdapter(kept)


_RECORDING: ContextVar[Recording | None] = ContextVar("recording", default=None)


class ReplyJournal:
    """The journal through which a game asks for replies.

    The running task determines the message that a reply belongs to. Outside of a message nothing is kept.
    """

    @contextmanager
    def recording(
        self,
        given: Replies | None = None,
        failures: Mapping[str, ReplyFailure] | None = None,
        is_replay: bool = True,
    ) -> Generator[Recording]:
        """Keep the replies that this task, and tasks started by it, ask for meanwhile.

        Args:
            given: the replies to play back; None asks for them.
            failures: the failures to play back.
            is_replay: whether those are of a message in the log, and not of a turn that is prepared again.
        """
        recording = Recording(given, failures or {}, is_replay)
        running = _RECORDING.set(recording)
        try:
            yield recording
        finally:
            _RECORDING.reset(running)

    async def reply(self, key: str, ask: Callable[[], Awaitable[T]], form: TypeAdapter[T]) -> T:
        """Ask for a reply and keep it, or return the kept one.

        Args:
            key: the purpose of the reply; replies that are asked for at once need different keys.
            ask: asks for it.
            form: converts it to JSON and back.
        Raises:
            ModelFailed: the model failed, now or when the reply was recorded.
            BadInput: a replay has no such reply, or one of another form.
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

    def replays_replies(self) -> bool | None:
        """Return whether the replay of a message has replies or failures for it; None outside of a replay."""
        recording = _RECORDING.get()
        if recording is None or recording.given is None or not recording.is_replay:
            return None
        return bool(recording.given or recording.given_failures)

    def note(self, key: str, value: str) -> str:
        """Keep a value that may be another one later, such as a model's name, or return the kept one."""
        recording = _RECORDING.get()
        if recording is None:
            return value
        reserved = recording.reserve(f"note:{key}")
        if recording.given is not None and recording.has(reserved):
            return str(recording.given_for(reserved))
        recording.keep(reserved, value)
        return value

    def roll(self, seed: str, key: str, count: int, sides: int) -> tuple[int, ...]:
        """Roll dice that follow from the session's seed, and keep them; see `core.chance.roll`.

        A replay returns the recorded dice, even if chance is computed in another way today.
        """
        recording = _RECORDING.get()
        if recording is None:
            return roll(seed, key, count, sides)
        reserved = recording.reserve(f"roll:{key}")
        if recording.given is not None and recording.has(reserved):
            dice: Any = recording.given_for(reserved)
            return tuple(int(die) for die in dice)
        dice = roll(seed, key, count, sides)
        recording.keep(reserved, [*dice])
        return dice
