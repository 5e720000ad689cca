"""Other sites: nothing is sent from there, nothing leads there, and nothing is shown there."""

import httpx
import pytest
from tests.attacks.conftest import Attacker, Target

EVIL = "evil.example"
PAGES = (
    "/",
    "/config",
    "/manifest.json",
    "/login",
    "/gradio_api/info",
    "/health",
    "/web/echoes.js",
    "/nowhere",
)


@pytest.mark.parametrize(
    "origin", [f"http://{EVIL}", f"https://{EVIL}:7860", "null", "", "file://", "http://localhost."]
)
def test_nothing_is_taken_from_another_site(target: Target, origin: str):
    visitor = Attacker(target)
    visitor.client.headers["origin"] = origin or "about:blank"
    game = {"puzzle": "wrong_umbrella", "lang": "en"}
    assert visitor.send("start_game", game).status_code == 403
    for path in ("/login", "/leave"):
        assert visitor.client.post(path, data={"password": "x"}).status_code == 403
    assert "access-control-allow-origin" not in visitor.client.get("/").headers


def test_a_form_of_another_site_is_no_action(target: Target):
    """Forms send three kinds without being asked first; an old browser says nothing of where they are from."""
    visitor = Attacker(target)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        sent = {"content-type": kind}
        body = f'{{"session_hash":"x","component_id":{visitor.component},"fn_name":"choose_language","data":{{}}}}'
        answer = visitor.client.post("/gradio_api/component_server/", content=body, headers=sent)
        assert answer.status_code == 415


def test_looking_at_an_address_changes_nothing(target: Target, author: Attacker):
    for path in (
        "/leave",
        "/logout",
        "/login",
        "/gradio_api/component_server/",
        "/desk/act",
    ):
        author.client.get(path)
    assert author.client.get("/desk/").status_code == 200
    assert author.client.post("/leave").status_code == 303
    assert author.client.get("/desk/").status_code == 401


@pytest.mark.parametrize(
    "header",
    ["x-forwarded-host", "x-gradio-server", "forwarded", "x-forwarded-prefix", "x-original-url", "referer"],
)
def test_no_header_leads_to_another_site(target: Target, header: str):
    sent = {header: f"http://{EVIL}/</script><script>alert(1)</script>", "accept": "text/html"}
    for value in (sent[header], EVIL, f"host={EVIL}"):
        for path in PAGES:
            answer = target.get(f"{path}", **{**sent, header: value})
            assert EVIL not in f"{answer.text}{answer.headers}", path


@pytest.mark.parametrize(
    "to", [f"//{EVIL}", f"/\\{EVIL}", f"https://{EVIL}", f"/\t/{EVIL}", f"/%0d%0aX:y//{EVIL}", "javascript:x"]
)
def test_a_password_leads_to_no_other_site(target: Target, to: str):
    if not target.operator:
        pytest.skip("needs the operator's password")
    visitor = Attacker(target)
    answer = visitor.client.post("/login", params={"to": to}, data={"password": target.operator})
    found = httpx.URL(target.url).join(answer.headers["location"])
    assert found.host == httpx.URL(target.url).host and found.scheme in ("http", "https")
    assert "x" not in answer.headers


def test_every_answer_keeps_its_page_in_its_place(target: Target):
    for path in (*PAGES, "/desk/", "/live/x", "/download/x.md", "/assets/x"):
        headers = target.get(f"{path}").headers
        policy = headers["content-security-policy"]
        for rule in (
            "default-src 'self'",
            "frame-ancestors 'none'",
            "object-src 'none'",
            "form-action 'self'",
        ):
            assert rule in policy
        assert "http" not in policy and "*" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers


def test_what_is_a_visitors_own_is_kept_by_no_cache(target: Target):
    visitor = Attacker(target)
    game = visitor.begin()
    for path in ("/", "/config", "/login", f"/download/{game}.md", "/desk/"):
        assert {"no-store", "private"} & {*visitor.client.get(path).headers["cache-control"].split(", ")}


def test_a_cookie_is_for_this_site_and_for_no_script(target: Target):
    cookie = target.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "domain" not in cookie
    assert target.url.startswith("http:") or "secure" in cookie
