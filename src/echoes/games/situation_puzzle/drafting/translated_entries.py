"""Lists of short texts in another language: each entry in at least one wording, or none of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from echoes.core.protocols import LLMClient, ModelT
from echoes.games.draft_steps import DraftSteps, together
from echoes.games.situation_puzzle.drafting.draft import one_line
from echoes.games.situation_puzzle.drafting.prompts import TASKS, TRANSLATOR
from echoes.games.situation_puzzle.drafting.replies import TranslationReply
from echoes.games.situation_puzzle.drafting.wholeness import Wholeness
from echoes.games.situation_puzzle.puzzle.schema import Puzzle

_Entries = Mapping[int, tuple[str, ...]]


class EntryTranslator:
    """The model that translates lists with both stories before it, and nothing of the solution.

    Args:
        puzzle: in its own language.
        new: the story in the other language.
        llm: the model.
        steps: through which it is asked.
        batch: entries of a request.
    """

    def __init__(self, puzzle: Puzzle, new: Puzzle, llm: LLMClient, steps: DraftSteps, batch: int) -> None:
        self._llm, self._steps, self._batch = llm, steps, batch
        self._tasks, self._is = TASKS[new.language], Wholeness(new.language)
        self._system = (
            f"{TRANSLATOR[new.language]}\n{self._tasks['original_title']}\n{puzzle.title}\n{puzzle.statement}"
            f"\n\n{self._tasks['translation_title']}\n{new.title}\n{new.statement}"
        )

    async def first_of(self, name: str, texts: Sequence[str]) -> list[str] | None:
        """Return texts in the other language; None if one of them could not be translated."""
        found = await self.of(name, [(text,) for text in texts])
        return None if found is None else [said[0] for said in found]

    async def of(
        self, name: str, entries: Sequence[tuple[str, ...]], batch: int | None = None
    ) -> list[tuple[str, ...]] | None:
        """Return entries of several wordings in the other language; None if one of them has no wording there.

        What a reply leaves out is asked for once more, each entry by itself, unless most are missing.

        Args:
            name: of the list, for people.
            entries: in their own language.
            batch: entries of a request, where these are not as short as questions.
        """
        size = batch or self._batch
        starts = range(0, len(entries), size)
        found = await self._asked(
            name, entries, [range(one, min(one + size, len(entries))) for one in starts]
        )
        missing = [index for index in range(len(entries)) if index not in found]
        if missing and len(missing) * 2 <= len(entries):
            found = {**found, **await self._asked(name, entries, [range(one, one + 1) for one in missing])}
        return [found[index] for index in range(len(entries))] if len(found) == len(entries) else None

    async def _asked(
        self, name: str, entries: Sequence[tuple[str, ...]], batches: Iterable[range]
    ) -> dict[int, tuple[str, ...]]:
        parts = await together(self._one(name, entries, batch) for batch in batches)
        return {index: texts for part in parts for index, texts in part.items()}

    async def _one(self, name: str, entries: Sequence[tuple[str, ...]], batch: range) -> _Entries:
        """Return the entries of one request that have a wording in the other language."""
        listed = numbered(" / ".join(entries[index]) for index in batch)
        task, step = self._tasks["texts"].format(entries=listed), f"translation: {name} {batch.start + 1}"

        def said(reply: TranslationReply) -> dict[int, tuple[str, ...]]:
            texts = {
                batch.start + row.n - 1: tuple(filter(self._is.said, map(one_line, row.texts)))
                for row in reply.entries
                if 1 <= row.n <= len(batch)
            }
            return {index: wordings for index, wordings in texts.items() if wordings}

        reply = await self.ask(step, task, TranslationReply, lambda reply: bool(said(reply)))
        return said(reply) if reply else {}

    async def ask(
        self, step: str, task: str, schema: type[ModelT], usable: Callable[[ModelT], bool]
    ) -> ModelT | None:
        """Return the reply to a task; None if it can't be used."""
        return await self._steps.ask(step, self._llm, self._system, task, schema, usable)


def numbered(texts: Iterable[str]) -> str:
    """Return texts one a line, with their numbers from 1."""
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
