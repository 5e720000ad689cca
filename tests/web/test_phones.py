"""A phone, upright and on its side, with and without a keyboard over the page: what is needed is in view."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.web.conftest import Person, Server, check_accessibility

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
LINE = 62
"""Pixels of one line to write in, with its edges."""


async def measured(player: Person) -> dict[str, Any]:
    """Where things are: the story and the composer, and each option that is offered."""
    return await player.page.evaluate(
        """() => {
          const box = (one) => { const { top, bottom, height } = one.getBoundingClientRect(); return { top, bottom, height }; };
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


async def test_whoever_opens_the_story_again_keeps_it_open(shared_server: Server, people: People):
    player = await people(phone=True)
    await player.begin(shared_server)
    await player.ask(PLAIN["en"])
    await player.page.click("details.statement summary")
    await player.ask("Was the umbrella broken?")
    assert (await measured(player))["open"]


async def test_the_rest_is_one_tap_away(shared_server: Server, people: People):
    player = await people(phone=True)
    await player.begin(shared_server)
    await player.ask(PLAIN["en"])
    assert not await player.page.is_visible("[data-say='/hint']")
    await player.page.click("#more")
    assert await player.page.get_attribute("#more", "aria-expanded") == "true"
    await check_accessibility(player)
    await player.page.click("[data-say='/hint']")
    await player.page.wait_for_selector("#log .hint")
    assert not await player.page.is_visible("[data-say='/hint']"), "it folds itself up again"
    await player.page.click("#more")
    await player.page.check("input[value=answer]", force=True)
    assert await player.page.get_attribute("#composer", "data-mode") == "answer"
    assert (await measured(player))["composer"]["height"] <= 2 * LINE
