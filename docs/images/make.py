"""Makes the pictures of the README: `python docs/images/make.py`, with playwright and chromium installed.

A server with storage of its own is started, a game is played, and what a browser shows is kept.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
COLOURS = 96


def main() -> None:
    """Play and take pictures."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
        free.close()
        own = {f"ECHOES__PATHS__{name}": f"{folder}/{name}" for name in ("RAG_STORAGE", "GAME_STORAGE")}
        command = [sys.executable, "-m", "echoes", "web", "--port", str(port)]
        env = {**os.environ, **own, "ECHOES__WEB__PREPARE": "false"}
        server = subprocess.Popen(command, env=env)
        try:
            url = f"http://127.0.0.1:{port}/"
            _wait(url)
            with sync_playwright() as driver:
                chromium = shutil.which("chromium") or shutil.which("chromium-browser")
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                desk = {"width": 1180, "height": 760}
                _desktop(browser.new_context(viewport=desk, locale="en-US").new_page(), url)
                phone = browser.new_context(
                    viewport={"width": 390, "height": 760},
                    locale="zh-CN",
                    color_scheme="dark",
                    is_mobile=True,
                )
                _phone(phone.new_page(), url)
        finally:
            server.terminate()
            server.wait()


def _wait(url: str) -> None:
    while True:
        try:
            urlopen(url)
        except OSError:
            time.sleep(0.2)
        else:
            return


def _ask(page: Page, text: str) -> None:
    turns = page.locator("#log > li").count()
    page.fill("#message", text)
    page.press("#message", "Enter")
    page.wait_for_function("n => document.querySelectorAll('#log > li').length > n", arg=turns)


def _desktop(page: Page, url: str) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(url)
    page.wait_for_selector("#cards > li")
    _keep(page, "library")
    page.click("[data-start=wrong_umbrella]")
    page.wait_for_selector("#message")
    for text in (
        "Did she mistake the umbrella for hers?",
        "Was the umbrella stolen?",
        "Was there a message in the umbrella?",
        "Is the weather important?",
    ):
        _ask(page, text)
    _keep(page, "game")


def _phone(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector("#cards > li")
    page.click("[data-start=wrong_umbrella][data-in=zh]")
    page.wait_for_selector("#message")
    for text in ("那个男人被绑架了吗？", "雨伞是故意换的吗？"):
        _ask(page, text)
    _keep(page, "phone")


def _keep(page: Page, name: str) -> None:
    page.wait_for_timeout(800)
    path = HERE / f"{name}.png"
    page.screenshot(path=path)
    Image.open(path).quantize(COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    main()
