"""The causes of failures of model servers: what each is, and what follows, as one table.

A server says that something is wrong by a status, by an error in a reply with status 200, by a reply without
words or an end, or by no reply at all. Whatever it is becomes a `Signal`, and the first row of `CAUSES` that
fits it decides.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from echoes.core.errors import FailureKind

Then = Literal["again", "reshape", "player", "operator"]
"""What follows: the same request again, with a pause; another shape of request, which is kept; the player is
told what to do; `echoes doctor` and the log tell the operator."""


@dataclass(frozen=True)
class Signal:
    """The sign that a server gives in place of a reply.

    Attributes:
        at: a status of HTTP, or where it was seen: `connection`, `proxy`, `timeout`, `address`, `page` (a web
            page in place of a reply), `format` (no JSON), `end` (the reason why a reply ended), `empty`,
            `no message`, `broken off`, `short count` (of a prompt), `?`.
        words: what it said, codes included.
        sent: the parameters of the request.
        wait_s: the pause that it asked for, in seconds.
    """

    at: int | str
    words: str = ""
    sent: Collection[str] = ()
    wait_s: float = 0.0

    @property
    def named(self) -> str:
        """The parameter of the request that the server names first; empty for none."""
        places = {name: re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", self.words) for name in self.sent}
        found = {place.start(): name for name, place in places.items() if place}
        return found[min(found)] if found else ""


@dataclass(frozen=True)
class FailureCause:
    """A row of the table.

    Attributes:
        name: of the cause.
        at: where it is seen; see `Signal.at`.
        words: a pattern of what the server says; empty for anything. `{named}`: it names a parameter.
        then: what follows.
        kind: of the failure.
        problem, remedy: told to the operator. `{named}` is the parameter and `{setting}` what sets it.
    """

    name: str
    at: Collection[int | str]
    words: str
    then: Then
    kind: FailureKind
    problem: str
    remedy: str

    def fits(self, signal: Signal) -> bool:
        """Return whether this is the cause of a signal."""
        if signal.at not in self.at:
            return False
        if self.words == "{named}":
            return bool(signal.named)
        return re.search(self.words, signal.words, re.IGNORECASE | re.DOTALL) is not None


MODE_PARAMETERS = ("response_format", "tools", "tool_choice", "format")
"""Parameters by which structured output is requested: a server that refuses one gets another mode."""
SETTINGS = {
    "temperature": "models.temperature (null leaves it out)",
    "max_tokens": "models.max_output_tokens",
    "max_completion_tokens": "models.max_output_tokens",
    "num_predict": "models.max_output_tokens",
    "num_ctx": "models.context_tokens",
    **dict.fromkeys(MODE_PARAMETERS, "models.structured"),
}
"""The settings of parameters; all others are `models.extra_body`'s."""
_SAYS = (400, 404, 405, 409, 413, 415, 422, 500, 501)
"""Statuses with which servers refuse for any reason, which only their words tell; 500 also stands for an
error of no code in a reply with status 200."""
_DENIES = (400, 401, 403, 429, 500)
_REFUSES = r"\bnot?\b|n't|un(?:support|expect|know|able)|invalid|\bonly\b|\bmust\b|require|不|仅|只"
_NO_MONEY = (
    r"insufficient[ _.-]?(?:quota|balance|credit|fund)|exceeded your current quota|arrear|overdue"
    r"|billing[ _](?:hard|not|limit)|not active"
    r"|out of (?:credit|money)|(?:credit|balance)s? (?:is |are )?(?:too low|exhausted|used up|not enough)"
    r"|(?:more|add|purchase|buy) credits?|余额|欠费|充值"
)
_SYSTEM_ROLE = (
    r"\bsystem\b.{0,20}(?:role|message|prompt|instruction)|roles?\b.{0,60}\bsystem\b|system ?(?:角色|消息|提示)"
    r"|developer (?:role|message|instruction)"
)
_FILTER = (
    r"content[ _-]?(?:filter|polic|management|moderat|safety)|moderation|inspection|flagged|safety|^sensitive"
    r"|sensitive (?:content|word|info)|responsible.?ai|prohibited.content|recitation|blocklist|refusal|敏感|违规|不当内容|安全审"
)
_TOO_LONG = (
    r"context.{0,3}(?:length|window|size|limit)|maximum (?:context|prompt|input)|context_length|too many tokens"
    r"|(?:prompt|input|request|message)s? (?:is |are )?(?:too (?:long|large)|exceed)|input length|reduce the length"
    r"|exceeds?.{0,40}(?:context|token limit|maximum.{0,20}tokens)|上下文|(?:输入|长度).{0,8}(?:过长|超)"
)
_NO_MODEL = (
    r"model[ _]?not[ _]?(?:found|exist|supported)|access to (?:the )?model|(?:model|deployment).{0,80}(?:not (?:be )?(?:found|exist|available|load)"
    r"|n't exist|no longer|unknown)|(?:unknown|invalid|no such|not a valid|unsupported) model|no endpoints found"
    r"|DeploymentNotFound|try pulling|模型.{0,20}不存在|no model.{0,20}load"
)

CAUSES: tuple[FailureCause, ...] = (
    # Who may ask, and for what money.
    FailureCause("busy", (429,), r"(?:retry|try again) (?:in|after) \d", "again", "busy", "the server is busy",
          "Wait, or set models.requests_per_minute."),
    FailureCause("no credit", (402,), "", "operator", "unpaid", "the account has no credit left",
          "Add credit at the provider, or name another server."),
    FailureCause("no credit", _DENIES, _NO_MONEY, "operator", "unpaid", "the account has no credit left",
          "Add credit at the provider, or name another server."),
    FailureCause("filter", (*_DENIES, 422, 451, "end"), _FILTER, "player", "filtered",
          "the server's content filter stopped it",
          "Use other words, loosen the filter at the provider, or use a model without one."),
    FailureCause("model", (403,), _NO_MODEL, "operator", "missing", "the key does not open this model",
          "Correct models.llm_model_name, or ask the provider for access; `echoes doctor` lists the models."),
    FailureCause("key", (401, 403), "", "operator", "denied", "the server refuses the key",
          "Give the key in ECHOES__MODELS__API_KEY or models.api_key_file."),
    FailureCause("key", (400, 500), r"api[ _-]?key|authenticat|unauthori[sz]ed", "operator", "denied", "the server refuses the key",
          "Give the key in ECHOES__MODELS__API_KEY or models.api_key_file."),
    FailureCause("proxy", (407,), "", "operator", "denied", "a proxy refuses the connection",
          "Correct HTTPS_PROXY, or name the server in NO_PROXY."),
    # What passes.
    FailureCause("busy", (429,), "", "again", "busy", "the server is busy", "Wait, or set models.requests_per_minute."),
    FailureCause("busy", (*_SAYS, "end", 503), r"rate.?limit|too many requests|overload|capacity|insufficient_system_resource"
          r"|限流|过载", "again", "busy", "the server is busy", "Wait, or set models.requests_per_minute."),
    # What another shape of request helps against.
    FailureCause("parameter", _SAYS, r"max(?:_completion)?_tokens.{0,60}too large", "reshape", "refused",
          "the server refuses the parameter {named}", "Set {setting}."),
    FailureCause("too long", (*_SAYS, 503), _TOO_LONG, "player", "too_long", "the prompt is longer than the model's context",
          "Use a model with a longer context, set models.context_tokens, or lower context_tokens in config/agents.yaml."),
    FailureCause("too long", (413, "short count"), "", "player", "too_long", "the server read only a part of the prompt",
          "Use a model with a longer context, set models.context_tokens, or lower context_tokens in config/agents.yaml."),
    FailureCause("system role", _SAYS, rf"^(?=.*(?:{_REFUSES}))(?=.*(?:{_SYSTEM_ROLE}))|roles? must alternate"
          r"|only.{0,8}user.{0,12}assistant.{0,4} roles?", "reshape", "refused", "the server takes no system role",
          "Use another model."),
    FailureCause("parameter", _SAYS, r"\bstream_options\b", "reshape", "refused",
          "the server refuses the parameter stream_options", "Use another server."),
    FailureCause("streaming", _SAYS, rf"^(?=.*(?:{_REFUSES}))(?=.*(?:\b(?:non-?)?stream(?:ing|ed|s)?\b|流式))", "reshape",
          "refused", "the server refuses to reply in this way, streamed or not", "Use another model."),
    FailureCause("parameter", (400, 422, 500, 501), "{named}", "reshape", "refused",
          "the server refuses the parameter {named}", "Set {setting}."),
    FailureCause("output mode", _SAYS, r"json.?schema|structured.?output|grammar|response.?format|tool (?:use|choice|call)"
          r"|function.?call|requested parameters", "reshape", "refused", "the server refuses this output mode",
          "Set models.structured to another one."),
    FailureCause("model", (*_SAYS, 410), _NO_MODEL, "operator", "missing", "the server does not have this model",
          "Correct models.llm_model_name; `echoes doctor` lists the models. With Ollama, `ollama pull` it; with "
          "Azure, name the deployment."),
    # Where it was asked.
    FailureCause("address", (404, 405, 410, "page"), "", "operator", "missing", "there is no model API at this address",
          "Correct models.base_url: it mostly ends in /v1 for the provider api, and in the port for ollama; Azure also "
          "needs models.api_version. `echoes doctor` checks it."),
    FailureCause("address", (*range(300, 400), "address"), "", "operator", "missing", "models.base_url is not the server's address",
          "Correct models.base_url: http:// or https://, host, port and path, without hidden characters."),
    FailureCause("timeout", (408, "timeout"), "", "operator", "timeout", "it took too long",
          "Raise models.timeout_s, or use a smaller model."),
    FailureCause("certificate", ("connection",), r"certificate", "operator", "unreachable", "the server's certificate is not trusted",
          "Name the certificate authority in SSL_CERT_FILE."),
    FailureCause("encryption", ("connection",), r"\bssl|\btls|wrong.version", "operator", "unreachable",
          "the server speaks no HTTPS", "Begin models.base_url with http:// instead of https://, or the other way round."),
    FailureCause("proxy", ("proxy",), "", "operator", "unreachable", "the proxy of the environment does not reach the server",
          "Correct HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, or name the server in NO_PROXY."),
    FailureCause("host", ("connection",), r"not known|resolve|resolution|getaddrinfo|nodename|no address", "again", "unreachable",
          "no server has this name", "Correct the host in models.base_url, or look at the network."),
    FailureCause("connection", ("connection",), "", "again", "unreachable", "the server can't be reached",
          "Start the server, or correct models.base_url; `echoes doctor` checks it."),
    # What came instead of a reply.
    FailureCause("load", ("end",), r"^(?:un)?load", "again", "busy", "the server was loading the model", "Try again in a moment."),
    FailureCause("length", ("end",), r"length|max|limit", "operator", "cut", "the reply is longer than it may be",
          "Raise models.max_output_tokens; if thinking takes it up, switch that off by models.extra_body."),
    FailureCause("error", ("end",), "", "again", "broken", "the server failed in the middle of its reply", "Look at the server's log."),
    FailureCause("empty", ("empty",), "", "again", "empty", "the reply is empty",
          "Try another model, or switch its thinking off by models.extra_body; `echoes doctor` tests it."),
    FailureCause("no message", ("no message",), "", "again", "empty", "the reply holds no message",
          "Correct models.base_url and models.provider, and look at the server's log."),
    FailureCause("broken off", ("broken off",), "", "again", "broken", "the connection broke off", "Look at the server's log."),
    FailureCause("format", ("format",), "", "again", "broken", "the server replies in another format",
          "Correct models.base_url and models.provider, and look at the server's log."),
    FailureCause("error", range(500, 600), "", "again", "broken", "the server failed", "Look at the server's log."),
    FailureCause("refused", range(400, 500), "", "operator", "refused", "the server refuses the request",
          "Look at its words: models.extra_body adds parameters, or takes one out by null."),
    FailureCause("unknown", ("?",), "", "operator", "unreadable", "its reply can't be read", "Try another model or server."),
)  # fmt: skip
"""All causes; the first that fits is taken, so what is special stands before what is general."""

_BAD_END = re.compile(
    r"length|max|limit|filter|sensitive|safety|recitation|prohibit|blocklist|error|^(?:un)?load|insufficient",
    re.IGNORECASE,
)


def signal_of_end(reason: str) -> Signal | None:
    """Return the signal that the reason is for which a reply ended; None where it is whole."""
    return Signal("end", reason) if _BAD_END.search(reason) else None
