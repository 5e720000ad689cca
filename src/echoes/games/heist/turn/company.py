"""People and things at hand, in words."""

from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.play import HeistPlay
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.options import obstacles_here
from echoes.language.speech_act import SpeechAct
from echoes.language.speech_acts import read_speech_act


def names_of_people(score: Score) -> dict[str, tuple[str, ...]]:
    """Return the names of each who may be named."""
    return {who: (one.name, *one.cues) for who, one in score.people.items()}


def said_to(score: Score, state: HeistState, message: str) -> tuple[SpeechAct, list[str]]:
    """Return the speech act of a message, and who is there and called by name in it.

    Args:
        score: that is played.
        state: before the message.
        message: what the player sent.
    """
    act = read_speech_act(score.language, message, names_of_people(score))
    here = dict(people_here(score, state))
    named = act.addressees or (() if act.rest else act.mentioned)
    return act, [who for who in named if who in here]


def who_is_here(play: HeistPlay) -> str:
    """Return the people who can be spoken to."""
    if play.state["phase"] in ("creation", "scenario"):
        return play.say("not_begun")
    here = [
        play.say("person_here_now", name=one.name, who=one.who)
        for _, one in people_here(play.score, play.state)
    ]
    return play.say("here", people=play.say("semicolon").join(here)) if here else play.say("nobody_here")


def unanswered(play: HeistPlay, person: str) -> str:
    """Return the reason that nobody answers: all is said, nobody was named, or nobody is there."""
    if person:
        return play.say("nothing_more", name=play.score.people[person].name)
    here = play.say("enumeration").join(one.name for _, one in people_here(play.score, play.state))
    return play.say("whom", people=here) if here else play.say("nobody_here")


def in_the_way(play: HeistPlay) -> str:
    """Return the name of the obstacle in the way now; empty before the first scene."""
    here = obstacles_here(play.score, play.state) if play.state["scene"] else []
    return play.say("enumeration").join(one.name for _, one in here)
