"""The library says why there is nothing in it, and what there is to tell of what is in it."""

import os
import time
from pathlib import Path

import pytest
from tests.support import canary_puzzle, say, write_puzzle
from tests.unit.memory.games import game

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


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg"><title lang="en">A &lt;bell&gt; &quot;</title>'
    '<title lang="zh">一口钟</title><script>alert(1)</script></svg>'
)


@pytest.mark.parametrize(("lang", "seen"), [("en", "A &lt;bell&gt; &#34;"), ("zh", "一口钟")])
async def test_a_drawing_is_a_picture_with_words_in_the_language_of_its_card(
    own_engine: GameEngine, bell: Path, lang: str, seen: str
):
    write_puzzle(bell.parent, canary_puzzle(language="zh"))
    page = await library_html(own_engine, Visitor("ann", "Ann", lang), ())
    assert "<img" not in page and page.count('class="logo"') == 2, "a plain picture stands for none"
    bell.with_name("silent_bell.svg").write_text(SVG)
    page = await library_html(own_engine, Visitor("ann", "Ann", lang), ())
    assert f'alt="{seen}"' in page and 'src="drawing/situation_puzzle/silent_bell?v=' in page
    assert "<script" not in page and "alert" not in page


@pytest.mark.parametrize(("lang", "told"), [("en", "1 of 2 made it"), ("zh", "2 人玩过，1 人通关")])
async def test_a_card_tells_how_many_made_it_and_what_came_lately(
    own_engine: GameEngine, bell: Path, lang: str, told: str
):
    write_puzzle(bell.parent, canary_puzzle(language="zh"))
    write_puzzle(bell.parent, canary_puzzle(id="another", language=lang))
    long_ago = time.time() - 10**7
    os.utime(bell.with_name("another_" + lang + ".json"), (long_ago, long_ago))
    memory = await own_engine.players.memory()
    for number, solved in ((1, True), (2, False)):
        await memory.ledger.remember(
            game(number, puzzle_id="silent_bell", solved=solved, player_id=f"p{number}")
        )
    await memory.rate("p1", "silent_bell", 4)
    page = await library_html(own_engine, Visitor("ann", "Ann", lang), ())
    first, second, _ = page.split('<li class="card"')[1:]
    assert f'data-start="silent_bell" data-in="{lang}"' in first, "what is new comes first"
    assert told in first and "★ 4.0" in first and texts_in(lang)["came_new"] in first
    assert 'data-start="another"' in second and "s-new" not in second and "told" not in second
