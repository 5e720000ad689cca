"""The library in a browser: drawings, room for cards, filters that fold."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from tests.support import ROOT
from tests.web.conftest import HOSTILE, PACKS, Person, Server, check_accessibility, served

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
LOCALE = {"en": "en-US", "zh": "zh-CN"}
ROWS = {(1366, 768): 2, (390, 844): 1}
"""Rows of cards that are in view at first, by the size of the screen."""
SHOWN = """() => [...document.querySelectorAll('#cards > .card:not([hidden])')].map((card) => {
  const { top, bottom } = card.getBoundingClientRect(), picture = card.querySelector('img');
  return { top: Math.round(top), bottom, drawn: Boolean(picture?.complete && picture.naturalWidth && picture.alt) };
})"""
LOADED = """[...document.images].filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight)
  .every((one) => one.complete)"""
"""Whether the drawings in view are there; the others are fetched when they come near."""
SCRIPTED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><title lang="en">{title}</title>'
    '<script>alert(2); fetch("/health?script")</script><style>@import url("/health?style");</style>'
    '<image href="/health?image" width="9" height="9"/><rect width="9" height="9"/></svg>'
)
IS_DARK = """(picture) => {
  const canvas = document.createElement('canvas').getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const [red, green, blue] = canvas.getImageData(100, 20, 1, 1).data;
  return red + green + blue < 3 * 128;
}"""


@pytest.fixture(scope="session")
def library(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the bundled scenarios, of which one has an author's drawing that means no good."""
    bundled = [path.relative_to(ROOT / "data") for path in (ROOT / "data").glob("*/*.svg")]
    packs = [str(path.with_suffix("")) for path in bundled if path.parts[0] != "situation_puzzles"]
    for server in served(stage, tmp_path_factory.mktemp("library") / "server", sorted({*PACKS, *packs})):
        puzzles = server.folder / "data" / "situation_puzzles"
        for path in (ROOT / "data" / "situation_puzzles").glob("*_??.json"):
            (puzzles / path.name).write_bytes(path.read_bytes())
        for path in bundled:
            (server.folder / "data" / path).write_bytes((ROOT / "data" / path).read_bytes())
        (server.folder / "data" / "campaigns").mkdir()
        for path in (ROOT / "data" / "campaigns").glob("*.yaml"):
            (server.folder / "data" / "campaigns" / path.name).write_bytes(path.read_bytes())
        escaped = HOSTILE.replace("<", "&lt;")
        (puzzles / "silent_bell.svg").write_text(SCRIPTED.format(title=escaped), "utf-8")
        yield server


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_cards_with_their_drawings_are_in_view_at_once(
    library: Server, people: People, lang: str, scheme: str
):
    for (width, height), rows in ROWS.items():
        player = await people(LOCALE[lang], phone=width < 400, color_scheme=scheme)
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.go(library.url)
        await player.page.wait_for_function(LOADED)
        cards = await player.page.evaluate(SHOWN)
        tops = sorted({card["top"] for card in cards})[:rows]
        first = [card for card in cards if card["top"] in tops]
        assert len(first) >= rows and all(card["bottom"] <= height and card["drawn"] for card in first)
        assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not await player.page.is_visible("#filters"), "filters are folded away"
        await player.page.click(".sifting details:has(#filters) summary")
        assert await player.page.is_visible("#filters [data-filter=text]")
        await check_accessibility(player)


@pytest.mark.parametrize(("lang", "said"), [("en", "Inspector"), ("zh", "探长")])
async def test_a_campaign_is_unfolded_and_its_next_chapter_played(
    library: Server, people: People, lang: str, said: str
):
    player = await people(LOCALE[lang], phone=lang == "zh")
    await player.go(library.url)
    await player.page.click(".campaign summary")
    assert said in await player.text(".campaign p")
    await check_accessibility(player)
    await player.page.click(".campaign [data-start=blank_paper]")
    await player.page.wait_for_selector("#message")
    await player.go(library.url)
    await player.page.click(".campaign summary")
    assert await player.count(".campaign a[href*='?game=']") == 1
    assert await player.count(".campaign [data-start]") == 0, "one chapter at a time"


async def test_drawings_follow_the_page_into_the_dark(library: Server, people: People):
    player = await people(color_scheme="light")
    await player.go(library.url)
    drawing = player.page.locator(".card:visible img[src*='/congratulations?']")
    assert await drawing.get_attribute("alt")
    await drawing.evaluate("(picture) => picture.decode()")
    assert not await drawing.evaluate(IS_DARK)
    await player.page.click("[data-dark]")
    await player.page.wait_for_selector("body.dark")
    assert await drawing.evaluate(IS_DARK)


async def test_a_drawing_is_clicked_to_play(library: Server, people: People):
    player = await people()
    await player.go(library.url)
    box = await player.page.locator(".card:visible .picture:has([src*='/wrong_umbrella?'])").bounding_box()
    await player.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await player.page.wait_for_selector("#message")
    assert "The Wrong Umbrella" in await player.text("h1")


async def test_an_authors_drawing_runs_and_loads_nothing(library: Server, people: People):
    player = await people()
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    await player.go(library.url)
    hostile = player.page.locator(".card:visible img[src*='/silent_bell?']")
    await hostile.scroll_into_view_if_needed()
    await hostile.evaluate("(picture) => picture.decode()")
    assert await hostile.get_attribute("alt") == HOSTILE
    assert not [url for url in asked if "/health" in url] and player.asked == []
    alone = await player.page.request.get(library.url + await hostile.get_attribute("src"))
    assert (alone.status, alone.headers["content-type"]) == (200, "image/svg+xml")
    policy = alone.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy and "script-src" not in policy
    for lost in ("drawing/situation_puzzle/nothing", "drawing/nothing/silent_bell", "drawing/x/..%2fy"):
        assert (await player.page.request.get(library.url + lost)).status == 404
