"""Transcripts: a session as a Markdown document, to read, to share and to keep."""

from collections.abc import Iterator, Mapping, Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import CommandResult, Event, SessionStarted, TurnFailed, TurnsUndone
from echoes.core.log.queries import effective_entries, ending_of, message_of
from echoes.core.seats.seating import fold_seat_changes
from echoes.core.seats.visibility import PUBLIC, seen_by
from echoes.core.views.blocks import Block, Change, Choices, Dice, Ending, Gift, Line, Outcome, Sheet
from echoes.core.views.gapped_text import GappedText
from echoes.games.base import AnyGame
from echoes.interfaces.event_blocks import blocks_of

_UNTOLD = (SessionStarted, CommandResult, TurnFailed)
"""Events that are no part of the story of a game."""

_WORDS = {
    "en": {
        "player": "Player: {player}",
        "content": "*Content: {warnings}*",
        "forked": "Forked from `{origin}`, turn {turn}",
        "forked_somewhere": "Forked from `{origin}`",
        "entry": "**{turn}. {what}**{picked} — {word}.",
        "picked": " (taken as: {text})",
        "move": "**{turn}. {text}**",
        "gift": "**{turn}. {title}** — {text}",
        "changed": "{what}: {said} — {reply}",
        "changed_turn": "{what}: **{turn}. {said}** — {word}. {remark}",
        "ended": " ({tally})",
        "colon": ": ",
        "remark": " {remark}",
        "said": "{text} — {reply}",
        "comma": ", ",
        "semicolon": "; ",
        "struck": "~~{said}~~ (taken back)",
        "undone": "*Taken back: {turns}*",
        "turn": "turn {turn}",
        "open": "*Not finished yet.*",
    },
    "zh": {
        "player": "玩家：{player}",
        "content": "*内容提醒：{warnings}*",
        "forked": "分支自 `{origin}` 的第 {turn} 步",
        "forked_somewhere": "分支自 `{origin}`",
        "entry": "**{turn}. {what}**{picked}——{word}。",
        "picked": "（理解为：{text}）",
        "move": "**{turn}. {text}**",
        "gift": "**{turn}. {title}**——{text}",
        "changed": "{what}：{said}——{reply}",
        "changed_turn": "{what}：**{turn}. {said}**——{word}。{remark}",
        "ended": "（{tally}）",
        "colon": "：",
        "remark": "{remark}",
        "said": "{text}——{reply}",
        "comma": "、",
        "semicolon": "；",
        "struck": "~~{said}~~（已撤销）",
        "undone": "*已撤销：{turns}*",
        "turn": "第 {turn} 步",
        "open": "*还没有结束。*",
    },
}


def markdown(entries: Sequence[Entry], games: Mapping[str, AnyGame], seat: str = PUBLIC) -> str:
    """Return a transcript of a whole log; what was taken back is there, and struck through.

    Args:
        entries: a log with its beginning.
        games: the game types by name.
        seat: whose transcript it is: what that seat may not see is not in it.
    Returns:
        Markdown, ending with a newline.
    """
    entries = fold_seat_changes(seen_by(entries, seat))
    started = next(entry.event for entry in entries if isinstance(entry.event, SessionStarted))
    words = _WORDS.get(started.lang, _WORDS["en"])
    counted = {entry.event.event_id for entry in effective_entries(entries)}
    parts = list(_opening(started, games, words))
    for entry in entries[1:]:
        for said in _parts(entry.event, started, games, words) or _move(entry, words):
            is_back = entry.event.event_id not in counted
            parts.append(words["struck"].format(said=said) if is_back else said)
    if ending_of(entries) is None:
        parts.append(words["open"])
    return "\n\n".join(parts) + "\n"


def _opening(event: SessionStarted, games: Mapping[str, AnyGame], words: Mapping[str, str]) -> Iterator[str]:
    yield f"# {_plain(event.title)}"
    about = [
        words["player"].format(player=_plain(event.player_id)),
        event.timestamp[:16].replace("T", " ") + " UTC",
    ]
    if event.forked_from:
        known = "forked" if event.forked_at is not None else "forked_somewhere"
        about.append(words[known].format(origin=event.forked_from, turn=event.forked_at))
    yield " · ".join(about)
    if event.content_warnings:
        yield words["content"].format(warnings=_plain(words["comma"].join(event.content_warnings)))
    for block in blocks_of(event, games, event.game_type, event.lang)[:1]:
        yield "> " + _plain(block.plain()).replace("\n", "\n> ")


def _parts(
    event: Event, started: SessionStarted, games: Mapping[str, AnyGame], words: Mapping[str, str]
) -> list[str]:
    if isinstance(event, TurnsUndone):
        turns = [words["turn"].format(turn=turn) for turn in sorted(event.turns)]
        return [words["undone"].format(turns=words["comma"].join(turns))]
    if isinstance(event, _UNTOLD):
        return []
    blocks = blocks_of(event, games, started.game_type, started.lang)
    return [said for block in blocks if (said := _drawn(block, words))]


def _move(entry: Entry, words: Mapping[str, str]) -> list[str]:
    """Return the move that a turn began with, where nothing else tells it."""
    if not entry.event.makes_turn:
        return []
    chosen = str(getattr(entry.event, "text", "")) or message_of(entry)
    return [words["move"].format(turn=entry.event.turn, text=_plain(chosen))] if chosen else []


def _drawn(block: Block, words: Mapping[str, str]) -> str:
    match block:
        case Outcome():
            return _outcome(block, words)
        case Choices(quiet=False, free=False):
            options = [f"{option.n} {_plain(option.text)}" for option in block.options]
            reply = f"{_plain(block.prompt)} {words['semicolon'].join(options)}"
            return words["said"].format(text=_plain(block.said), reply=reply)
        case Choices():
            return ""
        case GappedText():
            text = "".join(piece for piece, _ in block.pieces())
            return words["said"].format(text=_plain(block.said or block.prompt), reply=_plain(text))
        case Gift():
            return words["gift"].format(turn=block.turn, title=block.title, text=_plain(block.text))
        case Change(turn=0):
            reply = _plain(block.remark)
            return words["changed"].format(what=block.what, said=_plain(block.said), reply=reply)
        case Change():
            word, remark = block.badge.word.capitalize(), _plain(block.remark)
            return words["changed_turn"].format(
                what=block.what, turn=block.turn, said=_plain(block.said), word=word, remark=remark
            )
        case Line(style="spoken"):
            return f"> {_plain(block.plain())}"
        case Line(said=""):
            return _plain(block.plain())
        case Line():
            return words["said"].format(text=_plain(block.said), reply=_plain(block.text))
        case Sheet():
            return f"## {block.title}\n\n{_plain(block.text)}"
        case Ending():
            head = " ".join(filter(None, (block.title, block.value)))
            return f"**{head}**" + (words["ended"].format(tally=block.tally) if block.tally else "")
        case Dice():
            return _plain(block.plain())


def _outcome(outcome: Outcome, words: Mapping[str, str]) -> str:
    picked = words["picked"].format(text=_plain(outcome.taken_as)) if outcome.taken_as else ""
    what = f"{outcome.kind}{words['colon']}" if outcome.kind else ""
    what += _plain(outcome.said)
    word = outcome.badge.word.capitalize()
    said = words["entry"].format(turn=outcome.turn, what=what, picked=picked, word=word)
    return said + (words["remark"].format(remark=_plain(outcome.remark)) if outcome.remark else "")


def _plain(text: str) -> str:
    """Return text as it stands, whatever marks of Markdown or HTML it holds."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>#~|" else c for c in text)
    return "\n\n".join(line for line in escaped.splitlines() if line.strip())
