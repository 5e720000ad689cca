"""The roles in a Chinese sentence: owners, doers of passives and cleft sentences, verbs."""

import re
from collections.abc import Sequence

from echoes.language.chinese.lexicon import PLAIN_IDEAS
from echoes.language.chinese.logical_form import Word, is_empty
from echoes.language.roles import Roles
from echoes.language.symbols import is_member

_PRONOUNS = frozenset("他 她 它 我 你 他们 她们 它们 我们 你们".split())
_BY = frozenset(("被", "由"))
_PERSON = re.compile("[人者匠师员家警兵贼客生]$|警察")
"""Nouns for persons; in a cleft sentence another noun may be a cause or a means: 是漏水沉的."""
_ANYBODY = frozenset("人 有人 别人 某人 谁 什么 自己".split())
"""Words for nobody in particular."""
_LINK = re.compile("因为|由于|因此|所以|要是|如果|的话|(?<!刚)才(?!能|会)")
_COPULAS = frozenset(("是", "不是"))
_NO_ACTS = frozenset("是 不是 有 没有 没 来自".split())


def chinese_roles(words: Sequence[Word]) -> Roles:
    """Return the roles in a sentence.

    Args:
        words: its tagged words, with characters of the story as single private-use ones.
    """
    doers, acts = _doers(words), [n for n, word in enumerate(words) if _is_verb(word)]
    after = words[acts[0] + 1 :] if acts else ()
    return Roles(
        frozenset(_owned(words)),
        frozenset(doers),
        frozenset(part for n in acts for part in _parts(words[n][0])),
        frozenset(word for word, tag in after if _is_thing((word, tag)) and word not in doers),
        bool(_LINK.search("".join(word for word, _ in words))) or _is_in_two_parts(words, acts),
    )


def _is_in_two_parts(words: Sequence[Word], acts: Sequence[int]) -> bool:
    """Return whether something is done on both sides of a comma; "that night," is no part of its own."""
    commas = [n for n, (word, _) in enumerate(words) if word == ","]
    return any(acts[0] < comma < acts[-1] for comma in commas) if acts else False


def _is_thing(word: Word) -> bool:
    return is_member(word[0]) or word[0] in _PRONOUNS or word[1][0] == "n"


def _is_verb(word: Word) -> bool:
    return word[1][0] == "v" and word[0] not in _COPULAS and not is_empty(word[0])


def _parts(verb: str) -> list[str]:
    """Return a verb and its characters, as 偷 and 偷走 tell of the same; none of a general verb."""
    return [] if verb in PLAIN_IDEAS | _NO_ACTS else [verb, *verb]


def _owned(words: Sequence[Word]) -> list[tuple[str, str]]:
    """Return the things after 的 with the owner before it; 自己 between them changes nothing."""
    bare = [word for word in words if word[0] != "自己"]
    found: list[tuple[str, str]] = []
    for n, (word, _) in enumerate(bare):
        if n and word == "的" and _is_thing(bare[n - 1]):
            thing = next((one[0] for one in bare[n + 1 : n + 4] if one[1][0] == "n"), "")
            found += [(thing, bare[n - 1][0])] if thing else []
    return found


def _doers(words: Sequence[Word]) -> list[str]:
    """Return the doers after 被 and the like, and those of a cleft sentence: 信是敌人写的."""
    found: list[str] = []
    cleft = bool(words) and words[-1][0] == "的"
    for n, (word, _) in enumerate(words[:-2]):
        doer, act = words[n + 1], words[n + 2]
        if act[0] == "自己" and n + 3 < len(words):
            act = words[n + 3]
        named = _is_thing(doer) and doer[0] not in _ANYBODY | _PRONOUNS
        person = is_member(doer[0]) or bool(_PERSON.search(doer[0]))
        if named and _is_verb(act) and (word in _BY or (cleft and person and word in _COPULAS)):
            found.append(doer[0])
    return found
