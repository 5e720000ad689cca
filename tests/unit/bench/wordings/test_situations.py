"""Situations of every kind of game: reached by moves, with what is open in them, and words read there."""

import pytest

from echoes.bench.wordings.measure import explain_reading
from echoes.bench.wordings.suites import Suite, suites_in
from echoes.config import load_config
from echoes.core.errors import BadInput
from echoes.games.reading.reader import WordReader
from echoes.models.providers.embedded import EmbeddedEmbeddings

CONFIG = load_config()
WORDINGS = CONFIG.paths.data / "wordings"
READER = WordReader(EmbeddedEmbeddings)


def suite_of(name: str, language: str = "en") -> Suite:
    [found] = suites_in(CONFIG, WORDINGS / "blind_2026_11_g", name, language)
    return found


@pytest.mark.parametrize("name", ["last_ferry", "low_water", "tidewater_ledger"])
async def test_a_move_in_its_own_words_is_taken_in_every_kind_of_game(name: str):
    situation = next(iter(suite_of(name).situations().values()))
    moves = situation.opened.moves
    assert len({move.key for move in moves}) == len(moves) > 0
    read = await situation.read(moves[0].text, READER)
    assert read.taken == moves[0].key


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["eleven_minutes", "tidewater_ledger", "eleven_lanterns", "low_water"])
async def test_a_suite_reaches_its_situations_in_both_languages(name: str, language: str):
    known = suite_of(name, language).situations()
    assert len(known) >= 6
    for situation in known.values():
        assert situation.opened.moves and situation.opened.language == language


@pytest.mark.parametrize("name", ["tidewater_ledger", "low_water"])
async def test_a_number_is_a_move_and_nonsense_is_offered_what_is_nearest(name: str):
    situation = next(iter(suite_of(name).situations().values()))
    read = await situation.read("1", READER)
    assert read.taken in {move.key for move in situation.opened.moves}
    lost = await situation.read("flurb the wimple", READER)
    assert not lost.taken and len(lost.offered) <= 3


async def test_how_a_message_is_read_is_shown_feature_by_feature():
    suites = suites_in(CONFIG, WORDINGS / "made_2026_11", "low_water", "en")
    lines = await explain_reading(suites, "ford_start", "look at the rope", READER)
    assert lines[0].startswith("taken: try:rope")
    assert "of 1000: try:rope (" in lines[1] and "near +" in lines[1]
    with pytest.raises(BadInput, match="no situation 'nowhere'"):
        await explain_reading(suites, "nowhere", "look", READER)


def test_a_kind_without_free_words_has_no_suites():
    assert {one.kind for one in suites_in(CONFIG, WORDINGS)} == {"story", "heist", "party"}
    assert suites_in(CONFIG, WORDINGS, "wrong_umbrella") == []
