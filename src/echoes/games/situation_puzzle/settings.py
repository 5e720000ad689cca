"""Settings of the situation puzzle, from `config/agents.yaml`: phrases, personas, narration, budgets."""

import string
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from echoes.core.protocols import JsonObject
from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.players.registry import PlayerSettings
from echoes.games.situation_puzzle.puzzle.in_play import without_unconfirmed
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeSettings
from echoes.games.situation_puzzle.roles import PuzzleRole

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
    "difficulty_known": {"difficulty", "solved", "games", "questions"},
    "difficulty_tried": {"difficulty", "solved", "games", "questions"},
    "difficulty_harder": {"difficulty", "best"},
    "difficulty_easier": {"difficulty", "best"},
}
_FOR_THE_GAME = frozenset(
    "ask ask_stuck ask_restart decline hint help restart undo story recap status quit answer giveup".split()
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
    cloze_review: str
    cloze_yes: str
    cloze_change: str
    cloze_back: str
    cloze_not_now: str
    cloze_left: str
    cloze_numbers: str
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


Verbosity = Literal["brief", "usual", "full"]


class NarrationSettings(BaseModel):
    """Settings of the narration.

    Attributes:
        by: `templates`, or the narrator's `model` beside them.
        persona: a name of `personas`.
        verbosity: `brief` gives the ruling and no more, `full` adds a remark to each.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    by: Literal["templates", "model"] = "templates"
    persona: str = "host"
    verbosity: Verbosity = "usual"


class Persona(BaseModel):
    """The narrating persona.

    Attributes:
        tone: the tone for a narrator's model, by language.
        phrases: phrases of its own, by language.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    tone: dict[str, str]
    phrases: dict[str, JsonObject] = {}

    @model_validator(mode="after")
    def _both_languages(self) -> "Persona":
        if missing := {"en", "zh"} - set(self.tone):
            raise ValueError(f"tone: no words for '{min(missing)}'")
        return self


class AgentSettings(BaseModel):
    """The `agents` section.

    Attributes:
        referee: settings of the referee.
        player: settings of AI players.
        further_hints: the number of hints that a model may write when the author's are used up.
        context_tokens: the size of each role's prompt window, in tokens.
        narration: settings of the narration.
        personas: the personas by name.
        phrases: the game's phrases, by language.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    referee: RefereeSettings = RefereeSettings()
    player: PlayerSettings = PlayerSettings()
    further_hints: int = Field(default=2, ge=0)
    context_tokens: dict[PuzzleRole, Annotated[int, Field(ge=100)]]
    narration: NarrationSettings = NarrationSettings()
    personas: dict[str, Persona]
    phrases: dict[str, Phrases]

    @model_validator(mode="after")
    def _every_role(self) -> "AgentSettings":
        if missing := set(PuzzleRole) - set(self.context_tokens):
            raise ValueError(f"context_tokens: no budget for '{min(missing)}'")
        return self

    @model_validator(mode="after")
    def _every_persona(self) -> "AgentSettings":
        if missing := {"en", "zh"} - set(self.phrases):
            raise ValueError(f"phrases: none in '{min(missing)}'; take them over from the original file")
        if self.narration.persona not in self.personas:
            known = ", ".join(sorted(self.personas))
            raise ValueError(f"narration.persona: no '{self.narration.persona}'; known: {known}")
        for name, persona in self.personas.items():
            for lang, own in persona.phrases.items():
                where = f"personas.{name}.phrases.{lang}"
                if lang not in self.phrases:
                    raise ValueError(f"{where}: no such language")
                try:
                    _merged(self.phrases[lang], own)
                except ValidationError as error:
                    first = error.errors()[0]
                    raise ValueError(
                        f"{'.'.join([where, *map(str, first['loc'])])}: {first['msg']}"
                    ) from None
        return self

    @property
    def persona(self) -> Persona:
        """The narrating persona."""
        return self.personas[self.narration.persona]

    def in_play(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle with what counts: unconfirmed rulings only where the operator allows them."""
        remark = self.phrases_in(puzzle.language).unconfirmed_ruling
        return without_unconfirmed(puzzle, remark if self.referee.unconfirmed else None)

    def phrases_in(self, lang: str) -> Phrases:
        """Return the phrases in a language, with those of the persona over them."""
        return _merged(self.phrases[lang], self.persona.phrases.get(lang, {}))


def _merged(phrases: Phrases, own: JsonObject) -> Phrases:
    return Phrases.model_validate({**phrases.model_dump(), **own})
