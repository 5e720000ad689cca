"""A slow answer is stopped by a button: with a mouse, a finger and the keyboard, in both languages, alone and in company."""

import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.flows.test_model_games import fair
from tests.web.conftest import Person, Server, check_accessibility, served

from echoes.testing import Asked, Say, serving

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
LOCALE = {"en": "en-US", "zh": "zh-CN"}
QUESTION = {"en": "Did she find it in a taxi?", "zh": "她是在出租车上捡到这把伞的吗？"}
STOP = {"en": "Stop", "zh": "停止"}
STOPPED = {"en": "Stopped, at no cost.", "zh": "已停止，不计问题数。"}


@dataclass
class SlowModel:
    """A model that answers only when it may."""

    may_answer: threading.Event = field(default_factory=threading.Event)

    def __call__(self, asked: Asked) -> Say | str:
        self.may_answer.wait(600)
        return fair(asked)


@pytest.fixture
def model() -> Iterator[SlowModel]:
    slow = SlowModel()
    yield slow
    slow.may_answer.set()


@pytest.fixture
def slow_server(stage: Path, tmp_path: Path, model: SlowModel) -> Iterator[Server]:
    with serving(model) as stub:
        settings = {
            "models__provider": "api",
            "models__base_url": f"{stub.url}/v1",
            "models__llm_model_name": "m",
        }
        yield from served(stage, tmp_path / "server", **settings)
        model.may_answer.set()


async def send(player: Person, text: str) -> None:
    await player.page.fill("#message", text)
    await player.page.press("#message", "Enter")
    await player.page.wait_for_selector("#stop:visible")


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("zh", True)])
async def test_a_stopped_answer_is_free_and_the_words_are_back(
    slow_server: Server, model: SlowModel, people: People, lang: str, phone: bool
):
    player = await people(LOCALE[lang], phone)
    page = player.page
    await player.go(slow_server.url)
    await player.play("wrong_umbrella", lang)
    if phone:
        await page.set_viewport_size({"width": 360, "height": 640})
    assert await page.locator("#stop").is_hidden()
    await send(player, QUESTION[lang])
    assert await player.text("#stop") == STOP[lang]
    await check_accessibility(player)
    boxes = [await page.locator(one).bounding_box() for one in ("#message", "#stop", ".write [type=submit]")]
    rights = [box["x"] + box["width"] for box in boxes if box]
    assert rights == sorted(rights) and rights[-1] <= page.viewport_size["width"], "they stand side by side"
    await (page.tap if phone else page.click)("#stop")
    await player.sent()
    assert await player.text("#status") == STOPPED[lang]
    assert await page.input_value("#message") == QUESTION[lang]
    assert await page.locator("#stop").is_hidden() and await page.locator("#sent").is_hidden()
    await page.wait_for_function("!document.querySelector('#thinking').textContent")
    assert await player.count("#log > li[data-by]") == 0, "nothing was asked"
    model.may_answer.set()
    assert QUESTION[lang] in await player.ask(QUESTION[lang])
    assert await player.count("#log > li[data-by]") == 1


async def test_it_is_reached_with_the_keyboard_and_gives_the_focus_back(
    slow_server: Server, model: SlowModel, people: People
):
    player = await people()
    await player.begin(slow_server)
    lost: list[str] = []

    async def lose_first(route: Any) -> None:
        if "stop_answer" in route.request.post_data and not lost:
            lost.append(route.request.post_data)
            await route.fulfill(json={})
        else:
            await route.continue_()

    await player.page.route("**/component_server**", lose_first)
    await send(player, QUESTION["en"])
    await player.page.keyboard.press("Tab")
    assert await player.page.evaluate("document.activeElement.id") == "stop"
    await player.page.keyboard.press("Enter")
    await player.sent()
    await player.page.wait_for_function("document.activeElement.id === 'message'")
    assert await player.text("#status") == STOPPED["en"]
    assert lost, "what is lost is asked for again"


async def test_a_reloaded_page_stops_it_too_and_only_whoever_asked_can(
    slow_server: Server, model: SlowModel, people: People
):
    ann, bo = await people(), await people()
    await ann.begin(slow_server)
    await bo.go(await ann.invite(), "#message")
    await send(ann, QUESTION["en"])
    await bo.page.wait_for_function("document.querySelector('#thinking').textContent.includes('asks')")
    assert await bo.page.locator("#stop").is_hidden(), "it is not theirs to stop"
    await ann.page.reload()
    await ann.page.wait_for_selector("#stop:visible")
    await ann.page.click("#stop")
    await ann.page.wait_for_selector("#stop", state="hidden")
    await bo.page.wait_for_function("!document.querySelector('#thinking').textContent")
    model.may_answer.set()
    assert QUESTION["en"] in await bo.ask(QUESTION["en"]), "the game goes on for all"
