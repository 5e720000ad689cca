"""The cost of the web app: its pages, and many concurrent players.

Servers run in processes of their own, and are reached over the network only. Figures of pages need
playwright and a chromium on this machine.
"""

import asyncio
import json
import os
import random
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx

from echoes.bench.situation_puzzle.rulings.asking import bundled_gold
from echoes.config import load_config
from echoes.core.errors import BadInput

_PUZZLE = "wrong_umbrella"
_THINK_S = 5.0
"""Mean seconds of a player from a ruling to the next question."""
_START_S, _ANSWER_S = 300.0, 120.0
_MARK = "window.gradio_config = "
_EMPTY = "import sys, gradio as gr\nwith gr.Blocks() as page: gr.HTML('<p id=ready>ready</p>')\n" + (
    "page.launch(server_port=int(sys.argv[1]), quiet=True)"
)
"""An empty page, as a program: Gradio itself is imported in `interfaces.web` only."""


@dataclass(frozen=True)
class PageFigures:
    """The cost of pages in a browser; None where there is none.

    Attributes:
        ready: seconds until the page of the app is ready, over those of an empty page.
        shown: milliseconds from the key to the ruling on the page, median.
    """

    ready: float | None = None
    shown: float | None = None


@dataclass(frozen=True)
class WebFigures:
    """The cost of the web app.

    Attributes:
        pages: in a browser.
        median, late: milliseconds of a ruling with all players, median and 95th percentile; None where no
            ruling came.
        lost: questions without a ruling.
    """

    pages: PageFigures
    median: float | None
    late: float | None
    lost: int


async def measure_web(players: int, questions: int, rounds: int, rag: Path, folder: Path) -> WebFigures:
    """Serve the app, load its page beside an empty one, and let many play.

    Args:
        players: who play concurrently, each with a page of its own that listens.
        questions: of each of them, with a few seconds of thought in between.
        rounds: how often each page is loaded.
        rag: where knowledge bases are kept.
        folder: for the files that are written.
    Raises:
        BadInput: Gradio is not installed.
    """
    if find_spec("gradio") is None:
        raise BadInput("the web app needs Gradio", "Install it with: make web, or leave the part out.")
    all_texts = [item.text for item in bundled_gold(load_config()) if item.story == _PUZZLE]
    texts = [text for text in all_texts if text.isascii()]
    with _served(rag, folder) as url:
        async with httpx.AsyncClient(base_url=url, timeout=_START_S) as first:
            await _Player(first, []).begin()  # builds the knowledge base
        pages = await _pages(url, texts, rounds)
        games = [_play(url, list(islice(cycle(texts[n:]), questions))) for n in range(players)]
        waits = [wait for waits in await asyncio.gather(*games) for wait in waits]
    came = sorted(wait for wait in waits if wait is not None)
    return WebFigures(
        pages,
        median=statistics.median(came) * 1000 if came else None,
        late=came[int(0.95 * len(came))] * 1000 if came else None,
        lost=len(waits) - len(came),
    )


async def measure_hearing(questions: int, rag: Path, folder: Path) -> float:
    """Serve the app by two workers on the configured storage, and listen to a game at both.

    Returns:
        The median time from the moment at which an event reaches a page at the worker that made it until it
        reaches one at the other, in milliseconds.
    """
    with _served(rag, folder) as one, _served(rag, folder) as other:
        return statistics.median(await hearing_times(one, other, questions))


async def hearing_times(one: str, other: str, questions: int) -> list[float]:
    """Ask at one worker, and return how much later another hears of each answer, in milliseconds."""
    async with (
        httpx.AsyncClient(base_url=one, timeout=_START_S) as here,
        httpx.AsyncClient(base_url=other, timeout=_START_S) as there,
    ):
        asking, hearing = _Player(here, []), _Player(there, [])
        await asking.begin()
        there.cookies, hearing.game = here.cookies, asking.game
        listening = [asyncio.create_task(player.listen()) for player in (asking, hearing)]
        late: list[float] = []
        for number in range(questions):
            await asking.send(f"Is it about the number {number}?")
            first = await asking.heard()
            late.append((await hearing.heard() - first) * 1000)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
    return late


@contextmanager
def _served(rag: Path, folder: Path) -> Generator[str]:
    own = {"RAG_STORAGE": rag, "GAME_STORAGE": folder / "web"}
    env = {f"ECHOES__PATHS__{name}": str(path) for name, path in own.items()}
    env |= {"ECHOES__WEB__PREPARE": "false", "ECHOES__MODELS__PROVIDER": "embedded"}
    bounds = ("MESSAGES_PER_MINUTE", "ADDRESS_GAMES_PER_HOUR", "REQUESTS_PER_MINUTE")
    env |= {f"ECHOES__WEB__{name}": "1000000" for name in bounds}
    with _process([sys.executable, "-P", "-m", "echoes", "web", "--port"], env) as url:
        yield url


@contextmanager
def _process(command: Sequence[str], env: dict[str, str]) -> Generator[str]:
    """Start a server, its port as the last argument, and wait until it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    quiet = {"GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1", **env}
    nothing = subprocess.DEVNULL
    server = subprocess.Popen(
        [*command, str(port)], env={**os.environ, **quiet}, stdout=nothing, stderr=nothing
    )
    url, since = f"http://127.0.0.1:{port}/", time.monotonic()
    try:
        while True:
            with suppress(httpx.HTTPError):
                httpx.get(url, timeout=_ANSWER_S)
                break
            if server.poll() is not None or time.monotonic() - since > _START_S:
                raise BadInput("the web app does not start", "Try it by hand: echoes web")
            time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait()


class _Player:
    """A player without a browser: makes the calls of the page, and reads its live stream."""

    def __init__(self, client: httpx.AsyncClient, waits: list[float | None]) -> None:
        self._client, self.waits = client, waits
        self._news: asyncio.Queue[float] = asyncio.Queue()
        self.game, self._component = "", 0

    async def begin(self) -> None:
        """Take a seat."""
        page = (await self._client.get("/")).text.partition(_MARK)[2]
        self._component = json.JSONDecoder().raw_decode(page)[0]["components"][0]["id"]
        answer = await self._call("start_game", puzzle=_PUZZLE, lang="en")
        self.game = str(answer["go"]).partition("=")[2]

    async def listen(self) -> None:
        """Note the times of new events, until cancelled."""
        async with self._client.stream("GET", f"/live/{self.game}?since=1") as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data:") and '"n":' in line:
                    self._news.put_nowait(time.perf_counter())

    async def ask(self, text: str) -> None:
        """Send a question, and note the seconds until its ruling came; None for never."""
        sent = time.perf_counter()
        await self.send(text)
        try:
            self.waits.append(await self.heard() - sent)
        except TimeoutError:
            self.waits.append(None)

    async def send(self, text: str) -> None:
        """Send a question."""
        await self._call("send_message", game=self.game, text=text)

    async def heard(self) -> float:
        """Return the time of the next event, or raise TimeoutError."""
        async with asyncio.timeout(_ANSWER_S):
            return await self._news.get()

    async def _call(self, action: str, **data: str) -> dict[str, Any]:
        body = {"session_hash": "bench", "component_id": self._component, "fn_name": action, "data": data}
        return (await self._client.post("/gradio_api/component_server/", json=body)).json()


async def _play(url: str, texts: Sequence[str]) -> list[float | None]:
    async with httpx.AsyncClient(base_url=url, timeout=_START_S) as client:
        player = _Player(client, [])
        await player.begin()
        listening = asyncio.create_task(player.listen())
        for text in texts:
            await asyncio.sleep(random.expovariate(1 / _THINK_S))
            await player.ask(text)
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
    return player.waits


async def _pages(url: str, texts: Sequence[str], rounds: int) -> PageFigures:
    """Load pages in a browser, where there is one."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or find_spec("playwright") is None:
        return PageFigures()
    from playwright.async_api import async_playwright

    with _process([sys.executable, "-c", _EMPTY], {}) as empty:
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            times: dict[str, list[float]] = {"#ready": [], "#cards > li": []}
            for _ in range(rounds + 1):
                for address, ready in ((empty, "#ready"), (url, "#cards > li")):
                    page = await (await browser.new_context()).new_page()
                    begun = time.perf_counter()
                    await page.goto(address)
                    await page.wait_for_selector(ready)
                    times[ready].append(time.perf_counter() - begun)
                    await page.context.close()
            bare, own = (statistics.median(taken[1:]) for taken in times.values())  # the first loads warm up
            shown = await _shown(await (await browser.new_context()).new_page(), url, texts)
            await browser.close()
    return PageFigures(own / bare, shown * 1000)


async def _shown(page: Any, url: str, texts: Sequence[str]) -> float:
    await page.goto(url)
    await page.click(f"[data-start={_PUZZLE}]")
    await page.wait_for_selector("#message")
    waits: list[float] = []
    for number, text in enumerate(texts[:20], 1):
        await page.fill("#message", text)
        begun = time.perf_counter()
        await page.press("#message", "Enter")
        await page.wait_for_selector(f"#log > li:nth-child({number})")
        waits.append(time.perf_counter() - begun)
        await page.wait_for_selector("#game:not(.pending)")
    return statistics.median(waits)
