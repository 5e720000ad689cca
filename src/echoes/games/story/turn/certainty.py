"""Certainty: a move is taken where it accounts for what a message says, and asked back where it may not."""

import re
from collections.abc import Iterable, Sequence

from echoes.games.story.pack.parts import PLAYER
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.matching import WordingMatcher
from echoes.language.speech_act import SpeechAct
from echoes.language.stance import denies_something, read_stance

FILLERS = frozenset(
    "s please really just maybe again now here then well ok okay so too also still anyway actually quickly "
    "ever never yet already hey sir madam mister mr mrs ms dear one some any something anything "
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
    "多久 认识 一会儿 说话 陪 等一等 坐 转转 块 见 见过 看见 看到 见到".split()
)
"""Ideas that change nothing about what is meant, and those of a question about anybody."""
_DEEDS = ("go", "take", "look")
_VERBS = frozenset("make give keep 做 让".split())
"""Ideas that mean nothing alone, and yet say what happens: who made a crown is not who took it."""
_OF_WHOM = re.compile(
    r"^(?:the|an?|this|that|my|our) .*\b(?:who|whom|whose|what|when|where|why|how|if|whether)\b|"
    r"^(?!(?:who|whom|whose|what|when|where|why|how|if|whether|which|about)\b)\S+(?: \S+){0,3} about\b"
)
"""A thing, or somebody unknown, and what they are asked."""
_THIRD = re.compile(r"\b(?:him|her|them)\b|[他她]")
_GOING = re.compile(r"\b(?:go|going|walk|head)\b|[去到]")
_GIVING_BACK = re.compile(r"\b(?:back|return|keep)\b|还给|归还|送给|还[你您他她]")
"""To hand something over for good is more than to show it."""
_YOU_DO = re.compile(
    r"^(?:(?:then|so|and|but|if|maybe|perhaps) )?you\b|, you\b|"
    r"\b(?:should|could|would|can|will|do|did|are|have) you\b|"
    r"(?:^|[,，;；。])(?:那|要不|不如|就|还是|可以)?[你您](?!好)"
)
"""Somebody else is to do it, or has done it."""
_OWN = re.compile(r"^(?:(?:back|in|into|to|on|up|down) )*(?:my|your|his|her|their)\b|^[我你您他她]的")
"""What belongs to somebody is no place that all know by its name alone."""
_FROM = re.compile(r"\b(?:out of|away from|from|off)\b(?!.*\bto\b)|^从(?!.*[到去回])|离开")
"""Somebody leaves a place, which is no way to it."""
_SOMEBODY = re.compile(r"\b(?:he|she|they|him|her|them)\b|[他她]")
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
    stance = read_stance(play.language, plain)
    if stance.muses or (kind in (*_DEEDS, "do") and stance.quotes):
        return False
    match kind:
        case "ask" | "tell" | "show":
            return _is_certain_speech(play, matcher, act, plain, rest)
        case "greet" | "wait":
            return not matcher.strong_ideas(act.rest) - FILLERS
        case "look" | "take":
            return act.act == kind and (rest in play.story.cast or _is_certain_look(matcher, act, rest))
        case "go":
            return _is_certain_way(matcher, act, plain, key)
        case _:
            return _is_certain_deed(play, matcher, act, plain, rest)


def _left_over(matcher: WordingMatcher, act: SpeechAct, meant: str) -> frozenset[str]:
    """Return the words beyond the wordings of what is meant."""
    return matcher.strong_ideas(act.rest) - matcher.ideas_of(meant) - FILLERS


def says_just(matcher: WordingMatcher, act: SpeechAct, meant: str, people: Iterable[str]) -> bool:
    """Return whether a message names nothing beside what is meant, and nobody of some people."""
    named = {f"@{who}" for who in people} - matcher.ideas_of(meant)
    return not (named or _left_over(matcher, act, meant))


def _is_certain_look(matcher: WordingMatcher, act: SpeechAct, thing: str) -> bool:
    """Return whether nothing and nobody else of the story is named beside a thing."""
    meant = f"topic:{thing}"
    named = {f"@{who}" for who in (*act.mentioned, *act.addressees)} - matcher.ideas_of(meant)
    return not (named or matcher.means_something(_left_over(matcher, act, meant)))


def _is_certain_way(matcher: WordingMatcher, act: SpeechAct, plain: str, key: str) -> bool:
    if _OWN.search(act.rest) or _FROM.search(plain):
        return False
    if act.act in ("go", "look"):  # to look at a place may be no way there
        return act.act == "go" or bool(_GOING.search(plain))
    verbs = matcher.weak_ideas(act.rest) & _VERBS - matcher.ideas_of(key)
    return not (act.about_addressee or (verbs and not act.act)) and says_just(
        matcher, act, key, (*act.mentioned, *act.addressees)
    )


def _is_certain_speech(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, move: str
) -> bool:
    who, _, topic = move.partition(":")
    if act.act in ("tell", "show") and who in act.mentioned and who not in act.addressees:
        return False  # "tell her about Ada's tapes" is hardly said to Ada
    if act.act == "show" and _GIVING_BACK.search(plain):
        return False
    if act.act == "tell" and _denies_more(matcher, plain, f"topic:{topic}"):
        return False  # the contrary of what is known
    if not act.act and not _is_certain_remark(play, matcher, act, plain, topic):
        return False
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


def _is_certain_remark(
    play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, topic: str
) -> bool:
    """Return whether words without "ask" or "tell" can be taken for a question about a topic."""
    meant = f"topic:{topic}"
    if topic in play.story.cast:
        return True
    said = len(matcher.strong_ideas(act.rest) & matcher.ideas_of(meant))
    if not (said > 1 or matcher.match(act.rest, act.mentioned, [meant]).is_whole):
        return False
    if said < 2 and not act.addressees and topic not in play.story.things and _SOMEBODY.search(plain):
        return False  # one word of "can he read" may be about anybody
    if _denies_more(matcher, plain, meant):
        return False
    if not (act.is_question or act.addressees or act.about_addressee):
        return False  # "sleep" asks nobody
    if topic in play.story.things:
        return True
    return not (matcher.weak_ideas(act.rest) & _VERBS) - matcher.ideas_of(meant)


def _is_certain_deed(play: StoryPlay, matcher: WordingMatcher, act: SpeechAct, plain: str, deed: str) -> bool:
    key = f"do:{deed}"
    texts = matcher.texts_of(key)
    if _YOU_DO.search(plain) and not any(_YOU_DO.search(one) for one in texts):
        return False
    named = {f"@{who}" for who in (*act.addressees, *act.mentioned)}
    if named - matcher.ideas_of(key) - {f"@{play.story.acts[deed].target}"}:
        return False
    if _denies_more(matcher, plain, key):
        return False
    left = _left_over(matcher, act, key)
    said = max(matcher.match(text, act.mentioned, [key]).ideas_said for text in (plain, act.rest))
    if play.story.acts[deed].is_decisive:  # what can't be taken back is taken where it was said in full
        return any(_is_said(one, plain) for one in texts) or (said > 1 and not left)
    if not left:
        return True
    # One idea of a deed is no deed beside others: "make the chicken king" is not "I will be king".
    return said > max(1, len(left)) and not matcher.means_something(left)


def _denies_more(matcher: WordingMatcher, plain: str, key: str) -> bool:
    """Return whether a message denies something, and no wording of what is meant that it says does."""
    language = matcher.language
    return denies_something(language, plain) and not any(
        denies_something(language, one) for one in matcher.texts_said(plain, key)
    )


def _is_said(wording: str, plain: str) -> bool:
    """Return whether a message has a wording word for word."""
    return bool(re.search(rf"(?<![a-z]){re.escape(wording)}(?![a-z])", plain))


def moves_meant(play: StoryPlay, act: SpeechAct, key: str) -> list[str]:
    """Return the question that is asked in place of a move, of which the words do not say enough."""
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
