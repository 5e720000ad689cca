"""The AI players of stories by name."""

from echoes.games.player_registry import PlayerRegistry

STORY_PLAYERS = PlayerRegistry(
    "echoes.story_players",
    {
        "curious": "echoes.games.world.players:CuriousPlayer",
        "seeker": "echoes.games.story.players.seeker:EndingSeeker",
        "random": "echoes.games.world.players:RandomPlayer",
        "baseline": "echoes.games.world.players:CuriousPlayer",
        "none": "echoes.games.world.players:RandomPlayer",
        "model": "echoes.games.story.players.model:model_reader",
    },
)
"""The strategies by name; `baseline` and `none` are names that other kinds of game have too."""
