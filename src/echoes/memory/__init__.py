"""Memory across sessions, in LangGraph's store: finished games, statistics, profiles, notes.

`manager` is the entry point, `tools` has the tools of agents, and `game_end_graph` runs when a game ends.
"""
