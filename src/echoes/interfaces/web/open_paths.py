"""Paths that are served. Of Gradio's own, only what the players' page asks for; everything else is closed."""

DESK = "/desk"
"""The author's page."""
HEALTH = "/health"
"""Says that the server answers, to whoever watches over it: no password, no cookie, no bound."""
READY = "/ready"
"""Says whether the storage can be reached, so that a proxy sends people here; open in the same way."""
METRICS_PATH = "/metrics"
"""Counts and times for Prometheus, where they are switched on; open in the same way."""
FOR_MACHINES = (HEALTH, READY, METRICS_PATH)
ACTION = "/gradio_api/component_server/"
"""Takes a visitor's actions."""
DESK_ACTION = f"{DESK}/act"
"""Takes what an author does."""
UPLOAD = f"{DESK}/upload"
"""Takes an author's file."""
API = "/api"
"""Where Gradio serves the API, to programs alone."""
API_CALL = f"{API}/gradio_api/run/"
"""Takes a call of a function, whose name follows, and answers it."""
_API_QUEUE = f"{API}/gradio_api/queue"
"""Where Gradio's own clients call functions: they join it, and fetch the answer."""
MCP = f"{API}/gradio_api/mcp"
"""Takes what an MCP client sends, where the library is installed."""

_READ = frozenset({"GET", "HEAD"})
_SEND = frozenset({"POST"})
_OF_PLAYERS_PAGE = ("", "/", "/config", "/theme.css", "/manifest.json")
_OF_PLAYERS_API = ("info", "startup-events", "app_id", "theme.css")

_EXACT = {
    **dict.fromkeys((*_OF_PLAYERS_PAGE, "/favicon.ico", "/robots.txt", DESK, f"{DESK}/"), _READ),
    **dict.fromkeys(FOR_MACHINES, _READ),
    **{f"/gradio_api/{name}": _READ for name in _OF_PLAYERS_API},
    DESK_ACTION: _SEND,
    ACTION: _SEND,
    UPLOAD: _SEND,
    "/login": _READ | _SEND,
    "/leave": _SEND,
    **dict.fromkeys((f"{API}/config", f"{API}/gradio_api/info", f"{API}/gradio_api/openapi.json"), _READ),
    **dict.fromkeys((MCP, f"{MCP}/", f"{_API_QUEUE}/join"), _SEND),
    f"{_API_QUEUE}/data": _READ,
}
DRAWING = "/drawing/"
"""Gives the drawing of a scenario, whose kind of game and id follow."""
_FILES = ("/assets/", "/static/", "/web/", DRAWING)
"""Beginnings of the addresses of the pages' files."""
_LONGEST_PART = 255
"""Bytes between two slashes."""
_BEGINNINGS = (*_FILES, "/live/", "/download/", "/r/")


def methods_at(path: str) -> frozenset[str]:
    """Return the methods that a path is served by; none where nothing is served."""
    if path in _EXACT:
        return _EXACT[path]
    if path.startswith(API_CALL):
        return _SEND if path.removeprefix(API_CALL).isidentifier() else frozenset()
    return _READ if path.startswith(_BEGINNINGS) and _may_be_a_name(path) else frozenset()


def has_pages_below(root: str) -> bool:
    """Return whether the app has pages of its own at or below a path."""
    return bool(methods_at(root)) or any(path.startswith(f"{root}/") for path in (*_EXACT, *_BEGINNINGS))


def _may_be_a_name(path: str) -> bool:
    """Return whether file systems know such paths; Gradio fails on what they do not."""
    short = all(len(part.encode()) <= _LONGEST_PART for part in path.split("/"))
    return short and path.isprintable() and "//" not in path


def is_page_file(path: str) -> bool:
    """Return whether a path is that of a page's file, which is the same for everybody."""
    return path.startswith(_FILES)


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API, whose visitors have a token and no cookie."""
    return path.startswith(f"{API}/")


def is_at_desk(path: str) -> bool:
    """Return whether a path belongs to the author's page."""
    return path == DESK or path.startswith(f"{DESK}/")
