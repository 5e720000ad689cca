"""Questions and talk: words that name something and do nothing with it."""

import re

from echoes.games.party.turn.party_move import PartyMove
from echoes.language.speech_act import SpeechAct

_MARKED = re.compile(r"[?？吗呢][。.]?\s*$")
_UNMARKED = re.compile("^(?:到底|那)?(?:谁|什么人|哪个人|哪位|为什么|为何|什么时候)|怎么(?:了|样|回事)")
"""Chinese words of a question that stand in nothing else: one may listen to what they say, 听他们说什么."""
_SPEAKS = re.compile(
    r"^(?:(?:please|i|we|let's|i'll|i want to) )*"
    r"(?:ask|talk|speak|inquire|enquire|gossip|discuss|wonder|tell me)\b"
    r"|^(?:我们?|去|请|先|再)*(?:问|打听|询问|请教|谈|聊|讨论|说说|讲讲)",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"^(?:he|she|they|somebody|someone)\b|^(?:[他她]们?|有人)", re.IGNORECASE)
_SAYING = ("tell:", "accuse:")


def is_asked(language: str, message: str, act: SpeechAct) -> bool:
    """Return whether a message asks, and says nothing to do.

    Args:
        language: of the message.
        message: that was sent.
        act: the message as a speech act.
    """
    if language != "zh":
        return act.is_question
    return act.is_question and bool(_MARKED.search(message) or _UNMARKED.search(message))


def only_speaks(message: str, move: PartyMove) -> bool:
    """Return whether a message asks or talks of what a move does something with.

    Args:
        message: that was sent.
        move: by whose words it was read.
    """
    says = move.key.startswith(_SAYING) or any(_SPEAKS.search(text) for text in (move.text, *move.cues))
    return not says and bool(_SPEAKS.search(message))


def is_of_others(message: str) -> bool:
    """Return whether a message says what somebody else does."""
    return bool(_OF_OTHERS.search(message))
