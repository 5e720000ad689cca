"""The effects of lines, acts, beats and chapters, applied by code."""

from collections.abc import Mapping

from echoes.games.story import events as happened
from echoes.games.story.events import StoryTrace
from echoes.games.story.pack.parts import PLAYER, StoryEffects
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.predicates import owner_and_value
from echoes.games.story.rules.surroundings import called_in_full, place_entered, things_at
from echoes.games.story.state import does_know, within_trust


def apply_effects(play: StoryPlay, effects: StoryEffects) -> None:
    """Apply the consequences in a fixed order.

    Args:
        play: of the message; it has an entry already.
        effects: the consequences.
    """
    for secret in effects.learn:
        play.learn(secret)
    for value in effects.tell:
        who, secret = owner_and_value(value)
        if not does_know(play.state, who, secret):
            play.note(StoryTrace(knows={who: [secret]}))
    for who, place in effects.move.items():
        move(play, who, place)
    if effects.trust:
        play.note(StoryTrace(trust=_changes_of_trust(play, effects.trust)))
    for thing, holder in effects.give.items():
        hand_over(play, thing, holder)
    for beat in effects.beat:
        reach_beat(play, beat)
    play.next_chapter = effects.goto or play.next_chapter
    play.ending = effects.end or play.ending


def _changes_of_trust(play: StoryPlay, wanted: Mapping[str, int]) -> dict[str, int]:
    """Return changes that stay within the bounds, so that those noted in one trace add up."""
    trust = play.state["trust"]
    return {who: within_trust(trust.get(who, 0) + by) - trust.get(who, 0) for who, by in wanted.items()}


def move(play: StoryPlay, who: str, place: str) -> None:
    """Move somebody; it is shown where the player can see it."""
    if who == PLAYER:
        enter_place(play, place)
        return
    here = play.state["at"].get(PLAYER)
    before = play.state["at"].get(who)
    if before == place:
        return
    if here not in (before, place):
        play.note(StoryTrace(at={who: place}))
        return
    came = here == place
    member = play.story.cast[who]
    name = member.name
    goal = play.story.places[place].name if place in play.story.places else ""
    text = play.say("came" if came else "left" if goal else "gone", name=name, place=goal)
    if came and who not in play.state["met"]:
        called = called_in_full(play.story, who)
        text = play.say("came_first", name=called, role=member.public.role)
    play.add(
        happened.CharacterCame(character=who, name=name, came=came, text=text), StoryTrace(at={who: place})
    )


def enter_place(play: StoryPlay, place: str) -> None:
    """Take the player somewhere, and say who and what is there."""
    spec = play.story.places[place]
    text = spec.again if place in play.state["visited"] else spec.text
    play.fresh = play.fresh or place not in play.state["visited"]
    play.add(place_entered(play.story, play.state, place, text))


def things_at_hand(play: StoryPlay) -> list[str]:
    """Return the things that the player has, or sees where they are."""
    own = [thing for thing, holder in play.state["holds"].items() if holder == PLAYER]
    return [*own, *things_at(play.story, play.state, play.state["at"][PLAYER])]


def hand_over(play: StoryPlay, thing: str, holder: str) -> None:
    """Give a thing to somebody; it is shown where the player gets or loses it."""
    before = play.state["holds"].get(thing)
    if before == holder:
        return
    name = play.story.things[thing].name
    moved = StoryTrace(holds={thing: holder})
    if holder == PLAYER:
        text = play.say("got", thing=name)
        play.add(happened.ThingMoved(thing=thing, name=name, got=True, text=text), moved)
        play.fresh = True
    elif before == PLAYER:
        text = play.say("lost", thing=name)
        play.add(happened.ThingMoved(thing=thing, name=name, got=False, text=text), moved)
    else:
        play.note(moved)


def reach_beat(play: StoryPlay, beat: str) -> None:
    """Reach a beat of the current chapter, with its consequences."""
    chapter = play.story.chapters[play.state["chapter"]]
    if beat not in chapter.beats or beat in play.state["beats"]:
        return
    again = beat in play.state["past_beats"]
    play.note(StoryTrace(beats=(beat,)))
    if not (again and chapter.beats[beat].once):
        apply_effects(play, chapter.beats[beat].effects)
    for secret, spec in play.story.secrets.items():
        if spec.public_after == beat:
            play.note(StoryTrace(knows={who: [secret] for who in play.story.cast}))
            play.learn(secret)
