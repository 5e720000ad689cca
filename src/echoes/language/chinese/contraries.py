"""Chinese words that exclude each other."""

import re

_CONTRARIES = [
    (re.compile(one), re.compile(other))
    for pair in """
    快 慢；热|暖 冷|凉|冻；多(?=吗|$)|[很太更]多 缺|少(?!年|女|爷)；真(?!相) 假(?!装|如)
    对(?=吗|的|$) 错；买 卖；开着 关着；打开 关上|合上；前一?天 后一?天|第二天；以前|之前 以后|之后
    看[见到] 听[见到]；记得 忘；活着 死；白天 夜里|晚上；里面 外面；上面 下面；赢 输；[变膨]?胀 缩
    (?<!不)一样|相同 不一样|不同；公开 秘密|偷偷；哥哥|弟弟 姐姐|妹妹；父亲|爸爸 母亲|妈妈
    丈夫 妻子|老婆；故意 不小心|意外
    """.replace("\n", "；").split("；")
    if pair.strip()
    for one, other in [pair.split()]
]
"""Words that exclude each other, in no order."""

_INTENTION = re.compile("故意|有意|特意|存心|成心|蓄意|无意|不小心|意外|失手|误[把将放拿打]")
"""Words that say whether something was meant."""

REVERSALS = [
    (re.compile(deed), re.compile(undo))
    for deed, undo in [
        ("上(?:过|了)?[车船楼]", "下(?:过|了)?[车船楼]"),
        ("进(?:过|了|去|来|屋|门|入)", "出(?:了门|去|来|屋|门)|离开"),
        ("打开", "关上|合上"),
        ("锁(?:上|着|了)", "开锁"),
        ("睡着", "醒(?:来|过来|了)"),
        ("拿走|偷走", "还回|放回|归还"),
    ]
]
"""Deeds, each with the one that undoes it and that nobody does before it."""


def exclude_each_other(one: str, other: str) -> bool:
    """Return whether two texts differ in such words, or only one of them says that it was meant.

    A word and its denial exclude each other too: 不漏 and 漏水.
    """
    intended = bool(_INTENTION.search(one)) != bool(_INTENTION.search(other))
    return (
        intended
        or _denies(one, other)
        or _denies(other, one)
        or any(
            _says_only(one, mine, theirs) and _says_only(other, theirs, mine)
            for pair in _CONTRARIES
            for mine, theirs in (pair, pair[::-1])
        )
    )


def _denies(one: str, other: str) -> bool:
    return len(one) > 1 and one[0] == "不" and other.startswith(one[1])


def _says_only(text: str, one: re.Pattern[str], other: re.Pattern[str]) -> bool:
    return bool(one.search(text)) and not other.search(text)


def undoes(one: str, other: str) -> bool:
    """Return whether one text tells of a deed that undoes the other's."""
    return any(undo.search(one) and deed.search(other) for deed, undo in REVERSALS)
