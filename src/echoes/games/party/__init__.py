"""The game type `party`: a table with a game master and characters, each played by a person or an AI."""
