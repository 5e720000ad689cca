"""Words and character n-grams of a text, for comparing texts letter by letter."""

_WORD_WEIGHT, _NGRAM_WEIGHT = 5, 2
"""Weights of a word, or a pair of Chinese characters, and of a character n-gram."""


def weighted_ngrams(text: str) -> list[tuple[str, int]]:
    """Return the words and n-grams of a text with their weights, repeated ones as often as they occur."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    found: list[tuple[str, int]] = []
    for word in words:
        if word.isascii():
            padded = f"<{word}>"
            found.append((padded, _WORD_WEIGHT))
            found += [(padded[i : i + 4], _NGRAM_WEIGHT) for i in range(len(padded) - 3)]
        else:
            found += [(c, _NGRAM_WEIGHT) for c in word]
            found += [(word[i : i + 2], _WORD_WEIGHT) for i in range(len(word) - 1)]
    return found
