"""Views of games: conversation, panels and end screen as HTML, drawn from blocks and panels.

A game type may bring a view of its own through the entry-point group `echoes.views`.
"""
