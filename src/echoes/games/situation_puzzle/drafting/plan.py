"""The plan of a draft, and an estimate of what it costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from echoes.core.operation.usage import Usage
from echoes.games.context_window import estimate_tokens
from echoes.games.drafts import DraftEstimate
from echoes.games.situation_puzzle.drafting.prompts import AUTHOR, JUDGE, QUESTIONER, TASKS, TRANSLATOR
from echoes.games.situation_puzzle.puzzle.question_map import QUESTION_MAP
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_BLIND, _FOLLOW = 0.45, 0.4
"""The shares of questions that are asked before and after rulings are known."""
_LOOKS = 2
_USUAL_FACTS = 7
_QUESTION, _RULING, _WORDING, _CLOZE = 45, 35, 16, 600
"""Tokens of a reply: of a question in its wordings, of a ruling, of a wording, of a cloze."""


@dataclass(frozen=True)
class DraftPlan:
    """The numbers of a draft.

    Attributes:
        per_place: blind questions on each place of the map.
        rounds: rounds in which the questioner knows the rulings so far.
        per_round: questions of a round.
        per_fact: questions on each fact.
        wordings: of a question.
        fact_wordings: of a fact.
        batch: questions that the judge gets at once.
        other_language: whether the puzzle is translated.
        proposals: the most questions of others that are judged too.
    """

    per_place: int = 8
    rounds: int = 12
    per_round: int = 10
    per_fact: int = 6
    wordings: int = 3
    fact_wordings: int = 8
    batch: int = 8
    other_language: bool = True
    proposals: int = 200

    @classmethod
    def of(cls, rulings: int, other_language: bool = True) -> "DraftPlan":
        """Return the plan for about so many rulings."""
        per_place = max(1, round(_BLIND * rulings / len(QUESTION_MAP)))
        rounds = max(1, round(_FOLLOW * rulings / cls.per_round))
        return cls(per_place, rounds, per_fact=6 if rulings >= 150 else 2, other_language=other_language)


def estimate(puzzle: Puzzle, plan: DraftPlan, questions: int) -> DraftEstimate:
    """Estimate the cost of a draft, from the puzzle's own texts and usual lengths of replies.

    Args:
        puzzle: as its author has it.
        plan: of the draft.
        questions: the number of questions of others that are judged too.
    """
    by_role: dict[str, Usage] = {}
    for role, count, asked, replied in _rows(puzzle, plan, questions):
        before = by_role.get(role, Usage())
        by_role[role] = Usage(
            model_calls=before.model_calls + count,
            prompt_tokens=before.prompt_tokens + count * asked,
            completion_tokens=before.completion_tokens + count * replied,
        )
    return DraftEstimate(sum(one.model_calls for one in by_role.values()), by_role)


def _rows(puzzle: Puzzle, plan: DraftPlan, others: int) -> Iterator[tuple[str, int, int, int]]:
    """Yield the calls of each kind: by which role, how many, and the tokens of one prompt and one reply."""
    language = puzzle.language
    story = estimate_tokens(puzzle.title + puzzle.statement + "".join(puzzle.public_facts))
    solution = estimate_tokens(puzzle.answer) * 2
    task = max(estimate_tokens(text) for text in TASKS[language].values())
    form = 200
    author = estimate_tokens(AUTHOR[language]) + story + solution + task + form
    asker = estimate_tokens(QUESTIONER[language]) + story + task + form
    judge = estimate_tokens(JUDGE[language]) + story + solution + form
    facts = sum(not fact.unconfirmed for fact in puzzle.facts) or _USUAL_FACTS
    yield "author", 4, author, 300
    yield "author", int(puzzle.cloze is None), author, _CLOZE
    yield "author", facts, author, plan.fact_wordings * _WORDING
    yield "author", facts, author, plan.per_fact * _QUESTION
    yield "questioner", len(QUESTION_MAP), asker, plan.per_place * _QUESTION
    yield "questioner", plan.rounds, asker + 600, plan.per_round * _QUESTION
    batches = plan.rounds * ceil(plan.per_round / plan.batch)
    at_once = len(QUESTION_MAP) * plan.per_place + facts * plan.per_fact + min(others, plan.proposals)
    batches += ceil(at_once / plan.batch)
    yield "judge", _LOOKS * batches, judge + plan.batch * _QUESTION, plan.batch * _RULING
    if plan.other_language:
        count = at_once + plan.rounds * plan.per_round
        texts = estimate_tokens(TRANSLATOR[language]) + 2 * story + plan.batch * _QUESTION + form
        yield "author", 4, author, solution
        yield "author", 1, texts + _CLOZE, _CLOZE
        yield "author", ceil(count / plan.batch) + ceil(facts / 2), texts, plan.batch * _QUESTION
