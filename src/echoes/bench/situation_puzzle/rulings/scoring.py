"""Scoring one answer of a referee beside its gold ruling."""

from collections.abc import Sequence

from echoes.bench.situation_puzzle.gold.gold_set import GoldQuestion
from echoes.bench.situation_puzzle.rulings.rows import ScoredRuling
from echoes.core.errors import OperatorError
from echoes.games.situation_puzzle.authoring.rule_once import TriedRuling
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex

NO_REPLY_REASONS = frozenset({"model_away", "model_budget"})
"""The reasons for no ruling where the model gave no reply at all; such an answer is in no figure."""
_UNPARSABLE = "model_unreadable"


def require_reply(reason: object) -> None:
    """Stop where the model of a referee gave no reply at all.

    Raises:
        OperatorError: `reason` is one of `NO_REPLY_REASONS`.
    """
    if reason in NO_REPLY_REASONS:
        raise OperatorError(
            "the referee's model gives no answer", "`echoes doctor` tests it; a run with --out goes on then."
        )


def scored(item: GoldQuestion, answer: TriedRuling, puzzle: Puzzle, known: frozenset[str]) -> ScoredRuling:
    """Return an answer beside its gold ruling.

    Args:
        item: the question.
        answer: what the referee said to it.
        puzzle: with its secrets.
        known: the ideas that had come up before.
    """
    shown = [(option.authored, option.text) for option in answer.options]
    ruled_question = answer.authored if answer.ruled_as else None  # None too for a compound question
    if ruled_question is not None:
        shown.append((ruled_question, answer.ruled_as or ""))
    settled_by = {*(item.settled_by or ())}
    settles = [number in settled_by for number, _ in shown]
    labelled = item.settled_by is not None
    return ScoredRuling(
        item.story,
        item.ruling,
        answer.ruling,
        tuple(puzzle.rulings[option.authored - 1].ruling for option in answer.options),
        any(settles) if labelled else None,
        item.lang,
        unparsable=answer.reason == _UNPARSABLE,
        elapsed_ms=answer.elapsed_ms,
        text=item.text,
        confidence=answer.confidence,
        model_calls=answer.model_calls,
        tokens=answer.prompt_tokens + answer.completion_tokens,
        wanted_facts=item.facts,
        facts=answer.facts if answer.ruling else None,
        ruled_as=answer.ruled_as or "",
        misread=not settles[-1] if labelled and ruled_question is not None else None,
        set=item.set,
        answerable=bool(settled_by) if labelled else None,
        shown=len(shown),
        gives_away=giveaways(puzzle, shown, known, item.text),
    )


def giveaways(
    puzzle: Puzzle, shown: Sequence[tuple[int, str]], known: frozenset[str], text: str
) -> tuple[str, ...]:
    """Return the authored questions that tell a player something new.

    Args:
        puzzle: with its secrets.
        shown: numbers of rulings, from 1, each with the wording that was shown.
        known: the ideas that had come up before.
        text: the player's question.
    """
    index = analysis_of(puzzle).ruling_index if shown else None
    return tuple(one for number, one in shown if index and _tells(index, number - 1, one, known, text))


def _tells(index: RulingIndex, number: int, wording: str, known: frozenset[str], text: str) -> bool:
    """Return whether a wording brings an idea, a cause or a contrast that is not the player's.

    What its author marked as open tells nothing.
    """
    if index.puzzle.rulings[number].open:
        return False
    reader = index.reader
    said, asked = reader.ideas(wording), reader.ideas(text)
    linked = reader.roles(wording).linked and not reader.roles(text).linked
    policy = index.disclosure
    return linked or policy.is_contrast(said, asked) or bool(policy.missing(said, known | asked))
