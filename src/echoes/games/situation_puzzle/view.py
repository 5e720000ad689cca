"""Blocks of each event of a situation puzzle, in the forms of `core.views.blocks`."""

from collections.abc import Mapping, Sequence

from echoes.core.log.events import Event
from echoes.core.text.plain_text import pluralize
from echoes.core.views.blocks import Badge, Block, Change, Choices, Ending, Gift, Line, Outcome, Sheet, Tone
from echoes.core.views.gapped_text import GappedText, TextGap
from echoes.games.situation_puzzle.events import (
    HintGiven,
    HypothesisJudged,
    PuzzleClarificationAsked,
    PuzzleEnded,
    PuzzleStarted,
    QuestionRuled,
    RulingChallenged,
    RulingCorrected,
    RulingUnavailable,
    SolutionRevealed,
    VerdictChallenged,
)

ICONS = {
    "YES": "✔",
    "NO": "✘",
    "YES AND NO": "◐",
    "IRRELEVANT": "○",
    "SOLVED": "★",
    "CLOSE": "◕",
    "PARTIAL": "◔",
    "WRONG": "✘",
}
"""Icons of rulings and verdicts, which are told apart by icon and word, never by colour alone."""

_TONES: dict[str, Tone] = {
    "YES": "good",
    "NO": "bad",
    "YES AND NO": "mixed",
    "IRRELEVANT": "neutral",
    "SOLVED": "good",
    "CLOSE": "mixed",
    "PARTIAL": "mixed",
    "WRONG": "bad",
}
_LABELS_ZH = {
    "YES": "是",
    "NO": "不是",
    "YES AND NO": "是也不是",
    "IRRELEVANT": "无关",
    "SOLVED": "解开了",
    "CLOSE": "很接近",
    "PARTIAL": "部分正确",
    "WRONG": "不对",
}
_TEXTS = {
    "en": {
        "intro": "Ask yes/no questions to find out what lies behind it (/help shows the commands).",
        "referee": "Referee: {name}",
        "embedded": "embedded, without a language model",
        "not_that": "Not what you meant? Type 0 (free)",
        "stop": ".",
        "or_one": ", or the number of one of these:",
        "none": "none of these",
        "never_mind": "Never mind",
        "reword": "No, let me reword it.",
        "answer": "Final answer",
        "hint": "Hint",
        "left": " ({count} left)",
        "last": " (the last one)",
        "challenged": "Challenged",
        "corrected": "Corrected",
        "solution": "The solution",
        "score": "Score",
        "given_up": "Given up",
    },
    "zh": {
        "intro": "请用是非问题找出背后的真相（/帮助 可以看到有哪些命令）。",
        "referee": "裁判：{name}",
        "embedded": "内置裁判，不用语言模型",
        "not_that": "不是这个意思？输入 0，不计数",
        "stop": "。",
        "or_one": "，或者输入下面的编号：",
        "none": "都不是",
        "never_mind": "算了",
        "reword": "不，我换个说法。",
        "answer": "最终答案",
        "hint": "提示",
        "left": "（还剩 {count} 个）",
        "last": "（最后一个）",
        "challenged": "质疑",
        "corrected": "更正",
        "solution": "汤底",
        "score": "得分",
        "given_up": "已放弃",
    },
}


def label(word: str, language: str) -> str:
    """Return a ruling or verdict in words."""
    return _LABELS_ZH[word] if language == "zh" else word


def badge(word: str, language: str) -> Badge:
    """Return a ruling or verdict with its icon."""
    return Badge(label(word, language), ICONS[word], _TONES[word])


def describe_counts(questions: int, hints: int, language: str) -> str:
    """Describe the numbers of questions and hints."""
    if language == "zh":
        return f"{questions} 个问题，{hints} 个提示"
    return f"{pluralize(questions, 'question')}, {pluralize(hints, 'hint')}"


def describe_referee(event: PuzzleStarted) -> str:
    """Describe who rules: the embedded referee, or which model."""
    words = _TEXTS.get(event.lang, _TEXTS["en"])
    return words["referee"].format(name=event.model or words.get(event.referee, event.referee))


def _opening(event: PuzzleStarted) -> Sequence[Block]:
    """Return the blocks below the title: the statement, who rules, and how to play."""
    words = _TEXTS.get(event.lang, _TEXTS["en"])
    below = [event.for_player, describe_referee(event), None if event.resumed else words["intro"]]
    return [Line(event.statement), *(Line(text, "quiet") for text in below if text)]


def blocks(event: Event, language: str) -> Sequence[Block] | None:
    """Return the blocks that show an event; None for one that the platform shows itself."""
    words = _TEXTS.get(language, _TEXTS["en"])
    match event:
        case PuzzleStarted():
            return _opening(event)
        case QuestionRuled():
            return _ruled(event, language)
        case HypothesisJudged():
            verdict = badge(event.verdict, language)
            kind, progress = words["answer"], event.progress
            said = Outcome(event.turn, event.text, verdict, remark=event.remark, kind=kind, progress=progress)
            return [said]
        case RulingUnavailable():
            return [Line(event.reason, "quiet", said=event.text)]
        case PuzzleClarificationAsked():
            return [_asked(event, words)]
        case HintGiven():
            left = words["left" if event.remaining else "last"].format(count=event.remaining)
            return [Gift(event.turn, words["hint"], event.text, left, event.why)]
        case RulingChallenged():
            was = badge(event.ruling, language)
            now = badge(event.new_ruling, language) if event.new_ruling else None
            return [Change(words["challenged"], event.text, was, event.remark, now=now)]
        case VerdictChallenged():
            was = badge(event.verdict, language)
            now = badge(event.new_verdict, language) if event.new_verdict else None
            return [Change(words["challenged"], event.text, was, event.remark, now=now)]
        case RulingCorrected():
            now, progress = badge(event.new_ruling, language), event.progress
            return [Change(words["corrected"], event.text, now, event.remark, event.turn, progress)]
        case SolutionRevealed():
            return [Sheet(words["solution"], event.answer)]
        case PuzzleEnded():
            said = describe_counts(event.questions, event.hints, language)
            solved = event.status == "COMPLETED"
            return [
                Ending(words["score"], str(event.score), said)
                if solved
                else Ending(words["given_up"], "", said)
            ]
        case _:
            return None


def _asked(event: PuzzleClarificationAsked, words: Mapping[str, str]) -> Choices | GappedText:
    """Return the block that asks which of several was meant, or for the choice that belongs in a gap."""
    decline, form = event.decline or words[_declining(event)], event.cloze
    if form is None:
        return Choices(event.prompt, event.options, event.text, many=event.many, decline=decline)
    gaps = [TextGap(gap.choices, gap.pick) for gap in form.gaps]
    said = "" if event.text == "/answer" else event.text
    return GappedText(event.prompt, form.parts, gaps, form.gap, event.options, said, decline)


def _declining(event: PuzzleClarificationAsked) -> str:
    """Return the key of what 0 says: one thing is not agreed to, of several none is meant."""
    if event.text == "/answer":
        return "never_mind"
    return "reword" if len(event.options) == 1 and not event.many else "none"


def _ruled(event: QuestionRuled, language: str) -> Sequence[Block]:
    words = _TEXTS.get(language, _TEXTS["en"])
    ruled = Outcome(
        event.turn,
        event.asked or event.text,
        badge(event.ruling, language),
        taken_as=event.text if event.asked else "",
        answers=event.ruled_as,
        remark=event.remark,
        progress=event.progress,
    )
    if not event.ruled_as:
        return [ruled]
    more = words["or_one"] if event.options else words["stop"]
    return [ruled, Choices(f"{words['not_that']}{more}", event.options, quiet=True)]
