"""Routes: each that the app has is open, the author's, or closed, and a new one is known here first."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.attacks.conftest import Attacker, Target

_OF_PLAYERS = ("config", "theme.css", "manifest.json", "static/{path:path}", "assets/{path:path}")
_APIS = ("info", "startup-events", "app_id", "theme.css")
OPEN = {
    *(
        "/",
        "/web",
        "/favicon.ico",
        "/robots.txt",
        "/login",
        "/ready",
        "/metrics",
        "/live/{session_id}",
        "/download/{name}",
        "/r/{code}",
        "/drawing/{game}/{scenario_id}",
    ),
    *(f"/{path}" for path in _OF_PLAYERS),
    *(f"/gradio_api/{path}" for path in (*_APIS, "component_server/")),
    *(f"/api/{path}" for path in ("config", "gradio_api/info", "gradio_api/openapi.json", "gradio_api/mcp")),
    *(f"/api/gradio_api/{path}" for path in ("run/{api_name}", "queue/join", "queue/data")),
}
AUTHORS = {"/desk/", "/desk/act", "/desk/upload"}
CLOSED = [line.split() for line in (Path(__file__).parent / "closed_routes.txt").read_text().splitlines()]


def filled(path: str) -> str:
    """A path in which every parameter has a value."""
    return re.sub(r"\{[^}]*\}", "x", path)


def routes_of(routes: Iterable[Any], before: str = "") -> Iterator[str]:
    for route in routes:
        path = f"{before}{getattr(route, 'path', '')}"
        if inner := getattr(getattr(route, "original_router", None), "routes", None):
            yield from routes_of(inner, before)  # FastAPI opens a router that was included when it is needed
        elif inner := getattr(route, "routes", None):
            yield from routes_of(inner, path.rstrip("/"))
        else:
            yield path


def test_every_route_of_the_app_is_known_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from echoes.app import open_engine
    from echoes.config import load_config
    from echoes.interfaces.web.app import open_web_app
    from echoes.interfaces.web.server import build_app

    monkeypatch.setenv("GRADIO_TEMP_DIR", "")  # building an app sets it; this takes it back
    monkeypatch.setenv("ECHOES__PATHS__GAME_STORAGE", str(tmp_path))
    config = load_config()
    found = {*routes_of(build_app(open_web_app(config, open_engine(config))).routes)}
    assert len(found) > 60, "nothing is found when the framework keeps its routes elsewhere"
    assert found - OPEN - AUTHORS - {path for _, path in CLOSED} == set()


def test_what_is_closed_is_closed_to_everybody(target: Target):
    visitor = Attacker(target)
    author = Attacker(target)
    if target.operator:
        assert author.enter(target.operator) == 303
    for method, path in CLOSED:
        for attacker in (visitor, author):
            answer = attacker.client.request(method, filled(path), json={} if method == "POST" else None)
            assert answer.status_code in (404, 405), (method, path)
            assert "Not " in answer.text or method == "HEAD", "it is closed here, and not by chance"


def test_what_is_the_authors_asks_for_the_password(target: Target):
    visitor = Attacker(target)
    for path in sorted(AUTHORS):
        for method in ("GET", "POST"):
            answer = visitor.client.request(method, filled(path), json={} if method == "POST" else None)
            assert answer.status_code in (401, 405), (method, path)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_no_other_method_does_anything(target: Target, method: str):
    visitor = Attacker(target)
    for path in sorted(OPEN | AUTHORS):
        answer = visitor.client.request(method, filled(path))
        assert answer.status_code in (404, 405)
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/web/../config",
            "/web/..%2f..%2fapp.py",
            "/web/%2e%2e/%2e%2e/app.py",
            "/web/..\\..\\app.py",
            "/web/%00",
        ),
        *(
            "/assets/../../../../../../../etc/passwd",
            "/static/..%2f..%2f..%2fgradio/routes.py",
            "//desk/",
            "/DESK/",
        ),
        *(
            "/assets/" + "a" * 300,
            "/static/" + "a" * 5_000,
            "/assets/%ff",
            "/live/%00",
            "/download/..%2f..%2fx.md",
        ),
        *(
            "/desk/../config",
            "/web/../desk/config",
            "/login/",
            "/login/x",
            "/loginx",
            "/leave/x",
            "/config/x",
        ),
        *("/live/x/y", "/download/", "/live/../../etc/passwd", "/download/a.md%0d%0aX:y", "/web//etc/passwd"),
    ],
    ids=lambda path: path[:30],
)
def test_a_path_leads_nowhere_else(target: Target, path: str):
    heard = target.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert heard[:13] in (
        b"HTTP/1.1 404 ",
        b"HTTP/1.1 403 ",
        b"HTTP/1.1 401 ",
        b"HTTP/1.1 400 ",
        b"HTTP/1.1 204 ",
    )
    assert b"root:" not in heard and b"import " not in heard and b"\nX:y" not in heard
