"""Steps of a draft: each reply is on disk as soon as it is there, and nothing is asked twice."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from echoes.core.errors import BadInput, FailureKind, ModelFailed, StorageFailed
from echoes.core.files.writing import atomic_write, private_file, private_folder
from echoes.core.operation.call_budget import metered_calls
from echoes.core.operation.usage import Usage
from echoes.core.protocols import JsonObject, LLMClient, ModelT

_LEFT: frozenset[FailureKind] = frozenset({"unreadable", "cut", "too_long", "refused", "empty", "filtered"})
"""Failures of one request; any other ends the draft, which goes on later."""
_IN_A_ROW = 5
"""Steps left one after the other from which on the model is taken to be unfit."""
_STOP = ".stop"
ResultT = TypeVar("ResultT")


def stop_steps(folder: Path) -> None:
    """Stop all further steps, in whatever process they are.

    Args:
        folder: of the step files.
    """
    private_file(private_folder(folder) / _STOP)


class StepFile(BaseModel):
    """A step on disk.

    Attributes:
        step: its name.
        reply: the reply; None if it was left.
        failed: why it was left.
    """

    step: str
    model: str
    reply: JsonObject | None = None
    failed: str = ""
    usage: Usage = Usage()


class DraftSteps:
    """The steps of one draft, asked or read from disk.

    Args:
        folder: of the step files.
        budget: tokens for the whole draft, those of earlier runs included; None for no limit.
        parallel: requests at once.
        asking: whether a model is asked for what is missing; else it stays missing.
        retry: whether steps that were left are asked for again.

    Attributes:
        done: the number of steps that have a reply or were left.
        spent: the cost of these, in earlier runs too.
        left: the names of steps without a usable reply.
        on_step: is called after each step.
    """

    def __init__(
        self,
        folder: Path,
        budget: int | None = None,
        parallel: int = 1,
        asking: bool = True,
        retry: bool = False,
    ) -> None:
        self._folder, self._budget, self._asking = folder, budget, asking
        self._mark = folder / _STOP
        self._slots = asyncio.Semaphore(parallel)
        self._files = _read_all(folder, retry)
        self._stopped: Exception | None = None
        self._in_a_row = 0
        self.done = 0
        self.spent = Usage()
        self.left: list[str] = []
        self.on_step: Callable[[], None] = lambda: None

    @property
    def kept(self) -> int:
        """Return the number of steps on disk."""
        return len(self._files)

    @property
    def kept_usage(self) -> Usage:
        """Return the cost of the steps on disk."""
        return sum((one.usage for one in self._files.values()), Usage())

    async def ask(
        self,
        step: str,
        llm: LLMClient,
        system: str,
        prompt: str,
        schema: type[ModelT],
        usable: Callable[[ModelT], bool] = lambda _reply: True,
    ) -> ModelT | None:
        """Return the reply of a step: that on disk, else a new one.

        Args:
            step: its name, for people.
            llm: who is asked.
            system, prompt: what is asked; they decide which step it is.
            schema: of the reply.
            usable: tells whether a new reply can be used.
        Returns:
            The reply; None if it can't be used or, where nobody is asked, is missing.
        Raises:
            ModelFailed: the budget is spent, or the model is away.
            StorageFailed: the folder can't be written.
        """
        key = hashlib.sha256(json.dumps([system, prompt], ensure_ascii=False).encode()).hexdigest()[:24]
        found = self._files.get(key)
        if found is not None:
            self.spent += found.usage
        elif self._asking:
            async with self._slots:
                found = await self._asked(step, llm, system, prompt, schema, usable)
                await asyncio.to_thread(self._keep, key, found)
        reply = _fitting(found, schema)
        if reply is None:
            self.left.append(step)
        self.done += 1
        self.on_step()
        return reply

    async def _asked(
        self,
        step: str,
        llm: LLMClient,
        system: str,
        prompt: str,
        schema: type[ModelT],
        usable: Callable[[ModelT], bool],
    ) -> StepFile:
        if self._stopped:
            raise self._stopped
        try:
            self._check_not_stopped()
            self._check_budget()
            with metered_calls() as meter:
                try:
                    reply, usage = await llm.generate_structured(system, prompt, schema)
                except ModelFailed as error:
                    if error.kind not in _LEFT or self._in_a_row >= _IN_A_ROW:
                        raise
                    self._in_a_row += 1
                    return self._step(
                        step, llm, error.spent, meter.used, failed=f"{error.kind} {error.detail}"
                    )
            self._in_a_row = 0
            if not usable(reply):
                return self._step(step, llm, usage, meter.used, failed="unusable")
            return self._step(step, llm, usage, meter.used, reply.model_dump(mode="json"))
        except Exception as error:
            self._stopped = error
            raise

    def _step(
        self,
        step: str,
        llm: LLMClient,
        told: Usage | None,
        metered: Usage,
        reply: JsonObject | None = None,
        failed: str = "",
    ) -> StepFile:
        """Return a step with its cost: as it was metered, which holds where a server counts no tokens."""
        usage = metered if metered.model_calls else told or Usage()
        self.spent += usage
        return StepFile(step=step, model=llm.id, reply=reply, failed=failed, usage=usage)

    def _check_not_stopped(self) -> None:
        if self._mark.exists():
            self._mark.unlink(missing_ok=True)
            raise BadInput(
                "the draft was stopped", "It goes on from here.", zh="起草停下了，下次从这里接着做。"
            )

    def _check_budget(self) -> None:
        used = self.spent.prompt_tokens + self.spent.completion_tokens
        if self._budget is not None and used >= self._budget:
            raise ModelFailed(
                "budget",
                f"the draft's budget of {self._budget} tokens is spent ({used})",
                "Allow more (--budget): it goes on from here.",
            )

    def _keep(self, key: str, step: StepFile) -> None:
        try:
            atomic_write(
                self._folder / f"{key}.json", step.model_dump_json(exclude_defaults=True), private=True
            )
        except OSError as error:
            raise StorageFailed(
                f"{self._folder} can't be written ({error.strerror})", "Free space."
            ) from error
        self._files[key] = step


def _read_all(folder: Path, retry: bool) -> dict[str, StepFile]:
    """Read the steps on disk; a file that is damaged counts as missing."""
    found: dict[str, StepFile] = {}
    for path in folder.glob("*.json"):
        try:
            step = StepFile.model_validate_json(path.read_text("utf-8"))
        except (OSError, ValueError):
            continue
        if not (retry and step.reply is None):
            found[path.stem] = step
    return found


def _fitting(step: StepFile | None, schema: type[ModelT]) -> ModelT | None:
    if step is None or step.reply is None:
        return None
    try:
        return schema.model_validate(step.reply)
    except ValidationError:
        return None


async def together(work: Iterable[Awaitable[ResultT]]) -> list[ResultT]:
    """Wait for several steps, and raise the first failure when all have ended."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]
