"""The context that the nodes of the graph are given with each message, and its session's model budget."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from echoes.core.log.entries import Entry
from echoes.core.operation.usage import Usage
from echoes.core.protocols import LLMClient, Retriever, SessionHistory
from echoes.games.resources import Limits
from echoes.games.situation_puzzle.events import PuzzleCommandResult
from echoes.games.situation_puzzle.phrases import Phrases
from echoes.games.situation_puzzle.puzzle.part import sentences_of
from echoes.games.situation_puzzle.puzzle.reader import is_told_by_speakers, reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import Referee
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.settings import Verbosity
from echoes.games.situation_puzzle.state import PuzzleState, initial_state
from echoes.games.situation_puzzle.traces import CommandTrace
from echoes.games.situation_puzzle.turn.hint_writer import HintWriter
from echoes.games.situation_puzzle.turn.message_parser import ParsedMessage
from echoes.games.turn_state import TurnState
from echoes.language.game_words import GameWords
from echoes.language.reader import Form, Reader, letters_of


@dataclass(frozen=True)
class Narrator:
    """A narrator that is a model.

    Attributes:
        voice: the model.
        tone: the tone, in the language of the puzzle.
    """

    voice: LLMClient
    tone: str
    verbosity: Verbosity


@dataclass(frozen=True)
class PuzzleContext:
    """The puzzle, its referee and the bounds of the session; nothing in it can write.

    Attributes:
        hint_writer: writes hints when the ladder is used up.
        narrator: the narrator that is a model, if there is one.
        verbosity: the verbosity of remarks.
        history: the log of the session, for the recap.
        retrievers: a retriever per role, each bound to its tiers.
    """

    session_id: str
    puzzle: Puzzle
    referee: Referee
    phrases: Phrases
    limits: Limits
    history: SessionHistory
    hint_writer: HintWriter
    narrator: Narrator | None
    verbosity: Verbosity
    retrievers: Mapping[str, Retriever]

    @cached_property
    def reader(self) -> Reader:
        """The reader of the puzzle's language, which takes long to load."""
        return reader_of(self.puzzle)

    @cached_property
    def secret_sentences(self) -> Sequence[str]:
        """The sentences of facts and answer, without case and punctuation."""
        puzzle, reader = self.puzzle, self.reader
        told = [clause.text for clause in reader.clauses(puzzle.as_read.answer)]
        told = told or sentences_of(puzzle.answer)
        return [*map(reader.normalize, [*(fact.statement for fact in puzzle.judged_facts), *told])]

    @property
    def authored(self) -> Set[str]:
        """The wordings of the authored rulings, without case and punctuation."""
        return analysis_of(self.puzzle).ruling_index.by_normalized_text.keys()

    def asks_about_story(self, text: str, words: GameWords) -> bool:
        """Return whether plain words for the game are a question all the same.

        Its author rules on it, or it asks what yes or no can answer of something that the story tells. In a
        story that is told by "I" or to "you", other words than those of the game speak of these people.
        """
        if words.intent == "stuck" and not words.is_certain and is_told_by_speakers(self.puzzle):
            return True
        polar = any(clause.form is Form.POLAR for clause in self.reader.clauses(text))
        if polar and words.intent == "stuck" and not words.is_certain:
            told = self.reader.ideas(f"{self.puzzle.title}\n{self.puzzle.statement}")
            if told & self.reader.ideas(text):
                return True
        return self.reader.normalize(text) in self.authored

    def is_the_answer(self, text: str) -> bool:
        """Return whether a text is the author's answer word for word, however it is punctuated."""
        return bool(self._answer) and letters_of(self.reader, text) == self._answer

    @cached_property
    def _answer(self) -> str:
        return letters_of(self.reader, self.puzzle.answer)

    def new_ideas(self, *texts: str) -> list[str]:
        """Return the ideas of these texts that authored rulings have; others need not be remembered."""
        vocabulary = analysis_of(self.puzzle).ruling_index.vocabulary
        return sorted(self.reader.ideas("\n".join(texts)) & vocabulary)


class PuzzleTurn(TurnState[PuzzleState], total=False):
    """The state of the graph, with what nodes hand to each other within one message.

    Attributes:
        parsed: the message, where it takes a flow; what is answered at once takes none.
        gives_up: whether the game is given up.
    """

    parsed: ParsedMessage
    gives_up: bool


def parsed_message(state: PuzzleTurn) -> ParsedMessage:
    """Return the message, in a node of the flow that it takes."""
    assert "parsed" in state
    return state["parsed"]


def puzzle_state(state: TurnState[PuzzleState]) -> PuzzleState:
    """Return the game's own part of the graph's state."""
    return state.get("game", initial_state())


def command_result(command: str, text: str, trace: CommandTrace | None = None) -> Entry:
    """Return a `command_result`, by which the game says anything that is no ruling."""
    return Entry(PuzzleCommandResult(command=command, text=text), trace)


def over_budget(state: TurnState[PuzzleState]) -> bool:
    """Return whether the session's model budget is spent; undone turns count too."""
    game, used = puzzle_state(state), spent(state)
    tokens = used.prompt_tokens + used.completion_tokens
    bounds = ((game["max_calls"], used.model_calls), (game["max_tokens"], tokens))
    return any(bound is not None and so_far >= bound for bound, so_far in bounds)


def spent(state: TurnState[PuzzleState]) -> Usage:
    """Return the cost of models in this session."""
    return Usage.model_validate(state.get("spent", {}))


def hints_left(state: TurnState[PuzzleState]) -> int:
    """Count the hints that are left: those of the ladder, and those that a model may write."""
    game = puzzle_state(state)
    further = 0 if over_budget(state) else game["further_hints"]
    return max(0, game["max_hints"] + further - game["hints"])
