"""Replies to what was offered or asked back: a number, yes or no, or one step back."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

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
_LAST = re.compile(
    rf"{_TAKE}last(?: one| option| choice| way)?"
    r"|(?:要不|那|就|我|选|要|来|还是)*最后(?:一)?(?:个|项|条|种)(?:吧|好了)?"
)
_REPLIES = {
    True: (
        "yes|y|yeah|yep|sure|ok|okay|right|exactly|indeed|absolutely|of course|go ahead|please do"
        "|(?:do|yes) that|do it|that one|that's (?:it|right|the one)",
        "是啊?|对啊?|没错|嗯|好|行|可以|就(?:是|要)|就?这[个样么](?:办|干)?|正是|请|来",
    ),
    False: (
        "no|n|nope|nah|never|not|none|neither|cannot|[a-z]+n't|refuse|reject|decline|forget it|cancel"
        "|let it be|leave it|never ?mind|too (?:much|expensive|dear|high|costly|steep|risky|dangerous)",
        "接受不了|受不了|不(?:接受|同意|答应|愿意?|划算|可以|值得?|认|要|行|干|做|付|给|换|选|想|肯|是|对|能|好|了|买|敢)"
        "|都?没有|没什么|没门|拒绝|休想|免谈|没兴趣|划不来|使不得|太(?:过分|危险|冒险|贵|高|狠|亏|险)了?|算了|取消|别|不",
    ),
}
"""Words by which somebody agrees or refuses, in English and Chinese."""
_BESIDE = (
    "i|i'm|i'd|i'll|we|it|it's|that|that's|this|these|those|them|the|a|any|of|ones?|one|for|at|to|with|way|me"
    "|choices?|options?|accept(?:ing)?|tak(?:e|ing)|want(?:ing)?|pay(?:ing)?|like|do|doing|agree|worth|am|will"
    "|would|is|be|so|rather|thanks|thank|you|please|sorry|oh|well|but|just|really|here|chance|certainly|all"
    "|definitely|absolutely|now|mean|meant|what|mind|then|after|actually|dare",
    "我们?|咱们?|绝对?|[这那][个样种次颗些么点]?|都|也|可|就|才|还是?|哪个|一个|它|的|了|吧|啊|呢|呀|掉|谢谢|接受|付|要"
    "|认|选|答应|同意|先|对|嗯|哎|唉|干|做|办|用|想|愿意|条件",
)
"""Words that add nothing to either."""
_MOST_SAID = 3
"""More words of them in one message may mean anything."""
_BACK = frozenset(
    "back|go back|one back|previous|the one before|返回|后退|回去|上一个|上一空|退回".split("|")
)


def picked_number(message: str, spelled: bool = False, count: int = 0) -> int | None:
    """Return the number of something offered that a message is; None where it is anything else.

    Args:
        message: such as `2`, `#2`, `the second one`, `option two`, 第二个.
        spelled: whether a mere *two* or 二 is one, too.
        count: how many are offered, of which one may be called the last.
    """
    plain = _plain(message)
    if count and _LAST.fullmatch(plain):
        return count
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


def number_of(word: str) -> tuple[int, bool]:
    """Return the number of a numeral, 0 for none, and whether it counts places: *second*, 第二.

    Args:
        word: such as `4`, `four`, `fours` or 四.
    """
    if word.isdecimal() and len(word) < len(str(_NO_OPTION)):
        return int(word), False
    single = next((one for one in (word, word[:-1], word[:-2], word[1:]) if one in _SPELLED), "")
    is_known = single == word or word in (f"{single}s", f"{single}es", f"{single}'s", f"第{single}")
    is_place = single in _ORDINALS or word.startswith("第")
    return (_SPELLED[single], is_place) if single and is_known else (0, False)


def yes_or_no(message: str, beside: Sequence[str] = ()) -> bool | None:
    """Return whether a message agrees to something asked back; None where it says neither, or something else.

    Args:
        message: such as `yes, that`, `no thanks`, 还是算了吧.
        beside: further words that add nothing, such as *price*.
    """
    plain = _plain(message).replace("’", "'")
    for agrees in _REPLIES:
        saying, either = _replying(agrees, tuple(beside))
        is_said = 1 <= len(saying.findall(plain)) <= _MOST_SAID
        if is_said and "?" not in plain and not re.sub(r"[\W_]", "", either.sub("", plain)):
            return agrees
    return None


@lru_cache(maxsize=8)
def _replying(agrees: bool, beside: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a word that agrees or refuses, and for any word of such a reply."""
    saying = _bounded(*_REPLIES[agrees])
    english, chinese = _BESIDE
    own = "|".join(map(re.escape, sorted(beside, key=len, reverse=True))) or "(?!)"
    return re.compile(saying), re.compile(f"{saying}|{_bounded(f'{english}|{own}', f'{own}|{chinese}')}")


def _bounded(english: str, chinese: str) -> str:
    return f"(?<![a-z'])(?:{english})(?![a-z'])|(?:{chinese})"


def goes_back(message: str) -> bool:
    """Return whether a message asks for the step before, where one thing is asked after another."""
    return _plain(message) in _BACK


def _plain(message: str) -> str:
    plain = unicodedata.normalize("NFKC", message).casefold().strip(" .!,。、！")
    return " ".join(plain.replace(",", " ").split())
