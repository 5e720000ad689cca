"""The languages of the game, and a text in English that carries its Chinese with it."""

from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES = ("en", "zh")


class Bilingual(str):
    """A text in English, for programs and terminals, with the same in Chinese for a page.

    What is made of it by formatting is a plain text: the Chinese goes with the whole only.

    Args:
        text: in English.
        zh: in Chinese; the English text where there is none.
    """

    zh: str

    def __new__(cls, text: str, zh: str = "") -> "Bilingual":
        """Return the English text with the Chinese beside it."""
        made = super().__new__(cls, text)
        made.zh = zh or text
        return made

    def __reduce__(self) -> "tuple[type[Bilingual], tuple[str, str]]":
        """Return the parts of a copy."""
        return Bilingual, (str(self), self.zh)


def in_language(text: str, language: str) -> str:
    """Return a text in a language, English where it has no other."""
    return text.zh if language == "zh" and isinstance(text, Bilingual) else text


def located(where: str, what: str) -> Bilingual:
    """Return a text behind the place that it is about."""
    return Bilingual(f"{where}: {what}", f"{where}：{in_language(what, 'zh')}")
