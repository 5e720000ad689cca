"""Games of foreign packages are played in the browser, drawn from their blocks and panels."""

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.plugins.test_the_tutorial import followed_in
from tests.support import write_puzzle
from tests.web.conftest import Person, Server, check_accessibility
from tests.web.test_seats import sit

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


async def test_the_game_of_the_tutorial_is_played_by_two_in_own_words(
    own_server: Server, people: People, own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    own_server.stop()
    folder = followed_in("lamp", own_folders, monkeypatch)
    shutil.copytree(folder / "dark_hour", own_server.folder / "data" / "lamps" / "dark_hour")
    own_server.start()
    ann, bo = await people(), await people(phone=True)
    await ann.begin(own_server, "dark_hour")
    await bo.go(await ann.invite(), "#seats")
    await sit(ann, "anna")
    await sit(bo, "ben")
    for message, shown in (
        ("ask him about the cans", "I keep the book"),
        ("go upstairs", "A rope hangs from the gallery rail"),
        ("where did the oil go?", "The Petrel came by"),
    ):
        await ann.ask(message)
        assert shown in await ann.text("#log")
    assert "Petrel" in await ann.text("#board")
    assert "Anna leaves for the lamp room" in await bo.text("#log")
    assert "Petrel" not in "".join(bo.heard)
    await bo.ask("go upstairs")
    await ann.ask("tell Ben about the oil")
    await bo.page.wait_for_function("document.querySelector('#board').textContent.includes('Petrel')")
    for person in (ann, bo):
        await check_accessibility(person)
    await bo.ask("write that the wick was bad")
    assert "A Bad Wick" in await ann.text("#log")
