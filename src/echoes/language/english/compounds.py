"""Splitting of English compound questions: "Was he ill and did she know it?"."""

import re
from collections.abc import Callable

from echoes.language.english.lexicon import AUXILIARIES, SAME_PARTICIPLES

IsBase = Callable[[str], bool]

_JOINT = re.compile(r",? and (?:also |then |therefore )?(?!so\b)|, (?:but|while) (?:also )?")
_TOGETHER = re.compile(
    r"\b(?:together|each other|one another|same|between|meet|met|marr\w+|alike|similar|else|then"
    r"|try|tried|trying|want\w*|plan\w*|hope\w*|intend\w*|mean\w*|need\w*|going|able)\b"
)
"""Words with which the parts do not stand by themselves, or only in their order."""

MAX_PARTS = 3


def parts_of(body: str, base_of: Callable[[str], str], is_verb: IsBase) -> list[str]:
    """Split a compound question into single ones; none where that is not safe.

    Args:
        body: the question, case-folded, with symbols for names, without a question mark.
        base_of: returns the dictionary form of a word.
        is_verb: tells whether a word can be a verb.
    """
    pieces = [piece.strip() for piece in _JOINT.split(re.sub(r"\bboth\b ?", "", body))]
    if not 2 <= len(pieces) <= MAX_PARTS or not all(pieces) or _TOGETHER.search(body):
        return []
    first = pieces[0].split()
    if len(pieces) == 2 and (shared := _two_doers(first, pieces[1].split())):
        return shared
    result = [pieces[0]]
    for piece in pieces[1:]:
        words = piece.split()
        if len(words) > 2 and (words[0] in AUXILIARIES or _is_claim(words, base_of, is_verb)):
            result.append(piece)
        elif start := _shared_start(first, words, base_of, is_verb):
            result.append(f"{start} {piece}")
        else:
            return []
    return result


def _two_doers(first: list[str], second: list[str]) -> list[str]:
    """Share the predicate of two agents: "did @a" and "@b know it" → "did @a know it", "did @b know it"."""
    if len(first) == 2 and first[0] in AUXILIARIES and first[1][0] == "@" == second[0][0] and second[1:]:
        singular = {"were": "was", "are": "is", "have": "has"}.get(first[0], first[0])
        return [" ".join([singular, doer, *second[1:]]) for doer in (first[1], second[0])]
    return []


def _is_claim(words: list[str], base_of: Callable[[str], str], is_verb: IsBase) -> bool:
    """Return whether words begin with a name and a finite verb: "@a knew it"."""
    return words[0][0] == "@" and (
        words[1] in AUXILIARIES
        or (is_verb(words[1]) and not words[1].endswith("ing") and base_of(words[1]) != words[1])
    )


def _shared_start(first: list[str], second: list[str], base_of: Callable[[str], str], is_verb: IsBase) -> str:
    """Return the words that the second part leaves out: auxiliary and agent of the first.

    The second part must begin with a verb in the same form as the first.
    """
    shape = _shape(second[0], base_of, is_verb)
    if not shape:
        return ""
    begin = 2 if first[0] in AUXILIARIES else 1
    for n in range(begin, min(len(first), begin + 4)):
        if first[n] in AUXILIARIES:
            return ""
        if _shape(first[n], base_of, is_verb) == shape:
            return " ".join(first[:n])
    return ""


def _shape(word: str, base_of: Callable[[str], str], is_verb: IsBase) -> str:
    if not word.isalpha() or word in AUXILIARIES or not is_verb(word):
        return ""
    if word in SAME_PARTICIPLES:
        return "base"
    if word.endswith("ing"):
        return "ing"
    if base_of(word) == word:
        return "base"
    return "s" if word.endswith("s") else "past"


_LOOSE_JOINT = re.compile(
    r"(?:,? (?:and|but|whereas|yet)|, while)(?: (?:then|also|therefore|so|that|even|still))? |\s*; |\s*[:;] "
    r"|, (?=(?:the|he|she|they|it|his|her|their|nobody|somebody|there|this|that)\b)"
)
_CAUSE = re.compile(
    r"\b(?:because|since|so that|in order|due to|therefore|thus|if|unless|or|either|both|between)\b"
)
_LEAST_WORDS = 2
_DOER = (
    r"(?:he|she|it|they|we|you|i|(?:the|his|her|their|a|an|this|that) \w+"
    r"|nobody|somebody|anybody|everybody|there)"
)
_START = re.compile(rf"(?:{'|'.join(AUXILIARIES)}) {_DOER}\b")
_OWN_DOER = re.compile(rf"(?:{'|'.join(AUXILIARIES)}|{_DOER}|each|all|one|two|both|none|some)\b")


def pieces_of(body: str) -> list[str]:
    """Split a question loosely into what it joins; the pieces need not be sentences.

    Nothing where the joint says more than "and": a cause, a condition, a choice.

    Args:
        body: the question, case-folded, without fillers and question mark.
    """
    if _CAUSE.search(body) or _TOGETHER.search(body):
        return []
    pieces = [piece.strip() for piece in _LOOSE_JOINT.split(body)]
    if any(_NAMED_ONLY.match(piece) for piece in pieces[1:]):
        return []
    if not 2 <= len(pieces) <= MAX_PARTS or any(len(piece.split()) < _LEAST_WORDS for piece in pieces):
        return []
    found = _START.match(pieces[0])
    start = found[0] if found else ""
    rest = [piece if _OWN_DOER.match(piece) else f"{start} {piece}".strip() for piece in pieces[1:]]
    return [pieces[0], *rest]


_NAMED_ONLY = re.compile(r"(?:the|his|her|their|its|a|an) \w+ (?:that|which|who)\b")
"""A thing with a relative clause, of which nothing is said."""

_DETERMINERS = frozenset("a an the his her their its some any this that".split())
_PREPOSITIONS = frozenset("in on at to of from with by under for into about".split())


def alternatives_of(
    body: str, base_of: Callable[[str], str], is_verb: IsBase, is_noun: Callable[[str], bool]
) -> list[str]:
    """Return the questions that an "or" joins, the later ones with the beginning of the first.

    Args:
        body: the question, case-folded, without fillers and question mark.
        base_of: returns the dictionary form of a word.
        is_verb: tells whether a word can be a verb.
        is_noun: tells whether a word can only be a noun.
    """
    first, *others = (piece.split() for piece in re.split(r",? or (?:even |else )?", body))
    if not others or len(first) < _LEAST_WORDS or not all(others):
        return []
    found = [" ".join(first)]
    for piece in others:
        verbs = _shared_start(first, piece, base_of, is_verb).split() if len(piece) > 1 else []
        is_quality = not is_noun(piece[0]) and (not is_verb(piece[0]) or piece[0].endswith("ed"))
        found.append(" ".join([*(verbs or _beginning(first, piece, is_quality)), *piece]))
    return found


def _beginning(first: list[str], piece: list[str], is_quality: bool) -> list[str]:
    """Return the words of the first question that a later one without a verb leaves out."""
    for kind in (_PREPOSITIONS, _DETERMINERS):
        places = [n for n, word in enumerate(first) if n and word in kind]
        if piece[0] in kind and places:
            return first[: places[-1]]
    if _OWN_DOER.match(" ".join(piece)):
        return []
    start = first[:-1]
    return start[:-1] if is_quality and start[-1] in _PREPOSITIONS else start
