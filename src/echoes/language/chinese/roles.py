"""The roles in a Chinese sentence: owners, doers of passives and cleft sentences, verbs."""

import re
from collections.abc import Sequence

from echoes.language.chinese.lexicon import PLAIN_IDEAS
from echoes.language.chinese.logical_form import Word, is_empty
from echoes.language.roles import Roles
from echoes.language.symbols import is_member

_PRONOUNS = frozenset("他 她 它 我 你 他们 她们 它们 我们 你们".split())
_BY = frozenset(("被", "由"))
_BEFORE_ADJUNCTS = frozenset("被 由 从 跟 向 在 给".split())
"""Prepositions that open an adjunct."""
_BEFORE_VERBS = frozenset("被 是 把 在 从 跟 也 都".split())
"""Words behind what a sentence begins with, which is no verb then: 考卷被偷了."""
_PERSON = re.compile("[人者匠师员家警兵贼客生友居妈爸]$|警察|[妻儿孩]子|丈夫|女儿|[父母]亲")
"""Nouns for persons; in a cleft sentence another noun may be a cause or a means: 是漏水沉的."""
_WITH_OBJECTS = frozenset("喝 吃 看 读 卖 买 穿 写 画 放 装 藏 送 运 说 唱 住".split())
"""Verbs with which 喝的是水 names what is drunk, where 应答的是人 names who answers."""
_ANYBODY = frozenset("人 有人 别人 某人 谁 什么 自己".split())
"""Words for nobody in particular."""
_LINK = re.compile("因为|由于|因此|所以|要是|如果|的话|(?<!刚)才(?!能|会)")
_KNOWING = frozenset(
    """
    知道 以为 认为 相信 发现 意识到 发觉 看出 看出来 判断 晓得 懂 明白 误会 误以为 猜到 瞒
    """.split()
)
"""Words that tell of what somebody knows or believes."""
_COPULAS = frozenset(("是", "不是", "就是"))
_NO_ACTS = frozenset("是 不是 就是 有 没有 没 来自".split())


def chinese_roles(words: Sequence[Word]) -> Roles:
    """Return the roles in a sentence.

    Args:
        words: its tagged words, with characters of the story as single private-use ones.
    """
    words = _nominal(words)
    doers, acts = _doers(words), [n for n, word in enumerate(words) if _is_verb(word)]
    after = words[acts[0] + 1 :] if acts else ()
    return Roles(
        frozenset(_owned(words)),
        frozenset(doers),
        frozenset(part for n in acts for part in _parts(words[n][0])),
        frozenset(word for word, tag in after if _is_thing((word, tag)) and word not in doers),
        frozenset(_subjects(words)),
        frozenset(_adjuncts(words)),
        bool(_LINK.search("".join(word for word, _ in words))) or _is_in_two_parts(words, acts),
        any(word in _KNOWING for word, _ in words),
    )


def _nominal(words: Sequence[Word]) -> list[Word]:
    """Return the words with a noun's tag for what stands where no verb does, whatever the lexicon says."""
    split = [part for word in words for part in ([("是", "v"), ("从", "p")] if word[0] == "是从" else [word])]
    found: list[Word] = []
    for n, (word, tag) in enumerate(split):
        before, after = (split[m][0] if 0 <= m < len(split) else "" for m in (n - 1, n + 1))
        begins = n == 0 and after in _BEFORE_VERBS
        acts = n + 1 < len(split) and split[n + 1][1][0] in "vr"
        behind = before in _BEFORE_ADJUNCTS or (before in _COPULAS and split[-1][0] == "的")
        noun = tag[0] == "v" and len(word) > 1 and (begins or (behind and acts))
        found.append((word, "n") if noun else (word, tag))
    return found


def _subjects(words: Sequence[Word]) -> list[str]:
    """Return the head of what a sentence begins with; a place, such as 题目里, is no subject."""
    head, end = _noun(words)
    is_place = end < len(words) and words[end][1][0] in "fs"
    return [head] if head and not is_place else []


def _adjuncts(words: Sequence[Word]) -> list[tuple[str, str]]:
    """Return the heads of what stands behind prepositions, each with the preposition."""
    found = [(_behind(words[n + 1 :]), word) for n, (word, _) in enumerate(words) if word in _BEFORE_ADJUNCTS]
    return [(head, word) for head, word in found if head and head not in _ANYBODY]


def _behind(words: Sequence[Word]) -> str:
    """Return the first thing or place, or what is said to be its: 她儿子, 邻居的儿子."""
    things = [one if _is_thing(one) or one[1] == "s" else ("", "") for one in words]
    first, following, after = (word for word, _ in [*things, *[("", "")] * 3][:3])
    owns = is_member(first) or first in _PRONOUNS
    if len(words) > 1 and words[1][0] == "的" and after:
        return after
    return following if owns and following else first


def _noun(words: Sequence[Word]) -> tuple[str, int]:
    """Return the head of the noun phrase at the beginning, the last thing in it, and where it ends."""
    head = ""
    for end, (word, tag) in enumerate(words):
        if word == "的":
            head = ""
        elif _is_thing((word, tag)):
            head = word
        elif tag[0] not in "rmqab":
            return head, end
    return head, len(words)


def _is_in_two_parts(words: Sequence[Word], acts: Sequence[int]) -> bool:
    """Return whether something is done on both sides of a comma; "that night," is no part of its own."""
    commas = [n for n, (word, _) in enumerate(words) if word == ","]
    return any(acts[0] < comma < acts[-1] for comma in commas) if acts else False


def _is_thing(word: Word) -> bool:
    return is_member(word[0]) or word[0] in _PRONOUNS or word[1][0] == "n" or word[1] == "eng"


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
    of, copula, last = ["", "", "", *(word for word, _ in words)][-3:]
    if of == "的" and copula in _COPULAS and _is_thing(words[-1]) and _is_verb(words[0]):
        acts = words[0][0] not in _WITH_OBJECTS and last not in _ANYBODY | _PRONOUNS
        found += [last] if acts else []
    return found
