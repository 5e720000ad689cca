"""A phone, upright and on its side, with and without a keyboard over the page: what is needed is in view."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.web.conftest import Person, Server, check_accessibility
from tests.web.test_answer_from_the_board import telling

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]

SCREENS = {
    "390 x 844": (390, 844),
    "390 x 844, keyboard": (390, 844 - 336),
    "360 x 640": (360, 640),
    "360 x 640, keyboard": (360, 640 - 260),
    "844 x 390": (844, 390),
    "844 x 390, keyboard": (844, 390 - 200),
    "640 x 360": (640, 360),
    "640 x 360, keyboard": (640, 360 - 180),
}
UNCLEAR = {"en": "What colour is it?", "zh": "是什么颜色的？"}
PLAIN = {"en": "Was the umbrella stolen?", "zh": "伞是偷来的吗？"}
TAPPED = """async () => {
  const met = [];
  for (const one of document.querySelectorAll('#log > li.open .options button')) {
    one.scrollIntoView({ block: "center" });
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const { left, top, width, height } = one.getBoundingClientRect();
    met.push(one.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  }
  return met;
}"""
"""Whether each option, once it is scrolled to and the page has followed, is what a finger meets."""
COLOUR = "one => getComputedStyle(one).backgroundColor"
LINE = 62
"""Pixels of one line to write in, with its edges."""


async def measured(player: Person) -> dict[str, Any]:
    """Where things are: the story and the composer, and each option that is offered."""
    return await player.page.evaluate(
        """() => {
          const box = (one) => { const { top, bottom, right, height } = one.getBoundingClientRect(); return { top, bottom, right, height }; };
          const story = document.querySelector("details.statement");
          return {
            story: box(story), open: story.open, sticks: getComputedStyle(story).position === "sticky",
            composer: box(document.querySelector("#composer")), high: innerHeight,
            wide: document.documentElement.scrollWidth <= innerWidth,
            options: [...document.querySelectorAll("#log > li.open .options button")].map(box),
          };
        }"""
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("screen", SCREENS)
async def test_the_story_makes_room_and_options_are_in_view(
    shared_server: Server, people: People, screen: str, lang: str
):
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone=True)
    width, height = SCREENS[screen]
    await player.page.set_viewport_size({"width": width, "height": height})
    await player.go(shared_server.url)
    await player.play("wrong_umbrella", lang)
    assert (await measured(player))["open"], "first it is read"
    await player.ask(PLAIN[lang])
    assert not (await measured(player))["open"], "then it makes room by itself"
    await player.ask(UNCLEAR[lang])
    await player.page.wait_for_selector("#log > li.open .options button")
    seen = await measured(player)
    assert seen["wide"], "nothing sticks out at the side"
    assert seen["composer"]["height"] <= LINE
    top = seen["story"]["bottom"] if seen["sticks"] else 0
    assert len(seen["options"]) == 4
    for option in seen["options"]:
        assert top <= option["top"] and option["bottom"] <= seen["composer"]["top"], (option, seen)
    await player.press("#log > li.open .options button")
    assert await player.count("#board li") == 2


@pytest.mark.parametrize(
    ("game", "lang"), [("last_ferry", "zh"), ("tidewater_ledger", "en"), ("low_water", "en")]
)
async def test_whatever_is_played_each_option_can_be_tapped(
    server_of_all_kinds: Server, people: People, game: str, lang: str
):
    """Games of other kinds offer more than fits: it is scrolled, between the story and the composer."""
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone=True)
    await player.go(server_of_all_kinds.url)
    await player.play(game, lang)
    if await player.count("#seats"):
        assert "Jory Penn" in await player.text("#seats"), "seats go by names"
        await player.page.click("[data-sit=jory]")
        await player.page.wait_for_selector("li.active:has([data-rise=jory])")
        assert "Jory Penn" in await player.text("#log > li.t-seat_taken")
        assert await player.count("#log > li.open .options button:enabled"), "who sits down can act at once"
    await player.page.wait_for_selector("#log > li.open .options button")
    await player.ask("/status" if game != "tidewater_ledger" else "/sheet")
    assert await player.page.evaluate("document.querySelector('#log').lastElementChild.matches('.open')"), (
        "what can be picked stands below what was said since"
    )
    for width, height in SCREENS.values():
        await player.page.set_viewport_size({"width": width, "height": height})
        seen = await measured(player)
        assert seen["wide"], "nothing sticks out at the side"
        assert not seen["open"] and seen["composer"]["height"] <= LINE
        assert await player.page.evaluate(TAPPED) == [True] * len(seen["options"]), (width, height)


async def test_whoever_opens_the_story_again_keeps_it_open(shared_server: Server, people: People):
    player = await people(phone=True)
    await player.begin(shared_server)
    await player.ask(PLAIN["en"])
    await player.page.click("details.statement summary")
    await player.ask("did she recognise his handwriting?")
    seen = await measured(player)
    assert seen["open"]
    assert seen["options"] and all(option["right"] <= 390 for option in seen["options"])
    for tool in await player.page.locator(".tools > *:visible").all():
        box = await tool.bounding_box()
        assert box and box["x"] + box["width"] <= 390, "nothing of the toolbar is cut off"


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_each_step_shows_at_once_with_one_thing_to_do_next(
    shared_server: Server, people: People, lang: str
):
    player = await people({"en": "en-US", "zh": "zh-CN"}[lang], phone=True)
    page, answered = player.page, asyncio.Event()

    async def held(route: Any) -> None:
        await answered.wait()
        await route.continue_()

    await player.go(shared_server.url)
    await player.play("wrong_umbrella", lang)
    await page.route("**/component_server**", held)
    await page.fill("#message", UNCLEAR[lang])
    await page.press("#message", "Enter")
    await page.wait_for_selector("#sent:visible")
    assert await player.text("#sent") == UNCLEAR[lang], "one's own words stand there before any answer"
    assert await player.text("#thinking"), "and that they are being answered"
    assert not await page.is_visible(".welcome")
    answered.set()
    await page.wait_for_selector("#log > li.open .options button")
    await player.sent()
    assert not await page.is_visible("#sent") and not await player.text("#thinking")
    first, *others = telling(lang)
    await player.ask(first)
    assert not await page.is_visible("#log > li:first-child .prompt"), "what is over does not ask any more"
    fork, said = [
        await page.locator(f"#log > li:last-child {one}").bounding_box() for one in (".fork", ".said")
    ]
    assert fork["x"] + fork["width"] <= said["x"], "the fork takes no room of the reply"
    for question in others:
        await player.ask(question)
    assert await page.is_visible(".mode label:has([value=answer])"), "all is found: the answer is in sight"
    assert (await measured(player))["composer"]["height"] <= 3 * LINE
    await page.click("#from-board button")
    await page.wait_for_selector("#log > li.open [data-filled]")
    colours = [await page.locator(one).evaluate(COLOUR) for one in ("[data-filled]", ".write [type=submit]")]
    assert colours[0] != colours[1], "one main thing to do"
    names = [await player.text(one) for one in ("[data-filled]", ".write [type=submit]")]
    assert names[0] != names[1], "each is named for what it does"
    await check_accessibility(player)


async def test_the_rest_is_one_tap_away(shared_server: Server, people: People):
    player = await people(phone=True)
    await player.begin(shared_server)
    await player.ask(PLAIN["en"])
    assert not await player.page.is_visible("[data-say='/hint']")
    await player.page.click("#more")
    assert await player.page.get_attribute("#more", "aria-expanded") == "true"
    newest = await player.page.locator("#log > li:last-child").bounding_box()
    composer = await player.page.locator("#composer").bounding_box()
    assert newest["y"] + newest["height"] <= composer["y"], "what was said last is in view"
    await check_accessibility(player)
    await player.page.click("[data-say='/hint']")
    await player.page.wait_for_selector("#log .hint")
    assert not await player.page.is_visible("[data-say='/hint']"), "it folds itself up again"
    await player.page.click("#more")
    await player.page.check("input[value=answer]", force=True)
    assert await player.page.get_attribute("#composer", "data-mode") == "answer"
    assert (await measured(player))["composer"]["height"] <= 2 * LINE
