"""The latest turns as they were heard: by whom, decided by where everybody was."""

from collections import Counter
from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.games.story import events as happened
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.state import RecentLine, RecentTurn, StoryState

MOST_TURNS = 24
"""The most turns that are kept where no model sums them up."""
MOST_SCENES = 12
"""The turns before these of which each character keeps what it witnessed, the latest."""
_LOOKED_THROUGH = 3 * MOST_SCENES
"""Older turns, beyond which those are dropped that nobody keeps."""
_LONGEST_LINE = 2400


def with_event(state: StoryState, event: Event, by_model: bool) -> StoryState:
    """Return the state with an event in its latest turns.

    Args:
        state: after the event, but for these turns.
        event: that happened.
        by_model: whether a model plays its turn.
    """
    turns = state["recent"]
    if isinstance(event, happened.PlayerActed):
        begun = RecentTurn(to=event.character, by_model=by_model, lines=[_line(state, PLAYER, event.text)])
        return with_newest({**state, "recent": [*turns, begun]}, MOST_TURNS)
    line = _heard(state, event)
    if line is None or not line["text"] or not turns:
        return state
    latest: RecentTurn = {**turns[-1], "lines": [*turns[-1]["lines"], line]}
    return {**state, "recent": [*turns[:-1], latest]}


def with_newest(state: StoryState, kept: int) -> StoryState:
    """Return the state with its newest turns only; older ones stay as scenes with those who were there."""
    turns = state["recent"]
    if len(turns) <= kept:
        return state
    scenes = [*state["scenes"], *turns[:-kept]]
    if len(scenes) > _LOOKED_THROUGH:
        scenes = _latest_scenes(scenes)
    return {**state, "recent": turns[-kept:], "scenes": scenes}


def _latest_scenes(turns: Sequence[RecentTurn]) -> list[RecentTurn]:
    """Return the turns that are among the latest that somebody witnessed."""
    witnessed: Counter[str] = Counter()
    found: list[RecentTurn] = []
    for turn in reversed(turns):
        heard = {who for line in turn["lines"] for who in line["heard"]}
        witnessed.update(heard)
        if any(witnessed[who] <= MOST_SCENES for who in heard):
            found.append(turn)
    return found[::-1]


def _heard(state: StoryState, event: Event) -> RecentLine | None:
    match event:
        case happened.CharacterSpoke():
            return _line(state, event.character, event.text)
        case happened.SuggestionsOffered():
            return None
        case happened.CharacterCame():
            line = _line(state, "", event.text)
            return {**line, "heard": [*dict.fromkeys([*line["heard"], event.character])]}
        case (
            happened.SceneTold() | happened.PlaceEntered() | happened.ThingMoved() | happened.ChapterOpened()
        ):
            return _line(state, "", event.text)
        case _:
            return None


def _line(state: StoryState, speaker: str, text: str) -> RecentLine:
    here = state["at"].get(PLAYER)
    heard = [who for who, place in state["at"].items() if who != PLAYER and place == here]
    return RecentLine(speaker=speaker, text=text[:_LONGEST_LINE], heard=heard)


def witnessed_by(who: str, turns: Sequence[RecentTurn]) -> list[RecentTurn]:
    """Return the parts of turns that a character witnessed; a turn of which it saw nothing is left out."""
    seen = [
        RecentTurn(
            to=turn["to"],
            by_model=turn["by_model"],
            lines=[line for line in turn["lines"] if who in line["heard"]],
        )
        for turn in turns
    ]
    return [turn for turn in seen if turn["lines"]]


def scenes_of(who: str, state: StoryState) -> list[RecentTurn]:
    """Return the scenes that a character witnessed, the latest last: newest turns and some before them."""
    older = witnessed_by(who, state["scenes"])[-MOST_SCENES:]
    return [*older, *witnessed_by(who, state["recent"])]


def spoke_in(turn: RecentTurn) -> list[str]:
    """Return the characters that spoke in a turn, or were spoken to, in order, where they were there."""
    named = [turn["to"], *(line["speaker"] for line in turn["lines"])]
    heard = {who for line in turn["lines"] for who in line["heard"]}
    return [who for who in dict.fromkeys(named) if who in heard]


def heard_silently(turn: RecentTurn) -> list[str]:
    """Return the characters that witnessed a turn without a word."""
    heard = dict.fromkeys(who for line in turn["lines"] for who in line["heard"])
    spoke = spoke_in(turn)
    return [who for who in heard if who not in spoke]
