"""A ruling on another question never contradicts what the session was told before."""

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import index_of

from echoes.games.situation_puzzle.events import RulingWord
from echoes.games.situation_puzzle.referees.rules.contradiction import ContradictionCheck
from echoes.games.situation_puzzle.referees.rules.same_question import QuestionComparison
from echoes.games.situation_puzzle.referees.types import PastRuling

CAST = [{"name": "the customer", "aliases": ["she"]}, {"name": "the driver", "aliases": ["he"]}]
CAST_ZH = [{"name": "客人", "aliases": ["她"]}, {"name": "司机", "aliases": ["他"]}]


def contradicts(text: str, ruling: RulingWord, before: str, ruled: RulingWord) -> bool:
    language = "en" if text.isascii() else "zh"
    index = index_of(language=language, cast=CAST if language == "en" else CAST_ZH, synonyms=[])
    check = ContradictionCheck(index.reader, QuestionComparison(index))
    return check.contradicts(text, ruling, [PastRuling(before, ruled)])


@pytest.mark.parametrize(
    ("text", "ruling", "before", "ruled"),
    [
        ("Did the customer get out to fetch something?", "YES", "Did the customer get in?", "NO"),
        ("Did the customer get in?", "NO", "Did the customer get out again?", "YES"),
        ("Was the door open?", "YES", "Was the door closed?", "YES"),
        ("Was the door locked?", "YES", "Was the door locked, then?", "NO"),
        ("客人下车拿东西了吗？", "YES", "客人上车了吗？", "NO"),
        ("客人上车了吗？", "NO", "客人是不是下了车？", "YES"),
    ],
)
def test_what_excludes_an_earlier_ruling_contradicts_it(
    text: str, ruling: RulingWord, before: str, ruled: RulingWord
):
    assert contradicts(text, ruling, before, ruled)


@pytest.mark.parametrize(
    ("text", "ruling", "before", "ruled"),
    [
        ("Did the customer get out to fetch something?", "YES", "Did the driver get in?", "NO"),
        ("Did the customer get out to fetch something?", "NO", "Did the customer get in?", "YES"),
        ("Was the door open?", "NO", "Was the door closed?", "NO"),
        ("Was the door locked?", "IRRELEVANT", "Was the door locked, then?", "NO"),
        ("司机下车了吗？", "YES", "客人上车了吗？", "NO"),
    ],
)
def test_what_may_be_so_beside_it_does_not(text: str, ruling: RulingWord, before: str, ruled: RulingWord):
    assert not contradicts(text, ruling, before, ruled)
