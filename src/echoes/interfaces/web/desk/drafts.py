"""Drafts at the desk: models write while their author waits, or does something else."""

import asyncio
import logging
from collections import OrderedDict

from echoes.core.errors import EchoesError
from echoes.core.text.bilingual import Bilingual
from echoes.engine.scenarios.drafting import DraftRun

_MOST = 8


class DeskDraft:
    """A draft that was begun at the desk; it ends with the new version.

    Args:
        run: of the draft.

    Attributes:
        task: the work.
        untranslated: the part for want of which it has no translation; empty where none is wanting.
    """

    def __init__(self, run: DraftRun) -> None:
        self.run, self._is_saving = run, False
        self.untranslated = Bilingual("")
        self.task = asyncio.create_task(self._work())

    @property
    def is_over(self) -> bool:
        """Return whether it has ended, one way or another."""
        return self.task.done()

    @property
    def error(self) -> BaseException | None:
        """Return the reason for ending without a new version; None for none, or if its author stopped it."""
        return self.task.exception() if self.task.done() and not self.task.cancelled() else None

    @property
    def is_saved(self) -> bool:
        """Return whether there is a new version."""
        return self.task.done() and not self.task.cancelled() and self.task.exception() is None

    async def stop(self) -> None:
        """Stop it, unless its version is being saved already, and wait for its end."""
        if not self._is_saving:
            self.task.cancel()
        await asyncio.wait([self.task])

    async def _work(self) -> None:
        try:
            draft = await self.run.draft()
            self._is_saving = True
            await asyncio.to_thread(self.run.publish, draft)
            self.untranslated = draft.untranslated
        except EchoesError as error:
            logging.getLogger(__name__).info("a draft stopped: %s", error)
            raise
        except Exception:
            logging.getLogger(__name__).exception("a draft failed")
            raise


class DeskDrafts:
    """The drafts of all authors, the latest few; each goes on when its author leaves the page."""

    def __init__(self) -> None:
        self._begun: OrderedDict[tuple[str, str], DeskDraft] = OrderedDict()

    def begin(self, run: DraftRun) -> DeskDraft:
        """Begin a draft, or return the one that is under way."""
        key = (run.drafter.scenario.id, run.drafter.scenario.language)
        before = self._begun.get(key)
        if before and not before.is_over:
            return before
        self._begun[key] = DeskDraft(run)
        self._begun.move_to_end(key)
        for old in [name for name, one in self._begun.items() if one.is_over][: len(self._begun) - _MOST]:
            del self._begun[old]
        return self._begun[key]

    def get(self, scenario_id: str, language: str) -> DeskDraft | None:
        """Return the last draft of a scenario that was begun here."""
        return self._begun.get((scenario_id, language))
