"""Visitors: the cookie that they are."""

import json
from types import SimpleNamespace
from typing import Any

from echoes.interfaces.web.visitors import Visitor, remember_room, rename, visitor_of


def test_a_cookie_never_outgrows_what_a_browser_keeps():
    """The latest room is what a visitor needs."""
    cookie: dict[str, Any] = {"player": "web-1", "lang": "zh", "operator": "a" * 64, "member": "b" * 64}
    request = SimpleNamespace(scope={"session": cookie, "client": ("192.0.2.1", 1)}, client=None)

    def visitor() -> Visitor:
        return visitor_of(request)

    rename(request, "\N{FACE WITH TEARS OF JOY}" * 30)
    for number in range(20):
        session = f"{number:02}-{'x' * 77}"
        remember_room(request, visitor(), session)
        assert len(json.dumps(cookie)) <= 2800, "signed it takes a third more; 4,096 is what is kept"
        assert visitor().rooms[-1] == session
    assert visitor().player_id == "web-1" and len(visitor().rooms) > 1
