"""A draft goes on while its author is away, is begun once, and can be stopped; what went wrong is told."""

import asyncio
import threading
from typing import Any, cast

from tests.support import canary_puzzle

from echoes.core.errors import ModelFailed
from echoes.core.text.bilingual import Bilingual
from echoes.engine.scenarios.drafting import DraftRun
from echoes.games.situation_puzzle.drafting.draft import PuzzleDraft
from echoes.games.situation_puzzle.puzzle.schema import Puzzle
from echoes.interfaces.web.desk.drafts import DeskDrafts

BELL = Puzzle.model_validate(canary_puzzle())


class Drafter:
    scenario = BELL


class Run:
    """A run whose model is let go by the test."""

    def __init__(self, error: Exception | None = None) -> None:
        self.drafter, self.error = Drafter(), error
        self.released, self.published = asyncio.Event(), False

    async def draft(self) -> PuzzleDraft:
        await self.released.wait()
        if self.error:
            raise self.error
        return PuzzleDraft(untranslated=Bilingual("a question"))

    def publish(self, draft: PuzzleDraft) -> None:
        self.published = True


def run(error: Exception | None = None) -> Any:
    return cast("DraftRun", Run(error))


async def test_a_draft_is_begun_once_and_ends_with_a_version():
    drafts, one = DeskDrafts(), run()
    begun = drafts.begin(one)
    assert drafts.begin(run()) is begun is drafts.get(BELL.id, BELL.language)
    assert not begun.is_over and not begun.is_saved
    one.released.set()
    await begun.task
    assert one.published and begun.is_saved
    assert begun.untranslated == "a question"
    assert drafts.begin(run()) is not begun, "the next one is another"
    assert drafts.get(BELL.id, "zh") is None


async def test_a_stopped_draft_is_no_error_and_no_version():
    drafts, one = DeskDrafts(), run()
    begun = drafts.begin(one)
    await begun.stop()
    assert (begun.is_over, begun.is_saved, begun.error, one.published) == (True, False, None, False)


async def test_a_draft_tells_why_it_failed():
    error = ModelFailed("budget", "the draft's budget is spent")
    drafts, one = DeskDrafts(), run(error)
    begun = drafts.begin(one)
    one.released.set()
    await asyncio.wait([begun.task])
    assert begun.error is error and not begun.is_saved


async def test_a_draft_whose_version_is_being_saved_is_not_stopped():
    drafts, one, saving, go_on = DeskDrafts(), run(), threading.Event(), threading.Event()

    def publish(draft: PuzzleDraft) -> None:
        saving.set()
        go_on.wait()
        one.published = True

    one.publish = publish
    begun = drafts.begin(one)
    one.released.set()
    await asyncio.to_thread(saving.wait)
    stopping = asyncio.create_task(begun.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping
    assert begun.is_saved and one.published
