"""The private parts of a story's events: what changes and is not shown."""

from typing import ClassVar

from pydantic import BaseModel, Field

from echoes.core.log.events import StartTrace, Trace


class Remembered(BaseModel, frozen=True):
    """The memory of a character."""

    summary: str
    facts: tuple[str, ...] = ()


class StoryTrace(Trace, frozen=True):
    """The private part of an event: what changed that the player does not see.

    Attributes:
        line: the key of the line that was said.
        knows: secrets that somebody else learned, by who.
        trust: changes of trust.
        at: who went where.
        holds: the new holder of a thing.
        beats: beats that were reached.
        done: acts that were done.
        keys: the moves behind the numbers of a question back.
        idle: turns in a row that led to nothing.
        by_model: whether a model played the turn; `words`: the player's, as they were sent.
        memories: of characters, as they are now.
        summary: of the story before the turns that stay; `kept`: how many of these there are.
        summaries: of chapters, by id.
        failures: why models gave no reply, by what they were asked for.
    """

    line: str = ""
    knows: dict[str, list[str]] = Field(default_factory=dict[str, list[str]])
    trust: dict[str, int] = Field(default_factory=dict[str, int])
    at: dict[str, str] = Field(default_factory=dict[str, str])
    holds: dict[str, str] = Field(default_factory=dict[str, str])
    beats: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    idle: int | None = None
    by_model: bool = False
    words: str = ""
    memories: dict[str, Remembered] = Field(default_factory=dict)
    summary: str = ""
    kept: int | None = None
    summaries: dict[str, str] = Field(default_factory=dict[str, str])
    failures: dict[str, str] = Field(default_factory=dict[str, str])
    summed: ClassVar[frozenset[str]] = frozenset({"trust"})


class StoryStartTrace(StartTrace, frozen=True):
    """The trace of an opening: the places, the knowledge and the trust of everybody.

    Attributes:
        reached: endings to which the player had come before; None where nothing is remembered.
    """

    reached: tuple[str, ...] | None = None
    at: dict[str, str] = Field(default_factory=dict[str, str])
    knows: dict[str, list[str]] = Field(default_factory=dict[str, list[str]])
    trust: dict[str, int] = Field(default_factory=dict[str, int])
