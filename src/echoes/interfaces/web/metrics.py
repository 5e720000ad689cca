"""Metrics of all workers: each adds its own to the storage, and any of them shows the sum."""

import asyncio
from contextlib import suppress

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, Response

from echoes.core.errors import StorageFailed
from echoes.core.operation.metrics import METRICS, PREFIX, prometheus_text, series
from echoes.interfaces.web.app import WebApp
from echoes.interfaces.web.open_paths import METRICS_PATH

_EVERY_S = 5.0
_KEPT_S = 10 * 365 * 24 * 3600.0
_FORM = "text/plain; version=0.0.4; charset=utf-8"


def add_metrics_route(app: FastAPI, web_app: WebApp) -> None:
    """Add the route of the metrics; nothing is there unless they are switched on.

    Args:
        app: that serves them.
        web_app: whose they are.
    """

    @app.get(METRICS_PATH)
    async def metrics() -> Response:
        if not web_app.config.web.metrics:
            return PlainTextResponse("Not here.", 404)
        try:
            text = await asyncio.to_thread(metrics_text, web_app)
        except StorageFailed:
            return PlainTextResponse("the storage can't be reached", 503)
        return Response(text, media_type=_FORM, headers={"Cache-Control": "no-store"})


def metrics_text(web_app: WebApp) -> str:
    """Return the metrics of all workers, and what this one has open.

    Raises:
        StorageFailed: the others' are not known.
    """
    share_metrics(web_app)
    storage = web_app.engine.storage
    found = storage.counters.matching(PREFIX)
    sessions, streams = web_app.live.numbers()
    own = {"echoes_live_sessions": sessions, "echoes_live_streams": streams}
    gauges = {series(name, worker=web_app.live.relay.worker): float(count) for name, count in own.items()}
    return prometheus_text({**{name.removeprefix(PREFIX): value for name, value in found.items()}, **gauges})


def share_metrics(web_app: WebApp) -> None:
    """Add what this worker has counted to what all have.

    Raises:
        StorageFailed: it could not be added; it is kept for the next time.
    """
    taken, storage = METRICS.take(), web_app.engine.storage
    try:
        if taken:
            amounts = {f"{PREFIX}{name}": amount for name, amount in taken.items()}
            storage.counters.add_all(amounts, _KEPT_S)
    except StorageFailed:
        METRICS.put_back(taken)
        raise


async def keep_sharing(web_app: WebApp) -> None:
    """Share the metrics from time to time; to be run beside the server."""
    while True:
        await asyncio.sleep(_EVERY_S)
        with suppress(StorageFailed):
            await asyncio.to_thread(share_metrics, web_app)
