"""A puzzle as it is played: without its author's notes, and without what nobody has confirmed."""

from collections.abc import Collection
from typing import TypeVar

from echoes.games.situation_puzzle.puzzle.cloze import Cloze, ClozeGap
from echoes.games.situation_puzzle.puzzle.schema import AuthoredRuling, CastMember, Hint, Puzzle, Synonyms

_PartT = TypeVar("_PartT", Hint, AuthoredRuling, ClozeGap)
_WordsT = TypeVar("_WordsT", Hint, CastMember, Synonyms)


def without_unconfirmed(puzzle: Puzzle, remark: str | None = None) -> Puzzle:
    """Return the puzzle as it is played: without notes, proposals and what is unconfirmed.

    Args:
        puzzle: as its author has it.
        remark: of unconfirmed rulings, where they count; None where they do not.
    """
    parts = (*puzzle.rulings, *puzzle.facts, *puzzle.hints, *puzzle.cast, *puzzle.synonyms)
    waiting = any(part.unconfirmed for part in parts) or any(one.unconfirmed_wordings for one in puzzle.facts)
    waiting = waiting or (puzzle.cloze is not None and puzzle.cloze.unconfirmed)
    if not (waiting or puzzle.proposals or puzzle.notes):
        return puzzle
    facts = [
        fact.model_copy(update={"unconfirmed_wordings": ()} if fact.unconfirmed_wordings else {})
        for fact in puzzle.facts
        if not fact.unconfirmed
    ]
    rulings = [
        ruling.model_copy(update={"remark": ruling.remark or remark} if ruling.unconfirmed else {})
        for ruling in puzzle.rulings
        if not ruling.unconfirmed or (remark and ruling.may_count)
    ]
    ids = {fact.id for fact in facts}
    body = {name: getattr(puzzle, name) for name in puzzle.model_fields_set - {"notes", "proposals"}}
    body |= {
        "facts": facts,
        "rulings": [only_known(ruling, ids) for ruling in rulings],
        "cloze": _playable(puzzle),
        "hints": [only_known(hint, ids) for hint in confirmed(puzzle.hints)],
        "cast": confirmed(puzzle.cast),
        "synonyms": confirmed(puzzle.synonyms),
    }
    return Puzzle(**body)


def _playable(puzzle: Puzzle) -> Cloze | None:
    """Return the cloze where it is confirmed, and so are all facts that it tells."""
    cloze, facts = puzzle.cloze, {fact.id for fact in puzzle.judged_facts}
    whole = cloze is not None and not cloze.unconfirmed and cloze_of_known(cloze, facts) == cloze
    return cloze if whole else None


def cloze_of_known(cloze: Cloze, facts: Collection[str]) -> Cloze | None:
    """Return a cloze that tells no other facts than these; None where a gap would tell nothing."""
    gaps = [only_known(gap, facts) for gap in cloze.gaps]
    return cloze.model_copy(update={"gaps": tuple(gaps)}) if all(gap.facts for gap in gaps) else None


def confirmed(parts: Collection[_WordsT]) -> list[_WordsT]:
    """Return the parts that are not unconfirmed."""
    return [part for part in parts if not part.unconfirmed]


def only_known(part: _PartT, facts: Collection[str]) -> _PartT:
    """Return a part that names no other facts than these."""
    return part.model_copy(
        update={
            name: tuple(fact for fact in getattr(part, name) if fact in facts)
            for name in {"facts", "steps"} & part.model_fields_set
        }
    )
