"""The main line among a game and its forks: its player chooses it, and everybody at the table goes on there."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility
from tests.web.test_access import Visitor

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
MARK = {"en": "main line", "zh": "主线"}


def forked(ann: Visitor) -> tuple[str, str]:
    """A game of somebody's, and a fork of it."""
    game = ann.begin()
    ann.call("send_message", game=game, text="Was the man kidnapped?")
    return game, str(ann.call("fork_game", game=game, turn=1)["go"]).partition("game=")[2]


def room_of(ann: Visitor, game: str) -> str:
    return str(ann.call("share_room", game=game)["link"]).partition("room=")[2]


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("zh", True)])
async def test_it_is_marked_among_my_games_and_chosen_with_the_keyboard(
    shared_server: Server, people: People, lang: str, phone: bool
):
    ann = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone)
    await ann.go(shared_server.url)
    await ann.play("wrong_umbrella", lang)
    first = ann.page.url
    await ann.ask({"en": "Was the man kidnapped?", "zh": "那个男人被绑架了吗？"}[lang])
    await ann.go(shared_server.url + "?view=games", ".rows li")
    assert MARK[lang] not in await ann.text(".rows"), "a game without forks needs no mark"
    await ann.go(first, "#log [data-fork='1']")
    await ann.page.click("#log [data-fork='1']")
    await ann.page.wait_for_function("url => location.href !== url", arg=first)
    await ann.go(shared_server.url + "?view=games", ".rows li")
    await check_accessibility(ann)
    marked = ann.page.locator(".rows li", has_text=MARK[lang]).locator("a[data-page]")
    assert str(await marked.first.get_attribute("href")) in first, "until one is chosen, the first"
    wanted = str(await ann.page.get_attribute("[data-main-line]", "data-main-line"))
    await ann.page.focus("[data-main-line]")
    await ann.page.keyboard.press("Enter")
    await ann.page.wait_for_selector(f".rows li:not(.branch) a[href='?game={wanted}']")
    assert MARK[lang] in await ann.text("#status")
    assert await ann.count(f".rows .badge:text-is('{MARK[lang]}')") == 1
    await check_accessibility(ann)


async def test_everybody_at_the_table_is_taken_along(shared_server: Server, people: People):
    ann, bo = await people(), await people()
    await ann.begin(shared_server)
    first = ann.page.url
    await ann.ask("Was the man kidnapped?")
    link = await ann.invite()
    await bo.go(link, "#log > li")
    await ann.page.click("#log [data-fork='1']")
    await ann.page.wait_for_function("url => location.href !== url", arg=first)
    await ann.go(shared_server.url + "?view=games", "[data-main-line]")
    assert "turn 1" in await ann.text("li:has([data-main-line])"), "which tells forks apart"
    wanted = str(await ann.page.get_attribute("[data-main-line]", "data-main-line"))
    await ann.page.click("[data-main-line]")
    await bo.page.wait_for_function("game => location.search.includes(game)", arg=wanted)
    await bo.page.wait_for_selector("#log :text('This is the main line now.')")
    assert "goes on here" in await bo.text("#status")
    await bo.ask("Did the police free the man?")
    await ann.go(f"{shared_server.url}?game={wanted}", "#log > li:nth-child(3)")
    await ann.go(first, "#log > li")
    assert await ann.count("#log > li") == 1, "its player may look at each line"
    await bo.go(link, "#log > li:nth-child(3)")
    assert wanted in bo.page.url, "the old link leads on"


def test_only_its_player_chooses_it(shared_server: Server):
    ann, bo = Visitor(shared_server), Visitor(shared_server)
    game, fork = forked(ann)
    room = room_of(ann, fork)
    assert "error" in bo.call("make_main_line", game=fork)
    assert "error" in bo.call("make_main_line", game=fork, room=room)
    assert "html" in bo.call("open_page", address=f"?game={game}&room={room_of(ann, game)}"), (
        "it goes on there"
    )
    assert "said" in ann.call("make_main_line", game=fork)
    assert "data-main-line" not in str(bo.call("open_page", address="?view=games"))


def test_whoever_was_sent_out_of_the_main_line_does_not_come_back_by_another(shared_server: Server):
    ann, bo = Visitor(shared_server), Visitor(shared_server)
    game, fork = forked(ann)
    address = f"?game={game}&room={room_of(ann, game)}"
    ann.call("make_main_line", game=fork)
    assert fork in str(bo.call("open_page", address=address)["go"])
    assert ann.call("close_room", game=fork) == {}
    assert "go" not in bo.call("open_page", address=address)
    assert "error" in bo.call("send_message", game=fork, text="Was the man kidnapped?")


def test_whoever_invites_others_to_another_line_is_told_where_they_would_come(shared_server: Server):
    ann = Visitor(shared_server)
    game, fork = forked(ann)
    ann.call("make_main_line", game=fork)
    assert "main line" in str(ann.call("share_room", game=game)["error"])
    assert fork in str(ann.call("share_room", game=fork)["link"])


def test_nobody_without_the_link_is_led_on(shared_server: Server):
    ann, eve = Visitor(shared_server), Visitor(shared_server)
    game, fork = forked(ann)
    ann.call("make_main_line", game=fork)
    assert fork not in str(eve.call("open_page", address=f"?game={game}"))
