"""Routes of the desk: its pages, its actions, and the files that authors send."""

import logging
from contextlib import suppress

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from echoes.core.errors import EchoesError
from echoes.interfaces.web.actions import log_failure
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.desk.actions import DESK_ACTIONS
from echoes.interfaces.web.desk.drafts import DeskDrafts
from echoes.interfaces.web.desk.forms import moved
from echoes.interfaces.web.desk.imports import DeskImports
from echoes.interfaces.web.desk.pages import desk_html
from echoes.interfaces.web.desk.request import Desk, DeskRequest
from echoes.interfaces.web.desk.uploads import Uploads
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.open_paths import DESK, DESK_ACTION, UPLOAD
from echoes.interfaces.web.request_bodies import Refused, json_object
from echoes.interfaces.web.visitors import visitor_of

_NO_STORE = {"Cache-Control": "no-store"}


def add_desk_routes(app: FastAPI, web_app: WebApp, uploads: Uploads) -> None:
    """Add the routes of the desk; the middleware lets in whoever has given the operator's password.

    Args:
        app: that serves them.
        web_app: whose scenarios grow.
        uploads: the files that authors send.
    """
    desk = Desk(web_app, uploads, DeskImports(web_app.engine), DeskDrafts())

    @app.get(f"{DESK}/")
    async def page(request: Request) -> Response:
        asked = DeskRequest(desk, visitor_of(request), {**request.query_params}, request)
        with suppress(EchoesError):  # the page tells it
            if elsewhere := moved(asked):
                return RedirectResponse(elsewhere, 303, headers=_NO_STORE)
        return HTMLResponse(await desk_html(asked), headers=_NO_STORE)

    @app.post(DESK_ACTION)
    async def act(request: Request) -> Response:
        try:
            data = json_object(await request.body())
        except Refused as refused:
            return JSONResponse({"error": refused.reason}, refused.status)
        action = DESK_ACTIONS.get(str(data.get("do")))
        if action is None:
            return JSONResponse({"error": "There is no such action. Load the page again."}, 400)
        visitor = visitor_of(request)
        try:
            answer = await action(DeskRequest(desk, visitor, data, request))
        except EchoesError as error:
            log_failure(action.__name__, error)
            answer = {"error": error.message(visitor.lang)}  # to an operator, who can mend what only they can
        except Exception:
            logging.getLogger(__name__).exception("%s failed", action.__name__)
            answer = {"error": texts_in(visitor.lang)["desk_failed"]}
        return JSONResponse(answer, headers=_NO_STORE)

    @app.post(UPLOAD)
    async def upload(request: Request) -> Response:
        try:
            token = desk.uploads.keep(request.query_params.get("name", ""), await request.body())
        except EchoesError as error:
            return JSONResponse({"error": str(error)}, headers=_NO_STORE)
        return JSONResponse({"file": token}, headers=_NO_STORE)
