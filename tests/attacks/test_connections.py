"""Connections: many that are slow keep nobody else from playing."""

import httpx
from tests.attacks.conftest import PATIENCE_S, TLS, Attacker, Target

HALVES = (b"", b"GET / HT", b"POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\npass")


def test_200_slow_connections_keep_nobody_from_playing(target: Target):
    slow = [target.connection() for _ in range(200)]
    try:
        for number, connection in enumerate(slow):
            connection.sendall(HALVES[number % len(HALVES)])
        ann = Attacker(target)
        game = ann.begin()
        assert "n" in ann.call("send_message", game=game, text="Was the man kidnapped?")
        assert '"log"' in ann.stream(game)
    finally:
        for connection in slow:
            connection.close()
    assert target.get("/health").text == "ok"


def test_a_game_has_so_many_onlookers_and_no_more(target: Target):
    ann = Attacker(target)
    game, open_streams = ann.begin(), []
    try:
        for _ in range(70):
            request = ann.client.build_request("GET", f"/live/{game}")
            open_streams.append(httpx.Client(timeout=PATIENCE_S, verify=TLS).send(request, stream=True))
        assert {answer.status_code for answer in open_streams} == {200, 429}
        assert "n" in ann.call("send_message", game=game, text="Was the man kidnapped?")
    finally:
        for answer in open_streams:
            answer.close()
