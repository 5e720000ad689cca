"""Reading Chinese."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from echoes.games.situation_puzzle.language.reading import Clause, Form, aliases_of
from echoes.games.situation_puzzle.puzzle import CastMember

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_PUNCTUATION = re.compile(r"[\W_]+")
_LEAD_IN = re.compile(
    r"^(?:请问一下|请问|那么|所以|嗯+|我想问一下|我想问|我觉得|我猜测?|我认为|我怀疑|是不是说|也就是说|话说)"
)
_TAG = re.compile(r"(?:对不对|对吗|对吧|是吗|是吧|是不是|没错吧|吗|么|呢|吧|啊|呀|嘛|哦|(?<=[了过])没有?)$")
_TAG_KEPT = re.compile(r"(?:什么|怎么|那么|这么|多么)$")
_A_NOT_A = re.compile(r"(.)[不没]\1")
_COPULA = re.compile(r"(?<![不没只就也还都要可于但总算老])是")
_OPEN = re.compile(
    r"为什么|为何|什么|怎么|怎样|如何|哪|谁|几[个人次天把张条年点]|多少|多[大久远长高]|何[时地处人]"
)
_CHOICE = re.compile(r"还是(?!很|会|要|在|没|不)")
_NEGATION = re.compile(r"不(?![仅但久同])|没|未(?!来)|并非|无法|别(?![人的处])")
_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMBER = re.compile(
    r"[零〇一二两三四五六七八九十百千]+(?=[个位名把条张份只次天年月日岁点人块辆件封本号分秒小时周星])"
)
_FUNCTION_WORDS = frozenset(
    """
    的 了 着 过 吗 呢 吧 啊 是 不是 是不是 有 没有 有没有 没 不 在 和 与 跟 或 也 都 就 还 又 再 很 太
    把 被 给 对 从 到 向 往 上 下 里 中 内 外 前 后 时 时候 这 那 这个 那个 这些 那些 这件 那件 这样
    那样 他 她 它 他们 她们 它们 我 你 自己 别人 有人 某人 人 人们 男人 女人 男 女 一个 一 个 位 名 事
    事情 东西 什么 谁 哪 哪里 怎么 为什么 因为 所以 如果 虽然 但是 但 而 而且 之 会 能 可以 可能 要 想
    应该 必须 知道 觉得 认为 说 去 来 做 让 使 地 得 所 以 为 于 真 真的 其实 其他 另 另外 任何 所有 每
    各 故事 问题 原因 关系 有关 无关 重要 只 才 已经 曾经 当时 后来 然后 最后 最 更 并 并且 比 跟着 由
    由于 为了 里面 上面 下面 当 正 正在 吗 呀 嘛 请问 是否 一些 有些 点 次 种 样 们 起 出 起来 出来 下来
    过来 没什么 一直 从来 那天 当天
    """.split()
)


class ChineseReader:
    """Reads Chinese for one puzzle.

    Args:
        cast: whose names stand for whom.
    """

    def __init__(self, cast: tuple[CastMember, ...] = ()) -> None:
        pairs = aliases_of(cast)
        self._names = {alias: f"@{name}@" for alias, name in pairs}
        alternatives = "|".join(re.escape(alias) for alias, _ in pairs)
        # 他 in 他们 and 其他 is somebody else, and 他杀 is a homicide.
        self._alias = re.compile(rf"(?<!其)(?:{alternatives})(?!们|杀(?:$|吗|还|的))") if pairs else None

    def clauses(self, text: str) -> list[Clause]:
        """The sentences of a text, empty ones left out."""
        parts = [part.strip() for part in _SENTENCE.findall(text)]
        return [self._clause(part) for part in parts if _PUNCTUATION.sub("", part)]

    def ideas(self, text: str) -> frozenset[str]:
        """The words that carry meaning, numbers among them."""
        words = _words(_numbers(_A_NOT_A.sub(r"\1", _plain(text))))
        return frozenset(
            word for word in words if word not in _FUNCTION_WORDS and not _PUNCTUATION.fullmatch(word)
        )

    def literal(self, text: str) -> str:
        """The text without case, punctuation and spacing."""
        return _PUNCTUATION.sub("", _plain(text))

    def negations(self, words: Sequence[str]) -> int:
        """How many negating words there are in a key, or in a part of one."""
        return len(_NEGATION.findall("".join(words)))

    def is_sentence(self, clause: Clause) -> bool:
        """Whether it has the small words that hold a sentence together."""
        words = [word for word in _words(clause.text) if not _PUNCTUATION.fullmatch(word)]
        return sum(word in _FUNCTION_WORDS for word in words) * 6 >= len(words) > 0

    def in_language(self, text: str) -> bool:
        """Whether at least half of its letters are Chinese characters."""
        letters = [c for c in text if c.isalpha()]
        chinese = sum("CJK" in unicodedata.name(c, "") for c in letters)
        return 2 * chinese >= len(letters)

    def _clause(self, sentence: str) -> Clause:
        bare = _PUNCTUATION.sub("", _plain(sentence))
        body = _LEAD_IN.sub("", bare)
        tagged = _untag(body)
        asked = (
            sentence.endswith(("?", "？")) or tagged != body or bool(_A_NOT_A.search(body)) or "是否" in body
        )
        told = sentence.endswith("。")
        form = Form.CLAIM if told and not asked else _form(body, asked)
        body = _A_NOT_A.sub(r"\1", tagged).replace("是否", "").replace("了", "")
        body = _COPULA.sub("", _numbers(body)).removesuffix("的")
        if self._alias:
            body = self._alias.sub(lambda found: self._names[found.group()], body)
        return Clause(sentence, form, tuple(body), ("plain", "*"), self.ideas(sentence))


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])", "", folded)


def _untag(body: str) -> str:
    """Take question particles and tags off the end."""
    while not _TAG_KEPT.search(body):
        shorter = _TAG.sub("", body)
        if shorter in (body, ""):
            return body
        body = shorter
    return body


def _form(body: str, asked: bool) -> Form:
    if body.endswith(("吗", "吧")) or _A_NOT_A.search(body) or "是否" in body:
        return Form.CHOICE if _CHOICE.search(body) and "还是" in body else Form.POLAR
    if _OPEN.search(body) and asked:
        return Form.OPEN
    if re.match(r"为什么|为何|谁|怎么|什么|哪", body) or re.search(
        r"(?:什么|为什么|谁|哪里|哪儿|怎么样|多少)$", body
    ):
        return Form.OPEN
    if _CHOICE.search(body) and asked:
        return Form.CHOICE
    return Form.POLAR if asked else Form.CLAIM


def _numbers(text: str) -> str:
    """Write Chinese numerals before a measure word as digits: 二十五个 → 25个."""
    return _NUMBER.sub(lambda found: str(_value(found.group())), text)


def _value(numeral: str) -> int:
    total, digit = 0, 0
    for character in numeral:
        if character in _UNITS:
            total += (digit or 1) * _UNITS[character]
            digit = 0
        else:
            digit = _DIGITS[character]
    return total + digit


@lru_cache(maxsize=20_000)
def _words(text: str) -> tuple[str, ...]:
    import rjieba

    return tuple(rjieba.cut(text))
