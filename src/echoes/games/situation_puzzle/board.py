"""The board of a situation puzzle: the questions that count, kept up with the log."""

from collections.abc import Sequence
from dataclasses import replace

from echoes.core.log.authorship import Authors
from echoes.core.log.entries import Entry
from echoes.core.log.queries import effective_entries
from echoes.core.views.panels import Board, BoardColumn, BoardItem
from echoes.games.situation_puzzle.events import QuestionRuled, RulingWord
from echoes.games.situation_puzzle.session.current_rulings import apply_ruling
from echoes.games.situation_puzzle.view import badge

_WORDS = {
    "en": {
        "board": "What is established",
        "YES": "Confirmed",
        "NO": "Excluded",
        "YES AND NO": "Yes and no",
        "IRRELEVANT": "Irrelevant",
    },
    "zh": {
        "board": "已经确定的事",
        "YES": "已确认",
        "NO": "已排除",
        "YES AND NO": "是也不是",
        "IRRELEVANT": "无关",
    },
}
_COLUMNS = ("YES", "NO", "YES AND NO", "IRRELEVANT")


class PuzzleBoard:
    """The questions of a session and their current rulings, from the entries that a viewer sees."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._asked: dict[int, tuple[str, str]] = {}
        self._rulings: dict[int, RulingWord] = {}
        self._authors = Authors()

    def read(self, entries: Sequence[Entry]) -> None:
        """Take note of a whole log."""
        self._forget()
        self._authors.note(entries)
        self._count(effective_entries(entries))

    def follow(self, entries: Sequence[Entry]) -> None:
        """Take note of appended entries that take no turn back."""
        self._authors.note(entries)
        self._count(entries)

    def _count(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if isinstance(event := entry.event, QuestionRuled):
                self._asked[event.turn] = event.text, self._authors.of(entry)
            apply_ruling(self._rulings, event)

    @property
    def has_questions(self) -> bool:
        """Return whether any question was ruled, even if its ruling was withdrawn."""
        return bool(self._asked)

    def finds(self) -> list[str]:
        """Return the questions that are ruled YES, in the order of their numbers."""
        yes = (self._asked[turn][0] for turn, ruling in self._rulings.items() if ruling == "YES")
        return list(dict.fromkeys(yes))

    def panel(self, language: str) -> Board:
        """Return each question once, under its latest ruling, in order; titles are in the language."""
        words = _WORDS.get(language, _WORDS["en"])
        numbers = {text: number for number, text in enumerate(self.finds(), 1)}
        latest: dict[str, tuple[RulingWord, str]] = {}
        for turn, ruling in self._rulings.items():
            text, by = self._asked[turn]
            latest[text] = ruling, latest[text][1] if text in latest else by  # whoever found it out
        columns: list[BoardColumn] = []
        for ruling in _COLUMNS:
            found = ((text, by) for text, (current, by) in latest.items() if current == ruling)
            items = [BoardItem(text, numbers[text] if ruling == "YES" else 0, by) for text, by in found]
            columns.append(BoardColumn(replace(badge(ruling, language), word=words[ruling]), items))
        return Board(words["board"], columns)
