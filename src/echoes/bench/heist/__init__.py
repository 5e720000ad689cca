"""Benchmark of heists: seeded games by AI players, dice against their distributions, leaks."""
