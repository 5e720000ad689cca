"""One knowledge base per puzzle, split by visibility tier, and what each role may read of it."""
