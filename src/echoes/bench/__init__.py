"""Benchmarks: sessions played by AI players, referees scored against gold, the cost of the platform.

`runs/` is what all of them share; a game's own benchmarks lie in a folder of its name.
"""
