"""Memory across turns and sessions, over LangGraph's store: finished games, statistics, profiles, notes.

`manager` is the way in; `tools` are what agents read it by, and `game_end_graph` runs when a game ends.
"""
