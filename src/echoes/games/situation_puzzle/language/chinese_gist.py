"""From the words of a Chinese sentence to its gist."""

import re
from collections.abc import Callable, Mapping, Sequence

from echoes.games.situation_puzzle.language.sense import Gist, is_member

Word = tuple[str, str]

_ATTITUDES = {
    word: group.split()[0]
    for group in """
    想 想要 要 打算 希望 计划|知道|以为 认为 觉得 误以为|相信|说|告诉|骗 欺骗|假装 装作|能 可以 能够|必须|应该 应当 该|可能
    让 使 叫|请 求|帮 帮助|怕 害怕 担心|喜欢|爱|恨|讨厌|看见 看到 看|听见 听到 听|发现|试 试图|敢|肯|愿意|需要|允许|禁止
    拒绝|忘 忘记|记得|猜|怀疑|像|开始|停 停止|继续|差点|几乎|误会|同意|答应|承认|否认|变 成 变成
    """.replace("\n", "|").split("|")
    if group.strip()
    for word in group.split()
}
"""Words that say of something whether it is so, is wanted, said, known or only begun, by their kind."""

_GUARDED = re.compile(
    r"因为|由于|为了|如果|要是|以后|之后|以前|之前|并且|而且|还是|或|比(?!赛)|从(?!一开始|来)|除了|然后|为什么|谁|哪|怎么"
    r"|如何|对(?![吧吗不])|用(?!处)|像|外面|下面|旁边|后面|前面|[和跟与]|同(?!时|意|情)|(?:的时候|时)$"
)
_STRICT = re.compile(
    r"(?<![那这一几0-9])只|仅|全|每|所有|唯一|几乎|差点|差一点|最(?![后近终初])|独自|一个人|单独|太|足够|一样|相同|不同|另|其他|其它"
    r"|除|避免|阻止|拒绝|忘|怀疑|第一|第二|一半|大部分|多数|别人|真(?!相)|假(?!装)|错|对的|有问题|正确|都|才(?!能)|又|再(?!说)"
)
_KIN = {"和": "跟", "与": "跟", "同": "跟", "由于": "因为", "之后": "以后", "之前": "以前", "的时候": "时"}
_NEGATION = re.compile(r"不(?![仅但久同])|没|未(?!来)|并非|无(?!聊|辜|意)|非(?!常)|别(?![人的处])")
_LOCALIZER = re.compile(r"(?:里面|里边|里头|当中|之中|里|内|中|上面|上边|之上)$")


_ASIDE = re.compile(r"从?一开始|后来|本身|自己")
"""Words of emphasis and of sequence that leave a ruling as it is."""


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
    body = _ASIDE.sub("", body)
    negated = len(_NEGATION.findall(body)) % 2
    strict = sorted(set(_STRICT.findall(body)))
    guards = (
        name,
        str(negated),
        *strict,
        *sorted({_ATTITUDES[word] for word, _ in words if word in _ATTITUDES}),
        *sorted({_KIN.get(found, found) for found in _GUARDED.findall(body)}),
        *sorted(word for word, _ in words if word.isdigit()),
    )
    content = [
        synonyms.get(place, place)
        for word, _ in words
        if not (
            is_member(word) or word in _ATTITUDES or word.isdigit() or _ASIDE.fullmatch(word) or skipped(word)
        )
        for place in [_LOCALIZER.sub("", word) or word]
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
