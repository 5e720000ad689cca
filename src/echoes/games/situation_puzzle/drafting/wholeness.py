"""Wholeness of a translation: nothing blank, nothing left in the language that it was in, nothing lost."""

import re
from collections.abc import Sequence

from echoes.games.context_window import estimate_tokens
from echoes.language.readers import reader_for

_SENTENCE = re.compile(r"[^.!?。！？\n]+")
_LONG = 20
"""Letters from which on a sentence must be in the language; a shorter one may be a name or a sign."""
_SHORTER = 2.5
"""How much shorter a translation may be than the original, in tokens; ours differ by 1.1 to 1.5."""


class Wholeness:
    """Tests of texts that were translated.

    Args:
        language: in which they must be.
    """

    def __init__(self, language: str) -> None:
        self._in_language = reader_for(language).in_language

    def said(self, text: str) -> bool:
        """Return whether a text says something in the language."""
        return any(map(str.isalnum, text)) and self._in_language(text)

    def whole(self, text: str, original: str) -> bool:
        """Return whether a longer text is in the language, by sentence, and about as long as the original."""
        long = (one for one in _SENTENCE.findall(text) if sum(map(str.isalpha, one)) >= _LONG)
        return (
            self.said(text)
            and all(map(self._in_language, long))
            and estimate_tokens(text) * _SHORTER >= estimate_tokens(original)
        )

    def all_said(self, texts: Sequence[str], originals: Sequence[str]) -> bool:
        """Return whether there is a text in the language for each original."""
        return len(texts) == len(originals) and all(map(self.said, texts))
