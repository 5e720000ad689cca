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


@pytest.mark.parametrize("folder", ["made_2026_11", "made_2026_11_b"])
@pytest.mark.parametrize("name", ["eleven_minutes", "tidewater_ledger"])
def test_what_is_labelled_is_open_where_it_is_said(name: str, folder: str):
    for suite in suites_in(CONFIG, WORDINGS / folder, name):
        known, rows = suite.situations(), [*suite.rows()]
        assert {row.at for row in rows} == known.keys() and len({row.text for row in rows}) == len(rows)
        opened = {key: {move.key for move in one.opened.moves if move.is_open} for key, one in known.items()}
        moves = [(row.at, key) for row in rows for key in row.means if not key.startswith("/")]
        assert [(at, key) for at, key in moves if key not in opened[at]] == []


@pytest.mark.parametrize("name", ["tidewater_ledger", "low_water"])
async def test_a_number_is_a_move_and_nonsense_is_offered_what_is_nearest(name: str):
    situation = next(iter(suite_of(name).situations().values()))
    read = await situation.read("1", READER)
    assert read.taken in {move.key for move in situation.opened.moves}
    lost = await situation.read("flurb the wimple", READER)
    assert not lost.taken and len(lost.offered) <= 3


@pytest.mark.parametrize("folder", sorted(path.name for path in WORDINGS.glob("made_*")))
def test_what_a_made_set_takes_a_message_for_is_a_command_or_an_open_move(folder: str):
    for suite in suites_in(CONFIG, WORDINGS / folder):
        known = suite.situations()
        opened = {
            name: {move.key for move in one.opened.moves if move.is_open} for name, one in known.items()
        }
        for row in suite.rows():
            assert all(one in opened[row.at] or one.startswith("/") for one in row.means), row


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
