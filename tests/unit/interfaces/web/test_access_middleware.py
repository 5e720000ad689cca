"""Where somebody is sent after the password: never to another site."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.requests import Request

from echoes.config import WebSettings
from echoes.interfaces.web import access_middleware
from echoes.interfaces.web.request_bodies import Refused

FORM = "application/x-www-form-urlencoded"


def request(query: str = "", path: str = "/", method: str = "GET", **headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({
        "type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": raw,
        "root_path": "",
    })  # fmt: skip


def inner(name: str) -> Any:
    """A function of the module that no other one calls."""
    return vars(access_middleware)[name]


@pytest.mark.parametrize(
    ("query", "to"),
    [
        ("to=/desk/", "/desk/"),
        ("to=/%3Fgame%3Ds", "/?game=s"),
        ("", "/"),
        ("to=https://elsewhere.example", "/"),
        ("to=//elsewhere.example", "/"),
        ("to=/%5Celsewhere.example", "/"),
        ("to=desk", "/"),
    ],
)
def test_only_an_address_of_this_site_is_gone_to(query: str, to: str):
    assert inner("_wanted")(request(query)) == to


def test_a_person_is_sent_to_the_login_and_a_program_is_told():
    person = inner("_to_login")(request("game=s", "/", accept="text/html"))
    assert (person.status_code, person.headers["location"]) == (303, "/login?to=%2F%3Fgame%3Ds")
    for other in (request(), request(method="POST", accept="text/html")):
        assert inner("_to_login")(other).status_code == 401


@pytest.mark.parametrize(
    ("body", "given"), [(b"password=caf%C3%A9", "café"), (b"", ""), (b"password=", ""), (b"other=x", "")]
)
def test_a_password_is_read_from_a_form(body: bytes, given: str):
    assert inner("_password")(request(content_type=FORM), body) == given


@pytest.mark.parametrize(
    ("kind", "body"), [("text/plain", b"password=x"), (FORM, b"\xff"), (FORM, b"&".join([b"a=b"] * 9))]
)
def test_what_is_no_form_is_refused(kind: str, body: bytes):
    with pytest.raises(Refused):
        inner("_password")(request(content_type=kind), body)


def test_a_password_is_the_same_to_the_last_letter():
    assert inner("_same")("münze", SecretStr("münze"))
    assert not inner("_same")("münz", SecretStr("münze"))


def test_the_players_page_names_each_of_its_scripts_in_advance():
    static = Path(access_middleware.__file__).parent / "static"
    needed, waiting = set[str](), ["echoes.js"]
    while waiting:
        needed.add(name := waiting.pop())
        imported = re.findall(r'from "\./([\w.]+)"', (static / name).read_text("utf-8"))
        waiting += [one for one in imported if one not in needed]
    assert set(re.findall(r"<web/([\w.]+)>; rel=modulepreload", inner("_MODULES"))) == needed


class Storage:
    """What the middleware needs of a server: its settings, and passes that count the looks at them."""

    def __init__(self, **passwords: str) -> None:
        self.config = SimpleNamespace(web=WebSettings.model_validate(passwords))
        self.passes, self.looks = self, 0

    def is_good(self, mark: object, password: SecretStr) -> bool:
        self.looks += 1
        return mark in ("good", "good today")

    def renewed(self, mark: object, password: SecretStr) -> str:
        return "good today"

    def end(self, mark: object) -> bool:
        return mark != "stuck"


@pytest.mark.parametrize(
    ("path", "passwords", "let_in", "looks"),
    [
        ("/", {}, True, 0),
        ("/", {"operator_password": "x" * 12}, True, 0),
        ("/", {"password": "y" * 12}, True, 1),
        ("/desk/", {"operator_password": "x" * 12}, False, 1),
    ],
)
async def test_a_pass_is_looked_at_only_where_it_decides(
    path: str, passwords: dict[str, str], let_in: bool, looks: int
):
    server: Any = Storage(**passwords)
    asked = request(path=path)
    asked.scope["session"] = {"player": "web-1", "member": "good", "operator": "ended"}
    middleware: Any = access_middleware.AccessMiddleware(None, server, None)  # type: ignore[arg-type]
    assert (await middleware._unauthorized(asked, path) is None, server.looks) == (let_in, looks)


async def test_a_cookie_and_the_pass_in_it_are_renewed_by_use_each_for_itself():
    server: Any = Storage(operator_password="x" * 12)
    cookie = {"player": "web-1", "operator": "good", "day": "2001-01-01"}
    middleware: Any = access_middleware.AccessMiddleware(None, server, None)  # type: ignore[arg-type]
    for path, held in (("/", "good"), ("/desk/", "good today")):  # no pass is looked at where none is needed
        asked = request(path=path)
        asked.scope["session"] = cookie
        assert await middleware._unauthorized(asked, path) is None
        assert cookie["day"] > "2001-01-01" and cookie["operator"] == held


@pytest.mark.parametrize(
    ("mark", "lang", "status"), [("good", "en", 303), ("stuck", "en", 503), ("stuck", "zh", 503)]
)
def test_whoever_leaves_is_told_where_copies_of_the_cookie_may_still_be_let_in(
    mark: str, lang: str, status: int
):
    asked = request(path="/leave", method="POST")
    asked.scope["session"] = {"player": "web-1", "lang": lang, "operator": mark}
    middleware: Any = access_middleware.AccessMiddleware(None, Storage(), None)  # type: ignore[arg-type]
    answer = middleware._leave(asked)
    assert (answer.status_code, "operator" in asked.session) == (status, False)
    assert (
        status == 303 or {"en": "copy of your cookie", "zh": "复制走的 Cookie"}[lang] in answer.body.decode()
    )
