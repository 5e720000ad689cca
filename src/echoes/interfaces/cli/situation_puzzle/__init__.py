"""Commands of the command line for situation puzzles only."""
