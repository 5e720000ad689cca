"""Two at one table."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import HOSTILE, Person, Server, check_accessibility

from echoes.interfaces.web.room_codes import qr_svg

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


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
    await bo.go(await ann.invite(), "#log > li")
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
    await bo.go(await ann.invite(), "#message")
    for person, text in ((ann, "Was the man kidnapped?"), (bo, "Did the police free the man?")):
        await person.page.fill("#message", text)
    for person in (ann, bo):
        await person.page.press("#message", "Enter")
    for person in (ann, bo):
        await person.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    assert await ann.text("#log") == await bo.text("#log")


async def test_a_room_has_people_a_chat_and_a_host(shared_server: Server, people: People):
    ann, bo = await people(), await people(phone=True)
    await ann.begin(shared_server)
    await ann.ask("Was the man kidnapped?")
    link = await ann.invite()
    await bo.go(link, "#log > li")
    await called(bo, "Bo")
    await bo.ask("Did the police free the man?")
    await ann.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    for person, sides in ((ann, [False, True]), (bo, [True, False])):
        turns = await person.page.locator("#log > li").all()
        assert ["theirs" in str(await one.get_attribute("class")) for one in turns] == sides
        assert await person.text("#board-0 .by") == "Bo"
    await bo.unfold()
    await bo.page.click("#to-chat")
    await bo.page.fill("#chat-text", HOSTILE)
    await bo.page.reload()
    await bo.page.wait_for_selector("#log > li")
    assert await bo.page.input_value("#chat-text") == HOSTILE, "what was not sent is kept"
    await bo.page.press("#chat-text", "Enter")
    await ann.page.wait_for_selector("#chat li")
    assert HOSTILE in await ann.text("#chat") and await ann.count("#chat img") == 0
    assert await ann.count("#log > li") == 2, "the game does not hear it"
    for person in (ann, bo):
        await check_accessibility(person)
    await ann.page.click("[data-share]")
    await ann.page.click("[data-hand=Bo]")
    await bo.page.wait_for_selector("#game.hosts")
    await ann.page.click("[data-hand]")  # and takes it back
    await ann.page.wait_for_selector("#game.hosts")
    await bo.page.reload()
    await bo.page.wait_for_selector("#chat li", state="attached")
    await bo.go(shared_server.url)
    card = bo.page.locator("#cards > li", has=bo.page.locator("a[href*='wrong_umbrella']"))
    assert await card.get_attribute("data-state") == "open", "the story is not new to him"
    await bo.go(link, "#log > li")
    await ann.page.click("[data-close-room]")
    await bo.page.wait_for_selector(".trouble")
    await ann.page.wait_for_selector("#log > li")
    await bo.go(await ann.invite(), "#log > li")
    await bo.page.click("[data-leave]")
    await bo.page.wait_for_selector("#cards > li")
    card = bo.page.locator("#cards > li", has=bo.page.locator("[data-start=wrong_umbrella][data-in=en]"))
    assert await card.get_attribute("data-state") == "left", (
        "nor is it when he has left, be it that it goes on"
    )


async def test_without_the_link_nobody_gets_in(shared_server: Server, people: People):
    ann, eve = await people(), await people()
    await ann.begin(shared_server)
    code = (await ann.invite()).rpartition("/")[2]
    bare = ann.page.url
    other = bare.replace("wrong_umbrella-", "wrong_umbrella-0")
    for address in (bare, other, bare + "&room=forged.signature"):
        await eve.go(address, ".trouble")
        assert await eve.count("#log") == 0
    for wrong in (code[:-1], code[1:] + code[0], "BCDF-2345"):
        assert (await eve.page.request.get(f"{shared_server.url}r/{wrong}")).status == 404


async def test_a_room_is_joined_by_its_code_and_its_picture_leads_there(
    shared_server: Server, people: People
):
    ann, bo = await people(), await people("zh-CN", phone=True)
    await ann.begin(shared_server)
    await ann.ask("Was the man kidnapped?")
    await ann.page.click("[data-share]")
    await ann.page.wait_for_selector("#room-dialog[open] #room-qr svg")
    code = await ann.text("#room-code")
    assert await ann.page.input_value("#room-link") == f"{shared_server.url}r/{code}"
    drawn = await ann.page.locator("#room-qr svg path").last.get_attribute("d")
    assert drawn and drawn in qr_svg(f"{shared_server.url}r/{code}")
    await check_accessibility(ann)
    await ann.page.set_viewport_size({"width": 360, "height": 640})
    for inside in ("#room-qr", "#room-code", "#room-dialog [data-copy]"):
        box = await ann.page.locator(inside).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640
    await ann.page.click("[data-copy=room-link]")
    await ann.page.wait_for_function(
        "document.querySelector('[data-copy=room-link]').textContent === 'Copied'"
    )
    await bo.go(shared_server.url)
    await bo.page.fill("#join-code", code.lower().replace("-", " "))
    await bo.page.press("#join-code", "Enter")
    await bo.page.wait_for_selector("#log > li")
    await bo.page.wait_for_selector("#message:enabled")


async def test_a_line_stays_with_whoever_wrote_it_under_their_latest_name(
    shared_server: Server, people: People
):
    ann, bo = await people(), await people()
    await ann.begin(shared_server)
    await bo.go(await ann.invite(), "#message")
    await called(ann, "Ann")
    assert "YES" in await bo.ask("kidnapping?")
    await ann.page.click("#log .open .else [data-say='0']")  # it was not hers
    await bo.page.wait_for_selector("#log > li.t-clarification_asked")
    await called(bo, "Ben")
    for person, theirs in ((ann, True), (bo, False)):
        await person.page.wait_for_function("document.querySelector('#log > li .by').textContent === 'Ben'")
        assert ("theirs" in str(await person.page.get_attribute("#log > li", "class"))) is theirs
    await ann.press("#log .open .options button")
    for person in (ann, bo):
        await person.page.wait_for_selector("#log > li:nth-child(2)")
        assert await person.page.locator("#log .by:visible").all_inner_texts() == ["Ben", "Ann"]
        await person.page.wait_for_selector("#board-0 .by")
        assert await person.text("#board-0 .by") == "Ben", "it was his question"
        assert await person.count("#log > li:first-child :is(.options, button:visible)") == 0, (
            "that choice is over"
        )
        assert not await person.page.is_visible("#log .closed"), "what was picked stands below it"


async def test_an_ai_player_is_watched_paused_stepped_and_stopped(shared_server: Server, people: People):
    ann = await people()
    await ann.go(shared_server.url)
    await ann.page.click("[data-watch=wrong_umbrella][data-in=en]")
    assert "spoils" in await ann.text("#watch-dialog")
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
    assert await ann.count("#log > li[data-by]:not(.theirs)") == 0, "they are nobody's own"
    assert {*await ann.page.locator("#log .said .by").all_inner_texts()} == {"AI player"}
