"""From a message to what it means: by its form, else by its words."""

import re
from collections.abc import Sequence
from dataclasses import replace

from echoes.games.giving_up import GIVE_UP_WORDS
from echoes.games.party.turn.free_words import FreeWords
from echoes.games.party.turn.intents import Neighbours, PartyIntent
from echoes.games.party.turn.party_move import HOLDS, PartyMove
from echoes.games.party.turn.sights import looked_at
from echoes.games.party.turn.word_matches import plain_words
from echoes.games.picks import picked_number, yes_or_no
from echoes.games.typed_commands import CommandTable

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

_SPEECH = re.compile(r"^[\"“「『](.+?)[\"”」』]?$", re.DOTALL)
_SUBJECT = re.compile(
    r"^(?:(?:i|we)(?: (?:will|want to|would like to|try to))? |(?:我们?|让我们?)[要想来]?)", re.IGNORECASE
)


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


def table_intent(
    message: str, moves: Sequence[PartyMove], asked: Sequence[str], near: Neighbours | None = None
) -> PartyIntent:
    """Find what a message means.

    Args:
        message: without spaces around it.
        moves: that are open.
        asked: the moves behind the numbers that were shown last.
        near: who may be named in it; None reads for nobody in English.
    """
    if formal := _formal(message, moves, asked):
        return formal
    if exact := _worded(message, moves):
        return PartyIntent("move", exact[0])
    near = near or Neighbours("en")
    reading = FreeWords(message, moves, near).read()
    if reading.kind == "unknown":
        return looked_at(message, near)
    return replace(reading, by_words=reading.kind == "move")


def master_intent(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent:
    """Find what whoever leads the table means: a number, a command, a move word for word, else a telling."""
    if formal := _formal(message, moves, asked):
        return PartyIntent("command", "unknown") if formal.key in HOLDS.values() else formal
    return next((PartyIntent("move", key) for key in _worded(message, moves)), PartyIntent("unknown"))


def _formal(message: str, moves: Sequence[PartyMove], asked: Sequence[str]) -> PartyIntent | None:
    """Find what a message means whose form says it: a command, a number, or speech; None for others."""
    if typed := COMMANDS.read(message):
        if typed.name == "hold" and typed.argument in HOLDS:
            return PartyIntent("move", HOLDS[typed.argument])
        return PartyIntent("command", typed.name or "unknown", typed.argument if typed.name else typed.word)
    if (n := picked_number(message)) is not None:
        if asked and not 1 <= n <= len(asked):
            return PartyIntent("range", text=str(len(asked)))
        keys = {move.key for move in moves}
        fits = 1 <= n <= len(asked) and asked[n - 1] in keys  # none may be left of them
        return PartyIntent("move", asked[n - 1]) if fits else PartyIntent("unknown")
    if found := _SPEECH.match(message):
        return PartyIntent("speech", text=found[1].strip())
    if len(asked) == 1 and yes_or_no(message):
        return next((PartyIntent("move", move.key) for move in moves if move.key == asked[0]), None)
    return None


def _worded(message: str, moves: Sequence[PartyMove]) -> list[str]:
    """Return the moves whose words a message is, also after "I", "we" or 我."""
    said = {plain_words(message), plain_words(_SUBJECT.sub("", message))}
    return [move.key for move in moves if plain_words(move.text) in said]
