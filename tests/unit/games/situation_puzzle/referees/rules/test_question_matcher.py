"""A question is ruled as an authored one only where it is clearly meant, and that one is shown."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.core.documents import Passage
from echoes.games.situation_puzzle.puzzle.documents import ruling_document_id
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.games.situation_puzzle.referees.contract import RefereeDependencies, RefereeSettings, open_referee
from echoes.games.situation_puzzle.referees.types import Abstention, Question, Ruling

KNOWN = frozenset({"map", "bread", "inside", "poison", "spy", "steal"})


class Near:
    """A retriever that finds the wordings of some rulings near to whatever is asked, and all others far."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers

    async def search(self, query: str, limit: int = 8, kind: str | None = None) -> list[Passage]:
        texts = [(n, one.texts[0]) for n, one in enumerate(bakery().rulings)]
        found = [
            Passage(ruling_document_id(n, 0), text, "ruling", 0.93 if n in self._numbers else 0.2)
            for n, text in texts
        ]
        return sorted(found, key=lambda passage: -passage.score)


async def ruled(
    text: str,
    *near: int,
    least: float | None = 0.55,
    not_meant: int | None = None,
    puzzle: Puzzle | None = None,
) -> Any:
    settings = RefereeSettings(ruled_as=least)
    dependencies = RefereeDependencies(puzzle or bakery(), Near(near), settings=settings)
    question = Question(text, brought_up=KNOWN, not_meant=not_meant)
    return await open_referee("embedded", dependencies).rule(question)


@pytest.mark.parametrize(
    ("text", "near", "shown", "word"),
    [
        ("so the bread, poisoned?", 0, "Was the bread poisoned?", "NO"),
        ("poisoned bread", 0, "Was the bread poisoned?", "NO"),
        ("map inside the bread", 1, "Was a map inside the bread?", "YES"),
    ],
)
async def test_a_question_that_is_clearly_meant_is_ruled_and_shown(
    text: str, near: int, shown: str, word: str
):
    found = await ruled(text, near)
    assert isinstance(found, Ruling), found
    assert (found.ruling, found.ruled_as) == (word, shown)
    assert 0.55 <= found.confidence <= 1


@pytest.mark.parametrize("least", [None, 1.0])
async def test_how_sure_it_must_be_is_a_setting(least: float | None):
    found = await ruled("poisoned bread", 0, least=least)
    assert isinstance(found, Abstention)
    assert "Was the bread poisoned?" in [choice.text for choice in found.choices]


async def test_the_wording_itself_needs_no_ranker_but_for_the_form_of_its_verb():
    secret = bakery(rulings=[{"text": "Is the spy in on it?", "ruling": "NO"}])
    found = await ruled("Was the spy in on it?", least=1.0, puzzle=secret)
    assert isinstance(found, Ruling)
    assert (found.ruling, found.ruled_as) == ("NO", "Is the spy in on it?")
    other = await ruled("Was the baker in on it?", least=1.0, puzzle=secret)
    assert isinstance(other, Abstention)


async def test_a_ruling_that_was_taken_back_is_not_given_again():
    found = await ruled("poisoned bread", 0, not_meant=0)
    assert isinstance(found, Abstention)
    assert 0 not in [choice.authored for choice in found.choices]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Was the bread not poisoned, really?", 0),
        ("Were two breads poisoned, then?", 0),
        ("Was the spy inside the bread with a map?", 1),  # a YES is no YES to another doer
        ("map B inside the bread", 1),  # nor is it one to a certain one of many
    ],
)
async def test_what_turns_the_meaning_is_asked_back(text: str, near: int):
    found = await ruled(text, near)
    assert not (isinstance(found, Ruling) and found.ruled_as)


async def test_each_part_of_a_compound_question_is_ruled_and_shown():
    found = await ruled("Was the bread poisoned and did the spy steal the bread?", 0, 3)
    assert isinstance(found, Ruling)
    assert (found.ruling, found.ruled_as) == ("NO", "Was the bread poisoned? Did the spy steal the bread?")


async def test_two_things_of_which_one_is_so_are_asked_back():
    found = await ruled("Was the bread poisoned or was a map inside the bread?", 0, 1)
    assert isinstance(found, Abstention) and found.reason == "choice"
    assert {0, 1} <= {choice.authored for choice in found.choices[:2]}


@pytest.mark.parametrize(
    ("text", "near", "word"),
    [("map inside the bread that autumn", 1, None), ("Was the bread poisoned that autumn?", 0, "NO")],
)
async def test_the_time_of_the_story_need_not_be_that_of_a_yes(text: str, near: int, word: str | None):
    story = bakery(statement="One autumn a baker gives his bread away. The town cheers.")
    found = await ruled(text, near, puzzle=story)
    assert getattr(found, "ruling", None) == word


@pytest.mark.parametrize("text", ["Did you steal the bread?", "Was I poisoned?", "you poisoned the bread"])
async def test_what_is_said_of_player_or_referee_is_not_ruled_as_the_story(text: str):
    found = await ruled(text, 0, 3)
    assert isinstance(found, Abstention)


async def test_a_wording_that_says_when_is_no_question_that_does_not():
    later = bakery(rulings=[{"text": "Did the spy steal the bread later?", "ruling": "IRRELEVANT"}])
    assert isinstance(await ruled("Did the spy steal the bread?", 0, puzzle=later), Abstention)
