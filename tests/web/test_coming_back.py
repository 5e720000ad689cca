"""Reload, lost connections, and a server that dies: nothing that was shown is lost."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable

import pytest
from tests.web.conftest import Person, Server

pytestmark = [pytest.mark.slow]
People = Callable[..., Awaitable[Person]]


async def test_a_reload_finds_everything_again(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    await player.ask("Was the man kidnapped?")
    await player.page.fill("#message", "a question that is not sent yet")
    await player.page.fill("#notes", "the rain?")
    before = await player.text("#log"), await player.text("#board")
    await player.page.reload()
    await player.page.wait_for_selector("#log > li")
    assert (await player.text("#log"), await player.text("#board")) == before
    assert await player.page.input_value("#message") == "a question that is not sent yet"
    assert await player.page.input_value("#notes") == "the rain?"


async def test_a_game_that_is_deleted_says_so_in_every_browser(shared_server: Server, people: People):
    player = await people()
    await player.begin(shared_server)
    await player.ask("Was the man kidnapped?")
    other = await player.page.context.new_page()
    await other.goto(shared_server.url + "?view=games")
    await other.wait_for_selector("[data-delete]")
    other.on("dialog", lambda dialog: dialog.accept())
    await other.click("[data-delete]")
    await other.wait_for_selector(".games p")
    await player.page.wait_for_selector(".trouble")


async def test_a_server_that_dies_and_comes_back_goes_on(own_server: Server, people: People):
    server = own_server
    player = await people()
    await player.begin(server)
    await player.ask("Was the man kidnapped?")
    before = await player.text("#log")
    server.kill()
    await player.page.wait_for_selector(".status.wrong")
    server.start()
    await player.page.wait_for_function("!document.querySelector('#status').textContent")
    assert await player.text("#log") == before
    assert "YES" in await player.ask("Did the police free the man?")
    await player.page.reload()
    await player.page.wait_for_function("document.querySelectorAll('#log > li').length === 2")
    player.complaints = [line for line in player.complaints if "ERR_" not in line]  # it was away


async def test_what_an_author_corrects_elsewhere_is_shown_at_once(shared_server: Server, people: People):
    server = shared_server
    player = await people()
    await player.begin(server)
    await player.ask("Was the man kidnapped?")
    session = await player.page.get_attribute("#game", "data-game")
    paths = {name: str(server.folder / name.lower()) for name in ("DATA", "RAG_STORAGE", "GAME_STORAGE")}
    env = {**os.environ, **{f"ECHOES__PATHS__{name}": path for name, path in paths.items()}}
    command = [sys.executable, "-m", "echoes", "sessions", "correct", str(session), "1", "NO"]
    await asyncio.to_thread(subprocess.run, command, env=env, check=True, capture_output=True)
    await player.page.wait_for_selector("#board-1 > li")
    assert await player.count("#board-0 > li") == 0
