"""Whoever is spoken of as he or she: those of whom the latest line was, else all whom it may be."""

import re
from collections.abc import Sequence

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import line_of
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.moves import heard_topics
from echoes.games.story.turn.pronouns import people_meant
from echoes.language.speech_act import SpeechAct

_WHERE = re.compile(
    r"(?:(?:now|then|and|so|about|please|maybe|know|knows|if you know)[ ,]+)*"
    r"(?:where(?:'s| is| could| might) (?P<is>he|she)(?: be)?|"
    r"where (?P<he>he|she)(?:'s| is| could be| might be)|"
    r"where(?: was| did| has| had)? (?P<was>he|she)(?: was| went| has| had| go| gone| been)*)"
    r"(?: (?:gone|now|then|hiding|staying|go|been))*\W*|"
    r"(?:知道|那)?[他她]??(?<!其)(?P<ta>[他她])(?!们)(?:现在|到底|人|又|会|能|可能|是)*"
    r"(?:[在去上到跑躲]了?(?:哪里?|哪儿|什么地方)去?了?|呢)(?:吗|呢|啊|呀)?\W*"
)
"""A question that nobody asks of whoever is there; where they were is one."""
_IS_SHE = {"he": False, "他": False, "she": True, "她": True, "him": False, "her": True}


def people_spoken_of_last(play: StoryPlay, pronoun: str, besides: Sequence[str] = ()) -> list[str]:
    """Return whom a pronoun means: those of the latest line about any whom it fits, else all of these.

    Args:
        play: before the message.
        pronoun: as it was said.
        besides: people who are not meant.
    """
    meant = "she" if _IS_SHE[pronoun] else "he"
    known = [one for one in reversed(heard_topics(play)) if one in play.story.cast and one not in besides]
    fitting = [who for who in known if play.story.cast[who].pronoun in (None, meant)]
    for key in reversed(play.state["told"]):
        line = line_of(play.story, key)
        about = [who for topic in (line.about if line else ()) for who in _people_of(play, topic)]
        if people := [who for who in about if who in fitting]:
            return [*dict.fromkeys(people)]
    return fitting


def _people_of(play: StoryPlay, topic: str) -> list[str]:
    """Return whom a topic is about: a character, or who is named in what was heard of it."""
    story = play.story
    if topic in story.cast:
        return [topic]
    known = story.secrets[topic].text if topic in play.state["knows"][PLAYER] else ""
    heard = f"{story.title_of(topic)} {known}" if topic in heard_topics(play) else ""
    return [who for who, one in story.cast.items() if one.name in heard]


def whereabouts_asked(play: StoryPlay, act: SpeechAct) -> StoryIntent | None:
    """Return the questions where he or she is, to whoever is spoken to; None for no such question.

    Args:
        play: before the message.
        act: the message as a speech act.
    """
    found = _WHERE.fullmatch(act.rest)
    if not found or act.act not in ("ask", "") or act.mentioned or not play.present():
        return None
    if found["was"] and _may_be_of(play, act, found["was"]):
        return None
    here, last = people_meant(play, act), play.state["addressee"]
    asked = [who for who in act.addressees if who in here] or ([last] if last in here else here)
    fitting = people_spoken_of_last(play, next(filter(None, found.groups())), play.present())
    moves = [f"ask:{who}:{about}" for about in fitting for who in asked][:MOST_ASKED]
    if not moves:
        return None
    why = "ask_meant" if len(moves) == 1 else "ask_which" if len(fitting) > 1 else "ask_whom"
    return StoryIntent("choose", moves=moves, why=why)


def _may_be_of(play: StoryPlay, act: SpeechAct, pronoun: str) -> bool:
    """Return whether a pronoun may mean whoever is spoken to."""
    meant = "she" if _IS_SHE[pronoun] else "he"
    return meant == act.pronoun or any(
        play.story.cast[who].pronoun in (None, meant) for who in act.addressees
    )
