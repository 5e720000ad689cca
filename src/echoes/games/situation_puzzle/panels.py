"""Composer modes and panels of a situation puzzle: the board, and what stands on its end screen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from echoes.core.entries import Entry
from echoes.core.events import Event
from echoes.core.history import effective_entries, progress_of
from echoes.core.panels import Board, BoardColumn, BoardItem, Checklist, Path, PathStep
from echoes.core.views import Badge, ComposerMode
from echoes.games.situation_puzzle.events import HintGiven, HypothesisJudged, QuestionRuled
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.session.current_rulings import current_rulings, questions_ruled_yes
from echoes.games.situation_puzzle.session.scoring import ANSWER_COST, HINT_COST
from echoes.games.situation_puzzle.turn.budget import hints_left
from echoes.games.situation_puzzle.turn.context import PuzzleTurn, puzzle_state
from echoes.games.situation_puzzle.view import badge, label

_WORDS = {
    "en": {
        "ask": "Ask",
        "ask_placeholder": "A yes-or-no question",
        "answer": "Final answer",
        "answer_placeholder": "What happened, and why? (Wrong: −{cost} points)",
        "board": "What is established",
        "YES": "Confirmed",
        "NO": "Excluded",
        "YES AND NO": "Yes and no",
        "IRRELEVANT": "Irrelevant",
        "parts": "The parts of the solution",
        "path": "The path",
        "hint": "Hint {level}",
    },
    "zh": {
        "ask": "提问",
        "ask_placeholder": "写一个是非问题",
        "answer": "最终答案",
        "answer_placeholder": "发生了什么，为什么？（答错 −{cost} 分）",
        "board": "已经确定的事",
        "YES": "已确认",
        "NO": "已排除",
        "YES AND NO": "是也不是",
        "IRRELEVANT": "无关",
        "parts": "真相的各个部分",
        "path": "走过的路",
        "hint": "提示 {level}",
    },
}
_SQUARES = {
    "YES": "🟩",
    "NO": "🟥",
    "YES AND NO": "🟨",
    "IRRELEVANT": "🟦",
    "hint": "💡",
    "SOLVED": "🏁",
}
_OTHER_SQUARE = "💬"
"""In a text to share: colours by ruling; final answers that were not right look alike."""
_COLUMNS = ("YES", "NO", "YES AND NO", "IRRELEVANT")


def _words(language: str) -> dict[str, str]:
    return _WORDS.get(language, _WORDS["en"])


def composer_modes(language: str) -> Sequence[ComposerMode]:
    """Return the two ways to say something: ask, or give the final answer."""
    words = _words(language)
    told = words["answer_placeholder"].format(cost=ANSWER_COST)
    return [
        ComposerMode("ask", words["ask"], words["ask_placeholder"]),
        ComposerMode("answer", words["answer"], told, command="/answer"),
    ]


def finds_of(entries: Sequence[Entry]) -> list[str]:
    """Return the questions that were ruled YES, in the order of their numbers on the board."""
    return list(questions_ruled_yes(effective_entries(entries)))


def board_of(entries: Sequence[Entry], language: str) -> Board:
    """Return the questions that count, each once under its latest ruling, in order.

    Args:
        entries: of the whole log, as the viewer sees it.
        language: of the titles.
    """
    counted, words = effective_entries(entries), _words(language)
    rulings = current_rulings(counted)
    numbers = {text: number for number, text in enumerate(finds_of(entries), 1)}
    latest: dict[str, tuple[str, str]] = {}
    by = ""
    for entry in counted:
        event, by = entry.event, entry.cause.by if entry.cause else by  # the cause leads its write
        if isinstance(event, QuestionRuled) and event.turn in rulings:
            latest[event.text] = rulings[event.turn], by
    columns: list[BoardColumn] = []
    for ruling in _COLUMNS:
        found = ((text, by) for text, (latest_ruling, by) in latest.items() if latest_ruling == ruling)
        items = [BoardItem(text, numbers[text] if ruling == "YES" else 0, by) for text, by in found]
        columns.append(BoardColumn(replace(badge(ruling, language), word=words[ruling]), items))
    return Board(words["board"], columns)


@dataclass(frozen=True)
class Tally:
    """The charges of a game so far, and what it may still cost.

    Attributes:
        questions: that were ruled; `question_limit`: the most, None for no bound.
        hints: that were taken; `hints_left`: how many there still are.
        hint_cost, answer_cost: points for a hint, and for a final answer that is not right.
    """

    questions: int
    question_limit: int | None
    hints: int
    hints_left: int
    hint_cost: int = HINT_COST
    answer_cost: int = ANSWER_COST


def tally_of(state: PuzzleTurn) -> Tally:
    """Return the charges of a game."""
    game = puzzle_state(state)
    return Tally(game["questions"], game["max_questions"], game["hints"], hints_left(state))


def checklist_of(puzzle: Puzzle, found: Collection[str], language: str) -> Checklist:
    """Return the core facts, once the game is over, each with whether it was found.

    Args:
        puzzle: whose facts.
        found: the ids of the facts that the player knows.
        language: of the label.
    """
    core = (fact for fact in puzzle.judged_facts if fact.id in puzzle.core_facts)
    return Checklist(_words(language)["parts"], [(fact.statement, fact.id in found) for fact in core])


def path_of(entries: Sequence[Entry], language: str) -> Path:
    """Return each turn that counts, with what came of it.

    Args:
        entries: of the whole log, as the viewer sees it.
        language: of the labels.
    """
    counted = effective_entries(entries)
    rulings, progress = current_rulings(counted), 0.0
    steps: list[PathStep] = []
    for entry in counted:
        if entry.event.makes_turn:
            progress = progress_of([entry], progress)
            mark, text, kind = _step(entry.event, rulings.get(entry.event.turn), language)
            steps.append(PathStep(mark, text, progress, _SQUARES.get(kind, _OTHER_SQUARE)))
    return Path(_words(language)["path"], steps)


def _step(event: Event, ruling: str | None, language: str) -> tuple[Badge, str, str]:
    """Return a turn's badge, its text, and what came of it as a word."""
    match event:
        case QuestionRuled():
            word = ruling or event.ruling
            return badge(word, language), f"{event.asked or event.text} {label(word, language)}", word
        case HypothesisJudged():
            verdict = event.verdict
            return badge(verdict, language), f"{event.text} {label(verdict, language)}", verdict
        case HintGiven():
            said = _words(language)["hint"].format(level=event.level)
            return Badge(said, "?", "gift"), said, "hint"
        case _:
            return Badge("", "·", "quiet"), "", ""
