"""Whereabouts: the way to where the player knows a thing to be, or a deed to be done, that they named."""

from echoes.games.story.rules.acting import acts_elsewhere
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.surroundings import here, things_at
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import places_to_go
from echoes.language.speech_act import SpeechAct


def ways_to_named(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, fits_here: float
) -> list[str]:
    """Return the ways to what was named, where it is somewhere else; none where it is nothing of the kind.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
        fits_here: how well it fits something that can be done here.
    """
    if act.act not in ("look", "take", ""):
        return []
    open_ways = places_to_go(play)
    places = {f"do:{key}": place for key, place in acts_elsewhere(play).items()}
    if act.act:
        places |= {f"topic:{key}": one for one in open_ways for key in _things_known(play, one)}
    found = matcher.match(act.rest if act.act else plain, act.mentioned, [*places])
    if found.score <= fits_here or not (act.act or found.is_whole):
        return []
    ways = dict.fromkeys(places[key] for key in found.leading)
    return [f"go:{place}" for place in ways if place in open_ways and place != here(play.state)]


def _things_known(play: StoryPlay, place: str) -> list[str]:
    """Return the things of a place that the player has seen there, or knew before the story began."""
    seen = place in play.state["visited"]
    there = things_at(play.story, play.state, place)
    return [one for one in there if one in play.state["heard"] and (seen or one in play.story.knows)]
