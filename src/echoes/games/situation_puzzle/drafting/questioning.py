"""The questioner: a model that has read the story, and hears no more than rulings."""

from collections.abc import Sequence

from echoes.core.protocols import LLMClient
from echoes.games.draft_steps import DraftSteps
from echoes.games.situation_puzzle.drafting.draft import DraftedQuestion
from echoes.games.situation_puzzle.drafting.plan import DraftPlan
from echoes.games.situation_puzzle.drafting.prompts import PLACES_ZH, QUESTIONER, TASKS
from echoes.games.situation_puzzle.drafting.replies import QuestionsReply
from echoes.games.situation_puzzle.drafting.writing import story_text
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle

_AT_ONCE = 4
"""Places of the map that a round thinks of."""
_SHOWN = {"YES": 40, "YES AND NO": 20, "NO": 20, "IRRELEVANT": 8}
"""The latest rulings of each kind that are shown."""


class Questioner:
    """The model that asks; nothing of the solution is in its prompts but rulings, each one of four words.

    Args:
        puzzle: of which title, statement and public facts are shown.
        llm: the model.
        steps: through which it is asked.
        plan: of the draft.
    """

    def __init__(self, puzzle: Puzzle, llm: LLMClient, steps: DraftSteps, plan: DraftPlan) -> None:
        self._language, self._llm, self._steps, self._plan = puzzle.language, llm, steps, plan
        self._system = f"{QUESTIONER[puzzle.language]}\n{story_text(puzzle)}"
        self._tasks = TASKS[puzzle.language]
        self._places = QUESTION_MAP if puzzle.language == "en" else PLACES_ZH

    async def blind(self, place: str) -> list[DraftedQuestion]:
        """Return questions on one place of the map, asked before any ruling is known."""
        task = self._tasks["blind"].format(
            count=self._plan.per_place, place=self._places[place], wordings=self._plan.wordings
        )
        reply = await self._steps.ask(f"questions: {place}", self._llm, self._system, task, QuestionsReply)
        return [
            DraftedQuestion(tuple(one.texts), place, blind=True) for one in (reply.questions if reply else ())
        ]

    async def follow(self, number: int, ruled: Sequence[AuthoredRuling]) -> list[DraftedQuestion]:
        """Return the questions of a round, asked by one who knows rulings.

        Args:
            number: of the round, from 0.
            ruled: the rulings so far.
        """
        names = [*self._places]
        think = [names[(number * _AT_ONCE + step) % len(names)] for step in range(_AT_ONCE)]
        task = self._tasks["follow"].format(
            count=self._plan.per_round,
            places="; ".join(self._places[name] for name in think),
            wordings=self._plan.wordings,
            map=", ".join(names),
            ruled="\n".join(_shown(ruled)) or self._tasks["nothing"],
        )
        step = f"questions, round {number + 1}"
        reply = await self._steps.ask(step, self._llm, self._system, task, QuestionsReply)
        return [DraftedQuestion(tuple(one.texts), one.place) for one in (reply.questions if reply else ())]


def _shown(ruled: Sequence[AuthoredRuling]) -> list[str]:
    """Return the latest rulings of each kind, one a line, each by its first wording only."""
    left = dict(_SHOWN)
    lines: list[str] = []
    for one in reversed(ruled):
        if left[one.ruling] > 0:
            left[one.ruling] -= 1
            lines.append(f"{one.texts[0]} — {one.ruling}")
    return lines[::-1]
