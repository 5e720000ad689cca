"""The names of the commands of a table, in both languages."""

import re

from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable

COMMANDS = CommandTable({
    "help": ("help", "帮助"),
    "look": ("look", "四周", "看"),
    "map": ("map", "地图"),
    "whisper": ("whisper", "w", "悄悄", "密语"),
    "suggest": ("suggest", "提议", "建议"),
    "x": ("x",),
    "lines": ("lines", "底线", "禁区"),
    "veils": ("veils", "veil", "帷幕", "略写"),
    "say": ("say", "说"),
    "check": ("check", "检定"),
    "sheet": ("sheet", "角色", "角色卡"),
    "script": ("script", "剧本"),
    "clues": ("clues", "线索"),
    "recap": ("recap", "回顾"),
    "undo": ("undo", "撤销", "撤回"),
    "giveup": GIVE_UP_WORDS,
    "status": ("status", "状态"),
    "away": ("away",),
    "hold": ("hold",),
    "auto": ("auto", "next", "自动", "下一步"),
    "memory": ("memory", "记忆"),
    "character": ("character", "人物"),
    "ideas": ("ideas", "点子", "冒险"),
    "quit": ("quit", "exit", "退出"),
})  # fmt: skip


def turns_asked_for(message: str, most: int) -> int | None:
    """Return the number of turns that a message asks the table to make by itself; None for none.

    Args:
        message: such as `/next` or `/auto 5`; `/auto 0` stops.
        most: the answer where no number is said, or a greater one.
    """
    typed = COMMANDS.read(message)
    if not typed or typed.name != "auto" or not re.fullmatch(r"(?:\d{1,9})?", typed.argument):
        return None
    if typed.word in ("next", "下一步"):
        return 1
    return min(most, int(typed.argument)) if typed.argument else most
