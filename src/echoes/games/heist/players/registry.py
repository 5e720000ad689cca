"""The AI players of heists by name."""

from echoes.games.player_registry import PlayerRegistry

HEIST_PLAYERS = PlayerRegistry(
    "echoes.heist_players",
    {
        "cautious": "echoes.games.heist.players.strategies:CautiousScoundrel",
        "greedy": "echoes.games.heist.players.strategies:GreedyScoundrel",
        "random": "echoes.games.heist.players.strategies:RandomScoundrel",
        "baseline": "echoes.games.heist.players.strategies:CautiousScoundrel",
        "none": "echoes.games.heist.players.strategies:RandomScoundrel",
        "model": "echoes.games.heist.players.model:model_scoundrel",
    },
)
"""The strategies by name; `baseline` and `none` are names that other kinds of game have too."""
