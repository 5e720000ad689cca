"""No trace, metric or line of the server's log holds a secret, a word of a player, or a key."""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.leaks.test_hostile_models import HOSTILE, configure
from tests.support import CANARY, say

from echoes.app import open_engine
from echoes.core.operation.metrics import METRICS
from echoes.core.operation.tracing import Span, observe_traces
from echoes.engine.turns.traces import traces_of
from echoes.interfaces.cli.session_traces import print_traces
from echoes.testing import Asked, Say, serving

KEY, WORDS, PLAYER = "sk-zqkey", "zqwords", "zqplayer"


@pytest.mark.parametrize("hostile", HOSTILE[:3], ids=lambda hostile: hostile.__name__)
async def test_nothing_that_anybody_wrote_is_in_a_trace(
    hostile: Callable[[Asked], Say | str],
    bell: Path,
    own_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
):
    caplog.set_level(logging.INFO)
    METRICS.take()
    traces: list[Span] = []
    stop = observe_traces(traces.append)
    with serving(hostile) as server:
        configure(monkeypatch, server, "api", own_folders)
        monkeypatch.setenv("ECHOES__MODELS__API_KEY", KEY)
        async with open_engine() as engine:
            session = (await engine.create_session("silent_bell", PLAYER)).session_id
            await say(engine, session, f"Was {WORDS} cold?", f"/answer {WORDS} did it", "/hint", f"/{WORDS}")
            entries = engine.storage.event_log.read(session)
    stop()
    print_traces(traces_of(entries), as_json=True)
    print_traces(traces_of(entries), as_json=False)
    stored = capsys.readouterr().out
    told = "\n".join([stored, *map(repr, traces), json.dumps(METRICS.take()), caplog.text])
    assert "rule_on_question" in stored and "model call" in repr(traces)
    assert not CANARY.search(told)
    assert not [one for one in (KEY, WORDS, PLAYER) if one in told]
