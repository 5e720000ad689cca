"""What voices from outside the rules said, kept so that a game can be run again from its log.

A game's code is the same each time; a referee or a model is not. So each of their replies
goes through the session's tape, which hands it on and keeps it, and in a replay gives the
kept one instead of asking. After the recorded activities of durable execution (Temporal,
DBOS), without their machinery.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from pydantic import JsonValue, TypeAdapter

from echoes.core.errors import BadInput

T = TypeVar("T")


class Tape:
    """The replies of one message, in the order in which they were asked for."""

    def __init__(self) -> None:
        self._kept: list[JsonValue] = []
        self._given: list[JsonValue] | None = None

    def start(self, given: Sequence[JsonValue] | None = None) -> None:
        """Begin a message.

        Args:
            given: the replies to play back; None asks for them and keeps them.
        """
        self._kept = []
        self._given = None if given is None else list(given)

    async def reply(self, ask: Callable[[], Awaitable[T]], form: TypeAdapter[Any]) -> T:
        """A reply: asked for and kept, or in a replay the one that was kept.

        Args:
            ask: asks for it.
            form: how it becomes JSON and back.
        Raises:
            BadInput: a replay asks for more than was kept, or it has another form.
        """
        if self._given is None:
            answer = await ask()
            self._kept.append(form.dump_python(answer, mode="json"))
            return answer
        if not self._given:
            raise BadInput("a reply is asked for that the log does not hold")
        try:
            return form.validate_python(self._given.pop(0))
        except ValueError as error:
            raise BadInput("the log holds a reply of another form than the one that is asked for") from error

    @property
    def kept(self) -> list[JsonValue]:
        """The replies since `start`."""
        return self._kept
