"""What went wrong with a call, whichever library says so."""

import re
from typing import Any

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.plain_text import clean
from echoes.core.usage import Usage

_BY_STATUS: dict[int, FailureKind] = {
    401: "denied",
    403: "denied",
    404: "missing",
    408: "timeout",
    429: "busy",
}
_REMEDIES: dict[FailureKind, str] = {
    "unreachable": "Start the server, or mend models.base_url; `echoes doctor` looks at it.",
    "timeout": "Raise models.timeout_s, or take a smaller model.",
    "busy": "Wait, or set models.requests_per_minute.",
    "broken": "Look at the server's log.",
    "refused": "Look at models.llm_model_name and at the server's log.",
    "too_long": "Take a model with a longer context, or lower context_tokens in config/agents.yaml.",
    "denied": "Give the key in ECHOES__MODELS__API_KEY or models.api_key_file.",
    "unreadable": "Raise models.max_output_tokens if replies are cut; else try another model.",
    "missing": "Mend models.llm_model_name or models.base_url; `echoes doctor` lists what is there.",
}
PASSING: frozenset[FailureKind] = frozenset({"unreachable", "busy", "broken"})
"""Failures after which the same call may succeed."""

_LONGEST = 200
_TOO_LONG = re.compile(
    r"context.{0,3}(?:length|window|size)|maximum context|prompt is too long|too many tokens", re.IGNORECASE
)
"""How servers say that a prompt is longer than the model can read; no status tells it."""


def model_failed(model: str, error: BaseException, secret: str = "") -> ModelFailed:
    """The error of ours for an error of a client library.

    Args:
        model: whose call it was.
        error: what was raised.
        secret: the key, which some servers repeat; it is taken out.
    """
    if isinstance(error, ModelFailed):
        return error
    status = getattr(error, "status_code", None)
    kind = _kind(error, status if isinstance(status, int) and status > 0 else None)
    said = " ".join(clean(str(error)).split()) or type(error).__name__
    said = said.replace(secret, "***") if len(secret) > 3 else said
    said = re.sub(r"\b(?:sk|key|Bearer)[-_ ][\w.-]{6,}", "***", said)[:_LONGEST]
    if kind == "refused" and _TOO_LONG.search(said):
        kind = "too_long"
    problem = f"model '{model}' gave no reply ({kind})"
    return ModelFailed(kind, problem, _REMEDIES[kind], said, _spent(error), _retry_after(error))


def _spent(error: BaseException) -> Usage | None:
    """What a reply cost that the client library found too short to hand on."""
    counted: Any = getattr(getattr(error, "completion", None), "usage", None)
    if counted is None:
        return None
    return Usage(
        model_calls=1,
        prompt_tokens=int(getattr(counted, "prompt_tokens", 0) or 0),
        completion_tokens=int(getattr(counted, "completion_tokens", 0) or 0),
    )


def broken_off(failed: ModelFailed) -> ModelFailed:
    """The failure of a reply that had begun: somebody has read of it, so it is not tried again."""
    return ModelFailed(
        "cut",
        failed.problem.replace(f"({failed.kind})", "(cut)"),
        failed.remedy,
        failed.detail,
        failed.spent or Usage(model_calls=1),
    )


def _retry_after(error: BaseException) -> float:
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", 0)))
    except (TypeError, ValueError):
        return 0.0


def _kind(error: BaseException, status: int | None) -> FailureKind:
    if status is not None:
        return _BY_STATUS.get(status) or ("broken" if status >= 500 else "refused")
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, TimeoutError) or any("Timeout" in name for name in names):
        return "timeout"
    if isinstance(error, ConnectionError | OSError) or any("Connect" in name for name in names):
        return "unreachable"
    if any(name.endswith(("ProtocolError", "ReadError", "WriteError")) for name in names):
        return "broken"
    return "unreadable"
