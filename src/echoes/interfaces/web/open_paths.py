"""Paths that are served. Of Gradio's own, only what the two pages ask for; everything else is closed."""

DESK = "/desk"
"""The author's page."""
HEALTH = "/health"
"""Says that the server answers, to whoever watches over it: no password, no cookie, no bound."""
ACTION = "/gradio_api/component_server/"
"""Takes a visitor's actions."""
EVENT = f"{DESK}/gradio_api/queue/join"
"""Takes what an author does."""
UPLOAD = f"{DESK}/gradio_api/upload"
"""Takes an author's file."""

_READ = frozenset({"GET", "HEAD"})
_SEND = frozenset({"POST"})
_OF_BOTH_PAGES = ("/", "/config", "/theme.css", "/manifest.json")
_OF_BOTH_APIS = ("info", "startup-events", "app_id", "theme.css")
_DESK_READS = ("queue/data", "upload_progress")

_EXACT = {
    **dict.fromkeys((*_OF_BOTH_PAGES, "/favicon.ico", "/robots.txt", HEALTH, DESK), _READ),
    **dict.fromkeys((f"{DESK}{path}" for path in _OF_BOTH_PAGES), _READ),
    **{f"{page}/gradio_api/{name}": _READ for page in ("", DESK) for name in _OF_BOTH_APIS},
    **{f"{DESK}/gradio_api/{name}": _READ for name in _DESK_READS},
    EVENT: _SEND,
    ACTION: _SEND,
    UPLOAD: _SEND,
    "/login": _READ | _SEND,
    "/leave": _SEND,
}
_FILES = ("/assets/", "/static/", "/web/", f"{DESK}/assets/", f"{DESK}/static/")
"""Beginnings of the addresses of the pages' files."""
_LONGEST_PART = 255
"""Bytes between two slashes."""
_BEGINNINGS = (*_FILES, "/live/", "/download/", f"{DESK}/gradio_api/heartbeat/", f"{DESK}/gradio_api/file=")


def methods_at(path: str) -> frozenset[str]:
    """Return the methods that a path is served by; none where nothing is served."""
    if path in _EXACT:
        return _EXACT[path]
    return _READ if path.startswith(_BEGINNINGS) and _may_be_a_name(path) else frozenset()


def _may_be_a_name(path: str) -> bool:
    """Return whether file systems know such paths; Gradio fails on what they do not."""
    short = all(len(part.encode()) <= _LONGEST_PART for part in path.split("/"))
    return short and path.isprintable() and "//" not in path


def is_file(path: str) -> bool:
    """Return whether a path is that of a page's file, which is the same for everybody."""
    return path.startswith(_FILES)


def is_at_desk(path: str) -> bool:
    """Return whether a path belongs to the author's page."""
    return path == DESK or path.startswith(f"{DESK}/")
