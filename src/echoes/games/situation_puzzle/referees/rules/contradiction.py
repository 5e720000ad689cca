"""Contradictions between a ruling and those that were given before in the same session."""

from collections.abc import Sequence

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.inference import infer_from
from echoes.games.situation_puzzle.referees.rules.known_sentences import Premise
from echoes.games.situation_puzzle.referees.rules.same_question import QuestionComparison
from echoes.games.situation_puzzle.referees.types import PastRuling
from echoes.language.reader import Reader

_PLAIN: tuple[RulingWord, ...] = ("YES", "NO")


class ContradictionCheck:
    """A check of rulings against the rulings that stand.

    Args:
        reader: of the puzzle's language.
        comparison: tells which questions are the same.
    """

    def __init__(self, reader: Reader, comparison: QuestionComparison) -> None:
        self._reader, self._comparison = reader, comparison

    def contradicts(self, text: str, ruling: RulingWord, earlier: Sequence[PastRuling]) -> bool:
        """Return whether a ruling on a text contradicts one that was given before.

        It does where the same was ruled otherwise, where another ruling follows from what was ruled, where
        two things that exclude each other would be so, and where what was not done would be undone.
        """
        return ruling in _PLAIN and any(
            self._excludes(text, ruling, past) for past in earlier if past.ruling in _PLAIN
        )

    def _excludes(self, text: str, ruling: RulingWord, past: PastRuling) -> bool:
        if self._comparison.asks_the_same(text, past.text):
            return ruling != past.ruling
        if ruling == past.ruling == "YES" and self._comparison.are_contrary(text, past.text):
            return True
        if {ruling, past.ruling} == {"YES", "NO"}:
            done, undone = (past.text, text) if ruling == "YES" else (text, past.text)
            if self._reader.undoes(undone, done):
                return True
        return self._follows_otherwise(text, ruling, past)

    def _follows_otherwise(self, text: str, ruling: RulingWord, past: PastRuling) -> bool:
        """Return whether another ruling follows from one that was given, by natural logic."""
        said, known = (self._reader.clauses(one) for one in (text, past.text))
        if len(said) != 1 or len(known) != 1:
            return False
        mine, theirs = said[0].logical_form, known[0].logical_form
        found = infer_from(mine, theirs, Premise(known[0], past.ruling)) if mine and theirs else None
        return found is not None and found.ruling != ruling
