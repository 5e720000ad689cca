"""Lint with a model: findings that take an understanding of the story, each named as the model's."""

from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from echoes.core.errors import ModelFailed
from echoes.core.protocols import LLMClient, ModelT
from echoes.games.lint_findings import LintFinding
from echoes.games.situation_puzzle.authoring.model_lint_prompts import LINT, LINT_FINDINGS, LINT_TASKS
from echoes.games.situation_puzzle.drafting.writing import solution_text
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, Puzzle

_BATCH = 20
_LEFT = ("unreadable", "cut", "too_long", "refused", "empty", "filtered")
"""Failures of one request; any other ends the check."""
_Reason = Annotated[str, Field(max_length=500)]


class DoubtfulFact(BaseModel):
    """A fact that the solution does not bear out."""

    id: str
    why: _Reason


class DoubtfulEntry(BaseModel):
    """An entry of a numbered list that is not right."""

    n: int
    why: _Reason


class FactsCheck(BaseModel):
    """The reply on facts: those that do not follow, and those that can't be true."""

    unsupported: list[DoubtfulFact]
    contradicted: list[DoubtfulFact]


class EntriesCheck(BaseModel):
    """The reply on hints or rulings."""

    wrong: list[DoubtfulEntry]


def model_requests(puzzle: Puzzle) -> int:
    """Return the number of requests that a check of a puzzle takes."""
    return bool(puzzle.facts) + bool(puzzle.hints[:-1]) + -(-len(puzzle.rulings) // _BATCH)


class ModelLint:
    """A check of a puzzle by a model; what it says is an opinion, and never an error.

    Args:
        puzzle: with its secrets.
        llm: the model.
        language: of the findings.
        told: is told of each reply how many there are, and how many there will be.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        llm: LLMClient,
        language: str = "en",
        told: Callable[[int, int], None] = lambda _done, _of: None,
    ) -> None:
        self._puzzle, self._llm, self._told, self._asked = puzzle, llm, told, 0
        self._tasks = LINT_TASKS[puzzle.language]
        self._words = LINT_FINDINGS.get(language, LINT_FINDINGS["en"])
        self._system = f"{LINT[puzzle.language]}\n{solution_text(puzzle, ())}"

    async def findings(self) -> list[LintFinding]:
        """Return the model's findings.

        Raises:
            ModelFailed: the model is away.
        """
        found = [*await self._facts(), *await self._hints()]
        for start in range(0, len(self._puzzle.rulings), _BATCH):
            found += await self._rulings(start, self._puzzle.rulings[start : start + _BATCH])
        return found

    async def _facts(self) -> list[LintFinding]:
        facts = {fact.id: fact for fact in self._puzzle.facts}
        if not facts:
            return []
        listed = "\n".join(f"{fact.id}: {fact.statement}" for fact in facts.values())
        reply = await self._ask(self._tasks["facts"].format(facts=listed), FactsCheck)
        if reply is None:
            return [self._unread("facts")]
        return [
            self._finding(kind, f"facts.{one.id}", name=one.id, text=facts[one.id].statement, why=one.why)
            for kind, doubtful in (("unsupported", reply.unsupported), ("contradicted", reply.contradicted))
            for one in doubtful
            if one.id in facts
        ]

    async def _hints(self) -> list[LintFinding]:
        hints = self._puzzle.hints[:-1]
        if not hints:
            return []
        facts = {fact.id: fact.statement for fact in self._puzzle.facts}
        core = "\n".join(facts[name] for name in self._puzzle.core_facts if name in facts)
        task = self._tasks["hints"].format(core=core, hints=_numbered([hint.text for hint in hints]))
        reply = await self._ask(task, EntriesCheck)
        if reply is None:
            return [self._unread("hints")]
        return [
            self._finding("hint", f"hints[{one.n}]", name=one.n, text=hints[one.n - 1].text, why=one.why)
            for one in reply.wrong
            if 1 <= one.n <= len(hints)
        ]

    async def _rulings(self, start: int, rulings: Sequence[AuthoredRuling]) -> list[LintFinding]:
        listed = _numbered([f"{one.texts[0]} — {one.ruling}" for one in rulings])
        reply = await self._ask(self._tasks["rulings"].format(rulings=listed), EntriesCheck)
        if reply is None:
            return [self._unread(f"rulings[{start + 1}]")]
        found: list[LintFinding] = []
        for one in reply.wrong:
            if 1 <= one.n <= len(rulings):
                number, ruling = start + one.n, rulings[one.n - 1]
                told = {"name": number, "text": ruling.texts[0], "ruling": ruling.ruling}
                found.append(self._finding("ruling", f"rulings[{number}]", why=one.why, **told))
        return found

    async def _ask(self, task: str, schema: type[ModelT]) -> ModelT | None:
        try:
            reply, _ = await self._llm.generate_structured(self._system, task, schema)
        except ModelFailed as error:
            if error.kind in _LEFT:
                return None
            raise
        finally:
            self._asked += 1
            self._told(self._asked, model_requests(self._puzzle))
        return reply

    def _finding(self, kind: str, place: str, **told: object) -> LintFinding:
        message, remedy = self._words[kind]
        rule = f"model-{kind}"
        said = message.format(**told).rstrip(".。 ")
        return LintFinding(rule, "warning", place, said, remedy, by=self._llm.id)

    def _unread(self, place: str) -> LintFinding:
        message, remedy = self._words["unread"]
        return LintFinding(
            "model-unread", "note", place, message.format(place=place), remedy, by=self._llm.id
        )


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
