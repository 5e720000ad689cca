"""Previews of links: what a messenger shows of a page, in place of what Gradio says of itself."""

import re
from dataclasses import dataclass

from starlette.requests import Request

from echoes.core.errors import EchoesError
from echoes.interfaces.web.action_request import open_for
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template, without_commands
from echoes.interfaces.web.visitors import Visitor

_LONGEST = 200
"""Characters of a description."""
_SENTENCE = re.compile(r".+?(?:[.!?…]+[\"'”’]?(?=\s+[^a-z]|\s*$)|[。！？…]+[”’」』]?|\n|$)")
_OF_GRADIO = re.compile(rb"<meta\s+(?:property|name)=\"(?:og|twitter|description)\b[^>]*>\s*")
_LANGUAGE = re.compile(rb"(<html\s+lang=)\"[^\"]*\"")


@dataclass(frozen=True)
class LinkPreview:
    """A page in a few words, which are public.

    Attributes:
        lang: its language.
        description: how it begins.
        root: the address of the app, to which the address of its picture is added.
    """

    lang: str
    title: str
    description: str
    root: str

    def put_into(self, page: bytes) -> bytes:
        """Return Gradio's page with this in its head; all of it is escaped, so no script comes in with it."""
        head = render_template("link_preview", self.lang, preview=self).encode()
        spoken = b"zh-Hans" if self.lang == "zh" else b"en"
        page = _LANGUAGE.sub(rb'\1"%s"' % spoken, _OF_GRADIO.sub(b"", page), count=1)
        return page.replace(b"</head>", head + b"</head>", 1)


async def preview_of(web_app: WebApp, request: Request, visitor: Visitor) -> LinkPreview:
    """Return the preview of an address: of a game for whoever may see it, else of the whole app.

    Args:
        web_app: whose pages they are.
        request: for the address.
        visitor: who asks; the program of a messenger has nothing but the link of the room.
    """
    asked = request.query_params
    if session_id := asked.get("game", ""):
        try:
            live = await open_for(web_app, visitor, session_id, asked.get("room", ""))
            begins = first_sentence(without_commands((await live.view()).statement()))
            return LinkPreview(live.lang, live.started.title, begins, str(request.base_url))
        except EchoesError:
            pass  # the page itself says that there is no such game
    return app_preview(request, visitor.lang)


def app_preview(request: Request, lang: str) -> LinkPreview:
    """Return the preview of the whole app in a language."""
    return LinkPreview(lang, texts_in(lang)["app"], texts_in(lang)["tagline"], str(request.base_url))


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, or the beginning of it."""
    found = _SENTENCE.match(text.strip())
    sentence = found.group().strip() if found else ""
    return sentence if len(sentence) <= _LONGEST else sentence[: _LONGEST - 1].rstrip() + "…"
