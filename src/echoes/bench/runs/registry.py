"""The registry of benchmarks, through which `echoes bench NAME` finds its command."""

from echoes.core.registry import Registry

_PUZZLE = "echoes.bench.situation_puzzle.commands"
BENCHMARKS = Registry(
    "benchmark",
    "echoes.benchmarks",
    {
        "referee": f"{_PUZZLE}:REFEREE",
        "players": "echoes.bench.players.commands:PLAYERS",
        "consistency": f"{_PUZZLE}:CONSISTENCY",
        "rag": f"{_PUZZLE}:RAG",
        "leaks": "echoes.bench.leaks.commands:LEAKS",
        "ranker": f"{_PUZZLE}:RANKER",
        "heist": "echoes.bench.heist.commands:HEIST",
        "party": "echoes.bench.party.commands:PARTY",
        "wordings": "echoes.bench.story.commands:WORDINGS",
        "overhead": "echoes.bench.performance.commands:OVERHEAD",
    },
)
"""Each `Benchmark` by the name of its command; a package adds its own through the entry-point group."""
