"""A real server and a real browser."""

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import axe_core_python
import pytest
import pytest_asyncio
from filelock import FileLock
from tests.flows.test_model_games import fair
from tests.storytellers import Storyteller
from tests.support import BUNDLED, ROOT, canary_puzzle, write_puzzle
from tests.unit.games.situation_puzzle.drafting.model import text_reply

from echoes.testing import Asked, Say, serving

playwright = pytest.importorskip("playwright.async_api")

# The shell, which has no window to draw, takes half the processor time of a whole Chromium.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
OPERATOR = "the operator's"
PASSWORD = "open sesame"
PACKS = ("stories/last_ferry", "heists/tidewater_ledger", "party/low_water")
"""A game of each other kind, by its folder under `data`."""


@dataclass
class Server:
    """`echoes web` in a process of its own, with folders of its own."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = 0
    process: Any = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        own = {name: str(self.folder / name.lower()) for name in ("DATA", "RAG_STORAGE", "GAME_STORAGE")}
        env = {name: value for name, value in os.environ.items() if not name.startswith("ECHOES")}
        env |= {f"ECHOES__PATHS__{name}": path for name, path in own.items()}
        env |= {"ECHOES__WEB__PREPARE": "false", "ECHOES__WEB__OPERATOR_PASSWORD": OPERATOR, **self.settings}
        command = [sys.executable, "-m", "echoes", "web", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        for _ in range(3_000):  # five minutes, for a busy machine
            try:
                urlopen(self.url, timeout=60).read()
                return
            except HTTPError:
                return  # it answers, if only to ask for a password
            except OSError:
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait() == 0


HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script> [click](javascript:alert(3)) **bold**"


def hostile_puzzle() -> dict[str, Any]:
    """A puzzle of which every text tries to become part of the page."""
    puzzle = canary_puzzle(id="hostile_page", title=f"Hostile {HOSTILE}", tags=[HOSTILE])
    return {**puzzle, "statement": f"{HOSTILE} {puzzle['statement']}", "content_warnings": [HOSTILE]}


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Data and knowledge bases of a few puzzles, built once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    folder = (shared if worker_id == "master" else shared.parent) / "stage"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            _build(folder)
    return folder


def _build(folder: Path) -> None:
    puzzles = folder / "data" / "situation_puzzles"
    puzzles.mkdir(parents=True)
    for lang in ("en", "zh"):
        shutil.copy(BUNDLED / f"wrong_umbrella_{lang}.json", puzzles)
    write_puzzle(puzzles, canary_puzzle())
    write_puzzle(puzzles, hostile_puzzle())
    env = {name: value for name, value in os.environ.items() if not name.startswith("ECHOES")}
    for name in ("DATA", "RAG_STORAGE", "GAME_STORAGE"):
        env[f"ECHOES__PATHS__{name}"] = str(folder / name.lower())
    subprocess.run(
        [sys.executable, "-m", "echoes", "ingest", str(puzzles)], env=env, check=True, capture_output=True
    )
    shutil.rmtree(folder / "game_storage", ignore_errors=True)


def served(stage: Path, folder: Path, packs: Sequence[str] = (), **settings: str) -> Iterator[Server]:
    """A server with a copy of the stage, with packs of other kinds of game, and settings by section and key."""
    shutil.copytree(stage, folder)
    for pack in packs:
        shutil.copytree(ROOT / "data" / pack, folder / "data" / pack)
    server = Server(folder, {f"ECHOES__{name.upper()}": value for name, value in settings.items()})
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def shared_server(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it is; visitors do not meet."""
    yield from served(stage, tmp_path_factory.mktemp("shared") / "server")


@pytest.fixture(scope="session")
def server_of_all_kinds(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with a game of each kind, for all tests that leave it as it is."""
    yield from served(stage, tmp_path_factory.mktemp("kinds") / "server", PACKS)


@pytest.fixture(scope="session")
def strict_server(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a password for all, none for the operator, and narrow bounds."""
    folder = tmp_path_factory.mktemp("strict") / "server"
    narrow = {"web__password": PASSWORD, "web__operator_password": "", "web__messages_per_minute": "5"}
    narrow |= {"web__ai_games_per_hour": "2"}
    yield from served(stage, folder, **narrow)


def _speaks(asked: Asked) -> Say | str:
    if "You narrate" in asked.system:
        return "The mountain listens. <b>Snow</b> falls."
    said = fair(asked)
    return Say(said, wait_s=0.8) if isinstance(said, str) else replace(said, wait_s=0.8)


@pytest.fixture
def modelled_server(stage: Path, tmp_path: Path) -> Iterator[Server]:
    """A server whose referee and narrator are models that take their time."""
    with serving(_speaks) as model:
        settings = {
            "models__provider": "api",
            "models__base_url": f"{model.url}/v1",
            "models__llm_model_name": "stub-1",
            "agents__situation_puzzle__narration__by": "model",
            "agents__situation_puzzle__narration__verbosity": "full",
        }
        yield from served(stage, tmp_path / "server", **settings)


@pytest.fixture
def storytelling_server(stage: Path, tmp_path: Path) -> Iterator[Server]:
    """A server whose stories are told by models; the narrator lets two answer."""
    teller = Storyteller(
        **{
            "narrate": "sunniva, doctor | tense\n\nThe clock is wound for the third time.",
            "speak:Sunniva": Say("A pencil stops. “Again?”", wait_s=0.4),
            "speak:Doctor Rask": Say("A watch is closed. “Quite.”", wait_s=0.4),
        }
    )
    with serving(teller) as model:
        settings = {
            "models__provider": "api",
            "models__base_url": f"{model.url}/v1",
            "models__llm_model_name": "stub-1",
        }
        yield from served(stage, tmp_path / "server", PACKS[:1], **settings)


@pytest.fixture
def drafting_server(stage: Path, tmp_path: Path) -> Iterator[Server]:
    """A server with a model that drafts, at a price."""
    with serving(lambda asked: text_reply(asked.system, asked.last)) as model:
        settings = {
            "models__provider": "api",
            "models__base_url": f"{model.url}/v1",
            "models__llm_model_name": "stub-1",
            "models__prices": '{"stub-1": {"prompt": 10, "completion": 20}}',
        }
        yield from served(stage, tmp_path / "server", **settings)


@pytest.fixture
def own_server(stage: Path, tmp_path: Path) -> Iterator[Server]:
    """A server to do anything to."""
    yield from served(stage, tmp_path / "server")


@dataclass
class Person:
    """Somebody at a browser: what they see, and what their browser complains of.

    Attributes:
        heard: all that came over the wire, as text.
        reading: what is still to come of it.
        asked: what dialogs asked before something was done; each is answered yes.
    """

    page: Any
    complaints: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    heard: list[str] = field(default_factory=list)
    reading: list[Any] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    async def go(self, url: str, ready: str = "#cards > li") -> None:
        await self.page.goto(url)
        await self.page.wait_for_selector(ready)

    async def play(self, puzzle: str, lang: str = "en") -> None:
        await self.page.click(f"#cards [data-start={puzzle}][data-in={lang}]")
        await self.page.wait_for_selector("#message")

    async def begin(self, server: Server, puzzle: str = "wrong_umbrella") -> None:
        """Come in and begin a game."""
        await self.go(server.url)
        await self.play(puzzle)

    async def ask(self, text: str) -> str:
        """Send a message, and read what came of it."""
        await self.sent()
        turns = await self.page.locator("#log > li").count()
        await self.page.fill("#message", text)
        await self.page.press("#message", "Enter")
        return await self.news(turns)

    async def sent(self) -> None:
        """Wait until the message before has been taken: until then another is not sent."""
        await self.page.wait_for_function("!document.querySelector('#game.pending')")

    async def press(self, button: str) -> str:
        """Press a button that sends a message, and read what came of it."""
        await self.sent()
        if not await self.page.locator(button).first.is_visible():
            await self.unfold()
        turns = await self.page.locator("#log > li").count()
        await self.page.click(button)
        return await self.news(turns)

    async def unfold(self) -> None:
        """Show what a phone has no room for: the other ways to say something, and the commands."""
        if await self.page.locator("#more[aria-expanded=false]:visible").count():
            await self.page.click("#more")

    async def news(self, turns: int) -> str:
        await self.page.wait_for_function(
            "n => document.querySelectorAll('#log > li').length > n || document.querySelector('.ending')",
            arg=turns,
        )
        return await self.page.locator("#log > li").last.inner_text()

    async def answer(self, text: str) -> None:
        """Give a final answer, and settle what is asked back, until the game is over."""
        await self.unfold()
        await self.page.check("input[value=answer]", force=True)
        said = await self.ask(text)
        for _ in range(8):
            if await self.page.locator(".ending").count():
                return
            assert await self.page.locator("#log > li:last-child .options button").count(), said
            said = await self.press("#log > li:last-child .options button")

    async def invite(self) -> str:
        """Return the link of the room, as the page shows it."""
        await self.page.click("[data-share]")
        await self.page.wait_for_selector("#room-dialog[open]")
        link = await self.page.input_value("#room-link")
        await self.page.click("[data-close]")
        return str(link)

    async def count(self, selector: str) -> int:
        return await self.page.locator(selector).count()

    async def text(self, selector: str) -> str:
        return await self.page.inner_text(selector)


async def check_accessibility(person: Person) -> None:
    """No violation of WCAG 2 A or AA that axe-core can see."""
    await person.page.evaluate(AXE)
    found: Any = await person.page.evaluate(
        "axe.run('#echoes', {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
    )
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Any]:
    """One Chromium for all tests of a worker; each person has a profile of their own in it."""
    if CHROMIUM is None:
        assert os.environ.get("CI") != "true", "the browser tests need chromium"
        pytest.skip("chromium is not installed")
    async with playwright.async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def people(browser: Any) -> AsyncIterator[Callable[..., Awaitable[Person]]]:
    """Opens profiles; nobody shares a cookie. Each must have had nothing to complain of."""
    opened: list[Person] = []

    async def open_profile(lang: str = "en-US", phone: bool = False, **more: Any) -> Person:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 860}
        context = await browser.new_context(
            locale=lang, viewport=size, is_mobile=phone, has_touch=phone, reduced_motion="reduce", **more
        )
        context.set_default_timeout(300_000)  # however slow a machine is, what is to come comes
        person = Person(await context.new_page())
        opened.append(person)
        _listen(person)
        await _record(person, context)
        return person

    yield open_profile
    for person in opened:
        await person.page.context.close()
    for person in opened:
        assert person.complaints == []
        assert person.hosts <= {"127.0.0.1", ""}, "an outside host was asked"


def _listen(person: Person) -> None:
    page = person.page

    def said(message: Any) -> None:
        if message.type == "error":
            person.complaints.append(message.text)

    async def accept(dialog: Any) -> None:
        person.asked.append(dialog.message)
        await dialog.accept()

    page.on("console", said)
    page.on("pageerror", lambda error: person.complaints.append(str(error)))
    page.on("dialog", accept)
    page.on("request", lambda request: person.hosts.add(request.url.split("/")[2].split(":")[0]))


async def _record(person: Person, context: Any) -> None:
    """Keep all that comes over the wire, the live stream included."""
    wire = await context.new_cdp_session(person.page)
    await wire.send("Network.enable")

    def message(event: dict[str, Any]) -> None:
        person.heard.append(json.dumps(event, ensure_ascii=False))

    wire.on("Network.eventSourceMessageReceived", message)

    async def keep(response: Any) -> None:
        with suppress(playwright.Error):  # a redirect, or a page that was left meanwhile
            person.heard.append(await response.text())

    def received(response: Any) -> None:
        if "/live/" not in response.url and "/assets/" not in response.url:
            person.reading.append(asyncio.ensure_future(keep(response)))

    person.page.on("response", received)
