"""The phrases of the situation puzzle, from `config/agents.yaml`."""

import string

from pydantic import BaseModel, ConfigDict, model_validator

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP

_VARIABLES = {
    "pick_range": {"count"},
    "board_range": {"count"},
    "too_long": {"length", "limit"},
    "hint_limit": {"limit"},
    "question_limit": {"limit"},
    "unknown_command": {"command", "help"},
    "status": {"questions", "question_limit", "hints", "hints_left", "progress"},
    "status_limit": {"limit"},
    "undone": {"turns"},
    "undone_question": {"text", "ruling"},
    "undone_answer": {"verdict"},
    "undone_hint": {"level"},
    "close_about": {"places"},
    "cloze_gap": {"gap", "count"},
    "cloze_change": {"text"},
    "cloze_numbers": {"count"},
    "quit": {"session"},
    "restarted": {"session"},
    "summary_dropped": {"count", "kind"},
    "challenge_overturned": {"ruling"},
    "corrected": {"text", "ruling"},
    "corrected_by_author": {"text", "ruling"},
    "offer_hint": {"count"},
    "hint_why_known_many": {"count"},
    "recap_answer": {"text"},
    "recap_taken_as": {"asked", "text"},
    "difficulty_known": {"difficulty", "solved", "games", "questions"},
    "difficulty_tried": {"difficulty", "solved", "games", "questions"},
    "difficulty_harder": {"difficulty", "best"},
    "difficulty_easier": {"difficulty", "best"},
}
_FOR_THE_GAME = frozenset(
    "ask ask_stuck ask_restart decline hint help restart undo challenge story recap status quit answer"
    " giveup".split()
)
"""What is asked back about words for the game: three prompts, and an option for each command."""


class Phrases(BaseModel):
    """The phrases of the game in one language.

    `asides` are remarks on rulings that say nothing new, used with full verbosity.
    Unknown keys and unknown variables are refused at start, after simonw/llm's templates.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    rulings: dict[RulingWord, str]
    notice_no_rulings: str
    progress_remark: str
    step_remark: str
    detail_remark: str
    complete_remark: str
    not_polar: str
    choice: str
    many: str
    language: str
    unknown: str
    unruled: str
    unsure: str
    unsure_of_one: str
    route_prompt: str
    route_answer: str
    route_question: str
    giveup_prompt: str
    none_meant: str
    asked_before: str
    greeting: str
    small_talk: str
    declined: str
    for_the_game: dict[str, str]
    restarted: str
    nothing_to_pick: str
    pick_range: str
    empty: str
    too_long: str
    no_hints: str
    without_hints: str
    unconfirmed_ruling: str
    no_rulings: str
    no_facts: str
    hint_limit: str
    hint_why_known: str
    hint_why_known_many: str
    hints_known: str
    hints_complete: str
    hint_why_direct: str
    hint_why_statistics: str
    offer_hint: str
    offer_hint_early: str
    difficulty_known: str
    difficulty_tried: str
    difficulty_harder: str
    difficulty_easier: str
    question_limit: str
    unknown_command: str
    answer_empty: str
    board: str
    board_range: str
    solved: str
    close: str
    close_about: str
    close_untold: str
    places: dict[str, str]
    comma: str
    partial: str
    partial_untold: str
    wrong: str
    unread: str
    unread_cloze: str
    cloze_begin: str
    cloze_gap: str
    cloze_unread: str
    cloze_review: str
    cloze_yes: str
    cloze_change: str
    cloze_back: str
    cloze_not_now: str
    cloze_left: str
    cloze_numbers: str
    cloze_same: str
    cloze_close: str
    cloze_partial: str
    cloze_wrong: str
    contradicted: str
    answer_from_board: str
    status: str
    status_limit: str
    recap_empty: str
    recap_title: str
    recap_answer: str
    recap_taken_as: str
    summary_dropped: str
    challenge_none: str
    challenge_upheld: str
    challenge_unsettled: str
    challenge_withdrawn: str
    challenge_overturned: str
    challenge_split: str
    challenge_answer_upheld: str
    challenge_answer_unsettled: str
    challenge_answer_withdrawn: str
    challenge_answer_overturned: str
    corrected: str
    corrected_by_author: str
    model_away: str
    model_unreadable: str
    model_budget: str
    model_too_long: str
    model_filtered: str
    model_unsure: str
    model_contradiction: str
    undone: str
    undone_question: str
    undone_answer: str
    undone_hint: str
    undone_pending: str
    undo_nothing: str
    undo_usage: str
    ended: str
    quit: str
    help: str
    asides: dict[RulingWord, list[str]] = {}

    @model_validator(mode="after")
    def _known_variables(self) -> "Phrases":
        for name, phrase in self:
            parsed = string.Formatter().parse(phrase if isinstance(phrase, str) else "")
            used = {variable for _, variable, _, _ in parsed if variable is not None}
            if unknown := used - _VARIABLES.get(name, set()):
                known = ", ".join(sorted(_VARIABLES.get(name, set()))) or "none"
                raise ValueError(f"{name}: unknown variable '{min(unknown)}'; known: {known}")
        return self

    @model_validator(mode="after")
    def _every_key(self) -> "Phrases":
        for name, keys in (("places", {*QUESTION_MAP}), ("for_the_game", _FOR_THE_GAME)):
            if missing := keys - getattr(self, name).keys():
                raise ValueError(f"{name}: no words for '{min(missing)}'")
        return self

    def format(self, name: str, **variables: object) -> str:
        """Return a phrase with its variables filled in."""
        text: str = getattr(self, name)
        return text.format(**variables) if variables else text
