"""From the words of a Chinese sentence to its gist."""

from collections.abc import Callable, Mapping, Sequence

from echoes.games.situation_puzzle.language.chinese_words import (
    ASIDE,
    ATTITUDE,
    ATTITUDES,
    GUARDED,
    KIN,
    LOCALIZER,
    NEGATION,
    WEIGHTY,
)
from echoes.games.situation_puzzle.language.sense import Gist, is_member

Word = tuple[str, str]


def gist_of(
    name: str,
    body: str,
    words: Sequence[Word],
    skipped: Callable[[str], bool],
    synonyms: Mapping[str, str],
    doer: str,
) -> Gist:
    """The gist of a sentence.

    Args:
        name: of its frame, if it has one.
        body: its characters, cast members as single private ones.
        words: the same as words, in the order doer, deed, done to.
        skipped: whether a word carries no meaning of its own.
        synonyms: words by what they are brought to.
        doer: who or what does it, where that was understood.
    """
    body = ASIDE.sub("", body)
    negated = len(NEGATION.findall(body)) % 2
    strict = sorted(set(WEIGHTY.findall(body)))
    joints: set[str] = {KIN.get(found, found) for found in map(str, GUARDED.findall(body))}
    guards: tuple[str, ...] = (
        name,
        str(negated),
        *strict,
        *sorted({ATTITUDES[found] for found in map(str, ATTITUDE.findall(body))}),
        *sorted(joints),
        *sorted(word for word, _ in words if word.isdigit()),
    )
    content = [
        synonyms.get(place, place)
        for word, _ in words
        if not (
            is_member(word) or word in ATTITUDES or word.isdigit() or ASIDE.fullmatch(word) or skipped(word)
        )
        for place in [LOCALIZER.sub("", word) or word]
    ]
    members = tuple(word for word, _ in words if is_member(word))
    first = bool(words) and is_member(words[0][0])
    topic = content[0] if content and not first else ""
    return Gist(
        guards,
        members,
        frozenset(content),
        topic,
        doer,
        bool(strict or negated or name == "matter" or "," in body),
    )
