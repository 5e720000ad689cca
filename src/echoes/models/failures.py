"""Translation of client libraries' exceptions into `ModelFailed`."""

import re
from typing import Any

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.plain_text import clean
from echoes.core.usage import Usage

_KIND_BY_STATUS: dict[int, FailureKind] = {
    401: "denied",
    403: "denied",
    404: "missing",
    408: "timeout",
    429: "busy",
}
_REMEDIES: dict[FailureKind, str] = {
    "unreachable": "Start the server, or correct models.base_url; `echoes doctor` checks it.",
    "timeout": "Raise models.timeout_s, or use a smaller model.",
    "busy": "Wait, or set models.requests_per_minute.",
    "broken": "Look at the server's log.",
    "refused": "Look at models.llm_model_name and at the server's log.",
    "too_long": "Use a model with a longer context, or lower context_tokens in config/agents.yaml.",
    "denied": "Give the key in ECHOES__MODELS__API_KEY or models.api_key_file.",
    "unreadable": "Raise models.max_output_tokens if replies are cut; else try another model.",
    "missing": "Correct models.llm_model_name or models.base_url; `echoes doctor` lists the models.",
}
TRANSIENT: frozenset[FailureKind] = frozenset({"unreachable", "busy", "broken"})
"""Failures after which the same call may succeed."""

_MAX_DETAIL = 200
"""Characters of the server's words that are kept."""
_TOO_LONG = re.compile(
    r"context.{0,3}(?:length|window|size)|maximum context|prompt is too long|too many tokens", re.IGNORECASE
)
"""Phrases by which servers report a prompt beyond the context window; no HTTP status says so."""


def translate_error(model: str, error: BaseException, secret: str = "") -> ModelFailed:
    """Translate an exception of a client library.

    Args:
        model: name of the model that was called.
        error: the exception.
        secret: the API key, which some servers repeat; it is masked.
    """
    if isinstance(error, ModelFailed):
        return error
    status = getattr(error, "status_code", None)
    kind = _kind(error, status if isinstance(status, int) and status > 0 else None)
    detail = " ".join(clean(str(error)).split()) or type(error).__name__
    detail = detail.replace(secret, "***") if len(secret) > 3 else detail
    detail = re.sub(r"\b(?:sk|key|Bearer)[-_ ][\w.-]{6,}", "***", detail)[:_MAX_DETAIL]
    if kind == "refused" and _TOO_LONG.search(detail):
        kind = "too_long"
    problem = f"model '{model}' gave no reply ({kind})"
    return ModelFailed(kind, problem, _REMEDIES[kind], detail, _spent(error), _retry_after_s(error))


def _spent(error: BaseException) -> Usage | None:
    """Return the cost of a reply that the client library rejected because it was cut short."""
    counted: Any = getattr(getattr(error, "completion", None), "usage", None)
    if counted is None:
        return None
    return Usage(
        model_calls=1,
        prompt_tokens=int(getattr(counted, "prompt_tokens", 0) or 0),
        completion_tokens=int(getattr(counted, "completion_tokens", 0) or 0),
    )


def mark_cut(failed: ModelFailed) -> ModelFailed:
    """Return the failure of a stream that had begun; part of it has been shown, so it is not retried."""
    return ModelFailed(
        "cut",
        failed.problem.replace(f"({failed.kind})", "(cut)"),
        failed.remedy,
        failed.detail,
        failed.spent or Usage(model_calls=1),
    )


def _retry_after_s(error: BaseException) -> float:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except (TypeError, ValueError):
        return 0.0


def _kind(error: BaseException, status: int | None) -> FailureKind:
    if status is not None:
        return _KIND_BY_STATUS.get(status) or ("broken" if status >= 500 else "refused")
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        return "timeout"
    if isinstance(error, ConnectionError | OSError) or any("Connect" in name for name in names):
        return "unreachable"
    if any(name.endswith(("ProtocolError", "ReadError", "WriteError")) for name in names):
        return "broken"
    return "unreadable"
