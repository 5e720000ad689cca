"""Phrases of the game are whole, in both languages."""

from typing import Any

import pytest
from pydantic import ValidationError
from tests.unit.games.situation_puzzle.table import agents

from echoes.games.situation_puzzle.settings import Phrases


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("for_the_game", {"ask": "?"}, "for_the_game: no words for 'answer'"),
        ("places", {}, "places: no words for 'accident'"),
        ("status", "{nonsense}", "status: unknown variable 'nonsense'"),
    ],
)
def test_a_phrase_that_is_missing_or_names_an_unknown_variable_is_refused(
    language: str, name: str, value: Any, why: str
):
    phrases = agents().phrases_in(language)
    with pytest.raises(ValidationError, match=why):
        Phrases.model_validate({**phrases.model_dump(), name: value})
