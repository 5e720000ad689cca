"""The page of an address at which there is nothing."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.templating import render_template
from echoes.interfaces.web.visitors import visitor_language


def lost_page(request: Request, said: str = "lost") -> Response:
    """Return the answer that there is nothing at an address: a page for people, a line for programs.

    Args:
        request: for the address.
        said: the key of what people are told.
    """
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse("Not here.", 404)
    lang, root = visitor_language(request), request.scope.get("root_path", "")
    return HTMLResponse(render_template("lost", lang, said=texts_in(lang)[said], root=root, desk=False), 404)
