"""Evidence for a ruling: similar authored rulings and, of a long solution, the nearest passages."""

from typing import NamedTuple

from echoes.games.situation_puzzle.referees.contract import RefereeDependencies
from echoes.games.situation_puzzle.referees.llm.prompt_builder import PromptBuilder
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of

_PRECEDENTS = 4
_WORDINGS = 24
"""Wordings that are looked up for them: several may be of one ruling."""
_PASSAGES = 16
"""Passages that are looked up; the last ones give way where the budget does not hold them."""


class Evidence(NamedTuple):
    """A text that is shown to a model, and the id of its document."""

    id: str
    text: str


class EvidenceFinder:
    """A finder of evidence.

    Args:
        dependencies: puzzle, retriever and settings.
        prompts: knows whether the solution is too long to be shown as a whole.
    """

    def __init__(self, dependencies: RefereeDependencies, prompts: PromptBuilder) -> None:
        self._dependencies, self._prompts = dependencies, prompts

    async def find(self, text: str) -> tuple[Evidence, ...]:
        """Return the evidence for a question, passages before rulings, the nearest first."""
        if self._dependencies.settings.evidence == "none":
            return ()
        passages: list[Evidence] = []
        if self._prompts.needs_retrieval:
            found = await self._dependencies.retriever.search(text, _PASSAGES, kind="puzzle_answer")
            passages = [Evidence(passage.id, passage.text) for passage in found]
        return (*passages, *await self._precedents(text))

    async def _precedents(self, text: str) -> list[Evidence]:
        """Return the authored rulings on what comes nearest to a question, each once, the nearest first."""
        index = analysis_of(self._dependencies.puzzle).ruling_index
        best: dict[int, Evidence] = {}
        for passage in await self._dependencies.retriever.search(text, _WORDINGS, kind="ruling"):
            if wording := index.wordings.get(passage.id):
                said = f"{wording.text} — {index.puzzle.rulings[wording.number].ruling}"
                best.setdefault(wording.number, Evidence(passage.id, said))
        return [*best.values()][:_PRECEDENTS]
