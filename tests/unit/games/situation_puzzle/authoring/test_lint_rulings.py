"""Lint of rulings: too few, holes on the map, contradictions, and what could be shown too early."""

from typing import Any

import pytest
from tests.unit.games.situation_puzzle.referees.rules.story import bakery

from echoes.games.situation_puzzle.authoring.finding_texts import PuzzleFinding
from echoes.games.situation_puzzle.authoring.lint_rulings import lint_contradictions, lint_map, lint_offers
from echoes.games.situation_puzzle.puzzle.reader import reader_of
from echoes.games.situation_puzzle.referees.rules.known_sentences import KnownSentences


def ruled(*rulings: tuple[str, str], **more: Any) -> Any:
    return bakery(rulings=[{"text": text, "ruling": ruling, **more} for text, ruling in rulings], facts=[])


def known(*rulings: tuple[str, str]) -> KnownSentences:
    puzzle = ruled(*rulings)
    return KnownSentences(puzzle, reader_of(puzzle))


def said(found: list[PuzzleFinding]) -> str:
    return "\n".join(one.worded().message for one in found)


def test_a_puzzle_without_rulings_has_no_map_to_look_at():
    assert lint_map(bakery(rulings=[], facts=[])) == []


def test_what_is_lacking_is_counted_by_kind():
    few, kinds, places = lint_map(ruled(("Is he old?", "YES")))
    assert "1 ruling" in few.worded().message
    assert all(word in kinds.worded().message for word in ("YES", "NO", "IRRELEVANT"))
    assert "no ruling names its place" in places.worded().message


def test_a_place_that_is_not_on_the_map_is_named_and_so_are_the_holes():
    text = said(lint_map(ruled(("Is he old?", "YES"), about="who")))
    assert "who (1)" in text and "not on the map" not in text
    assert "not on the map: about 'nowhere'" in said(lint_map(ruled(("Is he old?", "YES"), about="nowhere")))


@pytest.mark.parametrize(
    ("rulings", "clash"),
    [
        ((("Is he old?", "YES"), ("is he old", "NO")), True),
        ((("Did the spy steal anything?", "NO"), ("Did the spy steal the bread?", "YES")), True),
        ((("Did the spy steal anything?", "YES"), ("Did the spy steal the bread?", "NO")), False),
        ((("Did the spy steal anything?", "YES AND NO"), ("Did the spy steal the bread?", "YES")), False),
        ((("Is he old?", "YES"), ("Is he tall?", "NO")), False),
    ],
)
def test_rulings_that_contradict_each_other_are_found_once_a_pair(rulings: Any, clash: bool):
    assert len(lint_contradictions(known(*rulings))) == int(clash)


def test_a_ruling_against_what_the_answer_tells_is_found():
    [found] = lint_contradictions(known(("Did the army escape over the bridge?", "NO")))
    assert "The army escaped over the bridge" in found.worded().message


def test_what_could_be_shown_at_once_is_listed_with_its_guard():
    assert lint_offers(ruled(("Was a map inside the bread?", "YES"))) == []
    [offered] = lint_offers(ruled(("Did the town cheer?", "YES")))
    assert offered == "ruling 1 (guarded): Did the town cheer?"
    [offered] = lint_offers(ruled(("Is the baker old?", "NO"), open=True))
    assert offered == "ruling 1: Is the baker old?"
