"""Panels beside a story: chapter, mood, who is present, the notebook, what is carried."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from echoes.core.views.blocks import ComposerMode, Shortcut
from echoes.core.views.panels import Listing, Panel
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.phrases import STORY_PHRASES, story_phrase
from echoes.games.story.state import StoryState
from echoes.games.story.turn.commands import notes_of

_COMPOSER = {
    "en": ComposerMode("say", "Say or do", "What do you say or do?"),
    "zh": ComposerMode("say", "说或做", "你说什么，做什么？"),
}


def composer_of_story(language: str, state: StoryState) -> Sequence[ComposerMode]:
    """Return the one way to say something, with its buttons.

    Args:
        language: of the session.
        state: of the game.
    """
    begun, word = state["turns"] > 0, partial(STORY_PHRASES.name_of, language, "shortcuts")
    buttons = [
        Shortcut("/recap", word("recap")),
        Shortcut("/undo", word("undo"), enabled=begun),
        Shortcut("/giveup", word("giveup")),
    ]
    if begun and state["recent"] and state["recent"][-1]["by_model"]:
        buttons.insert(1, Shortcut("/again", word("again")))
    return [replace(_COMPOSER.get(language, _COMPOSER["en"]), shortcuts=buttons)]


def panels_of_story(story: StoryPack, state: StoryState) -> Sequence[Panel]:
    """Return the panels beside the conversation.

    Args:
        story: that is played.
        state: of the game.
    """
    if not state["chapter"]:
        return []
    language, say = story.language, partial(story_phrase, story.language)
    chapter, here = story.chapters[state["chapter"]], state["at"].get(PLAYER, "")
    people = [
        say("is_muted", text=one.name)
        if who in state["muted"]
        else say("introduced", name=one.name, role=one.public.role)
        for who, one in story.cast.items()
        if state["at"].get(who) == here
    ]
    carried = [story.things[thing].name for thing, holder in state["holds"].items() if holder == PLAYER]
    panels: list[Panel] = [
        Listing(say("panel_chapter"), [chapter.title, chapter.goal]),
        Listing(say("panel_mood"), [STORY_PHRASES.name_of(language, "moods", state["mood"])]),
        Listing(say("panel_place"), [story.places[here].name]),
        Listing(say("panel_people"), people or [say("nobody_here")], by_line=len(people) > 1),
    ]
    if carried:
        panels.append(Listing(say("panel_things"), carried))
    notes = notes_of(story, state)
    return [*panels, Listing(say("panel_notebook"), notes or [say("notebook_empty")], by_line=bool(notes))]
