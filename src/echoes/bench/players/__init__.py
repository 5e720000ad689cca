"""AI players: games, runs of them, what they come to."""
