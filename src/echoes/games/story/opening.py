"""The opening of a story: who is where, who knows what, and what is at hand first."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.games.resources import PlayerMemory
from echoes.games.story.events import StoryStarted, StoryStartTrace
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.reducer import story_after
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.surroundings import place_entered
from echoes.games.story.state import StoryState, new_story
from echoes.games.story.turn.moves import offer_suggestions


def start_of(story: StoryPack) -> StoryStartTrace:
    """Return everybody's place, knowledge and trust."""
    knows: dict[str, list[str]] = {PLAYER: [key for key in story.knows if key in story.secrets]}
    for who, member in story.cast.items():
        own = [key for key, secret in story.secrets.items() if who in secret.known_by]
        told = [key for relation in member.relations.values() for key in relation.knows]
        knows[who] = list(dict.fromkeys([*own, *told]))
    return StoryStartTrace(
        at={**{who: member.at for who, member in story.cast.items()}, PLAYER: story.start},
        knows=knows,
        trust={who: member.trust for who, member in story.cast.items()},
    )


def story_opening(
    story: StoryPack, game_type: str, model: str | None = None, reached: Sequence[str] | None = None
) -> tuple[StoryStarted, StoryStartTrace]:
    """Return the event that opens a session, and its private part.

    Args:
        story: that begins.
        game_type: its name.
        model: the narrator's; None without one.
        reached: endings to which the player had come before; None where nothing is remembered.
    """
    trace = start_of(story)
    if reached is not None:
        trace = trace.model_copy(update={"reached": tuple(reached)})
    place, chapter = story.places[story.start], story.chapters[story.first]
    here = {who: one.name for who, one in story.cast.items() if one.at == story.start}
    started = StoryStarted(
        puzzle_id=story.id,
        title=story.title,
        lang=story.language,
        puzzle_hash=story.content_hash,
        game_type=game_type,
        model=model,
        content_warnings=[*story.content_warnings],
        statement=story.statement,
        role=story.role,
        chapter=story.first,
        chapter_title=chapter.title,
        chapter_text=chapter.text,
        place=story.start,
        place_name=place.name,
        people=here,
        heard=[],
        mood=chapter.mood,
        prompt="",
        options=[],
    )
    unseen: StoryState = {**story_after(new_story(), Entry(started, trace)), "met": []}
    shown = place_entered(story, unseen, story.start, "")
    heard = [*here, *place.exits, *shown.things, *(one for one in story.knows if one not in story.secrets)]
    around = {"introduced": shown.introduced, "things": shown.things, "exits": shown.exits}
    started = started.model_copy(update={"heard": list(dict.fromkeys(heard)), **around})
    play = StoryPlay(story, story_after(new_story(), Entry(started, trace)))
    offered = offer_suggestions(play)
    return started.model_copy(update={"prompt": offered.prompt, "options": offered.options}), trace


def endings_reached(story: StoryPack, recalled: PlayerMemory) -> list[str] | None:
    """Return the endings to which a player has come before; None where nothing is remembered."""
    if not recalled.is_kept:
        return None
    games = (game.model_extra or {} for game in recalled.counted)
    reached = {game.get("ending") for game in games if game.get("story") == story.id}
    return [ending for ending in story.endings if ending in reached]


def begun_story(story: StoryPack) -> StoryState:
    """Return the state of a game that has just begun."""
    started, trace = story_opening(story, "story")
    return story_after(new_story(), Entry(started, trace))
