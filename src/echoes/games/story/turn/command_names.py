"""The names of the commands of a story, in both languages."""

from echoes.games.typed_commands import GIVE_UP_WORDS, CommandTable

STORY_COMMANDS = CommandTable({
    "help": ("help", "帮助"),
    "look": ("look", "四周", "看看"),
    "recap": ("recap", "回顾"),
    "notebook": ("notebook", "notes", "笔记", "笔记本"),
    "who": ("who", "谁", "在场"),
    "go": ("go", "去"),
    "address": ("address", "talk", "对", "找"),
    "mute": ("mute", "安静", "静音"),
    "unmute": ("unmute", "开口"),
    "again": ("again", "retry", "重来", "再来"),
    "undo": ("undo", "撤销", "撤回"),
    "status": ("status", "状态"),
    "giveup": GIVE_UP_WORDS,
    "quit": ("quit", "exit", "退出"),
})  # fmt: skip
