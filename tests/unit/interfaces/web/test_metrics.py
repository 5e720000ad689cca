"""Metrics of all workers: any of them shows the sum, and nothing of what anybody wrote."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.leaks.test_canaries import ATTACKS
from tests.support import CANARY, say

from echoes.app import open_engine
from echoes.config import load_config
from echoes.core.errors import StorageFailed
from echoes.core.operation.metrics import METRICS
from echoes.interfaces.web.app import WebApp, open_web_app
from echoes.interfaces.web.metrics import metrics_text, share_metrics


@pytest.fixture
async def workers(
    each_backend: str, bell: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[WebApp, WebApp]]:
    monkeypatch.setenv("ECHOES__PATHS__DATA", str(own_folders / "data"))
    config = load_config()
    METRICS.take()
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(open_engine(config)) for _ in range(2)]
        yield open_web_app(config, one), open_web_app(config, other)


async def test_any_worker_shows_what_all_have_counted(workers: tuple[WebApp, WebApp]):
    one, other = workers
    session = (await one.engine.create_session("silent_bell", player_id="zzplayer")).session_id
    await say(one.engine, session, "Was the bell broken?", "/hint")
    share_metrics(one)
    await say(other.engine, session, *ATTACKS[:6], "/giveup")
    shown = metrics_text(other)
    assert 'echoes_turns_total{game="situation_puzzle"} 9' in shown
    assert 'echoes_events_total{event="question_ruled",outcome="NO"} 1' in shown
    assert 'echoes_turn_seconds_count{game="situation_puzzle"} 9' in shown
    assert "echoes_lock_seconds_count" in shown and "echoes_live_streams" in shown
    assert metrics_text(one).splitlines()[:3] == shown.splitlines()[:3]
    assert not CANARY.search(shown)
    assert not any(word in shown for word in ("bell", "sexton", "SYSTEM", session))


async def test_what_can_not_be_shared_now_is_shared_later(
    workers: tuple[WebApp, WebApp], monkeypatch: pytest.MonkeyPatch
):
    one, _ = workers

    def fail(*_: object) -> None:
        raise StorageFailed("the database can't be reached")

    METRICS.count("echoes_failures_total", kind="ModelFailed")
    monkeypatch.setattr(one.engine.storage.counters, "add_all", fail)
    with pytest.raises(StorageFailed):
        share_metrics(one)
    monkeypatch.undo()
    assert 'echoes_failures_total{kind="ModelFailed"} 1' in metrics_text(one)
