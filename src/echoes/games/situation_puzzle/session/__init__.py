"""The life of a session: its opening, adaptation to the player, standing rulings, score and record."""
