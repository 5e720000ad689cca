"""Blocks of each event of a story, in the forms of `core.views.blocks`."""

from collections.abc import Sequence

from echoes.core.log.events import Event
from echoes.core.text.plain_text import capitalized
from echoes.core.views.blocks import Block, Choices, Ending, Line, Sheet
from echoes.games.story import events as happened
from echoes.games.story.phrases import story_phrase


def blocks_of_story(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event; None for one that the platform shows, or nobody."""
    match event:
        case happened.StoryStarted():
            return _opening(event, language)
        case happened.PlayerActed():
            return [] if event.act in ("say", "try") else [Line(event.text, "quiet")]
        case happened.SceneTold():
            return [Line(event.text)] if event.text else []
        case happened.CharacterSpoke():
            # Where the words tell of the speaker by name, a second name before them would collide with it.
            told = event.text.startswith(event.name)
            return [Line(event.text, "spoken", "" if told else event.name)]
        case happened.PlaceEntered():
            return _place(event, language)
        case happened.SecretLearned():
            refuted = story_phrase(language, "refuted") if event.refutes else ""
            return [Line(story_phrase(language, "learned", text=event.text) + refuted, "notice")]
        case happened.ChapterOpened():
            title = story_phrase(language, "chapter", number=event.number, title=event.title)
            return [Sheet(title, event.text)]
        case happened.ChapterClosed():
            return [Line(story_phrase(language, "chapter_over", title=event.title), "quiet")]
        case happened.SuggestionsOffered():
            return [Choices(event.prompt, event.options, free=True)] if event.options else []
        case happened.StoryEnded():
            return _ending(event, language)
        case happened.CharacterCame() | happened.ThingMoved():
            return [Line(event.text, "quiet")]
        case happened.CharacterMuted() | happened.AddresseeChosen():
            return [Line(event.text, "quiet")]
        case _:
            return [] if isinstance(event, happened.StoryEvent) else None


def _opening(event: happened.StoryStarted, language: str) -> Sequence[Block]:
    role = story_phrase(language, "you", role=event.role)
    first = Line(f"{event.statement}\n\n{role}")
    if event.resumed:
        return [first]
    title = story_phrase(language, "chapter", number=1, title=event.chapter_title)
    here = surroundings_text(language, event)
    seen = [Line(here, "quiet")] if here else []
    return [first, Sheet(title, event.chapter_text), *seen, Choices(event.prompt, event.options, free=True)]


def _place(event: happened.PlaceEntered, language: str) -> Sequence[Block]:
    return [Sheet(capitalized(event.name), event.text), Line(surroundings_text(language, event), "quiet")]


def surroundings_text(language: str, event: happened.StoryStarted | happened.PlaceEntered) -> str:
    """Return the people and things at a place, and the ways out; newcomers are introduced."""
    people = {**event.people, **event.introduced}
    groups = (
        ("people_here", "people", people, "semicolon" if event.introduced else "comma"),
        ("things_here", "things", event.things, "comma"),
        ("exits_here", "places", event.exits, "comma"),
    )
    said = [
        story_phrase(language, key, **{name: story_phrase(language, between).join(found.values())})
        for key, name, found, between in groups
        if found
    ]
    return ("" if language == "zh" else " ").join(said)


def _ending(event: happened.StoryEnded, language: str) -> Sequence[Block]:
    details = event.details
    tally = story_phrase(language, "tally", **details.model_dump(include={"turns", "learned", "secrets"}))
    if details.ending and details.reached:
        tally = story_phrase(
            language, "endings_tally", tally=tally, reached=details.reached, endings=details.endings
        )
    told: list[Block] = [Sheet(details.title, details.text)] if details.text else []
    return [*told, Ending(details.title, "", tally)]
