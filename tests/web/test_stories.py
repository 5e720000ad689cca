"""A story in the browser: speakers apart, what is at hand as buttons, notebook and people as panels."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


async def test_a_story_is_played_by_words_and_clicks_and_the_panels_follow(
    server_of_all_kinds: Server, people: People
):
    player = await people()
    await player.begin(server_of_all_kinds, "last_ferry")
    await player.ask("go to the kitchen")
    await player.ask("what about the doctor?")
    assert "Tove: ‘I do his fair copies" in await player.text("#log")
    board = await player.text("#board")
    assert "twopence a page" in board, "it stands in the notebook"
    assert "Tove, help at the post house" in board
    assert "The Seal" in board
    await player.press("#log li:last-child [data-say='1']")
    assert "You take the cloth" in await player.text("#log")
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is cut off"
    await check_accessibility(player)
