"""Certainty: a move is taken where it accounts for what a message says, and asked back where it may not."""

import re
from collections.abc import Sequence

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.speech_act import SpeechAct

_FILLERS = frozenset(
    "s please really just maybe again now here then well ok okay so too also still anyway actually quickly "
    "ever never yet already hey sir madam mister mr mrs ms miss dear one some any something anything "
    "everything somebody anybody someone anyone everybody everyone mean matter happen true sure exactly "
    "think thought believe guess suppose wonder explain talk bit lot little more much can could would "
    "should want need like try let yourself self himself herself themselves up down out up "
    "hand trust love hate fond afraid fear scare friend treat good bad nice hard kind always "
    "long lose true listen moment while quiet quietly silent silently minute wait second "
    "到底 究竟 真 真的 真是 还 还是 就 都 也 又 再 吧 呢 啊 呀 吗 一下 一点 一些 现在 这里 那里 "
    "这儿 那儿 点 些 "
    "怎么 怎么样 怎么着 怎么回事 回事 为什么 什么 谁 哪 哪里 哪儿 是不是 有没有 知不知道 "
    "清楚 觉得 认为 说说 讲讲 "
    "请 麻烦 您 你 我 他 她 它 我们 你们 他们 大家 先生 太太 这 那 这件 那件 关于 有关 一个 先 好 行 能 会 "
    "可以 应该 打算 准备 别人 人家 听说 你好 待 怕 喜欢 讨厌 信任 朋友 靠得住 干嘛 几个 啥 "
    "多久 认识 一会儿 说话 陪 等一等 坐 转转 块".split()
)
"""Ideas that change nothing about what is meant, and those of a question about anybody."""
_MUSING = re.compile(
    r"^(?:should|shall|must|did|have|had) (?:i|we)\b|^我们?(?:刚才|已经|之前)?问过|"
    r"^我们?(?:该不该|要不要|是不是该|应不应该)"
)
"""The player asks nobody but themselves."""
_DEEDS = ("go", "take", "look")
_OF_WHOM = re.compile(
    r"^(?:the|an?|this|that|my|our) .*\b(?:who|whom|whose|what|when|where|why|how|if|whether)\b"
)
"""A thing, and what it is asked."""
_DENYING = re.compile(r"\b(?:not|never|no)\b|n't\b|[不没别]")
_NO_TOPIC = re.compile(
    r"^(?:put|make|let|give|keep|bring|turn|set|move|have)\b|\b(?:not|no|never|i|we)\b|n't\b|"
    r"^[把将让叫使放打开关拉推拆]|放[回到在进]|[不没别我]"
)
"""What says more than a topic's name, though none of its words means something alone: a deed, a denial."""


def is_certain_move(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, key: str) -> bool:
    """Return whether a message says clearly enough that a move is meant.

    What is left over may belong to a question, a deed or a way that was said whole; a name alone is no
    question about somebody, and words to somebody are no deed of the player.

    Args:
        play: before the message.
        matcher: of the story.
        act: the message as a speech act.
        plain: the message in one case and width.
        key: of the move.
    """
    kind, _, rest = key.partition(":")
    if _MUSING.search(plain):
        return False
    match kind:
        case "ask" | "tell" | "show":
            return _is_certain_speech(play, matcher, act, rest.partition(":")[2])
        case "greet" | "wait":
            return not matcher.strong_ideas(act.rest) - _FILLERS
        case "look" | "take":
            return act.act == kind
        case "go":
            other = act.mentioned or act.addressees or act.about_addressee
            return act.act == kind or not (other or _left_over(matcher, act, key))
        case _:
            return _is_certain_deed(play, matcher, act, plain, rest)


def _left_over(matcher: WordingMatcher, act: SpeechAct, meant: str) -> frozenset[str]:
    """Return what is said beyond the wordings of what is meant."""
    return matcher.strong_ideas(act.rest) - matcher.ideas_of(meant) - _FILLERS


def _is_certain_speech(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, topic: str) -> bool:
    if act.act in _DEEDS or (act.act == "ask" and not act.addressees and _OF_WHOM.search(act.rest)):
        return False  # a deed is no question; "ask the bag who did it" is asked of a thing
    is_asked = bool(act.act or act.is_question)
    if not is_asked and (topic in play.state["knows"][PLAYER] or topic in play.story.cast):
        return False  # a claim: to be told, or asked about
    if not is_asked and _NO_TOPIC.search(act.rest):
        return False  # "put the knife back" asks nobody
    if not (
        act.act or act.addressees or matcher.names_nobody_else(act.rest, act.mentioned, f"topic:{topic}")
    ):
        return False  # who is named may be who is asked
    left = _left_over(matcher, act, f"topic:{topic}")
    if not left:
        return True
    said = matcher.match(act.rest, act.mentioned, [f"topic:{topic}"])
    named = {f"@{who}" for who in act.mentioned} - matcher.ideas_of(f"topic:{topic}")
    # "Ask X about" says what it is about; a bare question may be about whatever else is in it.
    return bool(act.act) and said.is_whole and not (named or topic in play.story.cast)


def _is_certain_deed(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, deed: str) -> bool:
    key = f"do:{deed}"
    named = {f"@{who}" for who in (*act.addressees, *act.mentioned)}
    if named - matcher.ideas_of(key) - {f"@{play.story.acts[deed].target}"}:
        return False
    if _DENYING.search(plain) and not any(_DENYING.search(one) for one in matcher.texts_of(key)):
        return False
    left = _left_over(matcher, act, key)
    if not left:
        return True
    said = max(matcher.match(text, act.mentioned, [key]).ideas_said for text in (plain, act.rest))
    # One idea of a deed is no deed beside others: "make the chicken king" is not "I will be king".
    return said > max(1, len(left)) and not matcher.means_something(left)


def moves_meant(play: StoryPlay, act: SpeechAct, key: str) -> list[str]:
    """Return what is asked back in place of a move, of which the words do not say enough."""
    is_asked = act.act or act.is_question or not key.startswith("ask:")
    return [key] if is_asked else said_or_shown(play, [key])


def said_or_shown(play: StoryPlay, asks: Sequence[str]) -> list[str]:
    """Return questions with what else their words may mean: to tell what is known, to show what is held."""
    moves: list[str] = []
    for key in asks:
        rest = key.partition(":")[2]
        topic = rest.partition(":")[2]
        if topic in play.state["knows"][PLAYER]:
            moves.append(f"tell:{rest}")
        elif play.state["holds"].get(topic) == PLAYER:
            moves.append(f"show:{rest}")
        moves.append(key)
    return moves
