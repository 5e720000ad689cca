"""Players: what is remembered of them, what follows from it, and how it is forgotten."""
