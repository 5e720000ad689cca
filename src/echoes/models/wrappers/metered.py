"""Metrics and spans of calls: how many, how long, how many tokens, and what they cost."""

from time import perf_counter

from echoes.core.errors import ModelFailed
from echoes.core.operation.metrics import METRICS
from echoes.core.operation.tracing import span
from echoes.core.operation.usage import Usage
from echoes.models.completion import Completion, Reply, Request
from echoes.models.settings import TokenPrices
from echoes.models.wrappers.base import CompletionWrapper

_MILLION = 1_000_000


class MeteredCompletion(CompletionWrapper):
    """Counts each call, without a word of it.

    Args:
        inner: the wrapped completion.
        prices: of its tokens.
    """

    def __init__(self, inner: Completion, prices: TokenPrices) -> None:
        super().__init__(inner)
        self._prices = prices

    async def complete(self, request: Request) -> Reply:
        """Complete the request, and count it."""
        started, outcome, usage = perf_counter(), "ok", Usage()
        try:
            with span("model call", model=self.id) as call:
                reply = await self.inner.complete(request)
                usage = reply.usage
                call.attributes["prompt_tokens"] = usage.prompt_tokens
                call.attributes["completion_tokens"] = usage.completion_tokens
            return reply
        except ModelFailed as error:
            outcome, usage = error.kind, error.spent or usage
            raise
        finally:
            METRICS.count("echoes_model_calls_total", model=self.id, outcome=outcome)
            METRICS.observe("echoes_model_seconds", perf_counter() - started, model=self.id)
            self._count_tokens(usage)

    def _count_tokens(self, usage: Usage) -> None:
        prompt, completion = usage.prompt_tokens, usage.completion_tokens
        for direction, tokens in (("prompt", prompt), ("completion", completion)):
            METRICS.count("echoes_model_tokens_total", tokens, model=self.id, direction=direction)
        if cost := prompt * self._prices.prompt + completion * self._prices.completion:
            METRICS.count("echoes_model_cost_total", cost / _MILLION, model=self.id)
