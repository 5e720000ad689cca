"""A small story with everything in it that the embedded referee reads, and its parts."""

from typing import Any

from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.rules.coverage import FactMatcher
from echoes.games.situation_puzzle.referees.rules.ruling_index import RulingIndex

BAKERY: dict[str, Any] = {
    "id": "bakery",
    "title": "The Cold Oven",
    "language": "en",
    "statement": "A baker gives his bread away. The town cheers.",
    "answer": "The baker hid a map in the bread. The army escaped over the bridge.",
    "facts": [
        {"id": "map", "statement": "The baker hid a map in the bread.", "core": True},
        {"id": "army", "statement": "The army escaped over the bridge.", "wordings": ["The soldiers got away."], "core": True},
    ],
    "cast": [{"name": "the baker", "aliases": ["he", "him"]}, {"name": "the spy"}],
    "synonyms": [{"words": ["soldier", "army"], "broader": ["crowd"]}],
    "rulings": [
        {"text": "Was the bread poisoned?", "ruling": "NO"},
        {"text": "Was a map inside the bread?", "ruling": "YES", "facts": ["map"]},
        {"text": "Is the baker old?", "ruling": "IRRELEVANT", "open": True},
        {"text": "Did the spy steal the bread?", "ruling": "NO", "facts": ["map"]},
        {"texts": ["He sold flour.", "Did he sell flour?"], "ruling": "NO"},
    ],
}  # fmt: skip


def bakery(**changes: Any) -> Puzzle:
    """The story, perhaps with other parts."""
    return Puzzle.model_validate({**BAKERY, **changes})


def index_of(**changes: Any) -> RulingIndex:
    """The index of its rulings."""
    return RulingIndex(bakery(**changes))


def matcher(**changes: Any) -> FactMatcher:
    """The matcher of final answers with its facts."""
    index = index_of(**changes)
    return FactMatcher(index.puzzle, index)
