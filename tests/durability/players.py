"""Processes that play one session, to be killed, starved and crowded; not a test itself.

Run as a program, so that everything is imported once and each player is a quick fork:

    players.py SESSION MODE SEED ROUNDS

It prints, as JSON lines, each event that a player was shown, with the player's number.
"""

import asyncio
import json
import os
import random
import resource
import signal
import sys
import time
from importlib import import_module
from pathlib import Path

from echoes.app import open_engine
from echoes.core.log.events import event_to_json
from echoes.language.readers import reader_for

MESSAGES = [
    "Was the bell broken?",
    "Is the sexton old?",
    "Did the sexton fear the sound?",
    "/hint",
    "is the bell loud",
    "1",
    "qwerty",
    "/challenge",
    "/undo",
    "/answer Snow lay on the slope zzfacttwo.",
    "/status",
]
if said := os.environ.get("PLAYERS_SAY"):
    MESSAGES = said.split("|")


async def play(session: str, seed: int, count: int, out: int) -> None:
    """Send messages, and write down each event the moment it is shown."""
    choose = random.Random(seed)
    async with open_engine() as engine:
        for _ in range(count):
            async for event in engine.handle_message(session, choose.choice(MESSAGES)):
                line = json.dumps({"player": seed, **event_to_json(event)}, ensure_ascii=False)
                os.write(out, line.encode() + b"\n")


def start(session: str, seed: int, count: int, limit: int | None = None) -> tuple[int, int]:
    """Fork a player.

    Returns:
        Its process id, and the end of the pipe on which it says what it was shown.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    if limit is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    status = 0
    try:
        asyncio.run(play(session, seed, count, writing))
    except BaseException as error:  # noqa: BLE001
        print(f"player {seed}: {type(error).__name__}: {error}", file=sys.stderr)
        status = 1
    os._exit(status)


def finish(child: int, reading: int, shown: bytes = b"") -> int:
    """Print all that a player was shown, of which some was read already; return how it ended."""
    with os.fdopen(reading, "rb") as pipe:
        shown += pipe.read()
    whole = shown[: shown.rfind(b"\n") + 1]
    sys.stdout.buffer.write(whole)
    sys.stdout.flush()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(session: str, seed: int, rounds: int) -> None:
    """One player after the other, each killed at a random moment."""
    chance = random.Random(seed)
    for number in range(rounds):
        child, reading = start(session, seed + number, 10_000)
        events, shown = chance.choice([0, 1, 2, 3]), b""  # 0: it may die while it opens the session
        while shown.count(b"\n") < events and (piece := os.read(reading, 65536)):
            shown += piece
        time.sleep(chance.uniform(0, 0.2))
        os.kill(child, signal.SIGKILL)
        finish(child, reading, shown)


def crowded(session: str, seed: int, rounds: int) -> None:
    """Four players at once."""
    players = [start(session, seed + number, rounds) for number in range(4)]
    if failed := [status for child, reading in players if (status := finish(child, reading))]:
        sys.exit(f"players ended with {failed}")


def starved(session: str, seed: int, rounds: int) -> None:
    """Players whose files may not grow beyond a random size, as on a full disk."""
    chance = random.Random(seed)
    storage = Path(os.environ["ECHOES__PATHS__GAME_STORAGE"])
    for number in range(rounds):
        log = (storage / "events" / f"{session}.jsonl").stat().st_size
        largest = max(path.stat().st_size for path in storage.rglob("*") if path.is_file())
        limit = chance.choice([log + chance.randint(0, 2000), largest + chance.randint(0, 30_000)])
        child, reading = start(session, seed + number, 8, limit)
        finish(child, reading)


if __name__ == "__main__":
    for heavy in (
        "chromadb",
        "langgraph.graph",
        "echoes.storage.sqlite.long_term_store",
        "echoes.storage.sqlite.checkpoints",
    ):
        import_module(heavy)
    reader_for("en").clauses("Words are loaded with the first sentence.")
    _, session_id, mode, first_seed, how_many = sys.argv
    {"killed": killed, "crowded": crowded, "starved": starved}[mode](
        session_id, int(first_seed), int(how_many)
    )
