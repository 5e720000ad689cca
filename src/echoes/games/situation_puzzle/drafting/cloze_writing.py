"""Writing of a cloze by a model: one in which lint finds nothing, or none."""

import asyncio

from pydantic import ValidationError

from echoes.core.protocols import LLMClient
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.authoring.lint_cloze import cloze_findings
from echoes.games.situation_puzzle.drafting.draft import one_line
from echoes.games.situation_puzzle.drafting.prompts import AUTHOR, TASKS
from echoes.games.situation_puzzle.drafting.replies import ClozeReply
from echoes.games.situation_puzzle.drafting.writing import solution_text
from echoes.games.situation_puzzle.puzzle.cloze import Cloze
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.puzzle.validation import first_finding
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences


class ClozeWriter:
    """The model that writes the cloze with the solution before it; no player sees it unconfirmed.

    Args:
        puzzle: with its facts and rulings, those of the draft included.
        llm: the model.
        steps: through which it is asked.
    """

    def __init__(self, puzzle: Puzzle, llm: LLMClient, steps: DraftSteps) -> None:
        self._llm, self._steps, self._tasks = llm, steps, TASKS[puzzle.language]
        self._puzzle = puzzle
        self._known = KnownSentences(puzzle, reader_of(puzzle))

    async def cloze(self) -> Cloze | None:
        """Return a cloze; where something is wrong with it, the model is told what, and asked once more."""
        facts = self._puzzle.facts
        core = ", ".join(fact.id for fact in facts if fact.core) or ", ".join(fact.id for fact in facts)
        system = f"{AUTHOR[self._puzzle.language]}\n{solution_text(self._puzzle, facts)}"
        task = self._tasks["cloze"].format(core=core)
        reply = await self._steps.ask("cloze", self._llm, system, task, ClozeReply)
        if reply is None:
            return None
        wrong = await asyncio.to_thread(self._faults, reply)
        if wrong:
            told = {"proposal": reply.model_dump_json(), "findings": "\n".join(wrong)}
            again = self._tasks["cloze_again"].format(task=task, **told)
            reply = await self._steps.ask(
                "cloze, once more", self._llm, system, again, ClozeReply, lambda one: not self._faults(one)
            )
        return _made(reply) if reply else None

    def _faults(self, reply: ClozeReply) -> list[str]:
        """Return the faults of a reply, in the words of the schema or of lint."""
        language = self._puzzle.language
        try:
            cloze = _made(reply)
        except ValidationError as error:
            return [first_finding(error, language=language)]
        known = {fact.id for fact in self._puzzle.facts}
        if unknown := sorted({fact for gap in cloze.gaps for fact in gap.facts} - known):
            return [f"facts: {', '.join(unknown)}?"]
        found = (one.worded(language) for one in cloze_findings(self._known, cloze))
        return [f"{one.message} {one.remedy}" for one in found if one.severity != "note"]


def _made(reply: ClozeReply) -> Cloze:
    """Return the cloze of a reply.

    Raises:
        ValidationError: it does not fit together.
    """
    gaps = [
        {
            "id": gap.id,
            "choices": [{"text": one_line(gap.right), "right": True}, *map(one_line, gap.wrong)],
            "facts": [*dict.fromkeys(gap.facts)],
        }
        for gap in reply.gaps
    ]
    return Cloze.model_validate({"text": one_line(reply.text), "gaps": gaps, "unconfirmed": True})
