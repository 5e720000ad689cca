"""The shell of a message, the same in every kind of game that reads free words."""
