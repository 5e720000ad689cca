"""The desk answers an operator, who is told what went wrong and what to do about it."""

from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from echoes.core.errors import StorageFailed
from echoes.interfaces.web.desk import routes
from echoes.interfaces.web.open_paths import DESK_ACTION


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            StorageFailed("/data/bell_en.json can't be written", "Make the folder writable."),
            "Make the folder",
        ),
        (RuntimeError("a bug"), "The server's log says why"),
    ],
)
def test_what_fails_is_told_with_its_remedy(error: Exception, told: str, monkeypatch: pytest.MonkeyPatch):
    async def broken(request: Any) -> dict[str, str]:
        raise error

    monkeypatch.setattr(routes, "DESK_ACTIONS", {"save_scenario": broken})
    monkeypatch.setattr(routes, "visitor_of", lambda _: SimpleNamespace(lang="en"))
    app, web_app, uploads = FastAPI(), SimpleNamespace(engine=None), SimpleNamespace()
    routes.add_desk_routes(app, web_app, uploads)  # pyright: ignore[reportArgumentType]
    answer = TestClient(app).post(DESK_ACTION, json={"do": "save_scenario"})
    assert told in answer.json()["error"]
