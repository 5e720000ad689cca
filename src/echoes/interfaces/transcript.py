"""A session as a Markdown document, to read, to share and to keep."""

from collections.abc import Iterator, Sequence

from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    GameEvent,
    HintGiven,
    HypothesisJudged,
    LogEntry,
    QuestionRuled,
    RulingChallenged,
    RulingUnavailable,
    SessionEnded,
    SessionStarted,
    SolutionRevealed,
    TurnFailed,
    TurnsUndone,
)
from echoes.core.history import active

_WORDS = {
    "en": {
        "YES": "Yes", "NO": "No", "YES AND NO": "Yes and no", "IRRELEVANT": "Irrelevant",
        "SOLVED": "Solved", "CLOSE": "Close", "PARTIAL": "Partly right", "WRONG": "Wrong",
        "player": "Player", "content": "Content", "hint": "Hint", "answer": "Final answer",
        "challenged": "Challenged", "undone": "taken back", "taken_back": "Taken back: turns",
        "solution": "The solution", "score": "Score", "questions": "questions", "hints": "hints",
        "given_up": "Given up", "picked": "taken as", "open": "Not finished yet.",
        "forked": "Forked from", "turn": "turn",
    },
    "zh": {
        "YES": "是", "NO": "不是", "YES AND NO": "是也不是", "IRRELEVANT": "无关",
        "SOLVED": "解开了", "CLOSE": "很接近", "PARTIAL": "部分正确", "WRONG": "不对",
        "player": "玩家", "content": "内容提醒", "hint": "提示", "answer": "最终答案",
        "challenged": "质疑", "undone": "已撤回", "taken_back": "撤回：第",
        "solution": "真相", "score": "得分", "questions": "个问题", "hints": "个提示",
        "given_up": "已放弃", "picked": "理解为", "open": "还没有结束。",
        "forked": "分支自", "turn": "步",
    },
}  # fmt: skip


def markdown(entries: Sequence[LogEntry]) -> str:
    """A transcript of a whole log; what was taken back is there, and struck through.

    Args:
        entries: a log with its beginning.
    Returns:
        Markdown, ending with a newline.
    """
    started = next(entry.event for entry in entries if isinstance(entry.event, SessionStarted))
    words = _WORDS.get(started.lang, _WORDS["en"])
    counted = {entry.event.event_id for entry in active(entries)}
    blocks = list(_opening(started, words))
    for entry in entries[1:]:
        said = _block(entry.event, words)
        if said and entry.event.event_id not in counted:
            said = f"~~{said}~~ ({words['undone']})"
        blocks += [said] if said else []
    if not any(isinstance(entry.event, SessionEnded) for entry in entries):
        blocks.append(f"*{words['open']}*")
    return "\n\n".join(blocks) + "\n"


def _opening(event: SessionStarted, words: dict[str, str]) -> Iterator[str]:
    yield f"# {_plain(event.title)}"
    about = [f"{words['player']}: {_plain(event.player_id)}", event.timestamp[:16].replace("T", " ") + " UTC"]
    if event.forked_from:
        about.append(f"{words['forked']} `{event.forked_from}`, {words['turn']} {event.forked_at}")
    yield " · ".join(about)
    if event.content_warnings:
        yield f"*{words['content']}: {_plain(', '.join(event.content_warnings))}*"
    yield "> " + _plain(event.statement).replace("\n", "\n> ")


def _block(event: GameEvent, words: dict[str, str]) -> str:
    match event:
        case QuestionRuled():
            picked = f" ({words['picked']}: {_plain(event.text)})" if event.asked else ""
            said = f"**{event.turn}. {_plain(event.asked or event.text)}**{picked} — {words[event.ruling]}."
            return f"{said} {_plain(event.remark)}".rstrip()
        case HypothesisJudged():
            said = f"**{event.turn}. {words['answer']}: {_plain(event.text)}** — {words[event.verdict]}."
            return f"{said} {_plain(event.remark)}".rstrip()
        case HintGiven():
            return f"**{event.turn}. {words['hint']} {event.level}** — {_plain(event.text)}"
        case ClarificationAsked():
            options = "; ".join(f"{option.n} {_plain(option.text)}" for option in event.options)
            return f"{_plain(event.text)} — {_plain(event.prompt)} {options}"
        case RulingUnavailable():
            return f"{_plain(event.text)} — {_plain(event.reason)}"
        case RulingChallenged():
            return f"{words['challenged']}: {_plain(event.text)} — {_plain(event.remark)}"
        case TurnsUndone():
            return f"*{words['taken_back']} {', '.join(map(str, sorted(event.turns)))}*"
        case SolutionRevealed():
            return f"## {words['solution']}\n\n{_plain(event.answer)}"
        case SessionEnded():
            tally = f"{event.questions} {words['questions']}, {event.hints} {words['hints']}"
            ended = words["given_up"] if event.status == "ABORTED" else f"{words['score']} {event.score}"
            return f"**{ended}** ({tally})"
        case SessionStarted() | CommandResult() | TurnFailed():
            return ""


def _plain(text: str) -> str:
    """Text as it stands, whatever marks of Markdown or HTML it holds."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>#~|" else c for c in text)
    return "\n\n".join(line for line in escaped.splitlines() if line.strip())
