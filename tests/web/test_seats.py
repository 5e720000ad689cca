"""Seats at a table: each browser plays one, sees its secrets, and nothing shows of those of others."""

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import write_puzzle
from tests.web.conftest import Person, Server, check_accessibility, served
from tests.web.test_access import Visitor

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
PLUGINS = Path(__file__).parents[1] / "plugins"


@pytest.fixture(scope="module")
def pig_server(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that plays the dice game of the tests' foreign package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(PLUGINS))
        serving = served(stage, tmp_path_factory.mktemp("pig") / "server")
        server = next(serving)
        write_puzzle(server.folder / "data" / "pig", {"id": "fifty", "language": "en", "goal": 50})
        yield server
        for _ in serving:
            pass


async def sit(person: Person, seat: str) -> None:
    await person.page.click(f"[data-sit={seat}]")
    await person.page.wait_for_selector(f"li.active:has([data-rise={seat}])")


async def download(person: Person, form: str) -> str:
    async with person.page.expect_download() as waited:
        await person.page.click(f".tools a[href*='.{form}']")
    return (await (await waited.value).path()).read_text("utf-8")


def shown(person: Person, *words: str) -> list[str]:
    """Of these words, those that came over the wire in any form."""
    heard = "".join(person.heard)
    return [word for word in words if word in heard]


async def at_table(people: People, server: Server) -> tuple[Person, Person]:
    """Two people at a new table, on red and on blue."""
    ann, bo = await people(), await people(phone=True)
    await ann.begin(server, "fifty")
    await bo.go(await ann.invite(), "#seats")
    await sit(ann, "red")
    await sit(bo, "blue")
    await ann.page.wait_for_function("!document.querySelector('[data-sit]')")
    return ann, bo


async def test_each_of_two_sees_their_own_wager_and_never_the_others(pig_server: Server, people: People):
    ann, bo = await at_table(people, pig_server)
    assert "You wager on red" in await ann.ask("/wager red")
    assert "You wager on blue" in await bo.ask("/wager blue")
    await ann.ask("roll")
    await bo.page.wait_for_function("document.querySelector('#log').textContent.includes('red rolls')")
    for person in (ann, bo):
        await person.page.reload()
        await person.page.wait_for_selector("#log > li")
    for person, mine, theirs in ((ann, "red", "blue"), (bo, "blue", "red")):
        assert f"You wager on {mine}" in await person.text("#log")
        assert await person.count(f"[data-rise={mine}]") == 1, "a reload keeps the seat"
        assert "You wager on" in await download(person, "md")
        events: list[dict[str, Any]] = [
            json.loads(line) for line in (await download(person, "jsonl")).splitlines()
        ]
        assert [one["on"] for one in events if one["event"] == "wager_made"] == [mine]
        session = events[0]["session_id"]
        assert [one["event_id"] for one in events] == [f"{session}-{n}" for n in range(1, len(events) + 1)]
        assert [one["turn"] for one in events if one["event"] in ("wager_made", "die_rolled")] == [1, 2]
        assert shown(person, f"wager on {theirs}", f"/wager {theirs}") == []
        await check_accessibility(person)


async def test_whoever_looks_on_sees_what_is_public_and_does_not_play(pig_server: Server, people: People):
    ann, bo = await at_table(people, pig_server)
    eve = await people()
    await eve.go(await ann.invite(), "#seats")
    assert await eve.count("[data-sit]") == 0
    await bo.ask("/wager blue")
    await ann.ask("roll")
    await eve.page.wait_for_function("document.querySelector('#log').textContent.includes('red rolls')")
    assert "wager" not in await eve.text("#log")
    for form in ("md", "jsonl"):
        assert "wager" not in (await download(eve, form)).replace("/wager SEAT", "")
    assert shown(eve, "wager_made", "You wager", "/wager blue") == []
    assert await eve.page.is_disabled("#message")
    assert "Take a free seat" in await eve.text("#looks-on")
    # Nor is it for the box alone to keep an onlooker from playing.
    await eve.page.evaluate(
        "document.querySelectorAll('#composer :disabled').forEach(one => one.disabled = false)"
    )
    await eve.page.fill("#message", "roll")
    await eve.page.press("#message", "Enter")
    await eve.page.wait_for_selector(".status.wrong")
    assert "Take a free seat" in await eve.text("#status")


async def test_a_seat_that_was_left_hides_its_secrets_and_can_be_taken_by_another(
    pig_server: Server, people: People
):
    _ann, bo = await at_table(people, pig_server)
    await bo.ask("/wager blue")
    other = await bo.page.context.new_page()
    await other.goto(bo.page.url)
    await other.wait_for_selector("[data-rise=blue]")
    await bo.page.click("[data-rise=blue]")
    for page in (bo.page, other):
        await page.wait_for_selector("[data-sit=blue]")
        assert "wager" not in await page.inner_text("#log"), "on each of their pages"
    await sit(bo, "blue")
    assert "You wager on blue" in await bo.text("#log")


async def test_nobody_goes_from_seat_to_seat_to_read_secrets(pig_server: Server, people: People):
    ann, bo = await at_table(people, pig_server)
    await ann.ask("/wager red")
    eve = await people()
    await eve.go(await ann.invite(), "#seats")
    await bo.page.click("[data-rise=blue]")
    await eve.page.wait_for_selector("[data-sit=blue]")
    await sit(eve, "blue")
    await ann.page.click("[data-rise=red]")
    await eve.page.wait_for_function("document.querySelector('#seats').textContent.includes('free')")
    assert await eve.count("[data-sit]") == 0, "she has a seat"
    await eve.page.click("[data-rise=blue]")
    await eve.page.wait_for_selector("[data-sit=blue]")
    assert await eve.count("[data-sit=red]") == 0, "and getting up first helps nothing"
    assert shown(eve, "You wager on red", "/wager red") == []


async def test_the_owner_frees_a_seat_whose_holder_does_not_come_back(pig_server: Server, people: People):
    ann, bo = await at_table(people, pig_server)
    await ann.page.click("[data-rise=blue]")
    await bo.page.wait_for_selector("[data-sit=blue]")
    assert await bo.count("[data-rise]") == 0


async def test_who_is_alone_may_play_all_seats(pig_server: Server, people: People):
    ann = await people()
    await ann.begin(pig_server, "fifty")
    await ann.page.fill("#message", "/wager red")
    await ann.page.press("#message", "Enter")
    await ann.page.wait_for_selector("#status:has-text('Sit down there')")
    assert "You wager" not in await ann.text("#log"), "what one seat alone sees is read there"
    assert "red rolls" in await ann.ask("roll")
    await sit(ann, "red")
    assert "You wager on red" in await ann.text("#log")
    await sit(ann, "blue")
    await ann.ask("/wager blue")
    await ann.page.click("[data-sit=red]")
    await ann.page.wait_for_selector("li.active:has(strong:text-is('red'))")
    assert "You wager on blue" not in await ann.text("#log"), "each seat has its own page"


async def test_a_fork_is_made_at_the_turn_that_was_pressed(pig_server: Server, people: People):
    ann = await people()
    await ann.begin(pig_server, "fifty")
    await sit(ann, "red")
    await sit(ann, "blue")
    await ann.ask("/wager blue")
    await ann.page.click("[data-sit=red]")
    await ann.page.wait_for_selector("li.active:has(strong:text-is('red'))")
    await ann.ask("bank")
    assert await ann.page.get_attribute("#log [data-fork]", "data-fork") == "1"
    first = ann.page.url
    await ann.page.click("#log [data-fork='1']")
    await ann.page.wait_for_function("url => location.href !== url", arg=first)
    await ann.page.wait_for_selector("#log > li")
    assert "red banks 0" in await ann.text("#log"), "the turn of the log behind it, not the wager"


async def test_no_fork_opens_the_seats_of_others(pig_server: Server, people: People):
    ann, bo = await at_table(people, pig_server)
    await bo.ask("/wager blue")
    await ann.ask("bank")
    await bo.page.click("[data-rise=blue]")
    await ann.page.wait_for_selector("#seats:not(:has-text('Guest'))")
    await ann.page.click("#log [data-fork='1']")
    await ann.page.wait_for_selector(".status.wrong")
    assert "Others have sat at this table" in await ann.text("#status")


def test_no_request_opens_a_seat(pig_server: Server):
    ann, eve = Visitor(pig_server), Visitor(pig_server)
    game = ann.begin("fifty")
    room = str(ann.call("share_room", game=game)["link"]).partition("room=")[2]
    assert "go" in ann.call("take_seat", game=game, seat="red")
    assert "n" in ann.call("send_message", game=game, text="/wager blue")
    assert "error" in eve.call("take_seat", game=game, seat="blue"), "not without the room's link"
    named = {"game": game, "room": room, "seat": "red"}
    assert "error" in eve.call("take_seat", **named)
    assert "error" in eve.call("leave_seat", **named)
    assert "error" in eve.call("send_message", **named, text="roll")
    assert "error" in eve.call("take_seat", **{**named, "seat": "green"})
    name = ann.call("rename_player", name="Ann")["name"]
    assert eve.call("rename_player", name=name)["name"] == name
    assert "error" in eve.call("take_seat", **named), "a name is no key"
    assert "error" in eve.call("send_message", **named, at="red", text="roll")
    for suffix in ("", "&seat=red", "&at=red"):
        assert "wager" not in eve.client.get(f"/download/{game}.jsonl?room={room}{suffix}").text
    assert "wager_made" in ann.client.get(f"/download/{game}.jsonl").text
    assert "error" in ann.call("take_seat", game=game, seat="nobody")
    assert "go" in ann.call("leave_seat", game=game, seat="red")
    assert "go" in eve.call("take_seat", **named)
    assert "error" in ann.call("send_message", game=game, at="red", text="bank"), "it is hers no more"
    assert "error" in ann.call("take_seat", game=game, seat="red")
    assert "go" in ann.call("leave_seat", game=game, seat="red"), "but she owns the table, and may free it"
    assert "error" in eve.call("leave_seat", **named)


def test_whoever_leaves_or_is_sent_out_keeps_no_seat(pig_server: Server):
    ann, bo, eve = Visitor(pig_server), Visitor(pig_server), Visitor(pig_server)
    game = ann.begin("fifty")

    def room() -> dict[str, str]:
        return {"game": game, "room": str(ann.call("share_room", game=game)["link"]).partition("room=")[2]}

    first = room()
    assert "go" in bo.call("take_seat", **first, seat="red")
    assert "error" in ann.call("leave_room", game=game), "it is hers"
    assert "error" in bo.call("close_room", **first) and "error" in bo.call(
        "hand_over_room", **first, name="x"
    )
    assert bo.call("leave_room", **first) == {"go": "?"}
    assert "go" in eve.call("take_seat", **first, seat="red")
    assert ann.call("close_room", game=game) == {}
    for action in ({"seat": "red"}, {}):
        assert "error" in eve.call("take_seat" if action else "send_chat", **first, **action, text="hello")
    assert eve.client.get(f"/live/{game}?room={first['room']}").status_code == 204
    assert "go" in bo.call("take_seat", **room(), seat="red"), "by the new link"
