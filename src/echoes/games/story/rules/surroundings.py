"""Surroundings: which ways lead from a place, what can be seen there, and who somebody is at first sight."""

from collections.abc import Collection, Sequence

from echoes.games.story.events import PlaceEntered
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.pack.schema import StoryPack
from echoes.games.story.phrases import story_phrase
from echoes.games.story.rules.predicates import holds_in_story
from echoes.games.story.state import StoryState


def reachable_places(story: StoryPack, start: str, through: Collection[str]) -> list[str]:
    """Return the places to which exits lead, one after the other, in the order of the story.

    Args:
        story: with the places.
        start: where the way begins; it is left out.
        through: the places that may be entered.
    """
    reached, todo = {start}, [start]
    while todo:
        following = {place for place in story.places[todo.pop()].exits if place in through} - reached
        todo += sorted(following)
        reached |= following
    return [place for place in story.places if place in reached and place != start]


def ways_from(story: StoryPack, state: StoryState, place: str) -> list[str]:
    """Return the places in reach: those that the player has heard of, been at, or sees a way to."""
    heard = {*state["heard"], *story.places[place].exits}
    reached = reachable_places(story, place, heard)
    been = state["visited"]
    return [one for one in story.places if one != place and (one in reached or one in been)]


def things_at(story: StoryPack, state: StoryState, place: str) -> list[str]:
    """Return the things that can be seen at a place."""
    return [
        key
        for key, thing in story.places[place].things.items()
        if key not in state["holds"] and holds_in_story(thing.when, state)
    ]


def people_at(story: StoryPack, state: StoryState, place: str) -> list[str]:
    """Return the characters at a place, in the order of the cast."""
    return [who for who in story.cast if state["at"].get(who) == place]


def introduction(story: StoryPack, who: str) -> str:
    """Return the introduction of somebody, told when they are first met."""
    return story_phrase(
        story.language, "introduced", name=called_in_full(story, who), role=story.cast[who].public.role
    )


def called_in_full(story: StoryPack, who: str) -> str:
    """Return the name of somebody with the full one, where these differ."""
    member = story.cast[who]
    if not member.full_name or member.full_name == member.name:
        return member.name
    if member.name in member.full_name:
        return member.full_name
    return story_phrase(story.language, "also_called", name=member.name, full=member.full_name)


def introductions(story: StoryPack, state: StoryState, people: Sequence[str]) -> dict[str, str]:
    """Return introductions of those whom the player meets for the first time."""
    return {who: introduction(story, who) for who in people if who not in state["met"]}


def place_entered(story: StoryPack, state: StoryState, place: str, text: str) -> PlaceEntered:
    """Return the event that shows a place: who and what is there, and the ways out."""
    people = people_at(story, state, place)
    return PlaceEntered(
        place=place,
        name=story.places[place].name,
        text=text,
        people={who: story.cast[who].name for who in people},
        introduced=introductions(story, state, people),
        things={key: story.things[key].name for key in things_at(story, state, place)},
        exits={key: story.places[key].name for key in ways_from(story, state, place)},
    )


def here(state: StoryState) -> str:
    """Return the place of the player."""
    return state["at"][PLAYER]
