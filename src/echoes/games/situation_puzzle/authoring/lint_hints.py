"""Lint of the hints: each leads to one core fact, and tells neither more nor what anybody asks at once."""

from collections.abc import Sequence

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding, finding
from echoes.games.situation_puzzle.puzzle.schema import Hint, Puzzle
from echoes.games.situation_puzzle.referees.rules.analysis_cache import analysis_of
from echoes.games.situation_puzzle.referees.rules.direct_rulings import DirectRulings
from echoes.language.reader import Clause, Reader

_IN_WORDS = 0.8
"""The share of a fact's ideas from which on a hint states it."""


def lint_hints(puzzle: Puzzle, reader: Reader) -> list[PuzzleFinding]:
    """Hints that tell too much, point in two directions, or help nobody."""
    found: list[PuzzleFinding] = []
    first = _first_answers(puzzle) if puzzle.hints else None
    for number, hint in enumerate(puzzle.hints, 1):
        place = f"hints[{number}]"
        told = _core_facts_told(puzzle, reader, hint)
        aims = [fact for fact in puzzle.core_facts if fact in (*hint.facts, *hint.steps)]
        if number < len(puzzle.hints):
            found += [finding("hint_gives_away", place, number=number, fact=fact) for fact in told]
        if len(told) > 1:
            found.append(finding("hint_tells_more", place, number=number, facts=told))
        elif len(aims) > 1:
            found.append(finding("hint_aims_at_more", place, number=number, facts=aims))
        if first and _is_settled(first, reader.clauses(hint.text)):
            found.append(finding("hint_settled", place, number=number))
    return found


def _core_facts_told(puzzle: Puzzle, reader: Reader, hint: Hint) -> Sequence[str]:
    """Return the core facts that a hint states by its author's word, by its own, or as an answer would."""
    said = reader.ideas(hint.text)
    told = {*hint.facts}
    for fact in puzzle.facts:
        ideas = reader.ideas(fact.statement)
        if ideas and len(ideas & said) >= _IN_WORDS * len(ideas):
            told.add(fact.id)
    if puzzle.rulings:  # else reading the story would take long, and for nothing
        told |= analysis_of(puzzle).facts.matcher.match(hint.text).covered
    return [fact for fact in puzzle.core_facts if fact in told]


def _first_answers(puzzle: Puzzle) -> DirectRulings | None:
    """Return the rulings by the statement and by open questions that lead to no core fact, if any."""
    core = {*puzzle.core_facts}
    first = [
        one.model_copy(update={"facts": (), "steps": ()})
        for one in puzzle.rulings
        if one.open and not core & {*one.facts, *one.steps}
    ]
    if not first:
        return None
    known = {"answer": puzzle.statement, "facts": [], "hints": [], "cloze": None, "rulings": first}
    alone = Puzzle.model_validate({**puzzle.to_json(), **known})
    return DirectRulings(alone, analysis_of(alone), "lint")


def _is_settled(first: DirectRulings, sentences: Sequence[Clause]) -> bool:
    """Return whether first answers rule on all that a hint says."""
    return bool(sentences) and all(
        first.exact(one.text, [one]) or first.inferred(one.text, [one]) for one in sentences
    )
