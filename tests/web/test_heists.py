"""A heist in the browser: dice as buttons with their prices, clocks drawn and told, headings."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
PACK = Path(__file__).parents[2] / "data" / "heists" / "tidewater_ledger"


async def test_a_score_is_begun_by_clicks_and_keys_and_its_dice_show_their_price(
    own_server: Server, people: People
):
    own_server.stop()
    shutil.copytree(PACK, own_server.folder / "data" / "heists" / "tidewater_ledger")
    own_server.start()
    player = await people()
    await player.begin(own_server, "tidewater_ledger")
    await player.page.locator("[data-say='1']").last.click()  # the ready-made scoundrel
    await player.sent()
    await player.ask("1")
    met = await player.ask("1")
    assert "The sluice grate" in met
    assert await player.count(".options .heading") >= 2
    framed = await player.ask("take the hinges off")
    assert "stress" in framed
    assert await player.count("#log li:last-child .options button[data-say]") >= 5
    await player.ask("1")  # a die is spent, whichever fell
    board = await player.text("#board")
    assert "The turning tide" in board
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is cut off"
    await check_accessibility(player)
