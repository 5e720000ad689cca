"""`echoes bench players`: games of AI players at situation puzzles.

They sit at the same engine as people; each game is kept with its event log.
"""
