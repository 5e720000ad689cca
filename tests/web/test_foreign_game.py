"""A game of a foreign package is played in the browser, drawn from its blocks and panels."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.support import write_puzzle
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
PLUGINS = Path(__file__).parents[1] / "plugins"


async def test_a_dice_game_is_played_to_its_end_and_what_is_hidden_stays_so(
    own_server: Server, people: People, monkeypatch: pytest.MonkeyPatch
):
    own_server.stop()
    write_puzzle(own_server.folder / "data" / "pig", {"id": "three", "language": "en", "goal": 3})
    monkeypatch.setenv("PYTHONPATH", str(PLUGINS))
    own_server.start()
    player = await people()
    await player.begin(own_server, "three")
    assert "First to 3 points" in await player.text(".statement")
    assert "The night: ○" in await player.text("#board")
    assert "It is red's turn" in await player.ask("hello?")
    await player.page.fill("#message", "/wager blue")
    await player.page.press("#message", "Enter")
    said = await player.ask("roll")
    assert "rolls (1d6)" in said
    for _ in range(40):
        if "The winner is" in await player.text("#log"):
            break
        said = await player.ask("bank" if "rolls" in said and "lost" not in said else "roll")
    assert "The winner is" in await player.text("#log")
    assert "●" in await player.text("#board")
    await check_accessibility(player)
    assert "wager" not in "".join(line for line in player.heard if '"set"' in line or '"append"' in line)
