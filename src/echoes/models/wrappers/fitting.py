"""The shape of requests that an endpoint takes: found out once, kept, and looked at again after a failure."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from echoes.core.errors import ModelFailed
from echoes.core.operation.usage import Usage
from echoes.models.causes import MODE_PARAMETERS
from echoes.models.completion import Completion, Reply, Request
from echoes.models.endpoints import EndpointRecord, EndpointRecords
from echoes.models.failures import ServerFailed
from echoes.models.wrappers.base import CompletionWrapper

_TRIES = 8
"""Shapes of one request that are tried."""
_LOOK_INTERVAL_S = 300.0
"""Time before a shape that was refused is looked at from the beginning again."""
_OTHER_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


class FittedCompletion(CompletionWrapper):
    """Sends requests in the shape that the endpoint takes.

    A shape is kept once a reply came in it.

    Args:
        inner: the wrapped completion.
        records: what was found out of endpoints.
        endpoint: key of this one.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        inner: Completion,
        records: EndpointRecords,
        endpoint: str,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(inner)
        self._records, self._endpoint, self._clock = records, endpoint, clock
        self._next_look = 0.0

    async def complete(self, request: Request) -> Reply:
        """Complete the request, in another shape if the usual one is refused.

        Raises:
            ModelFailed: the failure in the last shape, with the cost of all.
        """
        known, spent, tries = self._records.get(self._endpoint), Usage(), 0
        while True:
            request, tries = replace(request, known=known), tries + 1
            try:
                reply = await self.inner.complete(request)
            except ModelFailed as error:
                spent += error.spent or Usage()
                other = self._other_shape(request, error) if tries < _TRIES else None
                if other is None:
                    error.spent = None if spent.is_free else spent
                    raise
                known = other
            else:
                self._keep(request, reply)
                return replace(reply, usage=spent + reply.usage)

    def _keep(self, request: Request, reply: Reply) -> None:
        known = request.known
        shape = known.model_dump(include={"system_role", "streaming", "left_out", "renamed"})
        is_text = request.mode is None
        unopened = reply.thought_unopened if is_text else known.thinks_unopened
        if known != self._records.get(self._endpoint) or unopened != known.thinks_unopened:
            self._records.update(self._endpoint, **shape, thinks_unopened=unopened)

    def _other_shape(self, request: Request, error: ModelFailed) -> EndpointRecord | None:
        """Return another shape for a request that was refused; None if there is none."""
        known = request.known
        if not isinstance(error, ServerFailed) or error.kind != "refused":
            return None
        match error.cause_name:
            case "system role" if known.system_role:
                return known.model_copy(update={"system_role": False})
            case "streaming" if known.streaming is None:
                return known.model_copy(update={"streaming": "never" if request.streamed else "always"})
            case "output mode":
                return None  # the client looks for another one
            case "parameter" if error.named in MODE_PARAMETERS:
                return None
            case "parameter" if error.named and error.named not in known.left_out:
                return _without(known, error.named)
            case _:
                return self._look_again(known)

    def _look_again(self, known: EndpointRecord) -> EndpointRecord | None:
        """Return the usual shape if another one was kept, which does not work any more."""
        usual = EndpointRecord(found=known.found, mode=known.mode, thinks_unopened=known.thinks_unopened)
        is_kept = known == self._records.get(self._endpoint)
        if not is_kept or known == usual or self._clock() < self._next_look:
            return None
        self._next_look = self._clock() + _LOOK_INTERVAL_S
        return usual


def _without(known: EndpointRecord, name: str) -> EndpointRecord | None:
    """Return a shape in which a parameter has its other name, or is left out."""
    other = _OTHER_NAMES.get(name)
    is_new = other and name not in known.renamed and other not in known.renamed
    if other and is_new:
        return known.model_copy(update={"renamed": {**known.renamed, name: other}})
    return known.model_copy(update={"left_out": (*known.left_out, name)})
