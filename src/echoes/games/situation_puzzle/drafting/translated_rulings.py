"""Rulings in another language: each question keeps its ruling, and none is lost."""

from collections.abc import Sequence

from echoes.games.situation_puzzle.drafting.draft import QuestionPool
from echoes.games.situation_puzzle.drafting.translated_entries import EntryTranslator
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle


async def translated_rulings(
    puzzle: Puzzle, new: Puzzle, texts: EntryTranslator
) -> list[AuthoredRuling] | None:
    """Return the rulings with their questions translated; None if one of them has no translation.

    Those of who knew the solution are asked for apart, so that nobody who translates the others sees them.

    Args:
        puzzle: in its own language, with its rulings.
        new: the puzzle in the other language, without them.
        texts: the translator of lists.
    """
    merged = _Merged(new)
    for name, seen in (("questions", False), ("questions on facts", True)):
        rulings = [one for one in puzzle.rulings if one.from_solution is seen]
        questions = await texts.of(name, [one.texts for one in rulings])
        remarks = await texts.first_of(f"remarks on {name}", [one.remark for one in rulings if one.remark])
        if questions is None or remarks is None:
            return None
        for one, wordings in zip(rulings, questions, strict=True):
            merged.add(one, wordings, remarks.pop(0) if one.remark else "")
    return merged.rulings


class _Merged:
    """Rulings of which no two have a wording in common."""

    def __init__(self, new: Puzzle) -> None:
        self._pool, self._normalized = QuestionPool(new), reader_of(new).normalize
        self._owners: dict[str, int] = {}
        self.rulings: list[AuthoredRuling] = []

    def add(self, one: AuthoredRuling, wordings: Sequence[str], remark: str) -> None:
        """Add a ruling, unless all its wordings are there already: then it is that other one."""
        named = {self._normalized(text): text for text in wordings}
        fresh = {name: text for name, text in named.items() if name not in self._owners}
        if not fresh:
            self._agree(self._owners[next(iter(named))], one)
            return
        asked = {name: text for name, text in fresh.items() if self._pool.may_be_ruled(text)} or fresh
        self._owners |= dict.fromkeys(asked, len(self.rulings))
        new = {"texts": tuple(asked.values()), "unconfirmed": True, "remark": remark}
        self.rulings.append(one.model_copy(update=new))

    def _agree(self, index: int, other: AuthoredRuling) -> None:
        """Ask the author to decide where two questions became one, and are ruled on differently."""
        first = self.rulings[index]
        if first.ruling != other.ruling:
            doubt = {"votes": (first.ruling, other.ruling), "doubt": 1.0, "facts": (), "steps": ()}
            self.rulings[index] = first.model_copy(update={**doubt, "open": False})
