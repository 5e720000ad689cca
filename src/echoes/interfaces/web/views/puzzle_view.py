"""View of a situation puzzle on its page: messages, quick commands and the end screen of its own."""

from collections.abc import Sequence

from echoes.core.log.entries import Entry
from echoes.core.log.events import ClarificationAsked, CommandResult, SessionEnded
from echoes.core.log.queries import message_of
from echoes.core.views.blocks import Block, Choices, Sheet
from echoes.core.views.panels import Board
from echoes.engine.sessions.finished_game import FinishedGame
from echoes.engine.views.seat_presentation import SeatPresentation
from echoes.games.situation_puzzle.board import PuzzleBoard
from echoes.games.situation_puzzle.events import (
    HypothesisJudged,
    PuzzleClarificationAsked,
    PuzzleEnded,
    PuzzleStarted,
    QuestionRuled,
    SolutionRevealed,
    statement_of,
)
from echoes.games.situation_puzzle.panels import PuzzleViewModel, path_of
from echoes.games.situation_puzzle.session.record import final_score
from echoes.games.situation_puzzle.share_card import share_card
from echoes.games.situation_puzzle.view import describe_counts, describe_referee
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.views.ending import EndScreen
from echoes.interfaces.web.views.game_view import GameView
from echoes.interfaces.web.views.pieces import Piece
from echoes.memory.records import GameRecord

_BUTTONS = ("/hint", "/recap", "/undo", "/challenge", "/restart", "/giveup")
_LEAVES_OPEN = ("recap", "status", "help", "story")
"""Commands after which a choice that was offered can still be made."""
_BOARD, _CLOZE = "board", "cloze"
"""The sources of verdicts on answers that were put together."""
_FEW = 5
"""Others that have to have finished before anybody is told which share they beat."""


class PuzzleView(GameView):
    """A session of a situation puzzle as HTML; its arguments are those of any view."""

    unseen = (*GameView.unseen, SolutionRevealed, SessionEnded)
    pick_note = "board_own"

    def __init__(self, shown: SeatPresentation) -> None:
        super().__init__(shown)
        self._board = PuzzleBoard()

    def read(self, seen: Sequence[Entry]) -> None:
        """Put on the board what a whole log has established."""
        super().read(seen)
        self._board.read(seen)

    def follow(self, seen: Sequence[Entry]) -> None:
        """Put on the board what appended entries establish."""
        super().follow(seen)
        self._board.follow(seen)

    def statement_title(self) -> str:
        """Return the heading of the statement, as a key of the page's words."""
        return "statement"

    def statement(self) -> str:
        """Return the puzzle's statement."""
        return statement_of(self.started)

    def referee(self) -> str:
        """Return a line on who rules: the embedded referee, or which model."""
        assert isinstance(self.started, PuzzleStarted)
        return describe_referee(self.started)

    def said(self, entry: Entry) -> Sequence[Piece]:
        """Return the message that the player sent, an answer from the board in pieces."""
        if not message_of(entry):
            return []
        if _is_from_board(entry):
            return board_pieces(entry)
        if message_of(entry) == "0" and self.declined and isinstance(entry.event, CommandResult):
            return [Piece(self.declined)]
        said = _said(entry, self.lang)
        if isinstance(entry.event, ClarificationAsked):  # a number that picks nothing stays a number
            said = self.picked(said)
        return [Piece(said)] if said else []

    def kind_of(self, entry: Entry, blocks: Sequence[Block]) -> str:
        """Return the kind of a message: a final answer, or one from the board."""
        return (
            texts_in(self.lang)["final_from_board"]
            if _is_from_board(entry)
            else super().kind_of(entry, blocks)
        )

    def is_passing(self, entry: Entry) -> bool:
        """Return whether a choice that was offered before an entry can still be made after it."""
        event = entry.event
        free = isinstance(event, CommandResult) and event.command in _LEAVES_OPEN
        return free or super().is_passing(entry)

    def is_ordered(self, choices: Choices) -> bool:
        """Return whether what is offered is the board, whose numbers are known."""
        return choices.said == "/answer" or {one.text for one in choices.options} <= {*self._board.finds()}

    def panels(self) -> Sequence[Board]:
        """Return the board of what is established."""
        return [self._board.panel(self.lang)]

    def meter(self, played: int, ended: bool) -> str:
        """Return progress, questions and hints."""
        values = {"progress": self.progress, "tally": self._model().tally, "score": self._score()}
        return self._part("meter", played=played, ended=ended, **values)

    def brief(self) -> str:
        """Return progress and questions in a line, for where there is no room for more."""
        asked = self._model().tally.questions
        return f"{round(100 * self.progress)}% · {texts_in(self.lang)['questions']} {asked}"

    def _model(self) -> PuzzleViewModel:
        found = self.shown.view_model()
        assert isinstance(found, PuzzleViewModel)
        return found

    def _score(self) -> int:
        """Return the points for solving it now, or those of the end."""
        ended, model = self.shown.known.ended, self._model()
        if isinstance(ended, PuzzleEnded):
            return ended.score
        return final_score("COMPLETED", model.tally.questions, model.tally.hints, model.answers + 1)

    def commands(self) -> str:
        """Return hint, recap, undo, challenge and give up."""
        asked, turns, model = self._board.has_questions, bool(self.shown.known.turns), self._model()
        values = {"tally": model.tally, "score": self._score(), "giving_up": self.shown.giving_up}
        values |= {"needs_no_hint": model.needs_no_hint, "answers": model.answers}
        return self._part("commands", established=asked, turns=turns, **values)

    def from_board(self) -> str:
        """Return the way to put the answer together: by cloze, or else of what was found, if anything was."""
        values = {"has_cloze": self._model().has_cloze, "complete": self.progress >= 1}
        return self._part("from_board", count=len(self._board.finds()), **values)

    def end_screen(self, finished: FinishedGame) -> EndScreen:
        """Return the findings, the way there, and the results of others."""
        events = [entry.event for entry in finished.entries]
        ended = next(event for event in events if isinstance(event, PuzzleEnded))
        answer = next((event.answer for event in events if isinstance(event, SolutionRevealed)), "")
        started, words = self.started, texts_in(self.lang)
        assert isinstance(started, PuzzleStarted)
        path = path_of(finished.entries, self.lang)
        parts = self._model().solution
        won = ended.status == "COMPLETED"
        return EndScreen(
            title=words["solved_title" if won else "given_up_title"],
            won=won,
            value=words["score"].format(score=ended.score) if won else "",
            tally=describe_counts(ended.questions, ended.hints, self.lang),
            comparison=compared(ended, finished.others, self.lang),
            scenario=started.puzzle_id,
            languages=finished.languages,
            sheets=[Sheet(words["truth"], answer)],
            panels=[*([parts] if parts and parts.items else []), *([path] if path.steps else [])],
            share=share_card(finished.entries, finished.day),
        )


def _is_from_board(entry: Entry) -> bool:
    return isinstance(entry.event, HypothesisJudged) and entry.event.source == _BOARD


def _said(entry: Entry, lang: str) -> str:
    """Return the message that the player sent, as a person would have said it."""
    said, event, words = message_of(entry), entry.event, texts_in(lang)
    if not said.strip("#＃ 0123456789") and isinstance(event, QuestionRuled | HypothesisJudged):
        return event.text  # numbers that picked it, or settled what was meant
    if isinstance(event, HypothesisJudged) and event.source == _CLOZE:
        return event.text
    if said == "/answer" or (isinstance(event, ClarificationAsked) and event.text == "/answer"):
        has_cloze = isinstance(event, PuzzleClarificationAsked) and event.cloze
        return words["put_together" if has_cloze else "from_board"]
    if said in _BUTTONS:
        return words[said[1:]]
    return said.removeprefix("/answer ")


def board_pieces(entry: Entry) -> list[Piece]:
    """Return an answer from the board in pieces, with the player's own words apart."""
    event = entry.event
    if not isinstance(event, HypothesisJudged):
        return []
    pieces: list[Piece] = []
    end = 0
    for start, until in event.asides:
        pieces += [Piece(event.text[end:start]), Piece(event.text[start:until], own=True)]
        end = until
    return [*pieces, Piece(event.text[end:])]


def compared(ended: PuzzleEnded, others: Sequence[GameRecord], lang: str) -> str:
    """Compare a game with the first tries of others at the same puzzle, in words."""
    words = texts_in(lang)
    if not others:
        return words["compare_first"] if ended.status == "COMPLETED" else ""
    if len(others) >= _FEW:
        beaten = sum((record.facts.score or 0) < ended.score for record in others)
        return words["compare_better"].format(percent=round(100 * beaten / len(others)), count=len(others))
    solved = [record.facts.questions or 0 for record in others if record.solved]
    if not solved:
        return words["compare_none_solved"].format(count=len(others))
    mean = round(sum(solved) / len(solved))
    return words["compare_few"].format(count=len(others), solved=len(solved), questions=mean)
