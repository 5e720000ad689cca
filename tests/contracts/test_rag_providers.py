"""Every RAG engine keeps the contract of one tier."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support import provider_or_skip

from echoes.models.providers.embedded import EmbeddedEmbeddings
from echoes.rag.provider_factory import RAG_PROVIDERS, RAGProviderFactory
from echoes.rag.providers.base import BaseRAGProvider
from echoes.testing import RAGProviderContract


class TestRAGProviders(RAGProviderContract):
    @pytest.fixture(params=RAG_PROVIDERS.names())
    async def index(self, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BaseRAGProvider]:
        factory = RAGProviderFactory(provider_or_skip(request.param), EmbeddedEmbeddings())
        opened = factory.create(tmp_path / "public", "v1")
        await opened.ainitialize()
        yield opened
        await opened.aclose()
