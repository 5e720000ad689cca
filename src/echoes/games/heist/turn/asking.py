"""Questions: whether a message is one, and which move was meant."""

import re
from collections.abc import Sequence
from dataclasses import replace

from echoes.core.events import Option
from echoes.games.heist.events import HeistAsked, HeistTrace
from echoes.games.heist.pack.schema import Score
from echoes.games.heist.rules.people import people_here
from echoes.games.heist.rules.play import Play
from echoes.games.heist.state import HeistState
from echoes.games.heist.turn.intent import HeistIntent
from echoes.games.heist.turn.open_move import OpenMove
from echoes.games.reading.move import Circumstances
from echoes.games.reading.reader import OpenMoves, WordReader

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


async def read_in_heist(
    reader: WordReader,
    score: Score,
    state: HeistState,
    moves: Sequence[OpenMove],
    intent: HeistIntent,
    message: str,
) -> HeistIntent:
    """Return an intent by rules, completed by the reader of words where it leads to no move for certain.

    Args:
        reader: of words.
        score: that is played.
        state: before the message.
        moves: that are open.
        intent: by rules.
        message: what the player sent.
    """
    is_doubtful = intent.kind == "move" and intent.by_words
    is_lost = intent.kind == "unknown" and intent.why == "not_understood"
    is_open = intent.kind == "choose" and intent.why in ("ask_which", "ask_meant")
    is_unanswered = intent.kind == "speak"
    if not (is_doubtful or is_lost or is_open or is_unanswered) or state["phase"] in MAKING:
        return intent
    known = {move.key: move for move in (*moves, *intent.moves)}
    opened = open_in_heist(score, state, moves)
    if is_unanswered:
        found = await reader.read(message, opened, takes=False)
        return replace(intent, moves=[known[key] for key in found.asked], why="ask_nearest")
    chosen = [move.key for move in intent.moves]
    found = await reader.read(message, opened, chosen, intent.move)
    if found.taken:
        return HeistIntent("move", found.taken)
    why = "ask_nearest" if is_lost else "ask_meant" if len(found.asked) == 1 else "ask_which"
    asked = [known[key] for key in found.asked]
    return replace(intent, kind="choose", move="", moves=asked, why=why) if asked else intent


def open_in_heist(score: Score, state: HeistState, moves: Sequence[OpenMove]) -> OpenMoves:
    """Return the moves that are open in a heist, for the reader of words.

    Args:
        score: that is played.
        state: before the message.
        moves: that are open.
    """
    names = {who: (one.name, *one.cues) for who, one in score.people.items()}
    where = Circumstances(frozenset(who for who, _ in people_here(score, state)), "", state["asked"])
    return OpenMoves(score.language, names, [move.worded(score.language) for move in moves], where)


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
