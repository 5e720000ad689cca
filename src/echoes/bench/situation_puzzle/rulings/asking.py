"""Asking a referee, or reading archived replies, for rulings on gold questions."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from echoes.bench.runs.jobs import Execution, run_jobs
from echoes.bench.situation_puzzle.gold.gold_set import (
    GoldQuestion,
    GoldSet,
    gold_label,
    of_known_stories,
    read_gold,
    script_of,
)
from echoes.bench.situation_puzzle.gold.plan import gold_files
from echoes.bench.situation_puzzle.gold.stories import engine_with_stories, story_languages
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.bench.situation_puzzle.rulings.scoring import NO_REPLY_REASONS, require_reply, scored
from echoes.config import Config
from echoes.core.errors import BadInput
from echoes.core.seats.roles import Role
from echoes.engine.sessions.queries import game_context
from echoes.games.situation_puzzle.authoring.rule_once import rule_once
from echoes.games.situation_puzzle.turn.context import PuzzleContext

_TRIES = 3


def bundled_gold(config: Config) -> list[GoldQuestion]:
    """Read the gold questions of the bundled puzzles."""
    return [item for path in gold_files(config) for item in read_gold(path).items]


def score_replies(items: Sequence[GoldQuestion]) -> list[ScoredRuling]:
    """Score archived replies; what is no label by exact match is unparsable, and wrong."""
    rows: list[ScoredRuling] = []
    for item in items:
        given = gold_label(item.reply)
        scored = ScoredRuling(item.story, item.ruling, given, lang=item.lang, text=item.text)
        rows.append(replace(scored, unparsable=given is None, set=item.set))
    return rows


async def score_referee(
    config: Config,
    gold: GoldSet,
    referee: str,
    execution: Execution[ScoredRuling] | None = None,
    stories: Path | None = None,
    lenient: bool = False,
) -> tuple[list[ScoredRuling], GoldSet]:
    """Ask a referee every question.

    Args:
        config: is not changed.
        gold: questions; `story` is the id of a puzzle, or a title in `stories`.
        referee: its name.
        execution: how the questions are run; None for one at a time, keeping no row.
        stories: outside stories; None takes the puzzles of the data folder.
        lenient: leave out questions on stories that are not there, and count them apart.
    Returns:
        A row for each question in their order, and the questions that were asked.
    Raises:
        BadInput: a story is not there, or in another language.
    """
    async with engine_with_stories(config, stories) as (engine, ids):
        languages = story_languages(engine, ids)
        gold = of_known_stories(gold, languages, lenient)
        if not gold.items:
            raise BadInput("there are no questions to ask", "; ".join(gold.notes[:1]))
        contexts: dict[tuple[str, str | None], Any] = {}

        async def one(item: GoldQuestion) -> ScoredRuling:
            key = (ids.get(item.story, item.story), item.lang or script_of(item.text))
            if key not in contexts:
                spoken = key[1] if key[1] in languages[item.story] else None
                contexts[key] = await game_context(engine, key[0], spoken, {Role.REFEREE: referee})
            return await _asked(contexts[key], item)

        jobs = {f"{item.story} | {item.lang} | {item.line} | {item.text}": item for item in gold.items}
        return await run_jobs(jobs, one, execution or Execution()), gold


async def _asked(context: PuzzleContext, item: GoldQuestion) -> ScoredRuling:
    answer = await rule_once(context.referee, item.text)
    for _ in range(_TRIES - 1):
        if answer.reason not in NO_REPLY_REASONS:
            break
        answer = await rule_once(context.referee, item.text)
    require_reply(answer.reason)
    return scored(item, answer, context.puzzle, frozenset())
