"""The registry of benchmarks, through which `echoes bench NAME` finds its command."""

from echoes.core.registry import Registry

_PUZZLE = "echoes.bench.situation_puzzle.command_specs"
BENCHMARKS = Registry(
    "benchmark",
    "echoes.benchmarks",
    {
        "referee": f"{_PUZZLE}:REFEREE",
        "players": "echoes.bench.players.command_specs:PLAYERS",
        "consistency": f"{_PUZZLE}:CONSISTENCY",
        "rag": f"{_PUZZLE}:RAG",
        "leaks": "echoes.bench.leaks.command_specs:LEAKS",
        "ranker": f"{_PUZZLE}:RANKER",
        "heist": "echoes.bench.heist.command_specs:HEIST",
        "party": "echoes.bench.party.command_specs:PARTY",
        "wordings": "echoes.bench.wordings.command_specs:WORDINGS",
        "overhead": "echoes.bench.performance.command_specs:OVERHEAD",
    },
)
"""Each `Benchmark` by the name of its command; a package adds its own through the entry-point group."""
