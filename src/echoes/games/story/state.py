"""The state of a story: plain data that follows from the entries alone."""

from typing import TypedDict

from echoes.games.story.pack.parts import PLAYER


class ChapterSummary(TypedDict):
    """A chapter that is over."""

    chapter: str
    title: str
    summary: str


class CharacterMemory(TypedDict):
    """The memory of a character: a summary, and facts in the order in which they were learned."""

    summary: str
    facts: list[str]


class RecentLine(TypedDict):
    """Something that was said or told.

    Attributes:
        speaker: a character, the player, or empty for the narrator.
        heard: the characters that were there.
    """

    speaker: str
    text: str
    heard: list[str]


class RecentTurn(TypedDict):
    """A turn that stands in no summary yet.

    Attributes:
        to: whom the player spoke to; empty for nobody.
        by_model: whether a model played it.
    """

    to: str
    by_model: bool
    lines: list[RecentLine]


class StoryState(TypedDict):
    """All that counts.

    Attributes:
        chapter: the current one; `chapters`: those that are over.
        at: the place of each character, and of the player.
        heard: characters, places and things that the player knows of, in the order in which they came up.
        knows: the secrets that each knows, in order; the player's too.
        trust: in the player, by character.
        beats: those reached in this chapter; `past_beats`: in earlier ones.
        holds: the holder of each thing that was moved.
        done: acts that were done, in order.
        told: keys of lines that were said, the latest last.
        met: characters whom the player has seen.
        visited: places where the player has been.
        came_from: the place before this one; empty before the first way.
        addressee: whom the player spoke to last; empty for nobody.
        muted: characters that keep out of it.
        idle: turns in a row that led to nothing.
        turns: turns in all; `chapter_turns`: in this chapter.
        asked: the moves behind the numbers that were offered last.
        doubted: whether these were asked back.
        ended: the ending; empty before it.
        reached: endings to which the player had come before; None where nothing is remembered.
        recent: the turns since the summary; `summary`: the story before them.
        scenes: turns before these that a character may still look up, as far as it witnessed them.
        memories: of the characters.
        unsettled: whether the last turn has follow-up work left.
        transition: whether a chapter has begun that no narrator has opened yet.
        unsummed: chapters that are over and that no model has summed up yet.
    """

    chapter: str
    chapters: list[ChapterSummary]
    at: dict[str, str]
    heard: list[str]
    knows: dict[str, list[str]]
    trust: dict[str, int]
    beats: list[str]
    past_beats: list[str]
    holds: dict[str, str]
    done: list[str]
    told: list[str]
    met: list[str]
    visited: list[str]
    came_from: str
    addressee: str
    muted: list[str]
    mood: str
    idle: int
    turns: int
    chapter_turns: int
    asked: list[str]
    doubted: bool
    ended: str
    reached: list[str] | None
    recent: list[RecentTurn]
    scenes: list[RecentTurn]
    summary: str
    memories: dict[str, CharacterMemory]
    unsettled: bool
    transition: bool
    unsummed: list[str]


def new_story() -> StoryState:
    """Return the state before anything has happened."""
    return StoryState(
        chapter="", chapters=[], at={}, heard=[], knows={PLAYER: []}, trust={}, beats=[],
        past_beats=[], holds={}, done=[], told=[], met=[], visited=[], came_from="", addressee="", muted=[],
        mood="calm", idle=0, turns=0, chapter_turns=0, asked=[], doubted=False, ended="", reached=None,
        recent=[], scenes=[], summary="", memories={}, unsettled=False, transition=False, unsummed=[],
    )  # fmt: skip


def refusal_mark(act: str) -> str:
    """Return the mark that stands among the acts that were done once an act was refused."""
    return f"{act}.refused"


def within_trust(value: int) -> int:
    """Return a trust within its bounds, -3 to 3."""
    return max(-3, min(3, value))


def does_know(state: StoryState, who: str, secret: str) -> bool:
    """Return whether somebody knows a secret."""
    return secret in state["knows"].get(who, ())
