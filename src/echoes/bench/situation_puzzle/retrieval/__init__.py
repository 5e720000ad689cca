"""The effect of retrieval on rulings: `echoes bench rag`."""
