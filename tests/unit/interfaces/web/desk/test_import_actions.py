"""Drafts of an import are published once each, however often their author asks."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from echoes.interfaces.web.desk import import_actions


async def test_whoever_clicks_twice_publishes_each_draft(monkeypatch: pytest.MonkeyPatch):
    published = list[str]()

    async def elsewhere(publish: Callable[..., object], *given: object) -> None:
        await asyncio.sleep(0)  # the other click has a turn
        publish(*given)

    def publish(engine: object, scenario_id: str, language: str) -> None:
        published.append(scenario_id)

    monkeypatch.setattr(import_actions, "republish", publish)
    monkeypatch.setattr(import_actions.asyncio, "to_thread", elsewhere)
    begun = SimpleNamespace(kept=[("bell", "en"), ("kite", "en"), ("lamp", "en")], lock=asyncio.Lock())
    desk = SimpleNamespace(web_app=SimpleNamespace(engine=None), imports={"i": begun})
    request: Any = SimpleNamespace(desk=desk, text=lambda _: "i")
    clicks = await asyncio.gather(import_actions.publish_kept(request), import_actions.publish_kept(request))
    assert sorted(published) == ["bell", "kite", "lamp"]
    assert all(answer["go"] for answer in clicks)
