"""Live sessions: the log is read along, and each seat's page is kept up by server-sent events.

AI players that somebody watches are run here too.
"""
