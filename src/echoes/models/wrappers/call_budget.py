"""Enforcement of the call budget of the running task (`core.operation.call_budget`)."""

from echoes.core.errors import ModelFailed
from echoes.core.operation.call_budget import CALL_BUDGET
from echoes.models.completion import Reply, Request
from echoes.models.wrappers.base import CompletionWrapper


class BudgetedCompletion(CompletionWrapper):
    """Counts each call against the task's `CallBudget`, and makes no call beyond it.

    It wraps the raw call directly, so that repeated attempts are counted too.
    """

    async def complete(self, request: Request) -> Reply:
        """Complete the request if the budget allows it.

        Raises:
            ModelFailed: the budget is spent (kind `budget`), or the call failed.
        """
        budget = CALL_BUDGET.get()
        if budget is None:
            return await self.inner.complete(request)
        budget.begin()
        try:
            reply = await self.inner.complete(request)
        except ModelFailed as error:
            if error.spent:
                budget.end(error.spent)
            raise
        budget.end(reply.usage)
        return reply
