"""The benchmark of free words: what players might say, and what is made of it."""
