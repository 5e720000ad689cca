"""The AI players of a table by name."""

from echoes.games.player_registry import PlayerRegistry

PARTY_PLAYERS = PlayerRegistry(
    "echoes.party_players",
    {
        "companion": "echoes.games.party.players.strategies:Companion",
        "random": "echoes.games.party.players.strategies:RandomCompanion",
        "baseline": "echoes.games.party.players.strategies:Companion",
        "model": "echoes.games.party.players.model:ModelCompanion",
        "none": "echoes.games.party.players.strategies:RandomCompanion",
    },
)
"""The strategies by name; `baseline` and `none` are names that other kinds of game have too."""
