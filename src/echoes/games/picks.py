"""Picks: messages that are the number of something offered, in every kind of game."""

import re
import unicodedata

_NUMBER = re.compile(r"[#(（]?\s*([+-]?\d+)\s*[.)）、。]?")
_NO_OPTION = 1000
"""What counts for a number that no option can have, such as -1."""
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_CARDINALS = "one two three four five six seven eight nine ten".split()
_NUMERALS = "一二三四五六七八九十"
_SPELLED = {word: n for words in (_ORDINALS, _CARDINALS, _NUMERALS) for n, word in enumerate(words, 1)}
_TAKE = r"(?:maybe |perhaps )?(?:i(?:'ll| will)? )?(?:take |choose |pick |select |do )?(?:the )?"
_PICKED = re.compile(
    rf"{_TAKE}(?:({'|'.join(_ORDINALS)})|(\d+)(?:st|nd|rd|th))(?: one| option| choice| way)?"
    rf"|{_TAKE}(?:option|number|choice) ?#?(?:(\d+)|({'|'.join(_CARDINALS)}))"
    rf"|{_TAKE}(?:no\.?|pick|choose|select) ?#?(\d+)"
    rf"|(?:要不|那|就|我|选择?|要|来|还是)*(?:第|选项|编号)\s?(?:([{_NUMERALS}])|(\d+))\s?(?:个|号)?(?:选项|项|条|种|空)?(?:吧|好了)?"
    rf"|我?(?:选择?|要)\s?(?:([{_NUMERALS}])|(\d+))\s?号?(?:吧|好了)?"
    rf"|(?:([{_NUMERALS}])|(\d+))\s?号"
)
_REPLIES = {
    True: "yes|y|yes please|yeah|yep|sure|ok|okay|right|exactly|是|是的|对|对的|没错|嗯|好|好的|行|可以",
    False: "no|n|nope|no thanks|neither|none|none of these|never mind|不|不是|不对|不用|都不是|算了",
}
_BACK = frozenset(
    "back|go back|one back|previous|the one before|返回|后退|回去|上一个|上一空|退回".split("|")
)
_SAID = {word: meant for meant, words in _REPLIES.items() for word in words.split("|")}


def picked_number(message: str, spelled: bool = False) -> int | None:
    """Return the number of something offered that a message is; None where it is anything else.

    Args:
        message: such as `2`, `#2`, `the second one`, `option two`, 第二个.
        spelled: whether a mere *two* or 二 is one, too.
    """
    plain = _plain(message)
    if found := _NUMBER.fullmatch(plain):
        number = found[1]
    elif found := _PICKED.fullmatch(plain):
        number = next(filter(None, found.groups()))
    else:
        number = plain if spelled and plain in _SPELLED else ""
    if not number:
        return None
    value = _SPELLED.get(number) or (int(number) if len(number) < len(str(_NO_OPTION)) else _NO_OPTION)
    return value if 0 <= value < _NO_OPTION else _NO_OPTION


def yes_or_no(message: str) -> bool | None:
    """Return whether a message agrees to something asked back; None where it says neither yes nor no."""
    return _SAID.get(_plain(message))


def goes_back(message: str) -> bool:
    """Return whether a message asks for the step before, where one thing is asked after another."""
    return _plain(message) in _BACK


def _plain(message: str) -> str:
    plain = unicodedata.normalize("NFKC", message).casefold().strip(" .!,。、！")
    return " ".join(plain.replace(",", " ").split())
