"""Follow-ups: "why?" or "go on", which name nothing and ask on about what came out last."""

import re

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.rules.speaking import find_line
from echoes.games.story.turn.certainty import FILLERS
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.speech_act import SpeechAct

_ON = re.compile(
    r"^(?:please )?(?:go on|continue|tell me more|say more)\b|^(?:请|你)?(?:继续|接着|说下去|往下说|还有呢)"
)
_WHY = re.compile(
    r"^(?:but |and |so |well )*(?:why|how|what|and|then|really|is (?:it|that|this))\b|"
    r"^(?:那|可是?|你)*(?:为什么|为何|怎么|什么意思|然后|后来|真的|是吗|说的是真的)"
)
_EMPTY = frozenset("这么 那么 这样 那样 下去 继续 意思".split())
_MOST = 2


def questions_on(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str) -> list[str]:
    """Return the questions of such a message to whoever was spoken to last; none for no follow-up.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
    """
    who = play.state["addressee"]
    names_something = matcher.strong_ideas(act.rest) - FILLERS - _EMPTY
    asks_on = _ON.search(plain) or (act.is_question and _WHY.search(plain) and not names_something)
    if not asks_on or who not in play.present() or act.mentioned:
        return []
    newest = reversed(play.state["knows"][PLAYER])
    return [f"ask:{who}:{topic}" for topic in newest if find_line(play, who, "ask", topic)][:_MOST]
