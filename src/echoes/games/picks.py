"""Picks: messages that are the number of something offered, in every kind of game."""

import re
import unicodedata

_NUMBER = re.compile(r"^[#(（]?\s*(\d{1,3})\s*[.)）、。]?$")
_REPLIES = {
    True: "yes|y|yes please|yeah|yep|sure|ok|okay|right|exactly|是|是的|对|对的|没错|嗯|好|好的|行|可以",
    False: "no|n|nope|no thanks|neither|none|none of these|never mind|不|不是|不对|不用|都不是|算了",
}
_BACK = frozenset(
    "back|go back|one back|previous|the one before|返回|后退|回去|上一个|上一空|退回".split("|")
)
_SAID = {word: meant for meant, words in _REPLIES.items() for word in words.split("|")}


def picked_number(message: str) -> int | None:
    """Return the number of something offered that a message is; None where it is anything else."""
    found = _NUMBER.match(unicodedata.normalize("NFKC", message).strip())
    return int(found.group(1)) if found else None


def yes_or_no(message: str) -> bool | None:
    """Return whether a message agrees to something asked back; None where it says neither yes nor no."""
    return _SAID.get(_plain(message))


def goes_back(message: str) -> bool:
    """Return whether a message asks for the step before, where one thing is asked after another."""
    return _plain(message) in _BACK


def _plain(message: str) -> str:
    plain = unicodedata.normalize("NFKC", message).casefold().strip(" .!,。、！")
    return " ".join(plain.replace(",", " ").split())
