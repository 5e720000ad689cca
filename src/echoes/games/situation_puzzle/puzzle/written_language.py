"""The language that a text is written in: English or Chinese, or one that no puzzle can be in."""

import re
import unicodedata
from collections import Counter

from echoes.core.text.bilingual import Bilingual

_SAMPLE = 2000
_SCRIPTS = {
    "KANA": Bilingual("Japanese", "日文"),
    "HANGUL": Bilingual("Korean", "韩文"),
    "CYRILLIC": Bilingual("Russian or another language in Cyrillic", "俄文（或别的西里尔字母文字）"),
    "GREEK": Bilingual("Greek", "希腊文"),
    "ARABIC": Bilingual("Arabic or Persian", "阿拉伯文或波斯文"),
    "HEBREW": Bilingual("Hebrew", "希伯来文"),
    "THAI": Bilingual("Thai", "泰文"),
    "DEVANAGARI": Bilingual("Hindi", "印地文"),
}
_WORDS = {
    Bilingual("French", "法文"): "le les des est une il elle dans et qui ne pas sa avec se du au ce était",
    Bilingual("German", "德文"): "der das und ist ein eine nicht er sie es mit auf dem von zu sich im",
    Bilingual("Spanish", "西班牙文"): "el los las que y una es en se por su para como del al pero muy un",
    Bilingual("Italian", "意大利文"): "il lo gli una di che è non si della suo sua nel ma sono dal un",
    Bilingual("Portuguese", "葡萄牙文"): "os um uma que e não em com por se da na seu sua ele ela mas é o",
    Bilingual("Dutch", "荷兰文"): "het een en van niet dat op te met zijn hij ze maar zij naar voor hem er",
    Bilingual("Polish", "波兰文"): "się nie jest na że jego był ale i po ona jej była za od który",
    Bilingual("Swedish", "瑞典文"): "och att det en är inte på han hon som av för med till ett sig var",
    Bilingual("Turkish", "土耳其文"): "bir ve bu için ile değil ama çok onu kadar gibi o olarak",
    Bilingual("Vietnamese", "越南文"): "là và của không một người có được trong cho đã anh cô ông",
    Bilingual("Indonesian", "印尼文"): "yang dan tidak itu dengan untuk ini dari di ke dia seorang karena",
}  # fmt: skip
_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
_ENGLISH = frozenset(
    "the a an and of to is was in he she it his her that for with on at by not as from but they had has when"
    " who you i him are were be this there".split()
)
_FEWEST = 3


def language_of(text: str) -> str:
    """Return the language that a text is written in, by its script."""
    sample = text[:_SAMPLE]
    return "zh" if sum("一" <= c <= "鿿" for c in sample) * 3 > len(sample) else "en"


def foreign_language(text: str, by_words: bool = True) -> Bilingual | None:
    """Return the language of a text that is neither English nor Chinese; None where it may be either.

    Args:
        text: of a puzzle.
        by_words: tell it by its commonest words too, not by its letters alone.
    """
    letters = [c for c in text[:_SAMPLE] if c.isalpha()]
    scripts = Counter(_script(c) for c in letters if not c.isascii())
    for script, language in _SCRIPTS.items():
        if scripts[script] * (10 if script == "KANA" else 3) > len(letters):
            return language
    if not by_words:
        return None
    words = re.findall(r"[^\W\d_]+", text[:_SAMPLE].casefold())
    found = {language: sum(word in own for word in words) for language, own in _FUNCTION_WORDS.items()}
    likeliest = max(found, key=lambda language: found[language])
    english = sum(word in _ENGLISH for word in words)
    return likeliest if found[likeliest] >= _FEWEST and found[likeliest] > 2 * english else None


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").partition(" ")[0]
    return "KANA" if name in ("HIRAGANA", "KATAKANA") else name
