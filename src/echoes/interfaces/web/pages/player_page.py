"""The players' page: one Gradio component, whose server functions are the visitor's actions."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, cast

import gradio as gr

from echoes.core.errors import EchoesError
from echoes.interfaces.web.action_request import ActionRequest, Answer
from echoes.interfaces.web.actions import ACTIONS, READING, log_failure, visitor_message
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.i18n import texts_in
from echoes.interfaces.web.visitors import visitor_of

_START = "import(new URL('web/echoes.js', document.baseURI)).then(m => m.start(element, server));"


def player_page(web_app: WebApp) -> gr.Blocks:
    """Return the Blocks of the players' page.

    Args:
        web_app: that the actions work in.
    """
    with gr.Blocks(title="Echoes of Deceit", fill_width=True, analytics_enabled=False) as page:
        gr.HTML(
            value="<div class='page loading' aria-busy='true'></div>",
            elem_id="echoes",
            apply_default_css=False,
            js_on_load=_START,
            server_functions=[_served(web_app, action) for action in ACTIONS],
        )
    return page


def _served(
    web_app: WebApp, action: Callable[[ActionRequest], Awaitable[Answer]]
) -> Callable[[Any, gr.Request], Awaitable[Answer]]:
    async def run(data: Any, request: gr.Request) -> Answer:
        visitor = visitor_of(request)
        try:
            if action not in READING:
                await web_app.limits.count("message", visitor)
            fields = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
            return await action(ActionRequest(web_app, visitor, fields, request))
        except EchoesError as error:
            log_failure(action.__name__, error)
            return {"error": visitor_message(error, visitor.lang)}
        except Exception:
            logging.getLogger(__name__).exception("%s failed", action.__name__)
            return {"error": texts_in(visitor.lang)["failed"]}

    run.__name__ = action.__name__
    return run
