"""What a messenger and a wrong address are shown: the game, and a page of ours."""

import re
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest
from tests.web.conftest import Person, Server, check_accessibility

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


async def head(person: Person, address: str, lang: str = "en") -> str:
    """The head of a page without its scripts and styles, as a messenger's program reads it, without a cookie."""
    asked = await person.page.request.get(address, headers={"cookie": "", "accept-language": lang})
    page = (await asked.text()).partition("</head>")[0]
    return re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)


async def test_a_link_to_a_room_speaks_of_its_game(shared_server: Server, people: People):
    ann, messenger = await people(), await people()
    await ann.go(shared_server.url)
    await ann.page.locator("[data-other=wrong_umbrella][data-in=zh]:visible").click()
    await ann.page.wait_for_selector("#message")
    shown = await head(messenger, await ann.invite())
    assert (
        re.findall('<meta (?:property|name)="(?:og|twitter):title" content="(.*?)">', shown)
        == ["不是她的伞"] * 2
    )
    [told] = re.findall('<meta property="og:description" content="(.*?)">', shown)
    assert told == "一个女人从咖啡馆回家，路上下起了雨。", "no more than a sentence"
    assert re.search('<html\\s+lang="zh-Hans"', shown) and "radio" not in shown
    [picture] = {*re.findall('content="(http[^"]*png)"', shown)}
    drawn = await messenger.page.request.get(picture)
    assert drawn.headers["content-type"] == "image/png" and len(await drawn.body()) < 60_000


async def test_a_link_that_opens_nothing_speaks_of_the_app(shared_server: Server, people: People):
    ann, messenger = await people(), await people()
    await ann.begin(shared_server)
    for address in (shared_server.url, ann.page.url, f"{ann.page.url}&room=forged"):
        shown = await head(messenger, address)
        assert 'property="og:title" content="Echoes of Deceit"' in shown
        assert "umbrella" not in shown.casefold() and "radio" not in shown


@pytest.mark.parametrize("lang", ["en-US", "zh-CN"])
@pytest.mark.parametrize(
    "path", ["nothing", "r/BCDF-2345", "desk/nothing", "download/no-game.md", quote("什么")]
)
async def test_a_wrong_address_has_a_page_that_leads_to_the_library(
    shared_server: Server, people: People, lang: str, path: str
):
    person = await people(lang)
    answer = await person.page.goto(shared_server.url + path)
    person.complaints.clear()  # the browser says that there is nothing
    assert answer and answer.status == 404
    assert await person.page.get_attribute("html", "lang") == {"en-US": "en", "zh-CN": "zh-Hans"}[lang]
    await check_accessibility(person)
    await person.page.click("a.primary")
    await person.page.wait_for_selector("#cards > li")
