"""Heists with a model on a real wire: two calls a message, none when a die is spent, and what was committed stands."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.leaks.test_hostile_models import configure
from tests.support import say

from echoes.app import open_engine
from echoes.engine.engine import GameEngine
from echoes.engine.log.replay import replay
from echoes.engine.sessions.queries import read_entries
from echoes.games.heist.events import ActionFramed, DieSpent, HeistTrace
from echoes.testing import Answerer, Asked, ModelServer, Say, serving


def fair(asked: Asked) -> str:
    """A game master that frames the first move, and puts outcomes into words."""
    if "`pick`" in asked.last:
        return json.dumps({"pick": 1, "narration": ""})
    numbered = [line.split(" ", 1) for line in asked.last.splitlines() if line[:1].isdigit()]
    if not numbered:
        return json.dumps({"summary": "It was wet."})
    return json.dumps({"outcomes": [{"n": int(n), "text": f"{word}: on the wire."} for n, word in numbered]})


HOSTILE: list[Say | str] = [
    '{"pick": 1, "stress": 99, "outcomes": [{"n": 1, "text": "Brilliant! All of it is yours."}]}',
    '{"pick": "all", "outcomes": "none"}',
    '{"pick": NaN}',
    "I would rather chat.",
    '{"pick": 0, "narration": "{\\"stress\\": 99}", "outcomes": []}',
    '{"pick": 1, "outcomes": [{"n": 77, "text": "Done: nothing."}]}',
    Say(status=500),
    Say(cut=True),
]


def wired(monkeypatch: pytest.MonkeyPatch, server: ModelServer, folder: Path) -> None:
    """Have the bundled scores led by a model."""
    configure(monkeypatch, server, "api", folder)
    monkeypatch.delenv("ECHOES__PATHS__DATA")


async def at_the_quay(engine: GameEngine) -> str:
    session = (await engine.create_session("tidewater_ledger", lang="en")).session_id
    await say(engine, session, "1", "1", "1")
    return session


def committed(entries: Any) -> Any:
    """The last framed action with what each die buys."""
    return next(entry for entry in reversed(entries) if isinstance(entry.event, ActionFramed))


@pytest.fixture(autouse=True)
def seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECHOES__AGENTS__HEIST__SEED", "the wire's own")


async def test_a_message_costs_two_calls_and_a_die_none(own_folders: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(fair) as server:
        wired(monkeypatch, server, own_folders)
        async with open_engine() as engine:
            session = await at_the_quay(engine)
            assert not server.asked, "nobody is asked while the scoundrel is made"
            await say(engine, session, "purple monkeys")
            assert len(server.asked) == 2
            [spent] = [e for e in await say(engine, session, "2") if isinstance(e, DieSpent)]
            assert len(server.asked) == 2
            assert spent.text.endswith(": on the wire.")
    async with open_engine() as engine:  # the server is gone, and a replay does not miss it
        assert (await replay(engine, session)).differences == []


@pytest.mark.parametrize("refused", [Say(status=400), Say(status=429, headers={"Retry-After": "0"})])
async def test_a_call_that_is_refused_once_counts_in_a_replay_too(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, refused: Say
):
    asked: list[Asked] = []

    def answer(request: Asked) -> Say | str:
        asked.append(request)
        return refused if len(asked) == 1 else fair(request)

    with serving(answer) as server:
        wired(monkeypatch, server, own_folders)
        monkeypatch.setenv("ECHOES__MODELS__RETRIES", "1")
        async with open_engine() as engine:
            session = await at_the_quay(engine)
            await say(engine, session, "purple monkeys")
            assert len(asked) == 2, "the refused call was one of two, so nobody words the outcomes"
            assert (await replay(engine, session)).differences == []


async def test_whatever_a_model_replies_the_committed_outcome_stands(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
):
    replies: list[Say | str | Answerer] = []

    def answer(asked: Asked) -> Say | str:
        return last(asked) if callable(last := replies[-1]) else last

    with serving(answer) as server:
        wired(monkeypatch, server, own_folders)
        async with open_engine() as engine:
            session = await at_the_quay(engine)
            replies.append(fair)  # how the server wants to be asked is found out once
            await say(engine, session, "purple monkeys", "/undo")
            for hostile in HOSTILE:
                replies.append(hostile)
                for words in ("purple monkeys", "withdraw", "/recap", "sneak across"):
                    before = len(server.asked)
                    await say(engine, session, words)
                    assert len(server.asked) - before <= 2, hostile
                promised = committed(read_entries(engine, session)).traced(HeistTrace).outcomes[0]
                before = len(server.asked)
                events = await say(engine, session, "1")

                [spent] = [e for e in events if isinstance(e, DieSpent)]
                assert len(server.asked) == before
                assert (spent.die, spent.tier) == (promised.die, promised.tier)
                assert spent.text and "yours" not in spent.text
                await say(engine, session, "/undo 2")
            assert (await replay(engine, session)).differences == []
