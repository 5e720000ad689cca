"""The kinds of messages, as far as rules are sure of them, so that no model is asked what they are."""

from functools import cached_property

from echoes.games.situation_puzzle.puzzle.reader import is_told_by_speakers, reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.language.game_words import subjects_of
from echoes.language.reader import Form, Reader


class MessageKinds:
    """The kinds of messages on one puzzle.

    Args:
        puzzle: with its secrets.
        is_small: whether the model is so small that it takes any claim for a call for help.
    """

    def __init__(self, puzzle: Puzzle, is_small: bool = False) -> None:
        self._puzzle, self._is_small = puzzle, is_small

    def is_about_story(self, text: str) -> bool:
        """Return whether a message surely asks or says something about the story.

        It asks what yes or no can answer, or names somebody or something of the story. Where it speaks of the
        players, it does both, and speaks of nothing of the game; in a story that is told by "I" or to "you",
        these are no players. A small model is not asked about a claim in a whole sentence either.
        """
        if not any(one.key for one in self._reader.clauses(text)):
            return False
        language = self._puzzle.language
        subjects = subjects_of(self._reader.strip_fillers(text), language)
        others = "others" in subjects | subjects_of(text, language)
        names = others or bool(self._reader.ideas(text) & self._ideas)
        is_of_game, is_polar = "game" in subjects, self.is_polar(text)
        if "players" in subjects and not self._is_told_by_speakers:
            return names and is_polar and not is_of_game
        if "players" in subjects and is_of_game:
            return False
        return names or is_polar or (self._is_small and not is_of_game and self._is_claim(text))

    def _is_claim(self, text: str) -> bool:
        """Return whether a message is one whole sentence that claims something."""
        clauses = self._reader.clauses(text)
        return len(clauses) == 1 and clauses[0].form is Form.CLAIM and self._reader.is_sentence(clauses[0])

    def is_polar(self, text: str) -> bool:
        """Return whether something in a message asks what yes or no can answer."""
        asked = [text, *self._reader.segments(text)]
        forms = {clause.form for part in asked for clause in self._reader.clauses(part)}
        return not forms.isdisjoint({Form.POLAR, Form.CHOICE})

    @cached_property
    def _is_told_by_speakers(self) -> bool:
        return is_told_by_speakers(self._puzzle)

    @cached_property
    def _reader(self) -> Reader:
        return reader_of(self._puzzle)

    @cached_property
    def _ideas(self) -> frozenset[str]:
        puzzle = self._puzzle
        facts = [fact.statement for fact in puzzle.judged_facts]
        return self._reader.ideas("\n".join((puzzle.title, puzzle.statement, puzzle.as_read.answer, *facts)))
