"""From the words of a Chinese sentence to what it says."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from echoes.games.situation_puzzle.language.sense import SOMEBODY, SOMETHING, Sense, is_member

Word = tuple[str, str]
"""A word and its part of speech, by the tags of jieba."""

_STORY = r"(?:这个|这|整个)?(?:故事|事件|案件|谜题|事情|件事|真相|谜底|答案|结局|此事|事)"
_HERE = rf"(?:(?:对|在|跟|和|与)?{_STORY}(?:里|中|里面|当中)?)?"
FRAMES = [
    (name, re.compile(f"^(?:{pattern})$"))
    for name, pattern in [
        (
            "matter",
            rf"(?P<x>.+?)(?:是)?(?:跟|和|与|同)(?:{_STORY}|谜底|汤底|本案|破案)(?:有没有|有|没有)?(?:什么)?(?:关系|关联|关|相关|联系)",
        ),
        (
            "matter",
            rf"(?:{_STORY}|这)?(?:跟|和|与|同)(?P<x>.+?)(?:有没有|有|没有)?(?:什么)?(?:关系|关联|关|相关|联系)",
        ),
        ("matter", rf"(?P<x>.+?){_HERE}(?:很|特别|非常|真的)?(?:重要|关键|要紧)"),
        ("matter", rf"(?P<x>.+?){_HERE}(?:有|起)(?:什么|重要|关键)?(?:影响|作用|意义)"),
        (
            "exist",
            rf"(?:{_STORY}(?:里|中|里面|当中)?|这里面|这里|里面|其中)?(?:涉及到?|牵涉到?|牵扯到?|存在|出现了?|发生了?|包含)(?P<x>.+?)",
        ),
        (
            "exist",
            rf"(?:{_STORY}(?:里|中|里面|当中)|这里面|这里|里面|其中)?有(?!人|谁|关|点|些人)(?P<x>[^了过]+?)(?:的?(?:存在|参与|出现|成分|因素))?",
        ),
    ]
]
"""Ways to ask whether something exists or matters; `x` is what."""

_PHRASES = [
    (re.compile(short), long)
    for short, long in [
        (r"没有?人|无人|谁(?:也|都)[没不]", "没有人"),
        (r"有意地?|存心|蓄意|特意|刻意|成心", "故意"),
        (r"不小心|无意(?:间|中)?|误(?=打|拿|认|会以)", "无意"),
        (r"碰巧|恰好|凑巧|正好", "碰巧"),
        (r"夜里|夜间|夜晚|深夜|晚间|半夜", "晚上"),
        (r"(?:有|某)(?:个|一个|些|位)?人|某人|任何人", "有人"),
        (r"去世|过世|死亡|丧命|身亡|死掉|没命", "死"),
        (r"还?(?:活着|在世|健在)|活了下来|幸存", "没死"),
        (r"男性|男的|男生|男士", "男人"),
        (r"女性|女的|女生|女士", "女人"),
        (r"得到|获得", "得到"),
        (r"知不知道|知情|晓得|清楚(?=[^的])", "知道"),
        (r"相互|互相|彼此", "互相"),
    ]
]
_NEGATIVE = {
    "不",
    "没",
    "没有",
    "未",
    "无",
    "并非",
    "不是",
    "并不",
    "并没有",
    "从不",
    "从没",
    "从未",
    "毫无",
    "未曾",
    "非",
}
_SPLIT_NEGATIVE = {
    "不会": "会",
    "不能": "能",
    "不想": "想",
    "不要": "要",
    "不用": "用",
    "不肯": "肯",
    "不敢": "敢",
    "没法": "能",
    "无法": "能",
    "不知": "知道",
    "不知道": "知道",
    "不愿": "愿意",
    "不愿意": "愿意",
    "不可能": "可能",
}
_MOODS = {
    "能": "can",
    "能够": "can",
    "可以": "can",
    "可": "can",
    "可能": "may",
    "会": "will",
    "必须": "must",
    "得": "must",
    "应该": "should",
    "应当": "should",
}
_MEASURES = set("个位名把条张份只次件辆封本号座幅双种群些道间支枚艘篮壶锅盏口")
_EMPTY = set(
    "难道 的 了 着 过 吗 呢 吧 啊 呀 嘛 是 地 其实 真的 就 到底 究竟 实际上 事实上 这个 那个 这 那 这些 那些 个 所 曾经 曾 一下 也 正在 正 那么 原来 因此 本身 已经 已".split()
)
_PREPOSITIONS = set(
    "在 从 用 给 对 跟 和 与 同 为 为了 因为 由于 当 按 按照 根据 除了 像 向 往 朝 通过 于 由 替 趁 随 沿 关于 至".split()
)
_SAME_PREPOSITION = {
    "和": "跟",
    "与": "跟",
    "同": "跟",
    "由于": "因为",
    "为": "为了",
    "通过": "用",
    "往": "向",
    "朝": "向",
    "于": "在",
    "替": "给",
}
_PLACES = re.compile(r"(?:里面|里边|里头|当中|之中|里|内|中|上面|上边|之上)$")
_ADVERBS = set(
    "故意 无意 碰巧 偷偷 悄悄 暗中 突然 忽然 马上 立刻 立即 亲自 亲手 秘密 当时 后来 之后 随后 事先 提前 昨天 今天 自己".split()
)
_STRICT = re.compile(
    r"只|仅|才|都|全|每|所有|唯一|几乎|差点|差一点|最|独自|一个人|单独|太|足够|一样|相同|不同|另|其他|其它|除|避免|阻止|拒绝|忘|怀疑|第一|第二|一半|大部分|多数"
)
_CONDITIONS = {"如果", "要是", "假如", "除非", "或者", "还是", "或", "倘若", "只要"}


def same_phrases(text: str) -> str:
    """Bring phrases that say the same wherever they stand to one."""
    for pattern, long in _PHRASES:
        text = pattern.sub(long, text)
    return text


def frame(body: str) -> tuple[str, str]:
    """Recognise the usual ways to ask whether something exists or matters.

    Returns:
        The frame's name, or nothing, and the text that remains.
    """
    for name, pattern in FRAMES:
        if found := pattern.match(body):
            negated = "没" if "没有" in body[found.end("x") :] or body.startswith("没") else ""
            return name, negated + found["x"]
    return "", body


def sense_of(name: str, body: str, asks: bool, synonyms: Mapping[str, str]) -> Sense | None:
    """What a sentence says; None where this grammar is too small for it.

    Args:
        name: of its frame, if it has one.
        body: without particles and lead-ins; cast members are single private characters.
        asks: whether a negation in it makes it ambiguous ("他没死吗").
        synonyms: words by what they are brought to.
    """
    words = words_of(body)
    if not words or any(word in _CONDITIONS for word, _ in words):
        return None
    negations, mood, rest = 0, name, list[Word]()
    for n, (word, tag) in enumerate(words):
        if word in _SPLIT_NEGATIVE:
            negations, word = negations + 1, _SPLIT_NEGATIVE[word]
        if word in _NEGATIVE:
            negations += 1
        elif word in _MOODS and not name:
            mood = _MOODS[word]
        elif word == "有" and not name and n + 1 < len(words) and words[n + 1][1][0] == "v":
            continue  # 有没有撒谎: no more than 撒谎
        elif word not in _EMPTY:
            rest.append((word, tag))
    core, adjuncts = (rest, list[list[Word]]()) if name else _divide(in_order(rest))
    folded = _folded(core, synonyms)
    if asks and negations:
        mood, negations = f"{mood} not", 0
    if sum(map(bool, folded)) < (1 if name else 2):
        return None  # a name alone says nothing
    found = frozenset(text for part in adjuncts if (text := _joined(part, synonyms)))
    strict = bool(_STRICT.search(body))
    return Sense(folded, found, mood, bool(negations % 2), strict)


def words_of(body: str) -> list[Word]:
    """The words of a sentence; who is underlined comes first."""
    return _cleft([word for word in _tagged(body) if word[0] not in ",，、"])


def in_order(words: list[Word]) -> list[Word]:
    """Doer, deed, done to, without measure words."""
    return _active(_without_measures(words))


def is_empty(word: str) -> bool:
    """Whether a word changes nothing that YES or NO would answer."""
    return word in _EMPTY or word in _NEGATIVE or word in ("有", "把", "被", SOMETHING)


def _without_measures(words: list[Word]) -> list[Word]:
    """Measure words say nothing, and 一把伞 says no more than 伞."""
    result: list[Word] = []
    for n, (word, tag) in enumerate(words):
        counted = n and (words[n - 1][0].isdigit() or words[n - 1][1] in ("m", "r"))
        if tag == "q" or tag == "mq" or (counted and word in _MEASURES):
            continue
        if word in ("1", "一") and n + 1 < len(words):
            continue
        result.append((word, tag))
    return result


def _cleft(words: list[Word]) -> list[Word]:
    """钱是邻居偷的, 偷钱的是邻居 → 邻居偷钱: who is underlined comes first."""
    texts = [word for word, _ in words]
    if "是" not in texts:
        return words
    at = texts.index("是")
    verbs = [n for n, (_, tag) in enumerate(words) if tag[0] == "v" and n != at]
    before, after = words[:at], words[at + 1 :]
    if texts[-1] == "的" and before and after[1:] and _is_thing(*after[0]) and any(n > at + 1 for n in verbs):
        if all(_is_thing(*word) or word[0] in _EMPTY for word in before):
            return [after[0], *after[1:-1], *before]
    ends = texts[at - 1] == "的" or texts[max(0, at - 2) : at] == ["的", "人"]
    if ends and len(after) == 1 and before and before[0][1][0] == "v" and _is_thing(*after[0]):
        return [*after, *before[: texts.index("的")]]
    return words


def _active(words: list[Word]) -> list[Word]:
    """Doer, deed, done to: undoes 被 and 把."""
    texts = [word for word, _ in words]
    if "被" in texts:
        at = texts.index("被")
        verb = next((n for n in range(at + 1, len(words)) if words[n][1].startswith("v")), None)
        if verb is None:
            return words
        doer = words[at + 1 : verb]
        manner = [word for word in doer if word[0] in _ADVERBS]
        who = [
            word for word in doer if word[0] not in _ADVERBS and word[0] not in ("人", "谁", "别人", "有人")
        ]
        who = who or [(SOMETHING, "r")]
        return [*who, *manner, *words[verb : verb + 1], *words[:at], *words[verb + 1 :]]
    if "把" in texts:
        at = texts.index("把")
        verb = next((n for n in range(at + 1, len(words)) if words[n][1].startswith("v")), None)
        if verb is None:
            return words
        return [*words[:at], *words[verb : verb + 1], *words[at + 1 : verb], *words[verb + 1 :]]
    return words


def _divide(words: list[Word]) -> tuple[list[Word], list[list[Word]]]:
    """The core, and what prepositions and adverbs bring in."""
    core: list[Word] = []
    adjuncts: list[list[Word]] = []
    n = 0
    while n < len(words):
        word, tag = words[n]
        if word in _ADVERBS or tag == "t":
            adjuncts.append([(word, tag)])
        elif word == "在" and n + 1 < len(words) and words[n + 1][1] == "t":
            pass
        elif word in _PREPOSITIONS and n + 1 < len(words) and (n or word in ("因为", "为了", "当", "在")):
            end = n + 1
            while end < len(words) and not words[end][1].startswith("v") and words[end][0] not in _ADVERBS:
                end += 1
            adjuncts.append([(_SAME_PREPOSITION.get(word, word), tag), *words[n + 1 : end]])
            n = end
            continue
        else:
            core.append((word, tag))
        n += 1
    return core, adjuncts


def _folded(core: Sequence[Word], synonyms: Mapping[str, str]) -> tuple[str, ...]:
    """The doer, the other things in their order, and what is said of them in any order.

    Chinese moves verbs and adverbs freely (夜里放回去, 放回去是在夜里); who does what to whom
    is told by the order of the things.
    """
    things = [(word, tag) for word, tag in core if _is_thing(word, tag)]
    rest = sorted(synonyms.get(word, word) for word, tag in core if not _is_thing(word, tag))
    doer = _joined(things[:1], synonyms)
    return (SOMEBODY if doer == "有人" else doer, _joined(things[1:], synonyms), "".join(rest))


def _is_thing(word: str, tag: str) -> bool:
    return tag[0] in "nrsx" or word in (SOMETHING, "有人") or is_member(word)


def _joined(words: Sequence[Word], synonyms: Mapping[str, str]) -> str:
    texts = [_PLACES.sub("", word) or ("" if n else word) for n, (word, _) in enumerate(words)]
    return "".join(synonyms.get(text, text) for text in texts)


@lru_cache(maxsize=20_000)
def _tagged(text: str) -> tuple[Word, ...]:
    import rjieba

    return tuple((word, tag) for word, tag in rjieba.tag(text))
