"""Tests for whoever writes a provider, a game or a referee: contract suites, a scripted model, a fake server.

A suite is a class of pytest. Derive yours from it, and say what it is to be run over:

    class TestMyIndex(RAGProviderContract):
        provider = "mine"

The extra `testing` brings what the suites need. Nothing here is imported before it is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from echoes.models.providers.scripted import ScriptedClient
    from echoes.testing.contracts.game_types import GameTypeContract
    from echoes.testing.contracts.model_providers import ModelProviderContract
    from echoes.testing.contracts.rag_providers import RAGProviderContract
    from echoes.testing.contracts.referees import RefereeContract
    from echoes.testing.model_protocols import Say
    from echoes.testing.model_server import (
        Answerer,
        Asked,
        ModelServer,
        embed_by_length,
        embed_by_letters,
        serving,
    )
    from echoes.testing.puzzles import ListRetriever, canary_puzzle

__all__ = [
    "Answerer",
    "Asked",
    "GameTypeContract",
    "ListRetriever",
    "ModelProviderContract",
    "ModelServer",
    "RAGProviderContract",
    "RefereeContract",
    "Say",
    "ScriptedClient",
    "canary_puzzle",
    "embed_by_length",
    "embed_by_letters",
    "serving",
]
_HOMES = {
    "ScriptedClient": "echoes.models.providers.scripted",
    "GameTypeContract": "echoes.testing.contracts.game_types",
    "ModelProviderContract": "echoes.testing.contracts.model_providers",
    "RAGProviderContract": "echoes.testing.contracts.rag_providers",
    "RefereeContract": "echoes.testing.contracts.referees",
    "Say": "echoes.testing.model_protocols",
    "ListRetriever": "echoes.testing.puzzles",
    "canary_puzzle": "echoes.testing.puzzles",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(_HOMES.get(name, "echoes.testing.model_server")), name)
