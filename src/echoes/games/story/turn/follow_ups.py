"""Follow-ups: "why?", "go on" or "where is he?", which name nothing and ask on about what was said last."""

import re

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import find_line, has_told, line_of
from echoes.games.story.turn.certainty import FILLERS
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher
from echoes.games.story.turn.moves import heard_topics
from echoes.language.speech_act import SpeechAct

_ON = re.compile(
    r"^(?:please )?(?:go on|continue|carry on|tell me more|say more|what else|anything else|is that all)\b|"
    r"^(?:请|你)?(?:继续|接着[说讲]|说下去|讲下去|往下[说讲]|还有[呢吗]|还有别的|就这些|多说[点些])"
)
_WHY = re.compile(
    r"^(?:but |and |so |well )*(?:why|how|what|and|then|really|is (?:it|that|this))\b|"
    r"^(?:那|可是?|你)*(?:为什么|为何|怎么|什么意思|然后|后来|真的|是吗|说的是真的)"
)
_DOUBT = re.compile(
    r"\b(?:you(?:'re| are)? (?:lied|lying|a liar)|(?:that's|that is|it's) (?:a lie|not true)|liar|"
    r"(?:don't|do not) (?:lie|believe (?:you|it|that)))\b|撒谎|说谎|骗[我人]|瞒[我着]|不信(?![他她])"
)
"""What was said last is not believed."""
_SOMEBODY = re.compile(r"\b(?:he|she|him|her)\b|[他她](?!们)")
_EMPTY = frozenset("这么 那么 这样 那样 下去 继续 意思".split())
_MOST = 2


def follow_up_of(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str) -> StoryIntent | None:
    """Return the questions of such a message to whoever was spoken to last, or that they say no more.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.

    Returns:
        None for no follow-up.
    """
    who = play.state["addressee"]
    names_something = matcher.strong_ideas(act.rest) - FILLERS - _EMPTY
    doubts = bool(_DOUBT.search(plain))
    asks_on = doubts or _ON.search(plain) or (act.is_question and _WHY.search(plain) and not names_something)
    if who not in play.present() or act.mentioned or not {*act.addressees} <= {who}:
        return None
    of_somebody = _people_spoken_of(play, who) if act.is_question and _SOMEBODY.search(plain) else ()
    last = _topics_of_last_line(play, who)
    known = [*reversed(play.state["knows"][PLAYER])]
    claims = [one for one in known if has_told(play, who, one)] if doubts else []
    said = [*claims, *(last or known)] if asks_on else []
    heard = {*heard_topics(play)}  # a line is about more, perhaps, than the player knows of
    topics = [*of_somebody, *(one for one in said if one in heard and find_line(play, who, "ask", one))]
    moves = [f"ask:{who}:{topic}" for topic in dict.fromkeys(topics)][:_MOST]
    if moves:
        return StoryIntent("choose", moves=moves, why="ask_meant")
    return StoryIntent("silent", who) if asks_on and last else None


def _topics_of_last_line(play: StoryPlay, who: str) -> list[str]:
    """Return what the last line of somebody told, and what it was about; none where it was about nothing."""
    for key in reversed(play.state["told"]):
        if (line := line_of(play.story, key)) and line.about and key.startswith(f"{who}."):
            return [*line.effects.learn, *line.about]
    return []


def _people_spoken_of(play: StoryPlay, who: str) -> list[str]:
    """Return the person, other than who is spoken to, of whom the latest line was that was about anybody."""
    for key in reversed(play.state["told"]):
        line = line_of(play.story, key)
        people = [one for one in (line.about if line else ()) if one in play.story.cast and one != who]
        if people:
            return people[:1]
    return []
