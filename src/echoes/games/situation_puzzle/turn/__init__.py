"""The steps of one player message: classify it, run its flow, close the turn.

Each node takes the state and the context and returns a partial state; none writes anywhere.
"""
