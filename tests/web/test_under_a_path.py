"""The app behind a proxy that serves it under a path, beside other sites."""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.web.conftest import OPERATOR, Person, Server, served

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]
ROOT = "/games"


@pytest.fixture(scope="session")
def server(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"web__root_path": f"{ROOT}/", "web__trusted_proxies": "127.0.0.1"}
    yield from served(stage, tmp_path_factory.mktemp("path") / "server", **settings)


@asynccontextmanager
async def proxied(server: Server, strips: bool) -> AsyncGenerator[str]:
    """The address of a proxy; `strips`: whether it takes the path away. All else is another site's.

    One that takes it away has to know by itself that its address ends with a slash.
    """

    async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, target, rest = head.split(" ", 2)
        if not target.startswith(ROOT):
            writer.write(b"HTTP/1.1 418 Another site\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            writer.close()
            return
        target = (target.removeprefix(ROOT) or "/") if strips else target
        rest = re.sub(r"(?im)^connection:.*\r\n", "", rest).replace("\r\n", "\r\nConnection: close\r\n", 1)
        inside, out = await asyncio.open_connection("127.0.0.1", server.port)
        out.write(f"{method} {target} {rest}".encode("latin-1"))
        await asyncio.gather(copied(reader, out), copied(inside, writer), return_exceptions=True)

    async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while part := await reader.read(1 << 16):
                writer.write(part)
                await writer.drain()
        finally:
            writer.close()

    listening = await asyncio.start_server(passed_on, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}{ROOT}"


@pytest.mark.parametrize("strips", [True, False], ids=["taken away", "left"])
async def test_a_game_is_shared_and_written_behind_a_proxy(server: Server, people: People, strips: bool):
    ann, bo = await people(), await people()
    async with proxied(server, strips) as address:
        await ann.go(f"{address}/" if strips else address)
        assert ann.page.url == f"{address}/"
        [cookie] = await ann.page.context.cookies()
        assert cookie["path"] == ROOT
        await ann.play("wrong_umbrella")
        assert "YES" in await ann.ask("Was the man kidnapped?")
        link = await ann.invite()
        assert link.startswith(f"{address}/r/")
        await bo.go(link, "#log > li")
        assert bo.page.url.startswith(f"{address}/?game=")
        await ann.ask("Did the police free the man?")
        await bo.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
        page = await (await bo.page.request.get(bo.page.url)).text()
        [picture] = {*re.findall('content="(http[^"]*png)"', page)}
        assert picture == f"{address}/web/preview.png" and "radio" not in page.partition("<script")[0]
        assert (await bo.page.request.get(picture)).headers["content-type"] == "image/png"
        assert await (await bo.page.request.get(f"{address}/ready")).text() == "ready"
        await check_desk(ann, address)


async def check_desk(author: Person, address: str) -> None:
    """The password, the form, a try-out and the way out all stay under the path."""
    page = author.page
    await page.goto(f"{address}/desk")
    await page.fill("#password", OPERATOR)
    await page.press("#password", "Enter")
    await page.wait_for_selector(".desk")
    assert page.url == f"{address}/desk/"
    await page.goto(f"{address}/desk/?page=puzzle&id=wrong_umbrella&in=en")
    await page.click("[data-do=try_scenario]")
    await page.wait_for_selector("#message")
    assert page.url.startswith(f"{address}/?game=")
    await page.goto(f"{address}/desk/")
    await page.click("form[action$='/leave'] button")
    await page.wait_for_selector("#cards > li")
    assert page.url == f"{address}/"


async def test_a_wrong_address_leads_to_the_library_under_the_path(server: Server, people: People):
    person = await people()
    async with proxied(server, strips=True) as address:
        await person.page.goto(f"{address}/nothing")
        person.complaints.clear()  # the browser says that there is nothing
        await person.page.click("a.primary")
        await person.page.wait_for_selector("#cards > li")
        assert person.page.url == f"{address}/"
