"""Wishes: a message that says two things to do, one after the other or one of them; a turn can do one."""

import re

from echoes.games.reading.move import MOST_ASKED
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.certainty import FILLERS
from echoes.games.story.turn.matching import matcher_of
from echoes.language.speech_act import plain_message

_TO_DO = (
    r"(?:ask|tell|show|give|hand|go|walk|head|run|back|return|climb|leave|enter|take|get|grab|pick|look|"
    r"have a look|examine|read|open|cut|burn|wait|talk|speak)\b"
)
_JOINTS = {
    "en": re.compile(
        rf"(?:\s*[,;.]\s*|\s+)(?:(?:and|and then|then|after that,?)\s+)(?=(?:i(?:'ll)? )?{_TO_DO})",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:\s*[，,；;。]\s*(?:我)?(?:然后|接着|随后|之后|再)?|(?:然后|接着|随后|再))"
        r"(?:我)?(?=(?:去(?![年了过世])|回(?!事)|走到|拿|捡|带上|问|告诉|把|给|跟|和|看看|查看|检查|打开|等))"
    ),
}
_EMBEDDED = {
    "en": re.compile(r"\b(?:whether|if|that|who|what|why|how|when|where)\b", re.IGNORECASE),
    "zh": re.compile(r"有没有|是不是|会不会|能不能|为什么|怎么"),
}
"""What is asked may have verbs of its own, which are nobody's wishes."""
_VERBS = {
    "en": re.compile(
        rf"^\W*(?:(?:please|i|i'll|i will|let's|first|(?:can|could|may) (?:i|we)) )*{_TO_DO} \S",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"^\W*(?:请|我|先|我先|我要|我想)*(?:去(?![年了过世])|回|走|拿|捡|带|问|告诉|把|给|跟|和|看|查|检查|打开|等)."
    ),
}
_CLAUSES = {
    "en": re.compile(r"\s*[,;.]\s*(?:and |then )*|\s+(?:and then|and|then)\s+"),
    "zh": re.compile(r"\s*[,;。]\s*|然后|接着|随后"),
}
_OWN_DEED = {
    "en": re.compile(r"^(?:i|i'll|i will) (?!(?:know|think|believe|guess|mean|am|was)\b)"),
    "zh": re.compile(r"^(?:我(?!知道|觉得|想|猜|听说|看见|是)|把|将)"),
}

_OR = {
    "en": re.compile(r" or (?:else |maybe |perhaps )?(?!not\b|so\b|what\b)", re.IGNORECASE),
    "zh": re.compile(r"或者|或是|要么|还是|(?<=.)就是(?=[去看拿找])"),
}
_EITHER = {
    "en": re.compile(r"^\W*(?:(?:i|we) )?either ", re.IGNORECASE),
    "zh": re.compile(r"^\W*(?:我们?)?(?:要么|或者|不是(?=.+就是))"),
}


def alternatives_in(language: str, message: str) -> list[str]:
    """Return the parts of a message between which it leaves open what to do; none where it leaves nothing.

    Args:
        language: of the message.
        message: what the player sent.
    """
    told = _EITHER[language].sub("", " ".join(message.split())).rstrip(" .?!。？！")
    parts = [part.strip(" ,，") for part in _OR[language].split(told, maxsplit=MOST_ASKED)]
    found = [part for part in parts if part]
    return found if len(found) > 1 else []


def wishes_in(language: str, message: str) -> list[str]:
    """Return the parts of a message that each begin with something to do; none where it has only one.

    Args:
        language: of the message.
        message: what the player sent.
    """
    if _EMBEDDED[language].search(message):
        return []
    parts = [part.strip() for part in _JOINTS[language].split(message) if part.strip()]
    is_each = all(_VERBS[language].search(part) for part in parts)
    return parts if len(parts) > 1 and is_each else []


def leaves_a_deed(play: StoryPlay, message: str, move: str) -> bool:
    """Return whether a message says a move in one clause, and in the next what that does not account for.

    Args:
        play: before the message.
        message: what the player sent.
        move: the key of the move.
    """
    kind, _, rest = move.partition(":")
    first, *others = _CLAUSES[play.language].split(plain_message(message))
    if kind != "go":  # "and she knows it" is no deed
        others = [clause for clause in others if _OWN_DEED[play.language].search(clause)]
    if not (rest and any(others)):
        return False
    matcher, meant = matcher_of(play.story), move if kind in ("go", "do") else f"topic:{rest.split(':')[-1]}"
    left = matcher.strong_ideas(" ".join(others)) - matcher.ideas_of(meant) - FILLERS
    # "Go and look in the foyer" is one deed.
    return matcher.match(first, (), [meant]).is_whole and matcher.means_something(left)
