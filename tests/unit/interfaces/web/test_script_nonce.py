"""Scripts of a page run by their nonce, and no others."""

import re
from typing import Any

from echoes.interfaces.web.script_nonce import NonceSender


async def sent(kind: str, *parts: bytes, inline: bool = True) -> tuple[dict[str, str], bytes]:
    """What goes on of a response: its headers and its body."""
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    sender = NonceSender(send, inline)
    headers = [(b"content-type", kind.encode()), (b"content-length", b"1")]
    await sender({"type": "http.response.start", "status": 200, "headers": headers})
    for part in parts:
        await sender({"type": "http.response.body", "body": part, "more_body": part != parts[-1]})
    said = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return said, b"".join(message["body"] for message in messages[1:])


async def test_scripts_of_a_page_have_the_nonce_of_its_policy():
    headers, body = await sent(
        "text/html; charset=utf-8", b"<script>1</scr", b'ipt><script src="a"></script>'
    )
    nonces = re.findall(rb"<script nonce=([0-9a-f]{32})[ >]", body)
    assert len(nonces) == 2 and len({*nonces}) == 1 and headers["content-length"] == str(len(body))
    scripts = headers["content-security-policy"].partition("script-src ")[2].partition(";")[0]
    assert f"'nonce-{nonces[0].decode()}'" in scripts and "unsafe-inline" not in scripts
    other, _ = await sent("text/html", b"<p>")
    assert other["content-security-policy"] != headers["content-security-policy"], "each page has its own"


async def test_what_is_no_page_goes_on_as_it_is_and_as_it_comes():
    headers, body = await sent("application/json", b'"<script>"', b"2")
    assert body == b'"<script>"2' and headers["content-length"] == "1"
    assert "nonce-" in headers["content-security-policy"]


async def test_a_page_on_which_people_s_words_stand_has_scripts_of_ours_only():
    page = b'<script type="module" src="/web/desk.js"></script><script>alert(1)</script>'
    headers, body = await sent("text/html", page, inline=False)
    assert body == page, "no script has the nonce"
    assert "script-src 'self' 'nonce-" in headers["content-security-policy"]
