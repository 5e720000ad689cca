"""Attacks on a server: on one that is started here, or on any that is named.

    pytest tests/attacks --address https://play.example --operator PASSWORD

Whoever names a server answers for it: games are begun there, and passwords are guessed.
"""

import json
import socket
import ssl
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from tests.web.conftest import OPERATOR, PACKS, Server, browser, people, served, stage

__all__ = ["browser", "people", "stage"]
TLS = ssl.create_default_context()
PATIENCE_S = 300.0
"""However slow a machine is, what is to come comes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--address", help="the server to attack; one is started where none is named")
    parser.addoption("--operator", help="its operator's password; without, the desk is attacked from outside")


@dataclass(frozen=True)
class Target:
    """A server under attack.

    Attributes:
        operator: the operator's password; empty where it is not known.
        own: what is known of a server that was started here.
    """

    url: str
    operator: str
    own: Server | None

    def raw(self, *pieces: bytes) -> bytes:
        """Send bytes as they are, and return what comes back until the other side ends it."""
        with self.connection() as connection:
            heard = b""
            try:
                for piece in pieces:
                    connection.sendall(piece)
                while piece := connection.recv(65_536):
                    heard += piece
            except ConnectionError:  # it was ended while we spoke
                pass
            return heard

    def get(self, path: str, **headers: str) -> httpx.Response:
        """What is answered to somebody without a cookie."""
        return httpx.get(f"{self.url}{path}", headers=headers, timeout=PATIENCE_S, verify=TLS)

    def connection(self) -> socket.socket:
        """A connection that says nothing yet."""
        found = urlsplit(self.url)
        if found.scheme != "http":
            pytest.skip("bytes as they are need a server without TLS")
        return socket.create_connection((found.hostname, found.port or 80), timeout=PATIENCE_S)


class Attacker:
    """Somebody who speaks HTTP without a browser, and keeps all that is answered.

    Attributes:
        heard: all answers, as one text each.
    """

    def __init__(self, target: Target, from_address: str | None = None, **headers: str) -> None:
        self.heard: list[str] = []
        self.client = httpx.Client(
            base_url=target.url,
            headers=headers,
            timeout=PATIENCE_S,
            transport=httpx.HTTPTransport(local_address=from_address, verify=TLS),
            event_hooks={"response": [self._keep]},
        )
        self.page = self.client.get("/").text
        found = self.page.partition("window.gradio_config = ")[2]
        self.component = json.JSONDecoder().raw_decode(found)[0]["components"][0]["id"] if found else 0

    def _keep(self, response: httpx.Response) -> None:
        if "text/event-stream" not in response.headers.get("content-type", ""):
            self.heard.append(f"{response.read().decode(errors='replace')}{response.headers}")

    def send(self, action: str, data: Any = None, **changes: Any) -> httpx.Response:
        """Send an action, with anything in it."""
        body = {"session_hash": "x", "component_id": self.component, "fn_name": action, "data": data}
        return self.client.post("/gradio_api/component_server/", json={**body, **changes})

    def call(self, action: str, **data: Any) -> dict[str, Any]:
        """Send an action as the page does, and return its answer."""
        answer = self.send(action, data)
        assert answer.status_code == 200, (action, answer.text)
        found: dict[str, Any] = answer.json()
        return found

    def begin(self, puzzle: str = "wrong_umbrella") -> str:
        """The id of a new game."""
        return parse_qs(self.call("start_game", puzzle=puzzle, lang="en")["go"][1:])["game"][0]

    def token(self, game: str) -> str:
        """The token of the room of a game of one's own."""
        return parse_qs(self.call("share_room", game=game)["link"][1:])["room"][0]

    def stream(self, game: str, room: str = "", since: int = 0) -> str:
        """The first update of a game's stream that holds its turns; empty where there is none."""
        path = f"/live/{game}?room={room}&since={since}"
        with self.client.stream("GET", path) as answer:
            for line in answer.iter_lines():
                self.heard.append(line)
                if line.startswith("data: ") and '"log"' in line:
                    return line
        return ""

    def enter(self, password: str, to: str = "/desk/") -> int:
        """Give a password, and return the status."""
        return self.client.post(f"/login?to={to}", data={"password": password}).status_code


@pytest.fixture(scope="session")
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """The server under attack. One of our own must have failed at nothing."""
    address = request.config.getoption("--address", default=None)
    operator = request.config.getoption("--operator", default=None)
    if address:
        yield Target(str(address).rstrip("/"), operator or "", None)
        return
    built = request.getfixturevalue("stage")
    serving = served(built, tmp_path_factory.mktemp("attacked") / "server", PACKS)
    server = next(serving)
    yield Target(server.url.rstrip("/"), OPERATOR, server)
    said = (server.folder / "server.log").read_text()
    assert "Traceback" not in said, said
    for _ in serving:
        pass


@pytest.fixture
def own(target: Target) -> Server:
    """The server, where it was started here and all is known of it."""
    if target.own is None:
        pytest.skip("needs a server of our own")
    return target.own


@pytest.fixture
def author(target: Target) -> Attacker:
    """Somebody who knows the operator's password, and means no good."""
    if not target.operator:
        pytest.skip("needs the operator's password")
    found = Attacker(target)
    assert found.enter(target.operator) == 303
    return found


@pytest.fixture
def elsewhere() -> str | None:
    """Another address to come from, so that what is counted there hinders no other test."""
    return "127.0.0.2" if sys.platform == "linux" else None


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest) -> None:
    """A server that was named may be reached."""


@pytest.fixture
def here() -> Path:
    return Path(__file__).parent
