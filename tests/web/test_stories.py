"""A story in the browser: speakers apart, what is at hand as buttons, notebook and people as panels."""

from collections.abc import Awaitable, Callable

import pytest
import yaml
from tests.flows.test_endings_of_stories import messages
from tests.support import ROOT
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
HUM = "I hum a tune that my grandmother knew"
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
    note = player.page.locator("#board .entries li", has_text="twopence a page")
    assert (await note.inner_text()).endswith("."), "it stands in the notebook, in a line of its own"
    assert "Tove, help at the post house" in board
    assert "The Seal" in board
    await player.press("#log li:last-child [data-say='1']")
    assert "You take the cloth" in await player.text("#log")
    wide = await player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is cut off"
    await check_accessibility(player)


async def check_that_each_stands_once(player: Person) -> None:
    log = await player.text("#log")
    for text in ("The clock is wound for the third time.", "“Again?”", "“Quite.”", HUM):
        assert log.count(text) == 1
    assert await player.count("#heard > li") == 0, "what was heard made room for the whole"
    assert not await player.count("#sent:not([hidden])"), "what was sent stands in the log"


async def test_voices_of_models_are_heard_below_what_one_said_and_stand_once_when_they_are_done(
    storytelling_server: Server, people: People
):
    player = await people()
    await player.begin(storytelling_server, "last_ferry")
    await player.page.evaluate(
        """() => {
            window.orders = [];
            new MutationObserver(() => {
                const said = document.querySelector("#sent:not([hidden])");
                const first = document.querySelector("#heard > li");
                if (said && first) orders.push(said.compareDocumentPosition(first) & 4);
            }).observe(document.querySelector("#heard"), { childList: true });
        }"""
    )
    await player.ask(HUM)
    await player.sent()
    assert await player.page.evaluate("orders.length > 0 && orders.every(Boolean)"), (
        "one's own words come first"
    )
    await check_that_each_stands_once(player)
    await player.page.click("[data-say='/again']")
    await player.page.wait_for_function("document.querySelector('#log').innerText.includes('Another try')")
    await player.sent()
    await check_that_each_stands_once(player)


async def test_commands_of_a_story_have_buttons_on_a_phone(server_of_all_kinds: Server, people: People):
    player = await people(phone=True)
    await player.begin(server_of_all_kinds, "last_ferry")
    await player.ask("go to the kitchen")
    assert "The stove" not in await player.press("[data-say='/recap']")
    assert "The Seal: Find out" in await player.text("#log")
    await player.unfold()
    await player.page.click("[data-say='/undo']")
    await player.page.wait_for_function(
        "document.querySelector('#log').innerText.includes('Turns taken back: 1.')"
    )
    await player.sent()
    assert await player.count("[data-say='/undo']:disabled") == 1, "there is nothing more to take back"
    assert await player.count("[data-say='/again']") == 0, "without a model there is no other try"
    await player.press("[data-say='/giveup']")
    assert await player.text("#ending-title")
    assert len(player.asked) == 1, "the end is asked about first"


async def test_an_ending_fills_the_ring_and_says_how_many_were_found(
    server_of_all_kinds: Server, people: People
):
    player = await people()
    await player.begin(server_of_all_kinds, "last_ferry")
    lists = yaml.safe_load((ROOT / "tests" / "flows" / "endings" / "last_ferry_en.yaml").read_text("utf-8"))
    for line in messages(lists["five"]):
        await player.ask(line)
    await player.page.wait_for_selector("#ending-title")
    assert "endings found so far: 1 of 5" in await player.text("#ending")
    assert (await player.text("#meter")).startswith("100%")
    notes = player.page.locator("#board .entries").last.locator("li")
    assert await notes.count() > 5
