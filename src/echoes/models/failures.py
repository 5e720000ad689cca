"""Failures of model servers, from what the table of causes says of them."""

import re

from echoes.core.errors import FailureKind, ModelFailed
from echoes.core.operation.usage import Usage
from echoes.core.text.plain_text import clean
from echoes.models.causes import CAUSES, SETTINGS, Signal

TRANSIENT: frozenset[FailureKind] = frozenset(cause.kind for cause in CAUSES if cause.then == "again")
"""Failures after which the same call may succeed."""

_MAX_DETAIL = 200
"""Characters of the server's words that are kept."""


class ServerFailed(ModelFailed):
    """A failure whose cause is known.

    Attributes:
        cause_name: of the row.
        named: the parameter that the server refused; empty for none.
    """

    cause_name = ""
    named = ""


def failure_of(model: str, signal: Signal, secret: str = "", spent: Usage | None = None) -> ServerFailed:
    """Return the failure that a signal is.

    Args:
        model: name of the model that was called; empty if none was.
        signal: what the server did.
        secret: the API key, which some servers repeat; it is masked.
        spent: what the reply cost.
    """
    cause = next((one for one in CAUSES if one.fits(signal)), CAUSES[-1])
    named = signal.named
    values = {"named": named, "setting": SETTINGS.get(named, f"models.extra_body; null takes {named} out")}
    problem = cause.problem.format(**values)
    failed = ServerFailed(
        cause.kind,
        f"model '{model}' gave no reply: {problem}" if model else problem,
        cause.remedy.format(**values),
        masked(signal.words, secret)[:_MAX_DETAIL],
        spent,
        signal.wait_s,
    )
    failed.cause_name, failed.named = cause.name, named
    return failed


def masked(words: str, secret: str) -> str:
    """Return a server's words in one line, without anything that looks like a key."""
    line = " ".join(clean(words).split())
    line = line.replace(secret, "***") if len(secret) > 3 else line
    return re.sub(r"\b(?:sk|key|Bearer)[-_ ][\w.-]{6,}", "***", line)


def mark_cut(failed: ModelFailed) -> ModelFailed:
    """Return the failure of a stream that had begun; part of it has been shown, so it is not retried."""
    problem = failed.problem.replace("gave no reply", "broke off its reply")
    return ModelFailed("cut", problem, failed.remedy, failed.detail, failed.spent or Usage(model_calls=1))
