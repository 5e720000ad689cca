"""Follow-ups: "why?", "go on" or "where is he?", which name nothing and ask on about what was said last."""

import re

from echoes.games.reading.move import MOST_ASKED
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
    r"(?:don't|do not) (?:lie|believe (?:you|it|that)))\b|撒谎|说谎|骗[我人]|瞒[我着]|(?<!信)不信(?![他她])"
)
"""What was said last is not believed."""
_BY_OTHERS = re.compile(r"\b(?:he|she|they|somebody|someone|who)\b|(?<!其)[他她]|有人|别人|谁")
"""Somebody else is said to lie."""
_SOMEBODY = re.compile(r"\b(?:he|she|him|her)\b|(?<!其)[他她](?!们)")
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
    if act.mentioned:
        return None
    names_something = matcher.strong_ideas(act.rest) - FILLERS - _EMPTY
    doubts = bool(_DOUBT.search(plain)) and not _BY_OTHERS.search(plain)
    continues = _ON.search(plain) and not matcher.strong_ideas(_ON.sub(" ", plain)) - FILLERS - _EMPTY
    asks_why = act.is_question and _WHY.search(plain) and not names_something
    asks_on = doubts or continues or asks_why
    who = _spoken_to(play)
    if act.is_question and _SOMEBODY.search(plain):
        people = act.addressees or ([who] if who in play.present() else play.present())
        moves = [f"ask:{one}:{about}" for one in people if (about := _person_spoken_of(play, one))]
        if moves:
            why = "ask_meant" if len(moves) == 1 else "ask_whom"
            return StoryIntent("choose", moves=moves[:MOST_ASKED], why=why)
    return _asked_on(play, who, doubts) if asks_on and who and {*act.addressees} <= {who} else None


def _spoken_to(play: StoryPlay) -> str:
    """Return the one whom the player spoke to last, or the latest speaker; empty for nobody."""
    speaker = "".join(play.state["told"][-1:]).partition(".")[0]
    return play.state["addressee"] or (speaker if speaker in play.story.cast else "")


def _asked_on(play: StoryPlay, who: str, doubts: bool) -> StoryIntent | None:
    """Return the questions that ask on; None where somebody has said nothing that could be asked on about.

    Args:
        play: before the message.
        who: is asked on.
        doubts: whether something that they told is doubted.
    """
    if who not in play.present():
        return StoryIntent("absent", who)
    last = _topics_of_last_line(play, who)
    known = [*reversed(play.state["knows"][PLAYER])]
    claims = [one for one in known if has_told(play, who, one)] if doubts else []
    heard = {*heard_topics(play)}  # a line is about more, perhaps, than the player knows of
    said = dict.fromkeys(one for one in (*claims, *(last or known)) if one in heard)
    moves = [f"ask:{who}:{topic}" for topic in said if find_line(play, who, "ask", topic)]
    if moves:
        return StoryIntent("choose", moves=moves[:_MOST], why="ask_meant")
    return StoryIntent("silent", who) if last else None


def _topics_of_last_line(play: StoryPlay, who: str) -> list[str]:
    """Return the secrets and topics of the last line of somebody; none where it was about nothing."""
    for key in reversed(play.state["told"]):
        if (line := line_of(play.story, key)) and line.about and key.startswith(f"{who}."):
            return [*line.effects.learn, *line.about]
    return []


def _person_spoken_of(play: StoryPlay, who: str) -> str:
    """Return the person, other than who is asked, of whom the latest line was that was about anybody."""
    known = play.story.cast.keys() & {*heard_topics(play)} - {who}
    for key in reversed(play.state["told"]):
        line = line_of(play.story, key)
        people = [one for one in (line.about if line else ()) if one in known]
        if people:
            return people[0]
    return ""
