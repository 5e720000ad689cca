"""Words of players read as moves that are open, for every kind of game."""
