"""Plain words that ask the system and no character: "help", "what do I know?", 帮助."""

import re

from echoes.games.story.rules.acting import open_acts
from echoes.games.story.rules.effects import things_at_hand
from echoes.games.story.rules.play import StoryPlay
from echoes.games.story.turn.intent import StoryIntent
from echoes.games.story.turn.matching import WordingMatcher

_BEFORE = {
    "en": r"(?:(?:ok|okay|well|so|and|but|please|right|now|hm+)[ ,]+)*",
    "zh": r"(?:好吧|好|嗯|那么|那|请|所以)*[, ]*",
}
_COMMANDS = {
    "en": (
        ("help", r"help(?: me)?|i need (?:some )?help|how (?:do|does) (?:i play|this work|it work)"),
        (
            "notebook",
            r"what (?:do|did) (?:i|we) (?:already |actually )?(?:know|learn)"
            r"(?: (?:now|so far|by now|already))?(?: about (?!you\b|yourself\b).{1,40})?|"
            r"what have (?:i|we) (?:learned|learnt|found out|discovered)(?: (?:so far|by now|already))?|"
            r"(?:(?:show|read|check|open|look at) )?(?:me )?(?:my notes|(?:my|the) notebook)",
        ),
        (
            "recap",
            r"what(?:'s| has| is) happened(?: so far)?|where (?:was i|were we)|(?:the )?story so far|"
            r"what(?:'s| is) (?:my goal|the goal|my aim|the story so far)|remind me|sum(?: it)? up",
        ),
        (
            "look",
            r"what (?:am i|are we) (?:supposed|meant|expected) to do(?: (?:here|now|next))?|"
            r"what (?:do|shall) (?:i|we) do(?: (?:here|now|next))?|what(?:'s)? next|"
            r"what to do(?: (?:now|next))?|"
            r"what else (?:can|could|should) (?:i|we) do(?: (?:here|now|next))?",
        ),
    ),
    "zh": (
        ("help", r"帮助|帮帮我|帮我一下|救命|(?:这个?)?(?:游戏)?怎么玩|求助"),
        (
            "notebook",
            r"(?:关于(?!你).{1,20})?(?:到现在|到目前|目前|现在)?(?:为止)?,?我(?:们)?(?:现在|已经|目前|到底)?(?:都|又)?"
            r"(?:知道|打听到|查到|了解)了?(?:什么|些什么|哪些(?:事|东西)?|多少)|"
            r"(?:看看|看|翻看|翻翻|打开)?我的(?:笔记|笔记本)",
        ),
        ("recap", r"(?:到现在|目前)?(?:都)?发生了(?:什么|些什么|什么事)|故事讲到哪了?|(?:回顾|总结)(?:一下)?|"
                  r"我的?目标是什么"),
        (
            "look",
            r"(?:我|我们|现在|接下来|下一步|然后|该|应该|要|能|可以|还)*"
            r"(?:怎么办|(?:做|干)(?:些|点)?(?:什么|啥|嘛))(?:好)?",
        ),
    ),
}  # fmt: skip
_OF_A_TOPIC = re.compile(r" about |关于")
_PATTERNS = {
    language: [
        (name, re.compile(rf"{_BEFORE[language]}(?:{words})(?:[ ,]+please)?[呢啊呀吧了]?\W*"))
        for name, words in commands
    ]
    for language, commands in _COMMANDS.items()
}


def system_meant(play: StoryPlay, matcher: WordingMatcher, plain: str) -> StoryIntent | None:
    """Return the command that a message says in plain words; None where it says anything else.

    What is said whole of a deed or a thing at hand comes first, such as a notebook that lies there.

    Args:
        play: before the message.
        matcher: of the story.
        plain: the message in one case and width.
    """
    patterns = _PATTERNS[play.language]
    found = next((name for name, pattern in patterns if pattern.fullmatch(plain)), None)
    if not found or (not _OF_A_TOPIC.search(plain) and _is_at_hand(play, matcher, plain)):
        return None
    return StoryIntent("command", found)


def _is_at_hand(play: StoryPlay, matcher: WordingMatcher, plain: str) -> bool:
    """Return whether a deed or a thing at hand is said whole."""
    things = [f"topic:{thing}" for thing in things_at_hand(play)]
    return matcher.match(plain, (), [*things, *(f"do:{act}" for act in open_acts(play))]).is_whole
