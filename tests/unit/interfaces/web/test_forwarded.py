"""Headers of proxies."""

from typing import Any

import pytest

from echoes.config import WebSettings
from echoes.interfaces.web.forwarded import ForwardedHeaders

SAID = {"x-forwarded-for": "192.0.2.9", "x-forwarded-host": "play.example", "x-forwarded-proto": "https"}


async def passed_on(trusted: str, peer: str, path: str = "/", root: str = "", **more: str) -> dict[str, Any]:
    """The scope that the app behind it gets."""
    seen: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    headers = {"host": "inside:7860", "accept": "*/*", **SAID, **more}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {"type": "http", "scheme": "http", "client": (peer, 5), "headers": raw}
    scope |= {"path": path, "raw_path": path.encode()}
    await ForwardedHeaders(app, trusted, root)(scope, None, None)  # type: ignore[arg-type]
    return {**seen[0], "headers": {name.decode(): value.decode() for name, value in seen[0]["headers"]}}


@pytest.mark.parametrize("trusted", ["127.0.0.1", "10.1.0.0/16, 127.0.0.1", "127.0.0.0/8", "*"])
async def test_a_trusted_proxy_says_who_asked(trusted: str):
    scope = await passed_on(trusted, "127.0.0.1")
    assert (scope["client"][0], scope["scheme"]) == ("192.0.2.9", "https")
    assert scope["headers"] == {"host": "play.example", "accept": "*/*"}


@pytest.mark.parametrize("trusted", ["", "10.1.0.0/16"])
async def test_nobody_else_does(trusted: str, caplog: pytest.LogCaptureFixture):
    scope = await passed_on(
        trusted, "127.0.0.1", forwarded="for=1.2.3.4", **{"x-gradio-server": "http://evil"}
    )
    assert (scope["client"][0], scope["scheme"]) == ("127.0.0.1", "http")
    assert scope["headers"] == {"host": "inside:7860", "accept": "*/*"}
    assert "web.trusted_proxies" in caplog.text


@pytest.mark.parametrize("path", ["/desk/", "/games/desk/"], ids=["taken away", "left"])
async def test_a_proxy_may_take_away_the_path_under_which_it_serves_us(path: str):
    scope = await passed_on("", "127.0.0.1", path, "/games")
    assert (scope["path"], scope["raw_path"], scope["root_path"]) == (
        "/games/desk/",
        b"/games/desk/",
        "/games",
    )


async def test_what_a_visitor_adds_in_front_is_not_believed():
    scope = await passed_on("127.0.0.1", "127.0.0.1", **{"x-forwarded-for": "10.9.9.9, 192.0.2.9"})
    assert scope["client"][0] == "192.0.2.9"


@pytest.mark.parametrize("named", ["proxy.local", "10.0.0.1, x", "10.0.0.0/99"])
def test_a_proxy_is_named_by_its_address(named: str):
    with pytest.raises(ValueError, match="does not appear to be"):
        WebSettings(trusted_proxies=named)
