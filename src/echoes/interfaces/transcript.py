"""A session as a Markdown document, to read, to share and to keep."""

from collections.abc import Iterator, Sequence

from echoes.core.events import (
    ClarificationAsked,
    CommandResult,
    GameEvent,
    HintGiven,
    HypothesisJudged,
    Narrated,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    RulingUnavailable,
    SessionEnded,
    SessionStarted,
    SolutionRevealed,
    TurnFailed,
    TurnsUndone,
)
from echoes.core.history import active
from echoes.core.log_entries import LogEntry
from echoes.core.plain_text import many
from echoes.interfaces.labels import ICONS, label

_WORDS = {
    "en": {
        "player": "Player: {player}",
        "content": "*Content: {warnings}*",
        "forked": "Forked from `{origin}`, turn {turn}",
        "entry": "**{turn}. {what}**{picked} — {word}.",
        "picked": " (taken as: {text})",
        "answer": "Final answer: {text}",
        "hint": "**{turn}. Hint {level}** — {text}",
        "remark": " {remark}",
        "said": "{text} — {reply}",
        "challenged": "Challenged: {text} — {reply}",
        "corrected": "Corrected: **{turn}. {text}** — {word}. {remark}",
        "comma": ", ",
        "semicolon": "; ",
        "struck": "~~{said}~~ (taken back)",
        "undone": "*Taken back: {turns}*",
        "turn": "turn {turn}",
        "solution": "The solution",
        "score": "**Score {score}** ({tally})",
        "given_up": "**Given up** ({tally})",
        "open": "*Not finished yet.*",
    },
    "zh": {
        "player": "玩家：{player}",
        "content": "*内容提醒：{warnings}*",
        "forked": "分支自 `{origin}` 的第 {turn} 步",
        "entry": "**{turn}. {what}**{picked} —— {word}。",
        "picked": "（理解为：{text}）",
        "answer": "最终答案：{text}",
        "hint": "**{turn}. 提示 {level}** —— {text}",
        "remark": "{remark}",
        "said": "{text} —— {reply}",
        "challenged": "质疑：{text} —— {reply}",
        "corrected": "更正：**{turn}. {text}** —— {word}。{remark}",
        "comma": "、",
        "semicolon": "；",
        "struck": "~~{said}~~（已撤回）",
        "undone": "*撤回：{turns}*",
        "turn": "第 {turn} 步",
        "solution": "真相",
        "score": "**得分 {score}**（{tally}）",
        "given_up": "**已放弃**（{tally}）",
        "open": "*还没有结束。*",
    },
}


def markdown(entries: Sequence[LogEntry]) -> str:
    """A transcript of a whole log; what was taken back is there, and struck through.

    Args:
        entries: a log with its beginning.
    Returns:
        Markdown, ending with a newline.
    """
    started = next(entry.event for entry in entries if isinstance(entry.event, SessionStarted))
    rulings = {word: label(word, started.lang).capitalize() for word in ICONS}
    words = {**_WORDS.get(started.lang, _WORDS["en"]), **rulings}
    counted = {entry.event.event_id for entry in active(entries)}
    blocks = list(_opening(started, words))
    for entry in entries[1:]:
        said = _block(entry.event, words, started.lang)
        if said and entry.event.event_id not in counted:
            said = words["struck"].format(said=said)
        blocks += [said] if said else []
    if not any(isinstance(entry.event, SessionEnded) for entry in entries):
        blocks.append(words["open"])
    return "\n\n".join(blocks) + "\n"


def typed(entry: LogEntry) -> str:
    """What the player sent; of logs that do not say, what an event repeats of it."""
    event, cause = entry.event, entry.cause
    if cause is not None and (cause.undo is not None or cause.correction is not None):
        return ""
    if cause is not None and cause.message is not None:
        return cause.message
    if cause is None and event.event not in ("question_ruled", "hypothesis_judged", "clarification_asked"):
        return ""
    return str(getattr(event, "asked", None) or getattr(event, "text", ""))


def tally(questions: int, hints: int, lang: str) -> str:
    """How many questions and hints, in words."""
    if lang == "zh":
        return f"{questions} 个问题，{hints} 个提示"
    return f"{many(questions, 'question')}, {many(hints, 'hint')}"


def _opening(event: SessionStarted, words: dict[str, str]) -> Iterator[str]:
    yield f"# {_plain(event.title)}"
    about = [
        words["player"].format(player=_plain(event.player_id)),
        event.timestamp[:16].replace("T", " ") + " UTC",
    ]
    if event.forked_from:
        about.append(words["forked"].format(origin=event.forked_from, turn=event.forked_at))
    yield " · ".join(about)
    if event.content_warnings:
        yield words["content"].format(warnings=_plain(words["comma"].join(event.content_warnings)))
    yield "> " + _plain(event.statement).replace("\n", "\n> ")


def _block(event: GameEvent, words: dict[str, str], lang: str) -> str:
    match event:
        case QuestionRuled():
            picked = words["picked"].format(text=_plain(event.text)) if event.asked else ""
            return _entry(event, words, event.asked or event.text, event.ruling, picked)
        case HypothesisJudged():
            return _entry(event, words, event.text, event.verdict, "", words["answer"])
        case HintGiven():
            return words["hint"].format(turn=event.turn, level=event.level, text=_plain(event.text))
        case ClarificationAsked():
            options = [f"{option.n} {_plain(option.text)}" for option in event.options]
            reply = f"{_plain(event.prompt)} {words['semicolon'].join(options)}"
            return words["said"].format(text=_plain(event.text), reply=reply)
        case RulingUnavailable():
            return words["said"].format(text=_plain(event.text), reply=_plain(event.reason))
        case RulingChallenged():
            return words["challenged"].format(text=_plain(event.text), reply=_plain(event.remark))
        case RulingCorrected():
            return words["corrected"].format(
                turn=event.turn,
                text=_plain(event.text),
                word=words[event.new_ruling],
                remark=_plain(event.remark),
            )
        case Narrated():
            return f"> {_plain(event.text)}" if event.text else ""
        case TurnsUndone():
            turns = [words["turn"].format(turn=turn) for turn in sorted(event.turns)]
            return words["undone"].format(turns=words["comma"].join(turns))
        case SolutionRevealed():
            return f"## {words['solution']}\n\n{_plain(event.answer)}"
        case SessionEnded():
            how = words["given_up" if event.status == "ABORTED" else "score"]
            return how.format(score=event.score, tally=tally(event.questions, event.hints, lang))
        case SessionStarted() | CommandResult() | TurnFailed():
            return ""


def _entry(
    event: QuestionRuled | HypothesisJudged,
    words: dict[str, str],
    text: str,
    word: str,
    picked: str,
    form: str = "{text}",
) -> str:
    what = form.format(text=_plain(text))
    said = words["entry"].format(turn=event.turn, what=what, picked=picked, word=words[word])
    return said + (words["remark"].format(remark=_plain(event.remark)) if event.remark else "")


def _plain(text: str) -> str:
    """Text as it stands, whatever marks of Markdown or HTML it holds."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>#~|" else c for c in text)
    return "\n\n".join(line for line in escaped.splitlines() if line.strip())
