"""AI players: at one seat, at a whole table, and in games of their own."""
