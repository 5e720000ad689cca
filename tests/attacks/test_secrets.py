"""Secrets of a game that goes on, scripts that somebody wrote, and what is kept of it all."""

import json
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.attacks.conftest import Attacker, Target
from tests.support import CANARY, ROOT
from tests.web.conftest import HOSTILE, PACKS, Person, Server

from echoes.core.files.yaml_text import load_yaml

NOT_YET = {
    "secrets",
    "scripts",
    "clues",
    "endings",
    "epilogues",
    "accusation",
    "facts",
    "rumours",
    "entanglements",
}
"""The parts of a pack of which nothing is known at the beginning."""
People = Callable[..., Awaitable[Person]]


def test_no_answer_holds_what_is_not_found_out_yet(target: Target, own: Server):
    """Everything that can be asked for, by the player, a guest and a stranger; hints are not asked for."""
    ann, bo, eve = Attacker(target), Attacker(target), Attacker(target)
    game = ann.begin("silent_bell")
    token = ann.token(game)
    said = (
        "Did somebody die?",
        "Was the bell broken?",
        "/recap",
        "/status",
        "/challenge",
        "/undo",
        "/answer It was loud.",
    )
    for text in said:
        ann.call("send_message", game=game, text=text)
    for person in (ann, bo, eve):
        room = "" if person is eve else token
        person.stream(game, room) if person is not eve else None
        for path in ("/", "/config", "/gradio_api/info", f"/download/{game}.md?room={room}", "/desk/config"):
            person.client.get(path)
        person.client.get(f"/download/{game}.jsonl?room={room}")
        for address in (f"?game={game}&room={room}", "?view=games", "", f"?game={game}&room={room}&turn=0"):
            person.call("open_page", address=address)
        for action in ("share_room", "rate_puzzle", "steer_player", "take_seat", "leave_seat", "fork_game"):
            person.call(action, game=game, room=room, stars=5, turn=1, seat="a", what="stop")
    heard = "".join([*ann.heard, *bo.heard, *eve.heard])
    assert "Silent Bell" in heard and not CANARY.search(heard)
    ann.call("send_message", game=game, text="/giveup")
    assert CANARY.search(ann.stream(game)), "the canaries sing when it is over"


def secrets_of(pack: str) -> list[str]:
    """The long texts of a pack that nobody may read before they have come upon them."""

    def texts(value: Any, hidden: bool) -> Iterator[str]:
        if isinstance(value, str) and hidden and len(value) > 40:
            yield value
        parts = value.items() if isinstance(value, dict) else ((None, one) for one in value or ())
        for key, part in parts if isinstance(value, dict | list) else ():
            yield from texts(part, hidden or key in NOT_YET)

    files = (ROOT / "data" / pack / "en").glob("*.yaml")
    return [text for path in files for text in texts({path.stem: load_yaml(path.read_text("utf-8"))}, False)]


@pytest.mark.parametrize("pack", PACKS)
def test_no_answer_holds_what_a_game_of_another_kind_still_hides(target: Target, pack: str):
    """Whoever only looks round, from outside and from within, comes upon nothing."""
    ann, bo, eve = Attacker(target), Attacker(target), Attacker(target)
    game = ann.begin(pack.rpartition("/")[2])
    token = ann.token(game)
    for text in ("/look", "/status", "/sheet", "/script", "/clues", "/recap", "/notebook", "/undo", "???"):
        ann.call("send_message", game=game, text=text)
    for person, room in ((ann, token), (bo, token), (eve, "")):
        person.stream(game, room) if room else None
        for path in ("/", f"/download/{game}.md?room={room}", f"/download/{game}.jsonl?room={room}"):
            person.client.get(path)
        for address in (f"?game={game}&room={room}", f"?game={game}&room={room}&at=jory", "?view=games", ""):
            person.call("open_page", address=address)
        for action in ("share_room", "rate_puzzle", "steer_player", "leave_seat", "fork_game"):
            person.call(action, game=game, room=room, stars=5, turn=1, seat="jory", what="stop")
    heard = json.dumps([*ann.heard, *bo.heard, *eve.heard], ensure_ascii=False).replace("\\", "")
    assert pack.rpartition("_")[2].capitalize() in heard, "the game was there"
    hidden = secrets_of(pack)
    assert len(hidden) > 10 and [text for text in hidden if text[:40] in heard] == []


async def test_scripts_in_every_field_are_text(target: Target, own: Server, people: People):
    host, guest = await people(), await people(phone=True)
    alarms: list[str] = []
    for person in (host, guest):
        person.page.on("dialog", lambda dialog: alarms.append(dialog.message))
    await host.go(f"{target.url}/")
    await host.page.fill("#name", HOSTILE[:24])
    await host.page.press("#name", "Enter")
    await host.play("hostile_page")
    await host.ask(HOSTILE)
    await host.page.fill("#notes", HOSTILE)
    await host.page.click("[data-share]")
    await host.page.wait_for_selector("#room-dialog[open]")
    await guest.go(await host.page.input_value("#room-link"), "#log > li")
    await guest.ask(f'"><svg onload=alert(1)> {HOSTILE}')
    await host.page.wait_for_function("document.querySelector('#log').textContent.includes('svg onload')")
    for person in (host, guest):
        await person.page.reload()
        await person.page.wait_for_selector("#log > li")
        found = "document.querySelectorAll('#echoes img, #echoes script, #echoes svg[onload]').length"
        assert await person.page.evaluate(found) == 0
        assert HOSTILE in await person.text("#log")
    assert alarms == []


@pytest.mark.skipif(os.name != "posix", reason="no such rights here")
def test_nothing_that_is_kept_can_be_read_by_others(target: Target, own: Server):
    ann = Attacker(target)
    ann.call("send_message", game=ann.begin(), text="Was the man kidnapped?")
    kept = own.folder / "game_storage"
    files = [path for path in (kept, *kept.rglob("*")) if not path.is_relative_to(kept / "uploads")]
    assert {path.suffix for path in files} >= {".jsonl", ".sqlite", ".sqlite-wal", ".json"}
    assert [str(path) for path in (*files, kept / "uploads") if path.stat().st_mode & 0o077] == []


def memory_mb(server: Server) -> float:
    """What a server holds in memory."""
    said = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(said.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no system says what a process holds")
def test_a_new_name_for_each_request_takes_no_memory(target: Target, own: Server):
    """Gradio keeps a state for each, by a name of any length: 400 of 60 KB were 24 MB once."""
    visitor = Attacker(target)

    def call(prefix: str, count: int, length: int) -> None:
        for number in range(count):
            visitor.send(
                "choose_language", {"lang": "en"}, session_hash=f"{prefix}{number}".ljust(length, "x")
            )
            visitor.heard.clear()

    call("warm", 100, 64)
    before = memory_mb(own)
    call("short", 300, 64)
    call("long", 400, 60_000)
    assert memory_mb(own) - before < 12
