"""Questions: whether a message is one, and which move was meant."""

import re

from echoes.core.events import Option
from echoes.games.heist.events import HeistAsked, HeistTrace
from echoes.games.heist.rules.play import Play
from echoes.games.heist.turn.intent import HeistIntent

ASKS = re.compile(
    r"[?？]\s*$|^(?:is|are|was|were|does|did|can|could|will|would|has|who|what|where|when|why|how|which)\b"
    # "Have a drink" and "do it" ask nothing.
    r"|^do (?!(?:it|that|this|so|not|nothing|both|all|as)\b)|^have (?!(?:an?|another|some|one|it|my)\b)"
    r"|[吗呢]\s*[。.]?$|(?:是谁|是什么|在哪儿?|在哪里|为什么|多少|几点了?|多久|什么时候)\s*[。.]?$|^(?:谁|什么|哪[儿里个些]?|怎么)(?![都也怕])|^(?:为什么|有没有|是不是|能不能)"
    # Whoever tells, asks or looks does something.
    r"|^(?!(?:我|先|再|就|去|来|想|要)*(?:告诉|跟|对|和|向|问|说|看|听|查|打听|弄清|摸清|观察|数))[^,，。]{1,12}"
    r"(?:是干(?:什么|嘛|啥)用?的|是做什么用?的|有(?:什么|啥)(?:用|用处|区别|不同|不一样|差别)|什么意思|怎么回事"
    r"|有(?:几|多少)[^,，。]{1,4}|是哪[个位])\s*[。.]?$"
    r"|^(?:(?:please |so )?tell me|describe)\b|^(?:给我|跟我)?(?:说说|讲讲|介绍)",
    re.IGNORECASE,
)


MAKING = ("creation", "scenario")
"""The phases in which somebody is made: all that can be said there stands on the page."""


def ask_back(play: Play, intent: HeistIntent, message: str) -> None:
    """Ask which move was meant, where any may be; the answer is a number."""
    if not intent.moves:
        return
    options = [Option(n=n, text=move.text) for n, move in enumerate(intent.moves, 1)]
    play.note(HeistTrace(keys=tuple(move.key for move in intent.moves)))
    asked = HeistAsked(
        text=message, prompt=play.say(intent.why), options=options, decline=play.say("never_mind")
    )
    play.add(asked)
