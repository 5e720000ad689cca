"""The AI players of stories by name."""

from echoes.games.player_registry import PlayerRegistry

STORY_PLAYERS = PlayerRegistry(
    "echoes.story_players",
    {
        "curious": "echoes.games.story.players.strategies:CuriousReader",
        "seeker": "echoes.games.story.players.seeker:EndingSeeker",
        "random": "echoes.games.story.players.strategies:RandomReader",
        "baseline": "echoes.games.story.players.strategies:CuriousReader",
        "none": "echoes.games.story.players.strategies:RandomReader",
        "model": "echoes.games.story.players.model:ModelReader",
    },
)
"""The strategies by name; `baseline` and `none` are names that other kinds of game have too."""
