"""One folder per game type: its format, rules, nodes, graph and AI player."""
