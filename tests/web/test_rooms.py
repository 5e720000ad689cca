"""Two at one table."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


async def invite(host: Person) -> str:
    await host.page.click("[data-share]")
    await host.page.wait_for_selector("#room-dialog[open]")
    link = await host.page.input_value("#room-link")
    await host.page.click("[data-close]")
    return link


async def called(person: Person, name: str) -> None:
    await person.page.fill("#name", name)
    await person.page.press("#name", "Enter")
    await person.page.wait_for_function(
        "name => document.querySelector('#here').textContent.includes(name)", arg=name
    )


async def test_two_play_in_one_room_by_a_link(shared_server: Server, people: People):
    ann, bo = await people(), await people()
    await ann.begin(shared_server)
    await ann.ask("Was the man kidnapped?")
    await bo.go(await invite(ann), "#log > li")
    await called(bo, "Bo")
    assert "YES" in await bo.ask("Did the police free the man?")
    await ann.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    assert "Bo" in await ann.text("#log > li:last-child")
    await ann.ask("Is the weather important?")
    await bo.page.wait_for_function("document.querySelectorAll('#log > li').length === 3")
    await bo.go(shared_server.url)  # leaves …
    await ann.ask("Was the umbrella a present?")
    await bo.go(shared_server.url + "?view=games", ".rows li")
    await bo.page.click(".rows a")  # … and comes back, without the link
    await bo.page.wait_for_function("document.querySelectorAll('#log > li').length === 4")


async def test_both_ask_at_once_and_nothing_is_lost(shared_server: Server, people: People):
    ann, bo = await people(), await people()
    await ann.begin(shared_server)
    await bo.go(await invite(ann), "#message")
    for person, text in ((ann, "Was the man kidnapped?"), (bo, "Did the police free the man?")):
        await person.page.fill("#message", text)
    for person in (ann, bo):
        await person.page.press("#message", "Enter")
    for person in (ann, bo):
        await person.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    assert await ann.text("#log") == await bo.text("#log")


async def test_without_the_link_nobody_gets_in(shared_server: Server, people: People):
    ann, eve = await people(), await people()
    await ann.begin(shared_server)
    link = await invite(ann)
    bare, other = link.split("&room=")[0], link.replace("wrong_umbrella-", "wrong_umbrella-0")
    for address in (bare, other, bare + "&room=forged.signature"):
        await eve.go(address, ".trouble")
        assert await eve.count("#log") == 0


async def test_an_ai_player_is_watched_paused_stepped_and_stopped(shared_server: Server, people: People):
    ann = await people()
    await ann.go(shared_server.url)
    await ann.page.click("[data-watch=wrong_umbrella][data-in=en]")
    await ann.page.select_option("#strategy", "baseline")
    await ann.page.click("#watch-dialog button.primary")
    await ann.page.wait_for_selector("#log > li")
    await ann.page.click("[data-steer=pause]")
    await ann.page.wait_for_function("document.querySelector('#ai-status').textContent.includes('Paused')")
    await ann.page.wait_for_timeout(300)
    paused = await ann.count("#log > li")
    await ann.page.wait_for_timeout(2500)
    assert await ann.count("#log > li") == paused
    await ann.page.click("[data-steer=step]")
    await ann.page.wait_for_function("n => document.querySelectorAll('#log > li').length > n", arg=paused)
    await ann.page.click("[data-steer=stop]")
    await ann.page.wait_for_selector("[data-steer=stop]:disabled")
    assert await ann.count("#composer") == 0
