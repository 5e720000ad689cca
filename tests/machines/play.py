"""Plays games and prints all that a player sees of them; not a test itself.

It is run on several kinds of processor, whose output is then compared byte for byte. It reads one JSON object,
with `texts` to embed and with `games`, each `[puzzle id, language, messages]`. It prints JSON lines: the vectors,
each event without what is new in every session, and a hash of each knowledge base.
"""

import asyncio
import hashlib
import json
import os
import struct
import sys
from pathlib import Path
from typing import Any

from echoes.core.log.events import event_to_json
from echoes.models.providers.embedded import EmbeddedEmbeddings

NEW_IN_EACH_SESSION = {"event_id", "session_id", "lineage", "timestamp", "elapsed_ms"}


def hash_of(vectors: list[list[float]]) -> str:
    """The bits of vectors, in the same order of bytes on every machine."""
    return hashlib.sha256(b"".join(struct.pack(f"<{len(one)}f", *one) for one in vectors)).hexdigest()


def lasting(found: Any) -> Any:
    """What of an event is the same in another session."""
    if isinstance(found, dict):
        return {key: lasting(value) for key, value in found.items() if key not in NEW_IN_EACH_SESSION}
    return [lasting(one) for one in found] if isinstance(found, list) else found


async def play(games: list[tuple[str, str, list[str]]]) -> None:
    """Play games to the end of their messages, and print what is recorded of them."""
    from echoes.app import open_engine  # an emulated processor takes many seconds for it

    async with open_engine() as engine:
        for puzzle, language, messages in games:
            session = await engine.create_session(puzzle, lang=language)
            for message in messages:
                async for _ in engine.handle_message(session.session_id, message):
                    pass
            for entry in engine.storage.event_log.read(session.session_id):
                print(json.dumps(lasting(event_to_json(entry.event)), ensure_ascii=False))


def main() -> None:
    """Do what standard input asks for."""
    wanted = json.load(sys.stdin)
    print(json.dumps({"vectors": hash_of(asyncio.run(EmbeddedEmbeddings().embed(wanted["texts"])))}))
    if not wanted["games"]:
        return
    asyncio.run(play(wanted["games"]))
    folder = Path(os.environ["ECHOES__PATHS__RAG_STORAGE"])
    for path in sorted(folder.glob("game_*/*/*.npz")):
        print(
            json.dumps({path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()})
        )


if __name__ == "__main__":
    main()
