"""Words by which one question is another: single letters, numbers compared, and how something was done."""

import re

_LETTER = re.compile(r"(?<![A-Za-z'’.])(?:[B-HJ-Z]|(?<=[\u4e00-\u9fff])[AI])(?![A-Za-z'’.])")
"""In English A and I are words too."""
_COMPARED = re.compile(
    r"\b(?:more|less|fewer) than\b|\bat (?:least|most)\b|不止|不只一|超过|多于|少于|至少|至多", re.IGNORECASE
)
_MANNER = re.compile(
    r"\b(?:deliberately|on purpose|intentionally|willingly|voluntarily|accidentally|secretly|in secret|only"
    r"|alone|by (?:mistake|accident|chance)|of (?:his|her|their) own (?:free )?(?:will|accord))\b"
    r"|主动|故意|特意|有意|存心|自愿|心甘情愿|自己提出|亲自|偷偷|暗中|不小心|只是|独自|单独",
    re.IGNORECASE,
)


def letters(text: str) -> frozenset[str]:
    """Return the single letters that a text names, such as the B of "is it the letter B?"."""
    return frozenset(_LETTER.findall(text))


def adds_comparison(text: str, wording: str) -> bool:
    """Return whether a wording alone compares a number: one lift is no "more than one lift"."""
    return bool(_COMPARED.search(wording)) and not _COMPARED.search(text)


def adds_manner(text: str, wording: str) -> bool:
    """Return whether a wording alone says how something was done; a NO to it may be to that."""
    return bool(_MANNER.search(wording)) and not _MANNER.search(text)
