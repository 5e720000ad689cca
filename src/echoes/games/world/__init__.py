"""A world of places, people and secrets, and the parts that every kind of game with one shares."""
