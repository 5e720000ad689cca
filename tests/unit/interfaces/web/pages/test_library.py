"""The library says why there is nothing in it."""

from pathlib import Path

import pytest
from tests.support import say

from echoes.engine.engine import GameEngine
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.pages.library import library_html
from echoes.interfaces.web.visitors import Visitor


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_where_there_is_nothing_to_play_no_filter_is_blamed(own_engine: GameEngine, lang: str):
    page = await library_html(own_engine, Visitor("ann", "Ann", lang), ())
    assert texts_in(lang)["nothing_there"] in page.unescape() and "ECHOES__PATHS__DATA" in page
    assert "none-fits" not in page and "data-random" not in page and "data-filter" not in page


async def test_where_there_is_something_it_can_be_filtered(own_engine: GameEngine, bell: Path):
    page = await library_html(own_engine, Visitor("ann", "Ann", "en"), ())
    assert "none-fits" in page and "data-random" in page and "ECHOES__PATHS__DATA" not in page


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_the_puzzle_of_the_day_is_offered_and_gone_on_with(
    own_engine: GameEngine, bell: Path, lang: str
):
    due = f'data-start="silent_bell" data-in="en">{texts_in(lang)["today"]}'
    page = await library_html(own_engine, Visitor("ann", "Ann", lang), ())
    assert (due in page) == (lang == "en"), "it is there in English only"
    session = await own_engine.create_session("silent_bell", "ann", "en")
    await say(own_engine, session.session_id, "Was the bell broken?")
    page = await library_html(own_engine, Visitor("ann", "Ann", "en"), ())
    assert f'href="?game={session.session_id}" data-page>{texts_in("en")["today"]}' in page
