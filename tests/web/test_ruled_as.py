"""A question that is ruled as another: shown beside the ruling, and taken back with a press."""

from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]

LOOSE = {
    "en": ("kidnapping?", "Was the umbrella of great value?", "Is there a written message in the umbrella?"),
    "zh": ("绑架？", "伞的主人跟女人认识？", "男人写了求救的话？"),
}
"""Questions near to an author's, one of which at least is taken for it."""

PICK = "#log .open .else [data-say='1']"
NOT_THAT = "#log .open .else [data-say='0']"


async def begin(player: Person, server: Server, lang: str) -> str:
    """Play until a question is ruled as another that may be something else, too; that question."""
    await player.go(server.url)
    await player.play("wrong_umbrella", lang)
    for question in LOOSE[lang]:
        await player.ask(question)
        if await player.count(PICK):
            return question
        await player.unfold()
        await player.page.click("[data-say='/undo']")
        await player.page.wait_for_function("!document.querySelector('#board li')")
    raise AssertionError("none of them was ruled as another")


async def start(people: People, lang: str, phone: bool = False) -> Person:
    return await people({"en": "en-US", "zh": "zh-CN"}[lang], phone)


async def questions(player: Person) -> str:
    return await player.text("#meter .counts dd")


@pytest.mark.parametrize(("lang", "phone"), [("en", True), ("zh", True), ("en", False), ("zh", False)])
async def test_what_a_question_was_ruled_as_stands_beside_the_ruling(
    shared_server: Server, people: People, lang: str, phone: bool
):
    player = await start(people, lang, phone)
    asked = await begin(player, shared_server, lang)
    assert asked in await player.text("#log > li:last-child .said")
    board = [line.split(" ", 1)[-1] for line in await player.page.locator("#board li").all_inner_texts()]
    [ruled_as] = board
    assert ruled_as in await player.text("#log > li:last-child .to")
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    last = await player.page.locator(NOT_THAT).bounding_box()
    composer = await player.page.locator("#composer").bounding_box()
    assert last and composer and last["y"] + last["height"] <= composer["y"], "all of it can be seen"
    await check_accessibility(player)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_not_that_takes_it_back_free_and_asks_in_the_old_way(
    shared_server: Server, people: People, lang: str
):
    player = await start(people, lang)
    asked = await begin(player, shared_server, lang)
    assert await questions(player) == "1"
    await player.page.click(NOT_THAT)
    await player.page.wait_for_selector("#log .t-clarification_asked .options:not(.else)")
    assert await player.count("#board li") == 0
    assert await questions(player) == "0"
    assert "0" in (await player.text(".dial")).split("%")[0]
    assert await player.count("#log > li .to") == 0, "the ruling is gone"
    assert await player.text("#log > li:last-child .said") == asked, "and what was asked is still there"


async def test_another_reading_is_ruled_in_its_place(shared_server: Server, people: People):
    player = await start(people, "en")
    await begin(player, shared_server, "en")
    other = (await player.text(PICK)).split("\n")[-1].removeprefix("1 ")
    await player.page.click(PICK)
    await player.page.wait_for_function("!document.querySelector('#log .to')")
    assert other in await player.text("#log > li:last-child .reply")
    assert other in await player.text("#board")
    assert await player.count("#board li") == 1
    assert await questions(player) == "1", "one question, whatever it was taken for"


async def test_it_can_be_taken_back_only_until_something_else_is_ruled(shared_server: Server, people: People):
    player = await start(people, "en")
    await begin(player, shared_server, "en")
    await player.press("[data-say='/recap']")
    assert await player.count(".else button:visible") >= 2, "a recap settles nothing"
    await player.page.reload()
    await player.page.wait_for_selector("#log > li")
    assert await player.count(".else button:visible") >= 2, "nor does a reload"
    await player.ask("Was the man kidnapped?")
    assert await player.count("#log > li:first-child .to") == 1
    assert await player.count("#log > li:first-child .else button:visible") == 0
    assert await player.count("#log > li:first-child .else button:enabled") == 0


async def test_who_plays_by_keyboard_goes_on_where_the_game_does(shared_server: Server, people: People):
    player = await start(people, "en")
    await begin(player, shared_server, "en")
    await player.page.focus(NOT_THAT)
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_function("document.activeElement.closest('.t-clarification_asked .options')")
    await player.page.wait_for_selector("#game:not(.pending)")
    await player.page.keyboard.press("Enter")
    await player.page.wait_for_selector("#log > li.t-question_ruled")
    await player.page.wait_for_function("document.activeElement.id === 'message'")
