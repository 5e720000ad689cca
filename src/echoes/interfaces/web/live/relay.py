"""Relay between workers: what those who look at a session are told, and what stands in no log."""

import itertools
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import BaseModel, JsonValue, ValidationError

from echoes.engine.engine import GameEngine

KEPT_S = 45.0
"""Seconds after which what another worker told counts no more, unless it says so again."""


class RelayedMessage(BaseModel):
    """A message about a session from one worker to the others.

    Attributes:
        worker: the name of the worker.
        number: counts its messages; PostgreSQL drops what is told twice in the same words.
        session: the session.
        kind: `who` asks who looks on, `here` answers; `asking` tells who waits for an answer, `piece` a piece
            of a narration, `status` and `steer` are about an AI player, `stop` ends what the person waits for
            whose mark is the text, `room` says that it has changed, and `main_line` that another session of
            the lineage, which is named as the session, was chosen.
        people: the mark and the name of each who looks on.
        asking: the seat and the name of each who waits; `seat` is the one where that changed.
        text, turn, speaker, audience: of the piece.
        status: for the pages.
        what, pace_s, turns: the wish of a visitor.
    """

    worker: str
    number: int = 0
    session: str
    kind: Literal["who", "here", "asking", "piece", "status", "steer", "stop", "room", "main_line"]
    people: list[tuple[str, str]] = []
    asking: list[tuple[str, str]] = []
    seat: str = ""
    text: str = ""
    turn: int = 0
    speaker: str = ""
    audience: tuple[str, ...] = ()
    status: dict[str, JsonValue] = {}
    what: str = ""
    pace_s: float | None = None
    turns: int = 0


class Relay:
    """The way to the other workers.

    Args:
        engine: its storage carries the messages.

    Attributes:
        worker: the name of this worker, which is told its own messages too.
    """

    def __init__(self, engine: GameEngine) -> None:
        self._engine = engine
        self.worker = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    def tell(self, session_id: str, kind: str, **data: object) -> None:
        """Tell the other workers something of a session; it may be lost."""
        told = {
            "worker": self.worker,
            "number": next(self._numbers),
            "session": session_id,
            "kind": kind,
            **data,
        }
        message = RelayedMessage.model_validate(told)
        self._engine.storage.publish(message.model_dump_json(exclude_defaults=True))

    def read(self, text: str) -> RelayedMessage | None:
        """Return a message of another worker; None for this one's own, and for what is none."""
        try:
            message = RelayedMessage.model_validate_json(text)
        except ValidationError:  # a worker of another version sent it
            return None
        return None if message.worker == self.worker else message


class OtherWorkers:
    """The people at other workers, as those have told last: who looks on, or who waits for an answer.

    Args:
        clock: returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._people: dict[str, tuple[float, list[tuple[str, str]]]] = {}

    def note(self, worker: str, people: Sequence[tuple[str, str]]) -> None:
        """Take note of the people at a worker: the mark, or the seat, and the name of each."""
        self._people.pop(worker, None)
        if people:
            self._people[worker] = self._clock(), [*people]

    def people(self) -> list[tuple[str, str]]:
        """Return the mark, or the seat, and the name of each."""
        since = self._clock() - KEPT_S
        return [one for told, people in self._people.values() if told > since for one in people]
