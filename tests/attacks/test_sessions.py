"""Sessions of others: by their ids, by forged tokens and cookies, by streams and downloads."""

import base64
import json

import pytest
from tests.attacks.conftest import Attacker, Target

from echoes.interfaces.web.actions import ACTIONS

QUESTION = "Was the man kidnapped by pirates?"
HARMLESS = {
    "try_tutorial",
    "finish_tutorial",
    "open_page",
    "start_game",
    "rename_player",
    "choose_language",
    "watch_player",
}
"""Actions that name no session, or answer with a page; each is attacked below or elsewhere."""


@pytest.fixture(scope="module")
def ann(target: Target) -> Attacker:
    """A player."""
    return Attacker(target)


@pytest.fixture(scope="module")
def game(ann: Attacker) -> str:
    """A game of hers, in which she has asked."""
    found = ann.begin()
    assert "n" in ann.call("send_message", game=found, text=QUESTION)
    return found


def forged(ann: Attacker, game: str) -> list[str]:
    """Tokens that the server has not signed for this game."""
    real = ann.token(game)
    body, _, signature = real.rpartition(".")
    other = ann.token(ann.begin())
    unsigned = base64.urlsafe_b64encode(json.dumps(game).encode()).decode().rstrip("=")
    return [
        "",
        "x",
        game,
        f"{body}.",
        f"{body}.{signature[::-1]}",
        f"{unsigned}.",
        other,
        real[:-4],
        f"{real}x",
    ]


@pytest.mark.parametrize("action", [one.__name__ for one in ACTIONS if one.__name__ not in HARMLESS])
def test_no_action_reaches_the_game_of_another(target: Target, ann: Attacker, game: str, action: str):
    eve = Attacker(target)
    for token in forged(ann, game):
        said = eve.call(
            action, game=game, room=token, text="Did it rain?", turn=0, stars=5, what="stop", seat=""
        )
        assert "error" in said
    assert QUESTION not in "".join(eve.heard)
    assert "0" not in ann.client.get(f"/download/{game}.jsonl").text.split('"stars":')[1:]


def test_no_page_stream_or_download_shows_it(target: Target, ann: Attacker, game: str):
    eve = Attacker(target)
    for token in forged(ann, game):
        assert eve.client.get(f"/live/{game}?room={token}").status_code == 204
        for form in ("md", "jsonl", "json", ""):
            assert eve.client.get(f"/download/{game}.{form}?room={token}").status_code == 404
        eve.call("open_page", address=f"?game={game}&room={token}")
    eve.call("open_page", address="?view=games")
    assert QUESTION not in "".join(eve.heard) and game not in "".join(eve.heard)


def test_who_has_the_link_is_let_in_and_no_further(target: Target, ann: Attacker, game: str):
    bo, token = Attacker(target), ann.token(game)
    assert "pirates" in bo.stream(game, token)
    assert "error" in bo.call("delete_game", game=game, room=token)
    assert "error" in bo.call("fork_game", game=game, room=token, turn=0)
    assert ann.client.get(f"/download/{game}.md").status_code == 200


def test_an_id_that_is_there_is_answered_as_one_that_is_not(target: Target, game: str):
    eve = Attacker(target)
    for path in ("/live/{}", "/download/{}.md", "/download/{}.jsonl"):
        there, none = (eve.client.get(path.format(name)) for name in (game, f"{game[:-3]}abc"))
        assert (there.status_code, there.text) == (none.status_code, none.text)
    for action in ("send_message", "share_room", "delete_game"):
        assert eve.call(action, game=game, text="x") == eve.call(action, game=f"{game[:-3]}abc", text="x")


def test_a_cookie_that_was_not_signed_here_is_nobody(target: Target, ann: Attacker, game: str):
    body, _, rest = ann.client.cookies["echoes"].partition(".")
    fields = json.loads(base64.b64decode(body))
    fields["operator"] = fields["member"] = "a" * 64
    better = base64.b64encode(json.dumps(fields).encode()).decode()
    stamp, _, signature = rest.partition(".")
    cookies = [
        f"{body}.{stamp}.{signature[::-1]}",
        f"{better}.{rest}",
        f"{body}.ZZZZZZ.{signature}",
        body,
        "null",
        ".",
    ]
    for cookie in [*cookies, "a" * 4_000, base64.b64encode(b"\xff" * 90).decode()]:
        sent = {"cookie": f"echoes={cookie}"}
        for path, status in ((f"/download/{game}.md", 404), (f"/live/{game}", 204), ("/desk/", 401)):
            assert target.get(f"{path}", **sent).status_code == status


def test_no_header_makes_somebody_another(target: Target, game: str):
    said = {
        "authorization": "Bearer x",
        "x-user": "web-1",
        "x-forwarded-user": "web-1",
        "cookie": "player=web-1",
    }
    assert target.get(f"/download/{game}.md", **said).status_code == 404
