"""Recall of the evidence in long dossiers: for each RAG provider and mode, and for the text alone."""

import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from echoes.bench.ready_vectors import ReadyVectors
from echoes.bench.runs.benchmark import OnProgress
from echoes.bench.situation_puzzle.dossiers.making import Dossier, DossierQuestion
from echoes.core.documents import Document
from echoes.core.errors import EchoesError
from echoes.core.protocols import EmbeddingClient, Retriever
from echoes.core.seats.roles import TIERS, Role
from echoes.games.situation_puzzle.puzzle.documents import documents_of
from echoes.games.situation_puzzle.roles import PUZZLE_ACCESS
from echoes.language.text_retriever import TextRetriever
from echoes.rag.knowledge_base import KnowledgeBase
from echoes.rag.provider_factory import RAG_PROVIDERS, RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider

DEPTHS = (5, 10, 20)
KINDS = ("place", "company", "both", "plot")
_KIND_OF_DOCUMENT = "puzzle_answer"
_TEXT = "none (text)"


@dataclass(frozen=True)
class RecallFigures:
    """The recall of one provider in one mode on one dossier.

    Attributes:
        recall: by depth, the share of the evidence that is among so many passages, a mean over questions.
        by_kind: that at the greatest depth, by kind of question.
        build_s: processor time of building the knowledge base, beside embedding; None where it was there
            from another mode.
        query_ms: processor time of a query beside embedding, a mean.
    """

    dossier: str
    provider: str
    mode: str | None
    recall: dict[int, float]
    by_kind: dict[str, float]
    build_s: float | None
    query_ms: float

    def to_json(self) -> dict[str, Any]:
        """Return them as a flat JSON object."""
        flat = {f"recall_at_{depth}": value for depth, value in self.recall.items()}
        rest = {key: value for key, value in asdict(self).items() if key != "recall"}
        return {**rest, **flat}


async def measure_recall(
    dossiers: Sequence[Dossier],
    embedder: ReadyVectors,
    providers: Sequence[str] | None,
    failed: dict[str, str],
    on_progress: OnProgress,
) -> AsyncIterator[RecallFigures]:
    """Look up the evidence of each question, and yield the figures of each provider and mode.

    Args:
        dossiers: with their questions.
        embedder: turns texts into vectors, each once.
        providers: those to measure; None for all.
        failed: gets the reason for a provider that can't be measured here.
        on_progress: is told the questions done, and all of a dossier.
    """
    for dossier in dossiers:
        documents = documents_of(dossier.puzzle)
        for texts in ([one.text for one in documents], [one.text for one in dossier.questions]):
            await embedder.embed(texts)
        yield await _figures(
            dossier, documents, TextRetriever(lambda d=documents: d), (_TEXT, None), None, on_progress
        )
        for name in RAG_PROVIDERS.names() if providers is None else providers:
            try:
                async for found in _of_provider(dossier, documents, name, embedder, on_progress):
                    yield found
            except EchoesError as error:
                failed[name] = str(error)


async def _of_provider(
    dossier: Dossier,
    documents: Sequence[Document],
    name: str,
    embedder: EmbeddingClient,
    on_progress: OnProgress,
) -> AsyncIterator[RecallFigures]:
    provider: type[BaseRAGProvider] = RAG_PROVIDERS.load(name)
    with tempfile.TemporaryDirectory(prefix="echoes-bench-") as folder:
        for mode in provider.modes or (None,):
            base = KnowledgeBase(Path(folder), RAGProviderFactory(name, embedder, mode))
            known, started = base.is_current("dossier", "v1"), time.process_time()
            await base.build("dossier", dossier.puzzle.title, "v1", documents, {}, TIERS)
            taken = None if known else round(time.process_time() - started, 2)
            retriever = await base.retriever("dossier", "v1", Role.REFEREE, PUZZLE_ACCESS)
            yield await _figures(dossier, documents, retriever, (name, mode), taken, on_progress)
            await base.close_all()


async def _figures(
    dossier: Dossier,
    documents: Sequence[Document],
    retriever: Retriever,
    setup: tuple[str, str | None],
    build_s: float | None,
    on_progress: OnProgress,
) -> RecallFigures:
    texts = {one.id: one.text for one in documents if one.type == _KIND_OF_DOCUMENT}
    ranks: list[tuple[DossierQuestion, list[int | None]]] = []
    started = time.process_time()
    for number, question in enumerate(dossier.questions, 1):
        found = await retriever.search(question.text, DEPTHS[-1], _KIND_OF_DOCUMENT)
        ranks.append((question, [_rank(one, [texts[p.id] for p in found]) for one in question.evidence]))
        on_progress(number, len(dossier.questions))
    spent = (time.process_time() - started) * 1000 / len(dossier.questions)
    by_kind = {
        kind: _recall([found for question, found in ranks if question.kind == kind], DEPTHS[-1])
        for kind in KINDS
    }
    recall = {depth: _recall([found for _, found in ranks], depth) for depth in DEPTHS}
    return RecallFigures(dossier.puzzle.id, *setup, recall, by_kind, build_s, round(spent, 2))


def _rank(sentence: str, texts: Sequence[str]) -> int | None:
    """Return the position of the first text that holds a sentence."""
    return next((rank for rank, text in enumerate(texts) if sentence in text), None)


def _recall(found: Sequence[Sequence[int | None]], depth: int) -> float:
    """Return the mean share of evidence that is among the first passages."""
    shares = [sum(rank is not None and rank < depth for rank in ranks) / len(ranks) for ranks in found]
    return round(sum(shares) / max(1, len(shares)), 3)
