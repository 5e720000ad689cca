"""Composer modes of a situation puzzle, its charges, and the panels of its end screen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from echoes.core.log.entries import Entry
from echoes.core.log.events import Event
from echoes.core.log.queries import effective_entries, progress_of
from echoes.core.views.blocks import Badge, ComposerMode
from echoes.core.views.panels import Checklist, PathStep, TurnPath
from echoes.games.situation_puzzle.events import HintGiven, HypothesisJudged, QuestionRuled
from echoes.games.situation_puzzle.phase import Phase
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.session.current_rulings import current_rulings, current_verdicts
from echoes.games.situation_puzzle.session.record import ANSWER_COST, HINT_COST
from echoes.games.situation_puzzle.state import PuzzleState
from echoes.games.situation_puzzle.turn.context import hints_left, puzzle_state
from echoes.games.situation_puzzle.turn.hint_ladder import has_found_everything
from echoes.games.situation_puzzle.view import badge, label
from echoes.games.turn_state import TurnState

_WORDS = {
    "en": {
        "ask": "Ask",
        "ask_placeholder": "A yes-or-no question",
        "answer": "Final answer",
        "answer_placeholder": "Answer (wrong: −{cost})",
        "parts": "The parts of the solution",
        "path": "The path",
        "hint": "Hint",
    },
    "zh": {
        "ask": "提问",
        "ask_placeholder": "写一个是非问题",
        "answer": "最终答案",
        "answer_placeholder": "答案（答错 −{cost} 分）",
        "parts": "汤底的各个部分",
        "path": "走过的路",
        "hint": "提示",
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


@dataclass(frozen=True)
class PuzzleCharges:
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


@dataclass(frozen=True)
class PuzzleViewModel:
    """The data that the page of a puzzle shows beside blocks and panels.

    Attributes:
        answers: the number of final answers that were judged.
        has_cloze: whether the answer can be put together gap by gap.
        needs_no_hint: whether none is given, as nothing that matters is missing.
        solution: the core facts, each with whether it was found; None before the end.
    """

    tally: PuzzleCharges
    answers: int
    has_cloze: bool
    needs_no_hint: bool
    solution: Checklist | None


def view_model_of(puzzle: Puzzle, state: TurnState[PuzzleState], language: str) -> PuzzleViewModel:
    """Return the charges of a game, and the parts of the solution once it is over."""
    game = puzzle_state(state)
    tally = PuzzleCharges(game["questions"], game["max_questions"], game["hints"], hints_left(state))
    solution = checklist_of(puzzle, game["facts"], language) if Phase(game["phase"]).ended else None
    found = has_found_everything(puzzle, game)
    return PuzzleViewModel(tally, game["answers"], puzzle.cloze is not None, found, solution)


def checklist_of(puzzle: Puzzle, found: Collection[str], language: str) -> Checklist:
    """Return the core facts, each with whether it was found.

    Args:
        puzzle: whose facts.
        found: the ids of the facts that the player knows.
        language: of the label.
    """
    core = (fact for fact in puzzle.judged_facts if fact.id in puzzle.core_facts)
    return Checklist(_words(language)["parts"], [(fact.statement, fact.id in found) for fact in core])


def path_of(entries: Sequence[Entry], language: str) -> TurnPath:
    """Return each turn that counts, with what came of it.

    Args:
        entries: of the whole log, as the viewer sees it.
        language: of the labels.
    """
    counted = effective_entries(entries)
    current = {**current_rulings(counted), **current_verdicts(counted)}
    progress = 0.0
    steps: list[PathStep] = []
    for entry in counted:
        if entry.event.makes_turn:
            progress = progress_of([entry], progress)
            mark, text, kind = _step(entry.event, current.get(entry.event.turn), language)
            steps.append(PathStep(mark, text, progress, _SQUARES.get(kind, _OTHER_SQUARE)))
    return TurnPath(_words(language)["path"], steps)


def _step(event: Event, current: str | None, language: str) -> tuple[Badge, str, str]:
    """Return a turn's badge, its text, and what came of it as a word."""
    match event:
        case QuestionRuled():
            word = current or event.ruling
            return badge(word, language), f"{event.asked or event.text} {label(word, language)}", word
        case HypothesisJudged():
            verdict = current or event.verdict
            return badge(verdict, language), f"{event.text} {label(verdict, language)}", verdict
        case HintGiven():
            said = _words(language)["hint"]
            return Badge(said, "?", "gift"), said, "hint"
        case _:
            return Badge("", "·", "quiet"), "", ""
