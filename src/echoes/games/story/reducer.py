"""The fold of the log: the state after one entry. Pure, and the only place where state changes."""

from collections.abc import Iterable, Mapping

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.games.story import events as happened
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.recent import with_event, with_newest
from echoes.games.story.state import ChapterSummary, CharacterMemory, StoryState, within_trust


def story_after(state: StoryState, entry: Entry) -> StoryState:
    """Return the state after one entry."""
    noted, after = entry.trace, _shown(state, entry.event, entry)
    if isinstance(noted, happened.StoryTrace):
        after = _written(_hidden(after, noted), noted)
        return with_event(after, entry.event, noted.by_model)
    return with_event(after, entry.event, by_model=False)


def _shown(state: StoryState, event: Event, entry: Entry) -> StoryState:
    """Return the state after the public part of an event."""
    match event:  # what comes most often stands first: a long log is folded event by event
        case happened.CharacterSpoke() | happened.SceneTold():
            return state
        case happened.SuggestionsOffered():
            return {**state, "asked": [option.key for option in event.options], "doubted": False}
        case happened.PlayerActed():
            heard = event.character or state["addressee"]
            return {
                **state,
                "turns": state["turns"] + 1,
                "chapter_turns": state["chapter_turns"] + 1,
                "addressee": "" if event.act == "go" else heard,
                "asked": [],
                "doubted": False,
                "transition": state["transition"] and not entry.traced(happened.StoryTrace).by_model,
            }
        case happened.StoryStarted():
            return _started(state, event, entry.traced(happened.StoryStartTrace))
        case happened.PlaceEntered():
            return {
                **_coming_from(state, event.place),
                "at": {**state["at"], PLAYER: event.place},
                "heard": _joined(state["heard"], [event.place, *event.people, *event.things, *event.exits]),
                "visited": _joined(state["visited"], [event.place]),
                "met": _joined(state["met"], event.people),
            }
        case happened.CharacterCame(came=True):
            met = _joined(state["met"], [event.character])
            return {**state, "heard": _joined(state["heard"], [event.character]), "met": met}
        case happened.CharacterCame() if state["addressee"] == event.character:
            return {**state, "addressee": ""}
        case happened.SecretLearned():
            return {**state, "knows": _learned(state["knows"], {PLAYER: [event.secret]})}
        case happened.ThingMoved(got=True):
            return {**state, "heard": _joined(state["heard"], [event.thing])}
        case happened.MoodSet():
            return {**state, "mood": event.mood}
        case happened.AddresseeChosen():
            return {**state, "addressee": event.character}
        case happened.CharacterMuted():
            others = [one for one in state["muted"] if one != event.character]
            return {**state, "muted": [*others, event.character] if event.muted else others}
        case _:
            return _chapters(state, event)


def _chapters(state: StoryState, event: Event) -> StoryState:
    """Return the state after what begins or closes a chapter, a turn or the story."""
    match event:
        case happened.ChapterClosed():
            closed = ChapterSummary(chapter=event.chapter, title=event.title, summary=event.summary)
            return {
                **state,
                "chapters": [*state["chapters"], closed],
                "past_beats": _joined(state["past_beats"], state["beats"]),
                "beats": [],
                "unsummed": [*state["unsummed"], event.chapter],
            }
        case happened.ChapterOpened():
            return {**state, "chapter": event.chapter, "chapter_turns": 0, "idle": 0, "transition": True}
        case happened.StoryAsked():
            return {**state, "doubted": True}
        case happened.TurnSettled():
            return {**state, "unsettled": False}
        case happened.StoryEnded():
            return {**state, "ended": event.details.ending or "given_up", "asked": []}
        case _:
            return state


def _started(state: StoryState, event: happened.StoryStarted, noted: happened.StoryStartTrace) -> StoryState:
    return {
        **state,
        # A fork knows nothing of the ending of the game that it shares its beginning with.
        "reached": None if noted.reached is None or noted.shared_turns else [*noted.reached],
        "chapter": event.chapter,
        "at": {**noted.at},
        "heard": [*event.heard],
        "knows": {who: [*known] for who, known in noted.knows.items()},
        "trust": {**noted.trust},
        "visited": [event.place],
        "met": [*event.people],
        "mood": event.mood,
        "asked": [option.key for option in event.options],
    }


def _hidden(state: StoryState, noted: happened.StoryTrace) -> StoryState:
    """Return the state after the private part of an event."""
    after = state.copy()
    if noted.line:
        after["told"] = [*(one for one in state["told"] if one != noted.line), noted.line]
    if noted.knows:
        after["knows"] = _learned(state["knows"], noted.knows)
    if noted.trust:
        sums = {who: state["trust"].get(who, 0) + by for who, by in noted.trust.items()}
        after["trust"] = {**state["trust"], **{who: within_trust(total) for who, total in sums.items()}}
    if noted.at:
        after["at"] = {**state["at"], **noted.at}
    if noted.holds:
        after["holds"] = {**state["holds"], **noted.holds}
    if noted.beats:
        after["beats"] = _joined(state["beats"], noted.beats)
    if noted.done:
        after["done"] = [*state["done"], *(one for one in noted.done if one not in state["done"])]
    if noted.keys:
        after["asked"] = [*noted.keys]
    if noted.idle is not None:
        after["idle"] = noted.idle
    return after


def _written(state: StoryState, noted: happened.StoryTrace) -> StoryState:
    """Return the state after what models wrote behind the reader's back."""
    after = state.copy()
    if noted.by_model:
        after["unsettled"] = True
    if noted.memories:
        new = {
            who: CharacterMemory(summary=one.summary, facts=[*one.facts])
            for who, one in noted.memories.items()
        }
        after["memories"] = {**state["memories"], **new}
    if noted.kept is not None:
        after = with_newest({**after, "summary": noted.summary}, noted.kept)
    if noted.summaries:
        after["chapters"] = [
            {**one, "summary": noted.summaries.get(one["chapter"], one["summary"])}
            for one in state["chapters"]
        ]
        after["unsummed"] = [one for one in state["unsummed"] if one not in noted.summaries]
    return after


def _coming_from(state: StoryState, place: str) -> StoryState:
    """Return the state with the place from which the player enters one; to look at it again is no way."""
    before = state["at"].get(PLAYER, "")
    return {**state, "came_from": before} if before != place else state


def _learned(knows: Mapping[str, list[str]], new: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {**knows, **{who: _joined(knows.get(who, ()), secrets) for who, secrets in new.items()}}


def _joined(before: Iterable[str], more: Iterable[str]) -> list[str]:
    """Return a list with what is not in it yet at its end."""
    return list(dict.fromkeys([*before, *more]))
